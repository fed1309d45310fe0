/** Networks, addresses that a program may connect to, and how those of visitors are bounded. */
export { addressGroup, networkOf } from './addressGroup.js';
export {
  type AddressPolicy,
  addressPolicy,
  allowedNetworks,
  operatorPolicy,
} from './addressPolicy.js';
export { boundConnections } from './boundConnections.js';
export { boundPipelining } from './boundPipelining.js';
export { gatherChunks } from './gatherChunks.js';
export { countHosts, isUnclear } from './isUnclear.js';
