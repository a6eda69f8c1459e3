// The service worker of /rules/: caches the manuals that a reader has opened, for reading offline. Pages always come from
// the site if it answers; cached ones are only a fallback. They are fetched without cookies, so that no names stay on the
// device.
"use strict";
const SHELF = "rules-1";
const isManual = (url) => url.origin === location.origin && url.pathname.startsWith("/rules/") && !url.pathname.startsWith("/rules/search/");
const isFile = (url) => url.origin === location.origin && url.pathname.startsWith("/static/");

async function keep(address) {
  const answer = await fetch(address, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await (await caches.open(SHELF)).put(address, answer);
}

async function keepManual(slug) {
  const answer = await fetch(`/rules/${slug}/offline.json`, { credentials: "omit" });
  if (!answer.ok) return;
  const { stamp, pages, files } = await answer.json();
  const shelf = await caches.open(SHELF);
  const known = await shelf.match(`/rules/${slug}/kept`);
  if (known && (await known.text()) === stamp && (await Promise.all([...pages, ...files].map((address) => shelf.match(address)))).every(Boolean)) return;
  await Promise.all([...pages, ...files].map(keep));
  await shelf.put(`/rules/${slug}/kept`, new Response(stamp));
}

async function fromSite(request) {
  try {
    return await fetch(request);
  } catch (fault) {
    const kept = await (await caches.open(SHELF)).match(new URL(request.url).pathname);
    if (kept) return kept;
    throw fault;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("rules-") && name !== SHELF) await caches.delete(name);
    await self.clients.claim();
  })());
});
self.addEventListener("message", (event) => {
  const slug = String(event.data?.keep ?? "");
  if (/^[a-z0-9_-]+$/.test(slug)) event.waitUntil(keepManual(slug).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && (isManual(url) || isFile(url))) event.respondWith(fromSite(event.request));
});
