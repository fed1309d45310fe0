/**
 * The client of the tax authority: sends documents, queries what became of them, and limits how
 * many exchanges reach a service that is slow or down.
 */
export {
  type AdmissionControl,
  type AdmissionOptions,
  createAdmissionControl,
  type Permit,
  type Refused,
} from './admissionControl.js';
export { type Authority, type AuthorityOptions, createAuthority } from './authority.js';
export { type BreakerState, OPEN_MS, type ServiceSignal } from './circuitBreaker.js';
export type { ConsultedDocument } from './consult.js';
export type { ConsultAccess } from './consultTokens.js';
export { type Endpoints, SUNAT, servicesAt, servicesOf } from './endpoints.js';
export type { SolAccess } from './envelope.js';
export { type Connection, TIMEOUTS, type Timeouts } from './httpClient.js';
export type { ConsultReply, Exchange, Reply, StatusReply, Validity } from './reply.js';
