/** The registrations of the simulated authority: one for each document number, never replaced. */
import type { Verdict } from '../script/outcomes.js';

export interface Registration {
  document: string;
  sha256: string;
  verdict: Verdict;
  code: string;
  description: string;
  notes: readonly string[];
  /** The id of the CDR. */
  ticket: string;
  registeredAt: string;
  issueDate: string;
  currency: string;
  total: string;
  clientType: string;
  client: string;
  /** The DigestValue in its CDR, as an OSE's has it; absent: none. */
  documentHash?: string;
  /** Sent by another system. */
  foreign: boolean;
}

export class Registry {
  readonly #known = new Map<string, Registration>();

  find(document: string): Registration | undefined {
    return this.#known.get(document);
  }

  register(registration: Registration): void {
    this.#known.set(registration.document, registration);
  }

  /** Undoes a registration that is not on disk. */
  withdraw(registration: Registration): void {
    if (this.find(registration.document) === registration)
      this.#known.delete(registration.document);
  }

  /** The highest registered number of a series, given as RUC-TT-SERIE-; 0 without any. */
  lastOf(series: string): number {
    const numbers = [...this.#known.keys()].filter((name) => name.startsWith(series));
    return numbers.reduce((last, name) => Math.max(last, Number(name.slice(series.length))), 0);
  }

  get size(): number {
    return this.#known.size;
  }

  clear(): void {
    this.#known.clear();
  }
}

/** A new id for a CDR. */
export function newTicket(): string {
  issued = (issued + 1) % 1_000;
  return `${Date.now()}${String(issued).padStart(3, '0')}`;
}

let issued = 0;
