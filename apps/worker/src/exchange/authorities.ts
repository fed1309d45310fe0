/**
 * The authorities that businesses send to: one client and one admission control for each of their
 * services, shared by all documents.
 */
import { type Claim, endpointOf } from '@rafaga/db';
import {
  type AdmissionControl,
  type Authority,
  createAdmissionControl,
  createAuthority,
  type Endpoints,
  REST_MS,
  SUNAT,
  servicesAt,
  servicesOf,
  type Timeouts,
} from '@rafaga/sunat';

export interface Services {
  client: Authority;
  /** Of sendBill. */
  sendAdmission: AdmissionControl;
  /** Of the services that are queried. */
  queryAdmission: AdmissionControl;
}

export interface Authorities {
  of(business: Claim['business']): Services;
  /** Endpoints that nothing is sent to now: their circuit breakers are open. */
  down(): string[];
  close(): void;
}

export interface AuthoritiesOptions {
  simulatorUrl: string;
  /** Exchanges at once with one service. */
  maxConcurrent: number;
  /** Instead of the client's own. */
  timeouts?: Timeouts | undefined;
  /** Multiplies how long a service that fails is left alone. */
  pace?: number;
  onChange(endpoint: string, state: 'open' | 'closed'): void;
}

export function createAuthorities({
  simulatorUrl,
  maxConcurrent,
  timeouts,
  pace = 1,
  onChange,
}: AuthoritiesOptions): Authorities {
  const clients = new Map<string, Authority>();
  const sending = new Map<string, AdmissionControl>();
  const querying = new Map<string, AdmissionControl>();
  const restMs = REST_MS * pace;

  const places = ({ authority, billUrl, consultUrl }: Claim['business']): Endpoints => {
    if (authority === 'simulator') return servicesAt(simulatorUrl);
    return authority === 'custom' ? servicesOf(billUrl ?? '', consultUrl) : SUNAT[authority];
  };

  return {
    of(business) {
      const endpoint = endpointOf(business);
      const { billUrl, consultUrl, ...rest } = places(business);
      const client = known(clients, `${billUrl} ${consultUrl}`, () =>
        createAuthority({
          billUrl,
          ...(consultUrl !== undefined && { consultUrl }),
          ...rest,
          sockets: maxConcurrent,
          ...(timeouts && { timeouts }),
        }),
      );
      const sendAdmission = known(sending, endpoint, () =>
        createAdmissionControl({
          maxConcurrent,
          restMs,
          onChange: (state) => onChange(endpoint, state),
        }),
      );
      const queryAdmission = known(querying, consultUrl ?? billUrl, () =>
        createAdmissionControl({ maxConcurrent, restMs }),
      );
      return { client, sendAdmission, queryAdmission };
    },
    down: () =>
      [...sending].flatMap(([endpoint, admission]) => (admission.admits() ? [] : [endpoint])),
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
