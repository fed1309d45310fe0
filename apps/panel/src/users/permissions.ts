/** The permissions of each role. Every route names one; this table is the whole authorization. */
import type { Role } from '@rafaga/db';

export const PERMISSIONS = {
  'health.see': ['admin', 'operator', 'support'],
  'references.see': ['admin', 'operator', 'support', 'business'],
  'references.ask': ['admin', 'operator', 'support', 'business'],
  'references.act': ['admin', 'operator'],
  /** approving a proposal of another user: the end of a review, a series' next number */
  'proposals.approve': ['admin', 'operator'],
  /** one's own proposal; those of others with the permission to approve */
  'proposals.decline': ['admin', 'operator', 'business'],
  'log.see': ['admin', 'operator', 'support', 'business'],
  /** the same, with names and numbers masked */
  'evidence.see': ['admin', 'operator', 'support'],
  /** stored answers of SUNAT: they may concern the document of another company */
  'evidence.open': ['admin', 'operator'],
  'references.reveal': ['admin', 'operator', 'business'],
  'businesses.see': ['admin', 'operator', 'support', 'business'],
  'businesses.create': ['admin', 'operator'],
  'businesses.edit': ['admin', 'operator', 'business'],
  /** what the provider decides: rate, kinds, test account, environment, activation */
  'businesses.govern': ['admin', 'operator'],
  'credentials.see': ['admin', 'operator', 'business'],
  /** not for operators: they may revoke a key, but not make one for their own use */
  'credentials.create': ['admin', 'business'],
  'credentials.revoke': ['admin', 'operator', 'business'],
  'queues.see': ['admin', 'operator', 'support'],
  'queues.act': ['admin', 'operator'],
  /** bulk operations: their plans and their results */
  'operations.see': ['admin', 'operator', 'support'],
  'operations.act': ['admin', 'operator'],
  /** the certificates that CDRs are checked against */
  'signers.see': ['admin'],
  /** the exchange rate of a day, of all businesses */
  'rates.set': ['admin', 'operator'],
  /** what a change of law means for the sales of every business */
  'law.see': ['admin', 'operator', 'support'],
  'alerts.test': ['admin', 'operator'],
  'audit.see': ['admin', 'operator', 'business'],
  'users.manage': ['admin'],
  'own.account': ['admin', 'operator', 'support', 'business'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export const isPermitted = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  admin: 'Administrador',
  operator: 'Operador',
  support: 'Soporte',
  business: 'Negocio',
};

/** Every role that can change something; support only reads. */
export const needsSecondFactor = (role: Role): boolean => role !== 'support';
