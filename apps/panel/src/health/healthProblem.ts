/** One thing that is wrong, as a value: what an alert, a headline and a table row are made of. */
import type { Severity } from '../html/components.js';

/** The causes, those of equal severity in the order in which a headline names them. */
export const CAUSES = [
  'restoration',
  'postgres',
  'process',
  'workers',
  'deadline',
  'authority_rejections',
  'rejections',
  'certificate_expired',
  'paused',
  'late',
  'queue_paused',
  'away',
  'redis',
  'review',
  'slow',
  'logins',
  'certificate_near',
] as const;
export type Cause = (typeof CAUSES)[number];

export interface Link {
  path: string;
  label: string;
}

export interface HealthProblem {
  cause: Cause;
  /** The same as long as the problem lasts, and of no other problem: 'paused 20123456786'. */
  key: string;
  severity: Extract<Severity, 'bad' | 'warn'>;
  /** What happens: a Spanish sentence. */
  text: string;
  /** What it means, or what to do. */
  advice: string;
  /** Exactly the documents, businesses or processes that are the cause. */
  link: Link;
  /** Documents behind it. */
  documents?: number;
  /** The business that it is about. */
  ruc?: string;
}

/** The label of a link to so many documents. */
export const seeWhich = (documents: number): string =>
  documents === 1 ? 'Ver cuál' : 'Ver cuáles';

/** The word of a cause in the address of its page. */
const WORDS = {
  deadline: 'plazo',
  authority_rejections: 'rechazos',
  rejections: 'rechazos',
  certificate_expired: 'certificados-vencidos',
  certificate_near: 'certificados-por-vencer',
  paused: 'pausados',
  late: 'detenidos',
  slow: 'lentos',
  away: 'sin-respuesta',
  review: 'revision',
} as const satisfies Partial<Record<Cause, string>>;
export type ListedCause = keyof typeof WORDS;

/** The page with the documents or businesses of a cause: of one business, or of all. */
export const causePath = (
  cause: ListedCause,
  filters: { ruc?: string; autoridad?: string } = {},
): string => {
  const query = new URLSearchParams(filters).toString();
  return `/salud/${WORDS[cause]}${query && `?${query}`}`;
};
