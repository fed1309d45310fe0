/**
 * Quarantine of poison messages: a document whose attempts crashed a worker is processed while no
 * other such document is, and goes to review after MAX_CRASHES crashes in a row.
 */
import { type Claim, LEASE_MS } from '@rafaga/db';
import type { Review, TerminalDecision } from '../decisions/decision.js';

/** Crashes in a row after which a document goes to review. */
const MAX_CRASHES = 3;

const BUSY: TerminalDecision = {
  do: 'wait',
  class: 'throttled',
  error: 'otro comprobante sospechoso está en curso',
  counted: false,
};

/**
 * Runs the attempt at once if the document never crashed a worker; otherwise only while no other
 * quarantined document is processed, or else answers BUSY.
 */
export type Quarantine = (
  claim: Claim,
  attempt: () => Promise<TerminalDecision>,
) => Promise<TerminalDecision>;

export function createQuarantine(): Quarantine {
  /**
   * The document in quarantine now. It expires with its lease, so that a hung attempt does not
   * block others.
   */
  let current: { documentId: number; until: number } | undefined;

  return async ({ documentId, crashes }, attempt) => {
    if (crashes === 0) return attempt();
    if (current && current.documentId !== documentId && performance.now() < current.until)
      return BUSY;
    const own = { documentId, until: performance.now() + LEASE_MS };
    current = own;
    try {
      return await attempt();
    } finally {
      if (current === own) current = undefined;
    }
  };
}

/** The review of a document whose attempts crashed too often; undefined below the limit. */
export const reviewAfterCrashes = ({ crashes }: Claim): Review | undefined =>
  crashes < MAX_CRASHES
    ? undefined
    : {
        do: 'review',
        reason: 'crashes',
        error: `${crashes} intentos seguidos murieron sin respuesta`,
      };
