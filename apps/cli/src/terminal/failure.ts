/** The errors of a command: it failed (exit code 1), or it was misused (2). */

/** A failed command; the message gives the reason and what to do. */
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

/** A wrong command line: every mistake at once. */
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
