/** How long a session of the panel stays open: 30 minutes without use, or 12 hours in all. */
import type { Prisma } from '@rafaga/prisma';

const IDLE_MS = 30 * 60_000;
export const LONGEST_MS = 12 * 3_600_000;

export const idleSince = () => new Date(Date.now() - IDLE_MS);

/** The sessions that have not ended. */
export const openNow = () =>
  ({
    expiresAt: { gt: new Date() },
    seenAt: { gt: idleSince() },
  }) satisfies Prisma.SessionWhereInput;
