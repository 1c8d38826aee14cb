// Follows what happens by server-sent events.

/**
 * Calls `show` with each frame of an address, and `tell` with whether frames come. After an answer that is no stream, such
 * as that the bot is away, the browser would not come again by itself. Returns a function that begins again, and one
 * that ends it.
 */
export function follow(address, show, tell = () => {}) {
  let events;
  let waiting;
  const end = () => {
    clearTimeout(waiting);
    events?.close();
  };
  const begin = () => {
    end();
    events = new EventSource(address);
    events.onmessage = (event) => show(JSON.parse(event.data));
    events.onopen = () => tell(true);
    events.onerror = () => {
      tell(false);
      if (events.readyState === EventSource.CLOSED) waiting = setTimeout(begin, 2000 + 3000 * Math.random());
    };
  };
  begin();
  return [begin, end];
}
