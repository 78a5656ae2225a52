// The forms of the stage: what a field usually holds, and what is wrong with it.
(() => {
  "use strict";

  const lockstep = (globalThis.lockstep ??= {});

  // What a field holds as long as nobody sets it: what the library has that is chosen beside it,
  // or else the scenario.
  const usualOf = (field) => {
    const library = field.form.elements.namedItem(field.name.replace(/[^.]*$/, "profile"));
    const of = library && !unseen(library) ? new URLSearchParams(field.dataset.usual).get(library.value) : null;
    return of ?? field.dataset.default ?? field.defaultValue ?? "";
  };

  // A field that does not count for the kind of lock is not on the page: it is as usual,
  // whatever stands in it.
  const unseen = (field) => {
    const counts = field.closest("[data-kinds]");
    return counts && getComputedStyle(counts).display === "none";
  };

  // A field that nobody has set goes with its library.
  const follow = (form) => {
    for (const field of form.elements) {
      if (!("usual" in field.dataset)) continue;
      const usual = usualOf(field);
      if (field.value === (field.dataset.was ?? field.dataset.default)) field.value = usual;
      field.dataset.was = usual;
    }
  };

  const fill = (form, values) => {
    for (const field of form.elements) { // a library stands before what goes by it
      if (!field.name) continue;
      const usual = usualOf(field);
      field.value = values.get(field.name) ?? usual;
      if ("usual" in field.dataset) field.dataset.was = usual;
    }
  };

  // What is wrong with a field, in the page's language: the browser has its own. A problem
  // that is set stays, so each try begins without.
  document.addEventListener("invalid", ({ target }) => {
    const hint = document.getElementById(target.getAttribute("aria-describedby"));
    if (hint?.textContent) target.setCustomValidity(hint.textContent);
  }, true);
  document.addEventListener("input", ({ target }) => target.setCustomValidity?.(""), true);
  document.addEventListener("click", ({ target }) => {
    for (const field of target.closest("[type=submit]")?.form.elements ?? []) field.setCustomValidity("");
  }, true);

  // Enter that ends an input method's composition sends nothing off.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.isComposing || event.keyCode === 229) && event.target.closest("[data-form]")) event.preventDefault();
  });

  lockstep.fill = fill;
  (lockstep.listeners ??= []).push((tell) => {
    const on = (type, f) => document.addEventListener(type, f);
    on("change", ({ target }) => {
      if (/lock[.](kind|profile)$/.test(target.name)) follow(target.form);
    });
    on("reset", ({ target }) => setTimeout(() => follow(target))); // once the fields are as the page came
    on("submit", (event) => {
      const form = event.target.closest("[data-form]");
      if (!form) return; // a dialog's own, which closes it
      event.preventDefault();
      const fields = [...form.elements].filter((f) => f.name && !f.disabled);
      if (!fields.every((f) => unseen(f) || f.reportValidity())) return;
      tell("form", form, form.dataset.form, fields.flatMap((f) => {
        const usual = "default" in f.dataset ? usualOf(f) : "";
        return [f.name, unseen(f) ? usual : f.value, usual];
      }));
    });
  });
})();
