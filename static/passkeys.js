/* Says that no passkey came, as it was cancelled, or the device has none for this site: allauth only logs it. */
(() => {
  "use strict";
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    const words = document.createElement("p");
    words.className = "notice is-error";
    words.textContent = "Your browser gave us no passkey. Try again, or choose another way.";
    document.getElementById("messages").replaceChildren(words);
    words.scrollIntoView({ block: "nearest" });
  });
})();
