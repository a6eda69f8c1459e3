/* The site without a connection: my games and the tables seen last open as they were, everything else as one page that
   says so. With a connection it changes nothing: every page comes from the server. */
const SHELL = "shell-1", PAGES = "pages-1", FILES = "files-1", MOST_PAGES = 12, MOST_FILES = 200;
const OFFLINE = "{% url 'offline' %}";
const MINE = "{% url 'my_matches' %}", LEAVES = /^\/accounts\/|^\/people\/me\/delete\/$/;
const isKept = (path) => path === MINE || /^\/match\/\d+\/$/.test(path);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([
    new Request(OFFLINE, { credentials: "omit" }), // with nobody's name on it
{% for file in files %}    "{{ file }}",
{% endfor %}  ])));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keep(request, answer) {
  const cache = await caches.open(PAGES), address = new URL(request.url);
  address.search = "";
  await cache.delete(address.href);
  await cache.put(address.href, answer);
  await trim(cache, MOST_PAGES);
}

async function trim(cache, most) {
  const known = await cache.keys();
  for (const old of known.slice(0, Math.max(0, known.length - most))) await cache.delete(old);
}

async function keepFile(request, answer) {
  const cache = await caches.open(FILES);
  await cache.put(request, answer);
  await trim(cache, MOST_FILES);
}

/** A page: from the server; without one, as it was seen last. */
async function page(event) {
  const { request } = event, address = new URL(request.url);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && isKept(address.pathname)) event.waitUntil(keep(request, answer.clone()));
    if (answer.type === "opaqueredirect" && address.pathname === MINE) event.waitUntil(caches.delete(PAGES)); // nobody is logged in
    return answer;
  } catch (error) {
    address.search = "";
    return (await caches.match(address.href)) ?? (await caches.match(OFFLINE)) ?? Promise.reject(error);
  }
}

/** A file that pages need: from the server, and kept for when there is none. */
async function file(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepFile(event.request, answer.clone()).catch(() => {})); // before the page reads it
    return answer;
  } catch (error) {
    return (await caches.match(event.request)) ?? Promise.reject(error);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && LEAVES.test(pathname)) event.waitUntil(caches.delete(PAGES)); // another person
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith("{{ static_url }}")) event.respondWith(file(event));
});
