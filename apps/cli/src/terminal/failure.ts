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

  add(at: string, text: string): void {
    this.#found.push({ at, text });
  }

  /** An absent value is a mistake; the text in its place serves only until check(). */
  required(at: string, value: string | undefined, text = 'falta.'): string {
    if (value === undefined) this.add(at, text);
    return value ?? '';
  }

  /**
   * A value that is none of the known words is a mistake, and what is returned for it serves only
   * until check(). Only an option that may be absent can be undefined after that.
   */
  oneOf<T extends string>(at: string, given: string, known: readonly T[]): T;
  oneOf<T extends string>(
    at: string,
    given: string | undefined,
    known: readonly T[],
  ): T | undefined;
  oneOf<T extends string>(
    at: string,
    given: string | undefined,
    known: readonly T[],
  ): T | undefined {
    const found = known.find((each) => each === given);
    if (given !== undefined && !found) this.add(at, `elige uno de ${known.join(', ')}.`);
    return found;
  }

  /** @throws Misuse when there are any */
  check(): void {
    if (this.#found.length > 0) throw new Misuse(this.#found);
  }
}
