/* What pages do more easily with a script; every one of them works without it. */
(() => {
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

  // keys of one letter, unless one is writing or switched them off
  const KEYS = 'teclas';
  const isWriting = () =>
    document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea, select');
  const search = () => {
    const box = document.getElementById('q');
    box?.focus();
    box?.select();
    return box;
  };
  // the link of the row below or above; Enter opens it
  const move = (step) => {
    const links = [...document.querySelectorAll('main tbody tr')]
      .map((row) => row.querySelector('a[href]'))
      .filter((link) => link?.checkVisibility());
    const row = document.activeElement?.closest('tr');
    const at = links.findIndex((link) => row?.contains(link));
    const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
    next?.focus();
    next?.closest('tr').scrollIntoView({ block: 'nearest' });
    return next;
  };
  const ACTIONS = { '/': search, j: () => move(1), k: () => move(-1) };
  document.addEventListener('keydown', (event) => {
    const action = Object.hasOwn(ACTIONS, event.key) && ACTIONS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || isWriting()) return;
    if (localStorage.getItem(KEYS) !== 'no' && action()) event.preventDefault();
  });

  // keys of one letter disturb those who speak to their computer: they can be switched off
  const keys = document.querySelector('[data-keys]');
  if (keys) {
    const box = keys.querySelector('input');
    keys.hidden = false;
    box.checked = localStorage.getItem(KEYS) !== 'no';
    box.addEventListener('change', () => localStorage.setItem(KEYS, box.checked ? 'si' : 'no'));
  }

  // copying what is shown once
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-copy]');
    if (!button) return;
    await navigator.clipboard.writeText(
      document.getElementById(button.dataset.copy)?.textContent ?? '',
    );
    button.textContent = 'Copiado';
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
      field.list.replaceChildren(
        ...found.slice(0, 12).map((name) => new Option(plain(name), name)),
      );
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

  // a photo that is too heavy for its field is drawn smaller before it is sent
  const drawn = (image, scale, type, quality) => {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(16, Math.round(image.width * scale));
    canvas.height = Math.max(16, Math.round(image.height * scale));
    const context = canvas.getContext('2d');
    if (type === 'image/jpeg') {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
  };
  const shrunk = async (file, { shrink, side, pixels }) => {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const fits = Math.min(
      1,
      side / Math.max(image.width, image.height),
      Math.sqrt(pixels / (image.width * image.height)),
    );
    if (fits === 1 && file.size <= shrink) return file;
    // a PNG keeps its transparency as long as it can
    const types = file.type === 'image/png' ? ['image/png', 'image/jpeg'] : ['image/jpeg'];
    for (const type of types)
      for (const scale of [1, 0.7, 0.5, 0.35, 0.25]) {
        const blob = await drawn(image, fits * scale * 0.999, type, 0.85);
        if (blob.size <= shrink) return new File([blob], file.name, { type });
      }
    return file;
  };
  const weight = (bytes) =>
    bytes < 1e6 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
  for (const field of document.querySelectorAll('[data-shrink]')) {
    const said = document.createElement('p');
    said.className = 'hint';
    said.setAttribute('role', 'status');
    field.after(said);
    field.addEventListener('change', async () => {
      const [file] = field.files;
      if (!file) return;
      const smaller = await shrunk(file, field.dataset).catch(() => file);
      if (smaller === file || field.files[0] !== file) return;
      const chosen = new DataTransfer();
      chosen.items.add(smaller);
      field.files = chosen.files;
      const [before, after] = [file, smaller].map(({ size }) => weight(size));
      said.textContent = `La imagen pesaba ${before}: se redujo a ${after}.`;
      field.dispatchEvent(new Event('change', { bubbles: true }));
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
})();
