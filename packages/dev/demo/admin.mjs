/** The demo's admin of the panel: invited through the CLI, with a password set by the link. */
import { randomBytes } from 'node:crypto';
import { rafaga } from './business.mjs';
import { lastDemo } from './demoFile.mjs';

const EMAIL = 'admin@ejemplo.pe';
const INVITE = `usuario invitar --correo ${EMAIL} --rol admin --nombre Demostración`.split(' ');
const KNOWN =
  'select from users where email = $1 and password_hash is not null and disabled_at is null';

/**
 * Makes it if it is missing; a second start finds it.
 * @param database a connected client
 * @param {Promise<unknown>} up settles when the panel answers
 * @returns e-mail and password, made for this home alone
 */
export async function demoAdmin(home, database, up) {
  const known = lastDemo(home).panel;
  const { rowCount } = await database.query(KNOWN, [EMAIL]);
  if (rowCount > 0 && known?.email === EMAIL && known.password) return known;
  const { enlace } = await rafaga(...INVITE);
  await up;
  const password = randomBytes(18).toString('base64url');
  await accept(enlace, password);
  return { email: EMAIL, password };
}

/** Opens the invitation's link and sets a password in its form. */
async function accept(link, password) {
  const form = await fetch(link);
  const cookie = form.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [, token = ''] = /name="ficha" value="([^"]+)"/.exec(await form.text()) ?? [];
  const body = new URLSearchParams({ ficha: token, clave: password, repetida: password });
  const options = { method: 'POST', body, headers: { cookie } };
  const { status } = await fetch(link, { ...options, redirect: 'manual' });
  if (status !== 303) throw new Error(`el panel no aceptó la invitación: ${status}`);
}
