/**
 * The authorities that businesses send to: one client and one gate for each, shared by all who use
 * it.
 */
import { type Claim, endpointOf } from '@rafaga/db';
import {
  type Authority,
  createAuthority,
  createGate,
  type Endpoints,
  type Gate,
  REST_MS,
  SUNAT,
  servicesAt,
  servicesOf,
  type Timeouts,
} from '@rafaga/sunat';

export interface Services {
  client: Authority;
  /** The way to sendBill. */
  send: Gate;
  /** The way to the services that are asked. */
  ask: Gate;
}

export interface Authorities {
  of(business: Claim['business']): Services;
  /** Those that nobody should be sent to now. */
  down(): string[];
  close(): void;
}

export interface AuthoritiesOptions {
  simulatorUrl: string;
  /** Exchanges at once with one service. */
  most: number;
  /** Instead of the client's own. */
  timeouts?: Timeouts | undefined;
  /** Multiplies how long a service that fails is left alone. */
  pace?: number;
  onChange(endpoint: string, state: 'open' | 'closed'): void;
}

export function createAuthorities({
  simulatorUrl,
  most,
  timeouts,
  pace = 1,
  onChange,
}: AuthoritiesOptions): Authorities {
  const clients = new Map<string, Authority>();
  const sending = new Map<string, Gate>();
  const asking = new Map<string, Gate>();
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
          sockets: most,
          ...(timeouts && { timeouts }),
        }),
      );
      const send = known(sending, endpoint, () =>
        createGate({ most, restMs, onChange: (state) => onChange(endpoint, state) }),
      );
      const ask = known(asking, consultUrl ?? billUrl, () => createGate({ most, restMs }));
      return { client, send, ask };
    },
    down: () => [...sending].flatMap(([endpoint, gate]) => (gate.passable() ? [] : [endpoint])),
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
