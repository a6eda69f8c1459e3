/* Woken by a push: shows it, and on the icon of the app how many games wait; a click opens its page of this site. It sees no other page and keeps nothing. */
self.addEventListener("push", (event) => {
  let news = {};
  try { news = event.data.json(); } catch { /* an empty push */ }
  const options = { body: news.text || "", tag: news.tag, renotify: Boolean(news.tag), data: { url: news.url || "/mine/" } };
  event.waitUntil(self.registration.showNotification(news.title || "Playpost", options));
  if (news.waiting) event.waitUntil(Promise.resolve(navigator.setAppBadge?.(news.waiting)).catch(() => {}));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(clients.openWindow(url.href));
});
