/**
 * Keeps forms that were sent too late, after the session had ended or when the password has to be
 * proved again: sealed for their user, for half an hour. The page of the form then shows them
 * filled in. Nothing is carried out before the user sends the form again.
 */
import { randomBytes } from 'node:crypto';
import { findTemporaryValue, putTemporaryValue, takeTemporaryValue } from '@rafaga/db';
import { ofPanel, type SecretPlace } from '@rafaga/secrets';
import type { Deps } from '../deps.js';
import { type Form, formOf } from './form.js';
import { openTemporary } from './openTemporary.js';

export interface KeptForm {
  /** The token in the address of the page and in the form. */
  token: string;
  /** The path that the form was sent to. */
  action: string;
  form: Form;
}

/** The name of the form field and of the query parameter that hold the token. */
export const KEPT_FORM = 'formulario';
/** The field that names the secrets and files to take from the kept form when they are blank. */
export const KEPT_FIELDS = 'conservado';

const LIFE_MS = 30 * 60_000;
const OF_THIS_REQUEST = ['ficha', KEPT_FORM, KEPT_FIELDS];

type Holder = Pick<Deps, 'db' | 'vault' | 'now'>;

/** @returns the token */
export async function keepForm(
  { db, vault, now }: Holder,
  userId: number,
  action: string,
  form: Form,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const sealed = vault.seal(await encode(action, form), placeOf(userId, token));
  const expiresAt = new Date(now().getTime() + LIFE_MS);
  await putTemporaryValue(db, { userId, token, sealed, expiresAt });
  return token;
}

/** @returns undefined when it expired or belongs to another user */
export async function findKeptForm(
  { db, vault }: Holder,
  userId: number,
  token: string,
): Promise<KeptForm | undefined> {
  const sealed = /^[\w-]{43}$/.test(token)
    ? await findTemporaryValue(db, userId, token)
    : undefined;
  const content = sealed && openTemporary(vault, sealed, placeOf(userId, token));
  return content && { token, ...(await decode(content)) };
}

export async function forgetKeptForm(
  { db }: Holder,
  userId: number,
  { token }: KeptForm,
): Promise<void> {
  await takeTemporaryValue(db, userId, token);
}

const placeOf = (userId: number, token: string): SecretPlace => ofPanel(`form:${userId}:${token}`);

/**
 * Encodes the form as a browser would send it, after a line with its path, its type and the names
 * of files that were too large to keep.
 */
async function encode(action: string, form: Form): Promise<Buffer> {
  const values = new FormData();
  for (const [name, value] of form.entries())
    if (!OF_THIS_REQUEST.includes(name)) values.append(name, value);
  const sent = new Response(values);
  const head = JSON.stringify({
    action,
    type: sent.headers.get('content-type'),
    oversizes: [...form.oversizes],
  });
  return Buffer.concat([Buffer.from(`${head}\n`), Buffer.from(await sent.arrayBuffer())]);
}

async function decode(content: Buffer): Promise<Pick<KeptForm, 'action' | 'form'>> {
  const end = content.indexOf('\n');
  const { action, type, oversizes = [] } = JSON.parse(content.subarray(0, end).toString('utf8'));
  const body = new Uint8Array(content.subarray(end + 1));
  const sent = new Response(body, { headers: { 'content-type': type } });
  return { action, form: formOf(await sent.formData(), new Map(oversizes)) };
}

/** Completes a form with the secrets and files that its user typed before and left blank now. */
export function completed(form: Form, kept: Form): Form {
  const values = new FormData();
  const names = form.all(KEPT_FIELDS).filter((name) => isBlank(form, name));
  for (const [name, value] of form.entries()) if (!names.includes(name)) values.append(name, value);
  for (const [name, value] of kept.entries()) if (names.includes(name)) values.append(name, value);
  return formOf(values, form.oversizes);
}

const isBlank = (form: Form, name: string): boolean =>
  [...form.entries()].every(
    ([each, value]) => each !== name || (typeof value === 'string' ? value === '' : !value.size),
  );
