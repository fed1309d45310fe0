/** The two ways in which a command ends badly: it failed (1), or it was asked wrongly (2). */

/** It could not be done; the message says why and what to do. */
export class Failure extends Error {
  constructor(
    message: string,
    /** What --json shows beside the message. */
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** What is wrong with an option or argument. */
export interface Mistake {
  /** '--ruc' */
  at: string;
  text: string;
}

/** It was asked wrongly: every mistake at once. */
export class Misuse extends Error {
  constructor(readonly mistakes: readonly Mistake[]) {
    super(mistakes.map(({ at, text }) => (at ? `${at}: ${text}` : text)).join('\n'));
  }
}

/** Collects mistakes while options are read. */
export class Mistakes {
  readonly #found: Mistake[] = [];

  add(at: string, text: string): undefined {
    this.#found.push({ at, text });
    return undefined;
  }

  /** Throws Misuse when there were any. */
  check(): void {
    if (this.#found.length > 0) throw new Misuse(this.#found);
  }
}
