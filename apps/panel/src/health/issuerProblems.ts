/** What is wrong with one business: each rule reads its facts and gives a problem or nothing. */

import type { IssuerFacts } from '@rafaga/db';
import { many } from '@rafaga/operations';
import { remedyOf } from '../advice/stops.js';
import { ago, clock, day } from '../html/formats.js';
import { causePath, type HealthProblem, type ListedCause, seeWhich } from './healthProblem.js';
import { type SendingStop, whenSent } from './sendingStops.js';

const WEEK_MS = 7 * 86_400_000;
/** From this year on a pause ends only by a person. */
const FOR_EVER = 9999;

/** Half of its answers, or many of them, are rejections: red. Fewer are amber. */
export const isRejectedHeavily = (facts: { answered: number; rejected: number }): boolean => {
  const share = facts.rejected / Math.max(1, facts.answered);
  return (facts.rejected >= 3 && share >= 0.5) || (facts.rejected >= 20 && share >= 0.05);
};

type Found = Pick<HealthProblem, 'severity' | 'text' | 'advice'> &
  Partial<Pick<HealthProblem, 'documents' | 'link'>>;
type Rule = (facts: IssuerFacts, now: Date, stops: readonly SendingStop[]) => Found | false | null;

const documents = (found: number): string => many(found, 'comprobante', 'comprobantes');

const deadline: Rule = (facts) => {
  const { today, overdue } = facts;
  if (today + overdue === 0) return null;
  const said = today > 0 ? dueToday(facts) : onlyOverdue(facts);
  return { severity: 'bad', documents: today + overdue, ...said };
};

const dueToday = ({ legalName, today, overdue }: IssuerFacts) => ({
  text:
    `${legalName}: ${many(today, 'comprobante debe', 'comprobantes deben')} llegar a SUNAT ` +
    `hoy y todavía no ${today === 1 ? 'tiene' : 'tienen'} respuesta.`,
  advice:
    overdue > 0
      ? `El plazo de ${overdue === 1 ? 'otro' : `otros ${overdue}`} ya venció.`
      : 'Lo que llega después, SUNAT lo rechaza por fuera de plazo.',
});

const onlyOverdue = ({ legalName, overdue }: IssuerFacts) => ({
  text: `${legalName}: el plazo de SUNAT para ${documents(overdue)} ya venció.`,
  advice: 'Con el plazo vencido, es probable que SUNAT no lo acepte: decide qué hacer.',
});

const rejections: Rule = (facts) =>
  facts.rejected > 0 && {
    severity: isRejectedHeavily(facts) ? 'bad' : 'warn',
    documents: facts.rejected,
    text:
      `${facts.legalName}: SUNAT rechazó ${facts.rejected} de ${documents(facts.answered)} ` +
      'en los últimos 10 minutos.',
    advice: 'Un comprobante rechazado no vale: ábrelo y mira el motivo que dio SUNAT.',
  };

const certificateExpired: Rule = ({ ruc, legalName, certificateUntil }, now) =>
  certificateUntil !== null &&
  certificateUntil <= now && {
    severity: 'bad',
    text: `${legalName}: su certificado venció el ${day(certificateUntil)}.`,
    advice: 'La API no recibe sus ventas (409) hasta que subas un certificado vigente.',
    link: { path: `/negocios/${ruc}`, label: 'Ver el negocio' },
  };

const certificateNear: Rule = ({ ruc, legalName, certificateUntil }, now) =>
  certificateUntil !== null &&
  certificateUntil > now &&
  certificateUntil.getTime() - now.getTime() < WEEK_MS && {
    severity: 'warn',
    text: `${legalName}: su certificado vence el ${day(certificateUntil)}.`,
    advice: 'Desde ese momento la API no recibirá sus ventas.',
    link: { path: `/negocios/${ruc}`, label: 'Ver el negocio' },
  };

/** A pause that no person chose is red as soon as a document waits. */
function paused(
  { ruc, legalName, pending, pausedUntil, pauseReason }: IssuerFacts,
  _now: Date,
  stops: readonly SendingStop[],
): Found | null {
  if (pausedUntil === null) return null;
  const held = isHeld(pausedUntil);
  const waiting = pending === 0 ? '' : `; ${many(pending, 'espera', 'esperan')}`;
  const reason = pauseReason ? `Motivo: ${pauseReason.replace(/\.?$/, '.')} ` : '';
  return {
    severity: !held && pending > 0 ? 'bad' : 'warn',
    documents: pending,
    text: `${legalName}: su envío a SUNAT está en pausa${waiting}.`,
    advice: `${reason}${pauseEnd(pausedUntil, stops)}${held ? '' : ` ${remedyOf(pauseReason)}`}`,
    link:
      pending > 0
        ? { path: `/salud/en-pausa?ruc=${ruc}`, label: seeWhich(pending) }
        : { path: `/negocios/${ruc}`, label: 'Ver el negocio' },
  };
}

/** A pause that a person made has no end. */
export const isHeld = (until: Date): boolean => until.getUTCFullYear() >= FOR_EVER;

/** When it is sent again, as a sentence. */
export function pauseEnd(until: Date, stops: readonly SendingStop[]): string {
  if (isHeld(until)) return 'Sigue así hasta que una persona lo reanude.';
  return stops.length > 0
    ? `La pausa termina a las ${clock(until)}, pero solo se envía ${whenSent(stops)}.`
    : `Se prueba otra vez a las ${clock(until)}.`;
}

const late: Rule = ({ legalName, late, lateSince }, now) =>
  late > 0 && {
    severity: 'bad',
    documents: late,
    text:
      `${legalName}: ${many(late, 'comprobante espera', 'comprobantes esperan')} desde hace ` +
      `${ago(lateSince ?? now, now)}.`,
    advice:
      late === 1
        ? 'No espera a SUNAT: algo nuestro lo detiene.'
        : 'No esperan a SUNAT: algo nuestro los detiene.',
  };

const review: Rule = ({ legalName, review }) =>
  review > 0 && {
    severity: 'warn',
    documents: review,
    text: `${legalName}: ${many(review, 'referencia está', 'referencias están')} en revisión.`,
    advice: `Una persona debe decidir qué pasó con ${review === 1 ? 'ella' : 'cada una'}.`,
  };

const slow: Rule = ({ legalName, slow, late }) =>
  slow > late && {
    severity: 'warn',
    documents: slow,
    text:
      `${legalName}: ${many(slow, 'comprobante espera', 'comprobantes esperan')} ` +
      'más de un minuto.',
    advice: 'Todavía no es grave; si no avanza, se pondrá en rojo.',
  };

const RULES: readonly (readonly [ListedCause, Rule])[] = [
  ['deadline', deadline],
  ['rejections', rejections],
  ['certificate_expired', certificateExpired],
  ['paused', paused],
  ['late', late],
  ['review', review],
  ['slow', slow],
  ['certificate_near', certificateNear],
];

/** @param stops what keeps every document from being sent: no rule promises that it is sent then */
export const issuerProblems = (
  facts: IssuerFacts,
  now: Date,
  stops: readonly SendingStop[],
): HealthProblem[] =>
  RULES.flatMap(([cause, rule]) => {
    const found = rule(facts, now, stops);
    if (!found) return [];
    const { ruc } = facts;
    const link = { path: causePath(cause, { ruc }), label: seeWhich(found.documents ?? 0) };
    return [{ cause, key: `${cause} ${ruc}`, ruc, link, ...found }];
  });
