/**
 * Commands for surplus answers (stale answers of a broken server), and the number of those
 * written.
 */
import type { Reply } from '../soap/answers.js';
import type { Service } from './services.js';

/** A SOAP fault, the earlier answer of the service again, or a state of Consulta Integrada. */
export const STALE_KINDS = ['fallo', 'constancia', 'estado'] as const;
export type StaleKind = (typeof STALE_KINDS)[number];

export interface StaleOrder {
  kind: StaleKind;
  service: Service;
  /** The code of the fault, or the state. */
  code: string;
  afterMs: number;
  /** Number of surplus answers still to write. */
  times: number;
  /** Number of good answers from one surplus answer to the next. */
  every: number;
}

export class StaleAnswers {
  readonly orders: (StaleOrder & { count: number })[] = [];
  /** The last good answer of each service. */
  readonly earlier = new Map<Service, Reply>();
  written = 0;
  /** Number of surplus answers that found the connection closed. */
  closed = 0;

  add(order: StaleOrder): void {
    this.orders.push({ ...order, count: 0 });
  }

  /** The command that follows this good answer of a service, if any; counts its times down. */
  next(service: Service): StaleOrder | undefined {
    const order = this.orders.find((each) => each.service === service);
    if (!order) return undefined;
    order.count += 1;
    if (order.count % order.every !== 0) return undefined;
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
