/**
 * What a page shows once: it is sealed for its user, and the first request takes it. A reload finds
 * nothing, so that it can say so instead of doing the action again.
 */
import { randomBytes } from 'node:crypto';
import { putTemporaryValue, takeTemporaryValue } from '@rafaga/db';
import type { AuthenticatedRequest } from './pageRequest.js';

const LIFE_MS = 5 * 60_000;

/** @returns the token for the address of the page */
export async function putShownOnce(
  { deps, user, now }: AuthenticatedRequest,
  value: Readonly<Record<string, string>>,
): Promise<string> {
  const { db, vault } = deps;
  const token = randomBytes(32).toString('base64url');
  const sealed = vault.seal(Buffer.from(JSON.stringify(value)), contextOf(user.id, token));
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  await putTemporaryValue(db, { userId: user.id, token, sealed, expiresAt });
  return token;
}

/** Undefined when the page showed it already. */
export async function takeShownOnce(
  { deps, user }: AuthenticatedRequest,
  token: string,
): Promise<Record<string, string> | undefined> {
  const { db, vault } = deps;
  const sealed = await takeTemporaryValue(db, user.id, token);
  return sealed && JSON.parse(vault.open(sealed, contextOf(user.id, token)).toString('utf8'));
}

const contextOf = (userId: number, token: string): string => `once:${userId}:${token}`;
