#include "numbers.h"

#include "tables.h"

static bool read_number(PyObject *item, int64_t lowest, int64_t limit, int64_t *number, const char *what)
{
    PyObject *index = PyNumber_Index(item);
    if (!index)
        return false;
    int overflow = 0;
    long long found = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (found == -1 && PyErr_Occurred())
        return false;
    if (overflow || found < lowest || found > limit) {
        PyErr_Format(PyExc_ValueError, "%R is no %s", item, what);
        return false;
    }
    *number = found;
    return true;
}

int read_numbers(PyObject *sequence, int most, int64_t lowest, int64_t limit, int64_t *numbers,
                 const char *what)
{
    PyObject *items = PySequence_Tuple(sequence); /* no other code changes this list */
    if (!items)
        return -1;
    Py_ssize_t count = PyTuple_Size(items);
    if (count > most)
        PyErr_Format(PyExc_ValueError, "%zd times a %s: at most %d", count, what, most);
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++)
        read_number(PyTuple_GetItem(items, i), lowest, limit, &numbers[i], what);
    Py_DECREF(items);
    return PyErr_Occurred() ? -1 : (int)count;
}

int read_codes_of(PyObject *sequence, int most, uint8_t *codes)
{
    int64_t numbers[CARD_COUNT];
    int count = read_numbers(sequence, most < CARD_COUNT ? most : CARD_COUNT, 0, CARD_COUNT - 1, numbers,
                             "card code");
    for (int i = 0; i < count; i++)
        codes[i] = (uint8_t)numbers[i];
    return count;
}

PyObject *list_of(const int64_t *numbers, int count)
{
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLongLong(numbers[i]);
        if (!number)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, number);
    }
    return list;
}
