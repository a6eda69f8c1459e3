// For authors (manage.py author): the server restarts after each change to a game. Reload the page when it is back.
(() => {
  "use strict";
  let wasGone = false;
  setInterval(async () => {
    try {
      await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
      if (wasGone) location.reload();
    } catch {
      wasGone = true;
    }
  }, 300);
})();
