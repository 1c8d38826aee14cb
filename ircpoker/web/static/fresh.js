// Keeps parts of a page as they are on the server, while somebody looks at it, by server-sent events from its own address.

let events;

function connect() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource(location.href);
  events.onmessage = (event) => {
    for (const [id, html] of Object.entries(JSON.parse(event.data))) {
      const part = document.getElementById(id);
      if (part && !part.contains(document.activeElement)) part.innerHTML = html; // escaped by the page's own server
    }
  };
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 2000 + 3000 * Math.random());
  };
}

document.addEventListener("visibilitychange", connect);
connect();
