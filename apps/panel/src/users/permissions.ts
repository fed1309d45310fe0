/**
 * What each role may do. Every route names one of these acts; the table is the whole authorisation.
 */
import type { Role } from '@rafaga/db';

export const PERMISSIONS = {
  'health.see': ['admin', 'operator', 'support'],
  'references.see': ['admin', 'operator', 'support', 'business'],
  'references.ask': ['admin', 'operator', 'support', 'business'],
  'references.act': ['admin', 'operator'],
  /** the end of a review, a counter's jump: by another person than whoever proposed it */
  'proposals.approve': ['admin', 'operator'],
  /** one's own; another's too for who may approve */
  'proposals.decline': ['admin', 'operator', 'business'],
  'log.see': ['admin', 'operator', 'support', 'business'],
  /** what SUNAT answered and was not believed: it may speak of another company's document */
  'evidence.open': ['admin', 'operator'],
  'references.reveal': ['admin', 'operator', 'business'],
  'businesses.see': ['admin', 'operator', 'support', 'business'],
  'businesses.create': ['admin', 'operator'],
  'businesses.edit': ['admin', 'operator', 'business'],
  /** what the provider sells: rate, kinds, test account, environment, activation */
  'businesses.govern': ['admin', 'operator'],
  'credentials.see': ['admin', 'operator', 'business'],
  /**
   * an operator may take keys away, not make some for himself; an admin may, for a business without
   * people of its own
   */
  'credentials.create': ['admin', 'business'],
  'credentials.revoke': ['admin', 'operator', 'business'],
  'queues.see': ['admin', 'operator', 'support'],
  'queues.act': ['admin', 'operator'],
  /** whose signatures are believed */
  'signers.see': ['admin'],
  'audit.see': ['admin', 'operator', 'business'],
  'users.manage': ['admin'],
  'own.account': ['admin', 'operator', 'support', 'business'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export const isPermitted = (role: Role, act: Permission): boolean =>
  (PERMISSIONS[act] as readonly Role[]).includes(role);

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  admin: 'Administrador',
  operator: 'Operador',
  support: 'Soporte',
  business: 'Negocio',
};

/** Who can change something proves it with a second factor; support only looks. */
export const needsSecondFactor = (role: Role): boolean => role !== 'support';
