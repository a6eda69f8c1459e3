/* A new password is asked once, so it can be looked at. */
for (const { previousElementSibling: field, firstElementChild: box } of document.querySelectorAll("[data-show-password]")) {
  box.addEventListener("change", () => { field.type = box.checked ? "text" : "password"; });
}
