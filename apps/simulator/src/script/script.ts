/** The script of the simulator: its commanded answers, latency and outages. */
import { type OutcomeName, outcome, outcomeOfClient } from './outcomes.js';
import type { Service } from './services.js';
import { StaleAnswers } from './stale.js';

export interface Order {
  outcome: OutcomeName;
  /** Number of receipts that it still answers. */
  times: number;
  service: Service;
  /** The document, issuer or type that it answers; absent: any. */
  document?: string;
  ruc?: string;
  type?: string;
  /** Replace the code and the seconds of the outcome. */
  code?: string;
  seconds?: number;
}

/** The ways in which a service can be down. */
export const OUTAGES = ['corte', 'colgado', 'http-503', '0109'] as const;
export type Outage = (typeof OUTAGES)[number];

export interface Down {
  outage: Outage;
  services: readonly Service[];
  /** Number of requests that it still affects; absent: all. */
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
  #answeredOnce = new Set<string>();
  latency: { ms: number; upTo: number } = { ms: 0, upTo: 0 };
  down: Down | undefined;
  /** Whether CDRs have the digest of the document, as an OSE's do. */
  showsHash = false;
  /** How far the Date of every answer is ahead of this machine's clock. */
  aheadSeconds = 0;
  readonly stale = new StaleAnswers();

  get orders(): readonly Readonly<Order>[] {
    return this.#orders;
  }

  add(order: Order): void {
    this.#orders.push(order);
  }

  reset(): void {
    this.#orders = [];
    this.#answeredOnce.clear();
    this.latency = { ms: 0, upTo: 0 };
    this.down = undefined;
    this.showsHash = false;
    this.aheadSeconds = 0;
    this.stale.reset();
  }

  /**
   * Chooses the outcome of a receipt: that of a command, else that of the client's number, else
   * accepted. Counts the command's times down.
   */
  choose(service: Service, subject: Subject): Chosen {
    return (
      this.#byCommand(service, subject) ??
      this.#byClient(service, subject) ?? { outcome: 'aceptado', by: 'default' }
    );
  }

  /** Milliseconds that a request waits, once it is read, before it is answered. */
  delay(): number {
    const { ms, upTo } = this.latency;
    return upTo > ms ? ms + Math.random() * (upTo - ms) : ms;
  }

  /** The outage of a service, if any. */
  outageOf(service: Service): Outage | undefined {
    return this.down?.services.includes(service) ? this.down.outage : undefined;
  }

  /** The outage of a service; counts its requests down. */
  consumeOutage(service: Service): Outage | undefined {
    const outage = this.outageOf(service);
    if (!outage || this.down?.times === undefined) return outage;
    this.down.times -= 1;
    if (this.down.times <= 0) this.down = undefined;
    return outage;
  }

  #byCommand(service: Service, subject: Subject): Chosen | undefined {
    const index = this.#orders.findIndex(
      (order) => order.service === service && matches(order, subject),
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

  #byClient(service: Service, { client, document }: Subject): Chosen | undefined {
    if (service !== 'envio' || client === undefined) return undefined;
    const name = outcomeOfClient(client);
    if (name === undefined) return undefined;
    if (outcome(name).once) {
      if (document !== undefined && this.#answeredOnce.has(document)) return undefined;
      if (document !== undefined) this.#answeredOnce.add(document);
    }
    return { outcome: name, by: 'client' };
  }
}

const matches = (order: Order, subject: Subject): boolean =>
  (order.document === undefined || order.document === subject.document) &&
  (order.ruc === undefined || order.ruc === subject.ruc) &&
  (order.type === undefined || order.type === subject.type);
