// The link that a presenter keeps has the room's key behind its #, which no server is ever
// told by itself: it goes into the form, for its owner to send, and is gone from the address.
(() => {
  "use strict";
  const field = document.querySelector("[data-room-key]");
  if (!field) return;
  const take = () => {
    const key = new URLSearchParams(location.hash.slice(1)).get("key");
    if (!key) return;
    history.replaceState(null, "", location.pathname);
    field.value = key;
    document.querySelector("[data-room-key-there]").hidden = false;
    field.form.querySelector("[type=submit]").focus();
  };
  take();
  addEventListener("hashchange", take); // the link was opened where the form is already
})();
