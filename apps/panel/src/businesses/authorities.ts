/** The authorities that a business can send to: their names, and those that a user may choose. */
import type { Business } from '@rafaga/db';
import type { Deps } from '../deps.js';

export const AUTHORITY_NAMES: Readonly<Record<string, string>> = {
  simulator: 'simulador: nada llega a SUNAT',
  beta: 'beta de SUNAT: sin validez',
  production: 'producción',
  custom: 'direcciones propias del operador',
};

/** Their names within a sentence. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  simulator: 'SUNAT (simulador)',
  beta: 'SUNAT (beta)',
  production: 'SUNAT',
  custom: 'SUNAT (direcciones propias)',
};
export const shortNameOf = (authority: string): string => SHORT_NAMES[authority] ?? authority;

export const AUTHORITIES = ['simulator', 'beta', 'production'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** In production the simulator is offered to no business but one that uses it already. */
export const offeredAuthorities = (
  { production }: Deps,
  { authority }: Pick<Business, 'authority'>,
): Authority[] =>
  AUTHORITIES.filter((name) => name !== 'simulator' || !production || authority === name);
