/** A connection to an authority for a request of the panel, for as long as a person waits. */
import type { Business } from '@rafaga/db';
import { type AddressPolicy, operatorPolicy } from '@rafaga/runtime/network';
import { createAuthority, type Endpoints, SUNAT, servicesAt, servicesOf } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { Authority } from './authorities.js';

/** A person waits for the answer in a browser. */
const TIMEOUTS = {
  lookup: 3_000,
  connect: 4_000,
  secureConnect: 4_000,
  send: 5_000,
  response: 8_000,
  request: 10_000,
} as const;

/** @param policy which addresses may be connected to: those of the simulator are the operator's */
export const openAuthority = (endpoints: Endpoints, policy: AddressPolicy) =>
  createAuthority({ ...endpoints, policy, timeouts: TIMEOUTS });

export const policyFor = (
  authority: Authority | 'custom',
  { addressPolicy }: Pick<Deps, 'addressPolicy'>,
): AddressPolicy => (authority === 'simulator' ? operatorPolicy() : addressPolicy);

export function endpointsOf(
  authority: Authority | 'custom',
  { billUrl, consultUrl }: Business,
  simulatorUrl: string,
): Endpoints {
  if (authority === 'simulator') return servicesAt(simulatorUrl);
  return authority === 'custom'
    ? servicesOf(billUrl ?? '', consultUrl ?? undefined)
    : SUNAT[authority];
}
