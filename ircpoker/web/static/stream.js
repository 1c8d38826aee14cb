// Follows what happens by server-sent events.

/**
 * Calls `show` with each frame of an address, and `tell` with "on", "off", or "gone" when there is no such thing any more.
 * After an answer that is no stream, such as that the bot is away, the browser would not come again by itself. Returns a
 * function that begins again, and one that ends it.
 */
export function follow(address, show, tell = () => {}) {
  let events;
  let waiting;
  const end = () => {
    clearTimeout(waiting);
    events?.close();
    events = undefined;
  };
  const begin = () => {
    end();
    const stream = events = new EventSource(address);
    stream.onmessage = (event) => show(JSON.parse(event.data));
    stream.onopen = () => tell("on");
    stream.onerror = async () => {
      tell("off");
      if (stream.readyState !== EventSource.CLOSED) return;
      const isGone = await fetch(address, { method: "HEAD" }).then(({ status }) => status === 404, () => false);
      if (stream !== events) return; // it was ended meanwhile
      if (isGone) tell("gone");
      else waiting = setTimeout(begin, 2000 + 3000 * Math.random());
    };
  };
  begin();
  return [begin, end];
}
