/* What pages do more easily with a script; every one of them works without it. */

// what was wrong comes before the first field, and that before a notice
const first =
  document.querySelector('.faults[data-focus]') ??
  document.querySelector('[autofocus]') ??
  document.querySelector('[data-focus]');
if (first) first.focus();

// a notice is about what was just done: it does not come back with a reload
const here = new URL(location.href);
if (here.searchParams.has('hecho')) {
  here.searchParams.delete('hecho');
  history.replaceState(history.state, '', here);
}

// copying what is shown once
for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]');
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copiado';
  } catch {
    // over http, or not permitted: it is selected, for the keys that copy
    getSelection().selectAllChildren(source);
    button.textContent = 'Cópialo con Ctrl+C';
  }
});

// districts are suggested by name, accents or not
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
for (const field of document.querySelectorAll('[data-districts]')) {
  let names;
  field.addEventListener('input', async () => {
    const wanted = plain(field.value.trim());
    if (wanted.length < 2 || /\(\d{6}\)$/.test(wanted)) return;
    names ??= fetch(field.dataset.districts).then((answer) => answer.json());
    const found = (await names).filter((name) => plain(name).includes(wanted));
    // a name that begins with what was typed comes first
    found.sort((a, b) => plain(b).startsWith(wanted) - plain(a).startsWith(wanted));
    field.list.replaceChildren(...found.slice(0, 12).map((name) => new Option(plain(name), name)));
  });
}

// a form sent twice by a double click is sent once
document.addEventListener('submit', (event) => {
  const form = event.target;
  // what is shown in a frame changes nothing
  if (event.submitter?.formTarget) return;
  if (form.dataset.sent && Date.now() - form.dataset.sent < 3000) event.preventDefault();
  else form.dataset.sent = Date.now();
});

// the box that ticks all boxes of a list
for (const label of document.querySelectorAll('[data-select-all]')) {
  label.hidden = false;
  label.addEventListener('change', (event) => {
    for (const box of label.closest('form').elements)
      if (box.type === 'checkbox') box.checked = event.target.checked;
  });
}

// the preview follows what is written
const design = document.querySelector('[data-preview]');
if (design) {
  let waiting;
  design.addEventListener('change', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      design.requestSubmit(document.getElementById(design.dataset.preview));
    }, 300);
  });
}
