/** Tests what the log has of the path of a page that failed. */
import { expect, test } from '@jest/globals';
import { loggedPath } from './loggedPath.js';

test.each([
  ['/invitacion/3cK9vGm2', '/invitacion/[oculto]'],
  ['/invitacion/3cK9vGm2/', '/invitacion/[oculto]'],
  ['/usuarios/7/invitacion', '/usuarios/7/invitacion'],
])('the page %s is logged as %s', (path, logged) => {
  expect(loggedPath(new URL(path, 'https://panel.ejemplo.pe'))).toBe(logged);
});
