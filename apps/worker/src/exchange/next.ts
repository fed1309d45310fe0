/** What is to be done with a document next: decided purely, carried out by the shell. */
import type { ReviewReason, WaitClass } from '@rafaga/db';

export type Next =
  /** Over. `zip` is the CDR, where there is one. */
  | {
      do: 'settle';
      state: 'accepted' | 'rejected';
      code: string;
      description: string;
      notes: readonly { code: string; text: string }[];
      zip?: Buffer;
    }
  | {
      do: 'wait';
      class: WaitClass;
      code?: string;
      error: string;
      /** What became of the send; absent: there was none. */
      send?: 'never' | 'refused' | 'unknown';
      missing?: number;
      /** Instead of the class's own. */
      delayMs?: number;
      /** False: nothing was tried. */
      counted?: boolean;
    }
  /** The authority does not have it, or there is nobody to ask: the same bytes may go again. */
  | { do: 'send' }
  /** It says that it has it: what it has is worth a question. */
  | { do: 'ask'; code: string; error: string }
  /** Its business must rest. The document waits with it, or, when what is wrong is in its signed bytes, goes to a person. */
  | { do: 'pause'; code?: string; why: string; send?: 'refused'; retire?: true }
  | { do: 'review'; reason: ReviewReason; code?: string; error: string };

/** What can be written down: the rest is done first. */
export type Final = Exclude<Next, { do: 'send' | 'ask' }>;

/** Answers that cannot be read, so many attempts long, are a person's. */
export const READABLE_WITHIN = 10;
