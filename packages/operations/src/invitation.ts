/** The one-use link by which a person gets into the panel. */
import { createHash, randomBytes } from 'node:crypto';

export interface Invitation {
  /** The path of the link, which lets its holder set the password. */
  path: string;
  /** What is kept of it. */
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
