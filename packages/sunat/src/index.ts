/**
 * The client of the tax authority: sends documents, queries what became of them, and limits how
 * many exchanges reach a service that is slow or down.
 */
export {
  type AdmissionControl,
  createAdmissionControl,
  type Refused,
} from './admissionControl.js';
export { type Authority, createAuthority } from './authority.js';
export { type BreakerState, OPEN_MS, type ServiceSignal } from './circuitBreaker.js';
export type { ConsultAccess } from './consultTokens.js';
export { type Endpoints, SUNAT, servicesAt, servicesOf } from './endpoints.js';
export type { SolAccess } from './envelope.js';
export { TIMEOUTS, type TimedAnswer, type Timeouts } from './httpClient.js';
export { createPlaces } from './places.js';
export type { ConsultReply, Reply, StatusReply } from './reply.js';
