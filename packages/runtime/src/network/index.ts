/** Networks and the addresses that a program may connect to. */
export {
  type AddressPolicy,
  addressPolicy,
  allowedNetworks,
  operatorPolicy,
} from './addressPolicy.js';
export { ipv6Groups } from './networkList.js';
