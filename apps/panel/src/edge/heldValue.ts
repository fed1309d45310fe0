/**
 * Values that an action leaves for the page to which it redirects: sealed for their user, and found
 * by the token in the page's address. The first request takes the value. A reload finds none, so
 * that the page can say so instead of repeating the action.
 */
import { randomBytes } from 'node:crypto';
import { putTemporaryValue, takeTemporaryValue } from '@rafaga/db';
import { ofPanel, type SecretPlace } from '@rafaga/secrets';
import { openTemporary } from './openTemporary.js';
import type { AuthenticatedRequest } from './pageRequest.js';

const LIFE_MS = 30 * 60_000;

/** @returns the token for the address of the page */
export async function putHeldValue(
  { deps, user, now }: AuthenticatedRequest,
  value: object,
): Promise<string> {
  const { db, vault } = deps;
  const token = randomBytes(32).toString('base64url');
  const sealed = vault.seal(Buffer.from(JSON.stringify(value)), placeOf(user.id, token));
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  await putTemporaryValue(db, { userId: user.id, token, sealed, expiresAt });
  return token;
}

/** @returns undefined when the value expired or was already taken */
export async function takeHeldValue<Value>(
  { deps, user }: AuthenticatedRequest,
  token: string,
): Promise<Value | undefined> {
  const sealed = token ? await takeTemporaryValue(deps.db, user.id, token) : undefined;
  const content = sealed && openTemporary(deps.vault, sealed, placeOf(user.id, token));
  return content && JSON.parse(content.toString('utf8'));
}

const placeOf = (userId: number, token: string): SecretPlace => ofPanel(`held:${userId}:${token}`);
