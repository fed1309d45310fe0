/** The script of the simulator: its next answers, latency and outages. */
import { type OutcomeName, outcome, outcomeOfClient } from './outcomes.js';
import type { Service } from './services.js';
import { StaleAnswers } from './stale.js';

export interface Order {
  outcome: OutcomeName;
  /** How many more receipts it answers. */
  times: number;
  service: Service;
  /** Only for this document, issuer or kind; absent: for any. */
  document?: string;
  ruc?: string;
  type?: string;
  /** Instead of the outcome's own. */
  code?: string;
  seconds?: number;
}

/** How a service is down. */
export const OUTAGES = ['corte', 'colgado', 'http-503', '0109'] as const;
export type Outage = (typeof OUTAGES)[number];

export interface Down {
  outage: Outage;
  services: readonly Service[];
  /** How many more requests it affects; absent: all. */
  times?: number;
}

export interface Chosen {
  outcome: OutcomeName;
  by: 'command' | 'client' | 'default';
  code?: string;
  seconds?: number;
}

export interface Subject {
  document?: string;
  ruc?: string;
  type?: string;
  client?: string;
}

export class Script {
  #orders: Order[] = [];
  #met = new Set<string>();
  latency: { ms: number; upTo: number } = { ms: 0, upTo: 0 };
  down: Down | undefined;
  /** Whether constancias show the digest of the document, as an OSE's do. */
  showsHash = false;
  readonly stale = new StaleAnswers();

  get orders(): readonly Readonly<Order>[] {
    return this.#orders;
  }

  add(order: Order): void {
    this.#orders.push(order);
  }

  reset(): void {
    this.#orders = [];
    this.#met.clear();
    this.latency = { ms: 0, upTo: 0 };
    this.down = undefined;
    this.showsHash = false;
    this.stale.reset();
  }

  /**
   * The answer for this receipt: a command's first, then the client's number, else it is accepted.
   * Spends one of the command's times.
   */
  choose(service: Service, subject: Subject): Chosen {
    return (
      this.#commanded(service, subject) ??
      this.#asked(service, subject) ?? { outcome: 'aceptado', by: 'default' }
    );
  }

  /** How long this receipt waits before it is read. */
  delay(): number {
    const { ms, upTo } = this.latency;
    return upTo > ms ? ms + Math.random() * (upTo - ms) : ms;
  }

  /** The outage that a service is in. */
  outageOf(service: Service): Outage | undefined {
    return this.down?.services.includes(service) ? this.down.outage : undefined;
  }

  /** The same, counted down by this request. */
  meetOutage(service: Service): Outage | undefined {
    const outage = this.outageOf(service);
    if (!outage || this.down?.times === undefined) return outage;
    this.down.times -= 1;
    if (this.down.times <= 0) this.down = undefined;
    return outage;
  }

  #commanded(service: Service, subject: Subject): Chosen | undefined {
    const index = this.#orders.findIndex(
      (order) => order.service === service && meets(order, subject),
    );
    const order = this.#orders[index];
    if (!order) return undefined;
    order.times -= 1;
    if (order.times <= 0) this.#orders.splice(index, 1);
    return {
      outcome: order.outcome,
      by: 'command',
      ...(order.code === undefined ? {} : { code: order.code }),
      ...(order.seconds === undefined ? {} : { seconds: order.seconds }),
    };
  }

  #asked(service: Service, { client, document }: Subject): Chosen | undefined {
    if (service !== 'envio' || client === undefined) return undefined;
    const name = outcomeOfClient(client);
    if (name === undefined) return undefined;
    if (outcome(name).once) {
      if (document !== undefined && this.#met.has(document)) return undefined;
      if (document !== undefined) this.#met.add(document);
    }
    return { outcome: name, by: 'client' };
  }
}

const meets = (order: Order, subject: Subject): boolean =>
  (order.document === undefined || order.document === subject.document) &&
  (order.ruc === undefined || order.ruc === subject.ruc) &&
  (order.type === undefined || order.type === subject.type);
