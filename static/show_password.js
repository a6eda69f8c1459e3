/* A new password is asked once, so it can be looked at. */
for (const field of document.querySelectorAll("input[autocomplete=new-password]")) {
  field.insertAdjacentHTML("afterend", '<label class="check"><input type="checkbox"> Show the password</label>');
  field.nextElementSibling.addEventListener("change", (event) => { field.type = event.target.checked ? "text" : "password"; });
}
