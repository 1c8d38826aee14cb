/* One hand at a time: takes cards or text, returns the existing value object. */
#include "hand.inc"

PyObject *value_of_class(State *state, unsigned class_)
{
    PyObject *value = LOAD_SHARED(state->values[class_]);
    if (value)
        return Py_NewRef(value);
    value = PyObject_CallFunction(state->value_of_class, "I", class_);
    if (value)
        STORE_SHARED(state->values[class_], Py_NewRef(value));
    return value;
}

static PyObject *ask_twin(PyObject *twin, PyObject *cards)
{
    if (twin)
        return PyObject_CallFunctionObjArgs(twin, cards, NULL);
    PyErr_SetString(PyExc_RuntimeError, "the kernel is not set up");
    return NULL;
}

PyObject *kernel_evaluate(PyObject *module, PyObject *cards)
{
    State *state = PyModule_GetState(module);
    Hand hand = {0, 0, 0, 0};
    if (add_seven(state, cards, &hand) && hand.mask == hand.sum)
        return value_of_class(state, class_of_seven(state->tables, &hand));
    hand = (Hand){0, 0, 0, 0};
    if (PyUnicode_CheckExact(cards)) {
        if (state->tables && add_text(state->tables, cards, &hand) && is_distinct(&hand))
            return value_of_class(state, class_of_hand(state->tables, &hand));
        PyErr_Clear();
    } else if (!know_cards(state)) {
        return NULL;
    } else if (add_cards(state, cards, &hand) && is_distinct(&hand)) {
        return value_of_class(state, class_of_hand(state->tables, &hand));
    }
    return ask_twin(state->evaluate_twin, cards);
}

PyObject *kernel_evaluate_unchecked(PyObject *module, PyObject *cards)
{
    State *state = PyModule_GetState(module);
    Hand hand = {0, 0, 0, 0};
    if (add_seven(state, cards, &hand))
        return value_of_class(state, class_of_seven(state->tables, &hand));
    hand = (Hand){0, 0, 0, 0};
    if (!know_cards(state))
        return NULL;
    if (add_cards(state, cards, &hand))
        return value_of_class(state, class_of_hand(state->tables, &hand));
    return ask_twin(state->evaluate_unchecked_twin, cards);
}

/* Returns the class of a value; 0 with an error set if it has none. */
static unsigned read_class(PyObject *value)
{
    long number = PyLong_AsLong(value);
    if (number > 0 && number <= CLASS_COUNT)
        return (unsigned)(NO_HAND_CLASS - number);
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "there is no such value");
    return 0;
}

/* The attribute `class_` of a value. */
static PyObject *class_of_value(PyObject *value, void *closure)
{
    (void)closure;
    unsigned class_ = read_class(value);
    return class_ ? PyLong_FromLong((long)class_) : NULL;
}

/* The attribute `name` of a value: names are stored by class, so Python is called once for each class. */
static PyObject *name_of_value(PyObject *value, void *closure)
{
    State *state = closure;
    unsigned class_ = read_class(value);
    if (!class_)
        return NULL;
    PyObject *name = LOAD_SHARED(state->names[class_]);
    if (name)
        return Py_NewRef(name);
    name = ask_twin(state->name_of_value, value);
    if (name)
        STORE_SHARED(state->names[class_], Py_NewRef(name));
    return name;
}

bool add_value_type(PyObject *module, State *state)
{
    /* The type keeps the module alive, and with it the state that the attribute reads. */
    state->value_attributes[0] =
        (PyGetSetDef){"name", name_of_value, NULL, "The plain-English name.", state};
    state->value_attributes[1] = (PyGetSetDef){"class_", class_of_value, NULL, "1 (best) to 7462.", NULL};
    PyType_Slot slots[] = {
        {Py_tp_getset, state->value_attributes},
        {Py_tp_doc, "The native part of `HandValue`."},
        {0, NULL},
    };
    PyType_Spec spec = {"ircpoker.hands._kernel.NamedValue", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        slots};
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, (PyObject *)&PyLong_Type);
    bool added = type && PyModule_AddObjectRef(module, "NamedValue", type) == 0;
    Py_XDECREF(type);
    return added;
}
