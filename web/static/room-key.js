// The link that a presenter keeps has the room's key behind its #, which no server is ever
// told by itself: it goes into the form, for its owner to send, and is gone from the address.
(() => {
  "use strict";
  const field = document.querySelector("[data-room-key]");
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!field || !key) return;
  history.replaceState(null, "", location.pathname);
  field.value = key;
  field.form.querySelector("[type=submit]").focus();
})();
