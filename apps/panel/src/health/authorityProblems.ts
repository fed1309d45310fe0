/** What is wrong with one authority: it cannot be reached, or it rejects many businesses. */

import type { AuthorityFacts, IssuerFacts } from '@rafaga/db';
import { many } from '@rafaga/operations';
import { shortNameOf } from '../businesses/authorities.js';
import { clock } from '../html/formats.js';
import { causePath, type HealthProblem, seeWhich } from './healthProblem.js';
import { isRejectedHeavily } from './issuerProblems.js';
import { type SendingStop, whenSent } from './sendingStops.js';

export const authorityProblems = (
  facts: AuthorityFacts,
  issuers: readonly IssuerFacts[],
  stops: readonly SendingStop[],
): HealthProblem[] =>
  [away(facts, stops), rejections(facts, issuers)].filter((problem) => problem !== undefined);

function away(
  { authority, away, nextTry }: AuthorityFacts,
  stops: readonly SendingStop[],
): HealthProblem | undefined {
  if (away === 0) return undefined;
  return {
    cause: 'away',
    key: `away ${authority}`,
    severity: 'warn',
    documents: away,
    text:
      `No se llega a ${shortNameOf(authority)}: ` +
      `${many(away, 'comprobante espera', 'comprobantes esperan')}.`,
    advice: `No se pierde nada: ${sentWhen(nextTry, stops)}`,
    link: { path: causePath('away', { autoridad: authority }), label: seeWhich(away) },
  };
}

function sentWhen(nextTry: Date | null, stops: readonly SendingStop[]): string {
  if (stops.length > 0) return `se enviarán ${whenSent(stops)}.`;
  return `se enviarán solos.${nextTry ? ` Se prueba otra vez a las ${clock(nextTry)}.` : ''}`;
}

/** Rejections of one business alone are its own; of several, they may be the authority's. */
function rejections(
  { authority, answered, rejected }: AuthorityFacts,
  issuers: readonly IssuerFacts[],
): HealthProblem | undefined {
  const concerned = issuers.filter((each) => each.authority === authority && each.rejected > 0);
  if (concerned.length < 2 || !isRejectedHeavily({ answered, rejected })) return undefined;
  return {
    cause: 'authority_rejections',
    key: `authority_rejections ${authority}`,
    severity: 'bad',
    documents: rejected,
    text:
      `${shortNameOf(authority)} rechazó ${rejected} de ` +
      `${many(answered, 'comprobante', 'comprobantes')} de ` +
      `${many(concerned.length, 'negocio', 'negocios')} en los últimos 10 minutos.`,
    advice: 'Un comprobante rechazado no vale: ábrelo y mira el motivo que dio SUNAT.',
    link: { path: causePath('rejections', { autoridad: authority }), label: 'Ver los rechazados' },
  };
}
