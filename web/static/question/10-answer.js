// The questions of a lesson and what goes with them: what the viewer has to know of them, and
// what is answered.
(() => {
  "use strict";

  const lockstep = (globalThis.lockstep ??= {});
  const all = "[data-block=predict], [data-block=quiz]";

  const numberOf = (block) => block.querySelector("[data-part=number]");
  const orderOf = (block) => [...block.querySelectorAll(".order > [data-of]")];

  // An answer as the viewer writes it: the numbers of options, or what was typed.
  const answerOf = (block) => {
    const number = numberOf(block);
    if (number) return number.value;
    const order = orderOf(block).map((li) => li.dataset.of);
    const chosen = [...block.querySelectorAll(".options input:checked")].map((input) => input.value);
    return [...order, ...chosen].join("");
  };
  const answer = (block, text) => {
    const number = numberOf(block);
    if (number) number.value = text;
    for (const input of block.querySelectorAll(".options input")) input.checked = text.includes(input.value);
    const order = orderOf(block);
    for (const of of order.length ? text : "") {
      const li = order.find((li) => li.dataset.of === of);
      li.parentElement.append(li);
    }
  };

  // What a lesson says of its blocks: texts, each ended by a zero, and the elements that are
  // kept in the same order. wasm/dom/lesson.go takes both.
  const lesson = () => {
    const main = document.querySelector("main.lesson");
    const said = [main.dataset.lesson, main.dataset.edition];
    const tell = (...texts) => said.push(...texts.map((text) => text ?? ""));
    const of = (el) => el.dataset.of ?? el.querySelector("input").value;
    const questions = [...main.querySelectorAll(all)];
    tell(questions.length);
    for (const block of questions) {
      const { kind = "single", scene, at } = block.dataset;
      const answers = block.querySelector(".answers");
      const options = [...block.querySelectorAll(".option")].sort((a, b) => of(a) - of(b));
      const keys = [...answers.querySelectorAll("[data-of]")];
      const controls = [...block.querySelectorAll(".options input, .order button, [data-part=number]")];
      tell(block.id, kind, block.querySelector("h3").textContent, answers.querySelector(":scope > [data-part]")?.innerHTML);
      tell(numberOf(block)?.nextSibling.textContent.trim(), scene, at);
      tell(options.length, ...options.map((option) => option.querySelector("span").innerHTML));
      tell(keys.length);
      for (const key of keys) tell(key.dataset.of, "right" in key.dataset ? "1" : "", key.querySelector("[data-part=why]")?.innerHTML);
      tell(controls.length, options[0]?.children.length);
      block.append(make("p", { className: "hidden", role: "status" }));
      lockstep.keepAll([block, block.lastChild, block.querySelector("[data-do=check]"), block.querySelector("[data-part=reply]"), answers, ...options, ...controls]);
    }
    for (const figure of lockstep.figures) {
      const stops = [...figure.querySelectorAll("[data-part=stops] > li")];
      const steps = [...document.querySelectorAll(`[data-steps][data-scene="${figure.id}"] > li`)];
      tell(figure.id, stops.length);
      for (const stop of stops) tell(stop.dataset.at, stop.lastElementChild.textContent);
      tell(steps.length, ...steps.map((step) => step.dataset.phases));
      stops[0]?.parentElement.classList.add("live");
      const waits = make("p", { className: "waits", hidden: true });
      waits.append(make("a", {}));
      figure.querySelector(".controls").after(waits); // which nothing moves
      lockstep.keepAll([waits, waits.firstChild, ...stops, ...steps]);
    }
    return said.join("\0") + "\0";
  };
  const make = (name, properties) => Object.assign(document.createElement(name), properties);

  // One place up or down, with the hand still on the button.
  const move = (button) => {
    const li = button.closest("[data-of]");
    const up = button.dataset.do === "up";
    const other = up ? li.previousElementSibling : li.nextElementSibling;
    if (!other) return false;
    if (up) other.before(li);
    else other.after(li);
    button.focus();
    return true;
  };

  const approach = (figure) => {
    figure.scrollIntoView({ block: "nearest" });
    figure.querySelector("[data-do=play]")?.focus({ preventScroll: true });
  };

  Object.assign(lockstep, { lesson, answer, approach });
  (lockstep.listeners ??= []).push((tell) => {
    const on = (type, f) => document.addEventListener(type, f);
    const questionOf = (target) => target.closest?.(all);
    const tellBlock = (block, what, arg = "") => tell("block", null, block.id, what, arg, answerOf(block));
    on("click", ({ target, detail }) => {
      const block = questionOf(target);
      if (!block) return;
      const button = target.closest("[data-do]");
      if (button && /^(up|down)$/.test(button.dataset.do)) {
        if (move(button)) tellBlock(block, "draft", button.closest("[data-of]").dataset.of);
      } else if (button && !(button.dataset.do === "check" && detail > 1)) { // a double click would take back what it checked
        tellBlock(block, button.dataset.do, button.dataset.arg);
      }
    });
    on("input", ({ target }) => {
      const block = questionOf(target);
      if (block) tellBlock(block, "draft", target.dataset.of); // one that was dragged
    });
    on("keydown", (event) => {
      const { target, key } = event;
      if (key !== "Enter" || event.isComposing || event.keyCode === 229 || !target.matches("[data-part=number]")) return;
      event.preventDefault(); // or the button would be pressed that has the focus then
      tellBlock(questionOf(target), "check");
    });
    // Enter in a field checks it, and a field that is closed has no focus: the button takes it.
    for (const field of document.querySelectorAll("[data-block] [data-part=number]")) {
      const closed = new MutationObserver(() => {
        if (field.disabled && field === document.activeElement) field.closest("[data-block]").querySelector("[data-do=check]").focus();
      });
      closed.observe(field, { attributeFilter: ["disabled"] });
    }
  });
})();
