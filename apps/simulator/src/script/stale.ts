/** Orders for surplus answers, and how many of them were written. */
import type { Reply } from '../soap/answers.js';
import type { Service } from './services.js';

/**
 * What comes late: a SOAP fault, an earlier answer of the service once more, or a state of Consulta
 * Integrada.
 */
export const STALE_KINDS = ['fallo', 'constancia', 'estado'] as const;
export type StaleKind = (typeof STALE_KINDS)[number];

export interface StaleOrder {
  kind: StaleKind;
  service: Service;
  /** Of the fault, or the state. */
  code: string;
  afterMs: number;
  /** How many more are written. */
  times: number;
  /** After every so many good answers. */
  every: number;
}

export class StaleAnswers {
  readonly orders: (StaleOrder & { met: number })[] = [];
  /** The last good answer of each service. */
  readonly earlier = new Map<Service, Reply>();
  written = 0;
  /** Found the connection closed. */
  closed = 0;

  add(order: StaleOrder): void {
    this.orders.push({ ...order, met: 0 });
  }

  /**
   * The order that this good answer of a service is followed by, if any; spends one of its times.
   */
  next(service: Service): StaleOrder | undefined {
    const order = this.orders.find((each) => each.service === service);
    if (!order) return undefined;
    order.met += 1;
    if (order.met % order.every !== 0) return undefined;
    order.times -= 1;
    if (order.times <= 0) this.orders.splice(this.orders.indexOf(order), 1);
    return order;
  }

  reset(): void {
    this.orders.length = 0;
    this.earlier.clear();
    this.written = 0;
    this.closed = 0;
  }
}
