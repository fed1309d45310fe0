/** What the simulated authority holds: one registration a document number, for ever. */
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
  /** Sent by another system, not by whoever asks now. */
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

  get size(): number {
    return this.#known.size;
  }

  clear(): void {
    this.#known.clear();
  }
}
