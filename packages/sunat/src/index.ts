/**
 * The tax authority over the wire: what is sent to it, what comes back, and when to leave it alone.
 */
export { type Authority, type AuthorityOptions, createAuthority } from './authority.js';
export type { ConsultAccess, ConsultedDocument } from './consult.js';
export { type Endpoints, SUNAT, servicesAt, servicesOf } from './endpoints.js';
export type { SolAccess } from './envelope.js';
export {
  createGate,
  type Entry,
  type Gate,
  type GateOptions,
  type Passage,
  REST_MS,
} from './gate.js';
export type { ConsultReply, Exchange, Reply, StatusReply, Validity } from './reply.js';
export { type Connection, TIMEOUTS, type Timeouts } from './wire.js';
