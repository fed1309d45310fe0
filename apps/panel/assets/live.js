/* Keeps the live part of a page fresh. What has grown old shows no colour and says since when. */

const live = document.querySelector('[data-live]');
/** 0: the page shows what is over and does not change any more. */
const everyMs = () => Number(live?.dataset.live ?? 0) * 1000;
/** An answer that takes longer is none. */
const PATIENCE_MS = 9_000;
const oldMs = () => Math.max(30_000, 1.5 * everyMs());
let heardAt = Date.now();
let stopped = false;
let asking = false;
let ended = false;

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const clock = (at) =>
  new Intl.DateTimeFormat('es-PE', { timeZone: 'America/Lima', ...TIME }).format(at);

const banner = document.createElement('div');
banner.setAttribute('role', 'alert');
const title = document.createElement('p');
title.className = 'note-title';
const text = document.createElement('p');
banner.append(title, text);

// the verdict goes, no tag keeps its colour, and the reason stands in their place
const doubt = (severity, headline, reason, link) => {
  banner.className = `note ${severity}`;
  if (title.textContent !== headline) title.textContent = headline;
  // an alert is read aloud whenever it changes
  if (!text.textContent.startsWith(reason))
    text.replaceChildren(`${reason} `, ...(link ? [link] : []));
  for (const verdict of live.querySelectorAll('[data-verdict]')) verdict.remove();
  for (const each of live.querySelectorAll('.tag, .note')) {
    if (each === banner) continue;
    if (each.matches('.tag.good')) each.textContent = 'sin datos';
    each.classList.remove('good', 'warn', 'bad');
    each.classList.add('calm');
  }
  if (live.firstChild !== banner) live.prepend(banner);
};
const old = (reason) =>
  doubt('calm', `SIN DATOS desde las ${clock(heardAt)}`, `${reason} Lo de abajo es de esa hora.`);

const signInAgain = () => {
  ended = true;
  const link = document.createElement('a');
  link.href = `/ingresar?volver=${encodeURIComponent(location.pathname + location.search)}`;
  link.textContent = 'Ingresa otra vez';
  const reason = `Lo de abajo es de las ${clock(heardAt)}.`;
  doubt('calm', 'TU SESIÓN TERMINÓ', reason, link);
};

// the panel answers, and names what is wrong
const problem = (page, status) => {
  const lead = page.querySelector('.lead')?.textContent;
  if (!lead) return old('El panel no pudo leer datos nuevos.');
  if (status < 500) return old(lead);
  doubt('bad', `FALLA: ${lead}`, `Lo de abajo es de las ${clock(heardAt)}.`);
};

const isFilledIn = (form) =>
  [...form.elements].some((field) =>
    field.matches('[type=checkbox], [type=radio]')
      ? field.checked !== field.defaultChecked
      : field.matches('input, textarea') && field.value !== field.defaultValue,
  );

// a form that a person began stays as it is, where the fresh page has it too
const keepForms = (fresh) => {
  for (const form of [...live.querySelectorAll('form')].filter(isFilledIn)) {
    const action = form.getAttribute('action');
    const same = [...fresh.querySelectorAll('form')].find(
      (each) => each.getAttribute('action') === action,
    );
    same?.replaceWith(form);
  }
};

// focus and sideways scrolling stay where they are, and open details stay open
const replace = (fresh) => {
  const at = document.activeElement;
  const focused = live.contains(at) ? at.outerHTML : undefined;
  const scrolled = [...live.querySelectorAll('.scroll')].map(({ scrollLeft }) => scrollLeft);
  const titleOf = (details) => details.querySelector('summary')?.textContent;
  const open = new Map(
    [...live.querySelectorAll('details')].map((each) => [titleOf(each), each.open]),
  );
  keepForms(fresh);
  live.replaceChildren(...fresh.childNodes);
  for (const button of live.querySelectorAll('[data-copy]')) button.hidden = false;
  for (const [index, frame] of live.querySelectorAll('.scroll').entries())
    frame.scrollLeft = scrolled[index] ?? 0;
  for (const each of live.querySelectorAll('details'))
    each.open = open.get(titleOf(each)) ?? each.open;
  if (focused)
    [...live.querySelectorAll('*')]
      .find((each) => each.outerHTML === focused)
      ?.focus({ preventScroll: true });
};

const isBeingFilled = () =>
  live.contains(document.activeElement) &&
  document.activeElement.matches('input:not([type=checkbox], [type=radio]), textarea, select');

// what a person selects to copy it would be gone with the text that it is in
const isSelecting = () => {
  const { isCollapsed, anchorNode } = getSelection();
  return !isCollapsed && live.contains(anchorNode);
};

const isOld = () => Date.now() - heardAt > oldMs();
const isHeld = () => isBeingFilled() || isSelecting();

const whyOld = () => {
  if (stopped) return 'Pausaste la actualización.';
  if (isBeingFilled()) return 'La actualización espera a que termines de escribir.';
  if (isSelecting()) return 'La actualización espera mientras tengas texto seleccionado.';
  return 'Se están pidiendo datos nuevos.';
};

const ask = async () => {
  const answer = await fetch(location.href, {
    // what the page asks for by itself does not keep a session open
    headers: { Accept: 'text/html', 'X-Panel-Poll': '1' },
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (answer.type === 'opaqueredirect') return signInAgain();
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector('[data-live]');
  if (!answer.ok || !fresh) return problem(page, answer.status);
  if (isHeld()) return isOld() ? old(whyOld()) : undefined;
  replace(fresh);
  live.dataset.live = fresh.dataset.live;
  ended = everyMs() === 0;
  heardAt = Date.now();
};

const look = async () => {
  if (ended || asking) return;
  if (isOld() && !banner.isConnected) old(whyOld());
  if (stopped || document.hidden) return;
  asking = true;
  await ask().catch(() => old('El panel no responde.'));
  asking = false;
};
const keepLooking = () =>
  setTimeout(() => {
    if (ended) return;
    look();
    keepLooking();
  }, everyMs());
const begin = () => {
  keepLooking();
  document.addEventListener('visibilitychange', look);

  const toggle = document.querySelector('[data-live-toggle]');
  if (toggle) {
    toggle.hidden = false;
    toggle.addEventListener('click', () => {
      stopped = !stopped;
      toggle.textContent = stopped ? 'Seguir actualizando' : 'Pausar la actualización';
      if (!stopped) look();
    });
  }
};
if (everyMs() > 0) begin();
