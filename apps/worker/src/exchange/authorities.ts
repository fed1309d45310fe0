/**
 * The authorities that businesses send to: one client and one admission control for each of their
 * services, shared by all documents.
 */
import { type Claim, endpointOf } from '@rafaga/db';
import { addressPolicy, operatorPolicy } from '@rafaga/runtime/network';
import {
  type AdmissionControl,
  type Authority,
  type BreakerState,
  createAdmissionControl,
  createAuthority,
  createPlaces,
  type Endpoints,
  OPEN_MS,
  SUNAT,
  servicesAt,
  servicesOf,
  type Timeouts,
} from '@rafaga/sunat';
import type { Operation } from '../metrics/workerMetrics.js';
import type { AuthorityClocks } from './authorityClocks.js';

export interface Services {
  client: Authority;
  /** Admits calls of sendBill. */
  sendAdmission: AdmissionControl;
  /** Admits queries, by service: each is on a host of its own. */
  queryAdmission: Record<QueryOperation, AdmissionControl>;
}

export type QueryOperation = Exclude<Operation, 'sendBill'>;

/** Where a business sends to. */
export type Destination = Pick<Claim['business'], 'authority' | 'billUrl' | 'consultUrl'>;

/** A circuit breaker, with the service that it protects. */
export interface Breaker {
  authority: Destination['authority'];
  service: 'send' | 'query' | 'consult';
  state(): BreakerState;
}

export interface Authorities {
  of(business: Destination): Services;
  /** The endpoints whose circuit breakers are open. */
  down(): string[];
  /** Every circuit breaker of this process. */
  breakers(): readonly Breaker[];
  close(): void;
}

export interface AuthoritiesOptions {
  simulatorUrl: string;
  /** Networks whose private addresses a business may send to. */
  allowPrivate: readonly string[];
  /** The most concurrent exchanges with all of them together. */
  maxConcurrent: number;
  /** Replaces the client's default timeouts. */
  timeouts?: Timeouts | undefined;
  /** Multiplies how long a circuit breaker stays open. */
  pace?: number;
  clocks: Pick<AuthorityClocks, 'of'>;
  onChange(endpoint: string, state: 'open' | 'closed'): void;
}

export function createAuthorities(options: AuthoritiesOptions): Authorities {
  const { maxConcurrent, pace = 1, onChange } = options;
  const clients = createClients(options);
  const places = createPlaces(maxConcurrent);
  const sending = new Map<string, AdmissionControl>();
  const querying = new Map<string, AdmissionControl>();
  const consulting = new Map<string, AdmissionControl>();
  const breakers: Breaker[] = [];
  const openMs = OPEN_MS * pace;

  function admission(
    business: Destination,
    service: Breaker['service'],
    onTurn?: (state: 'open' | 'closed') => void,
  ): AdmissionControl {
    const created = createAdmissionControl({
      places: places.of(endpointOf(business)),
      openMs,
      ...(onTurn && { onChange: onTurn }),
    });
    breakers.push({ authority: business.authority, service, state: created.state });
    return created;
  }

  return {
    of(business) {
      const endpoint = endpointOf(business);
      const { client, billUrl, consultUrl, validity } = clients.of(business);
      const sendAdmission = known(sending, endpoint, () =>
        admission(business, 'send', (state) => onChange(endpoint, state)),
      );
      const getStatusCdr = known(querying, consultUrl ?? billUrl, () =>
        admission(business, 'query'),
      );
      const validarcomprobante = known(consulting, validity?.queryOrigin ?? billUrl, () =>
        admission(business, 'consult'),
      );
      return { client, sendAdmission, queryAdmission: { getStatusCdr, validarcomprobante } };
    },
    down: () =>
      [...sending].flatMap(([endpoint, admission]) => (admission.admits() ? [] : [endpoint])),
    breakers: () => breakers,
    close: clients.close,
  };
}

/** The HTTP clients: businesses with the same endpoints share one. */
function createClients({
  simulatorUrl,
  allowPrivate,
  maxConcurrent,
  timeouts,
  clocks,
}: AuthoritiesOptions) {
  const clients = new Map<string, Authority>();
  const [given, own] = [addressPolicy(allowPrivate), operatorPolicy()];

  const endpointsOf = ({ authority, billUrl, consultUrl }: Destination): Endpoints => {
    if (authority === 'simulator') return servicesAt(simulatorUrl);
    return authority === 'custom' ? servicesOf(billUrl ?? '', consultUrl) : SUNAT[authority];
  };

  return {
    of(business: Destination) {
      const { billUrl, consultUrl, validity } = endpointsOf(business);
      const client = known(clients, `${business.authority} ${billUrl} ${consultUrl}`, () =>
        createAuthority({
          billUrl,
          ...(consultUrl !== undefined && { consultUrl }),
          ...(validity && { validity }),
          policy: business.authority === 'simulator' ? own : given,
          sockets: maxConcurrent,
          onAnswer: clocks.of(business.authority),
          ...(timeouts && { timeouts }),
        }),
      );
      return { client, billUrl, consultUrl, validity };
    },
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
}

function known<T>(all: Map<string, T>, key: string, create: () => T): T {
  const found = all.get(key) ?? create();
  all.set(key, found);
  return found;
}
