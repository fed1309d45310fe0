/** The headline for a list of problems: the gravest, or in one sentence all of its cause. */
import { count, many } from '@rafaga/operations';
import { causePath, type HealthProblem, type Link, type ListedCause } from './healthProblem.js';

export interface Headline {
  sentence: string;
  detail: string;
  link: Link;
  /** How many other problems there are. */
  more?: string;
}

/** @param problems the gravest first, at least one */
export function headlineOf(problems: readonly HealthProblem[]): Headline {
  const first = problems[0] as HealthProblem;
  const same = problems.filter(
    ({ cause, severity }) => cause === first.cause && severity === first.severity,
  );
  const others = problems.length - same.length;
  const more = others > 0 && { more: `Y ${many(others, 'aviso más', 'avisos más')}, abajo.` };
  const cause = first.cause as keyof typeof SEVERAL;
  if (same.length === 1 || !Object.hasOwn(SEVERAL, cause))
    return { sentence: first.text, detail: first.advice, link: first.link, ...more };
  const documents = same.reduce((sum, each) => sum + (each.documents ?? 0), 0);
  return {
    sentence: SEVERAL[cause](same.length, documents),
    detail: 'Están en la lista de abajo, uno por uno.',
    link: { path: causePath(cause), label: 'Ver cuáles' },
    ...more,
  };
}

type Sentence = (businesses: number, documents: number) => string;

const of = (documents: number, businesses: number) =>
  `${many(documents, 'comprobante', 'comprobantes')} de ${count(businesses)} negocios`;

/** The sentences for a cause that several businesses have. */
const SEVERAL = {
  deadline: (n, documents) => `Hoy termina, o ya venció, el plazo de ${of(documents, n)}.`,
  rejections: (n, documents) => `SUNAT rechazó ${of(documents, n)} en los últimos 10 minutos.`,
  certificate_expired: (n) => `Venció el certificado de ${count(n)} negocios.`,
  paused: (n, documents) =>
    `El envío a SUNAT de ${count(n)} negocios está en pausa: ` +
    `${many(documents, 'comprobante espera', 'comprobantes esperan')}.`,
  late: (n, documents) => `Algo nuestro detiene ${of(documents, n)}.`,
  review: (n, documents) =>
    `${many(documents, 'referencia', 'referencias')} de ${count(n)} negocios están en revisión.`,
  slow: (n, documents) => `${of(documents, n)} esperan más de un minuto.`,
  certificate_near: (n) => `Vence en menos de 7 días el certificado de ${count(n)} negocios.`,
} satisfies Partial<Record<ListedCause, Sentence>>;
