/** The registrations of the simulated authority: one for each number, never replaced. */
import type { Verdict } from '../script/outcomes.js';

export interface Registration {
  document: string;
  sha256: string;
  verdict: Verdict;
  code: string;
  description: string;
  notes: readonly string[];
  /** Sequence of the constancia. */
  ticket: string;
  registeredAt: string;
  issueDate: string;
  currency: string;
  total: string;
  clientType: string;
  client: string;
  /** The DigestValue that its constancia shows, as an OSE's does; absent: it shows none. */
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

  /** The highest number under RUC-TT-SERIE-, or 0. */
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

/** The sequence of a new constancia, which identifies it. */
export function newTicket(): string {
  issued = (issued + 1) % 1_000;
  return `${Date.now()}${String(issued).padStart(3, '0')}`;
}

let issued = 0;
