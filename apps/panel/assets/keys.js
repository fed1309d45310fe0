/* Keys of one letter: the search, and the row below or above. */

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
