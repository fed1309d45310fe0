/** Creates the one-use link with which an invited person enters the panel. */
import { createHash, randomBytes } from 'node:crypto';

export interface Invitation {
  /** The path of the link, which lets its holder set the password. */
  path: string;
  /** SHA-256 of the token, which is stored in its place. */
  hash: Buffer;
  until: Date;
}

const HOURS = 48;

export function newInvitation(now: Date): Invitation {
  const token = randomBytes(32).toString('base64url');
  return {
    path: `/invitacion/${token}`,
    hash: invitationHash(token),
    until: new Date(now.getTime() + HOURS * 3_600_000),
  };
}

export const invitationHash = (token: string): Buffer =>
  createHash('sha256').update(token).digest();
