/** The errors of a command: Failure (exit code 1) and Misuse (2). */

/** A failed command; the message gives the reason and what to do, and is empty when printed. */
export class Failure extends Error {
  constructor(
    message: string,
    /** What --json shows beside the message. */
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** A fault of an option or argument. */
export interface Mistake {
  /** The option or argument, for example '--ruc'; empty for the whole command line. */
  at: string;
  text: string;
}

/** A wrong command line, with all of its mistakes. */
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

  /** @throws Misuse when there are any */
  check(): void {
    if (this.#found.length > 0) throw new Misuse(this.#found);
  }
}
