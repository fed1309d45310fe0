/**
 * The steps of an attempt. After each one everything is persisted, so that another worker can
 * continue from there. They are passed to the flow, so that a test can stop the process after one.
 */
import type { Claim, KeptFile, Settlement } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { ReceivedCdr } from './cdrs/receivedCdr.js';
import type { TerminalDecision } from './decisions/decision.js';
import type { SignedDocument } from './exchange/signDocument.js';

export interface Steps {
  /** @returns undefined when the document cannot be claimed */
  claim(documentId: number): Promise<Claim | undefined>;
  sign(claim: Claim): Promise<SignedDocument>;
  /** Records that the document is about to be sent. */
  recordIntent(claim: Claim, document: SignedDocument): Promise<void>;
  /** Decides what is to be done with a claimed document. */
  decide(claim: Claim): Promise<TerminalDecision>;
  /** Stores the CDR; returns undefined while it waits in PostgreSQL for the file store. */
  keepCdr(claim: Claim, cdr: ReceivedCdr, log: Logger): Promise<KeptFile | undefined>;
  settle(claim: Claim, settlement: Settlement): Promise<void>;
}

/** The end of a step. */
export type Checkpoint = 'claimed' | 'signed' | 'intended' | 'answered' | 'kept' | 'settled';

export type CheckpointHook = (checkpoint: Checkpoint, documentId: number) => void | Promise<void>;

/** Wraps each step so that it calls the hook when it has ended. */
export function withCheckpoints(steps: Steps, hook: CheckpointHook): Steps {
  const then =
    <Rest extends unknown[], T>(
      checkpoint: Checkpoint,
      step: (claim: Claim, ...rest: Rest) => Promise<T>,
    ) =>
    async (claim: Claim, ...rest: Rest): Promise<T> => {
      const result = await step(claim, ...rest);
      await hook(checkpoint, claim.documentId);
      return result;
    };
  return {
    claim: async (documentId) => {
      const claim = await steps.claim(documentId);
      if (claim) await hook('claimed', documentId);
      return claim;
    },
    sign: then('signed', steps.sign),
    recordIntent: then('intended', steps.recordIntent),
    decide: then('answered', steps.decide),
    keepCdr: then('kept', steps.keepCdr),
    settle: then('settled', steps.settle),
  };
}
