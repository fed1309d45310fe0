/** A message about alerts: what began, what grew worse or better, what ended. */
import type { AlertChange } from '@rafaga/db';

export interface AlertMessage {
  /** In one line, for the subject of an e-mail. */
  title: string;
  /** The severity of the worst problem in it; 'good': everything in it has ended. */
  severity: 'bad' | 'warn' | 'good';
  items: readonly AlertItem[];
}

/** Rejects when the receiver did not take the message. */
export type Deliver = (message: AlertMessage) => Promise<void>;

export interface AlertItem {
  state: 'begins' | 'changes' | 'ends';
  severity: 'bad' | 'warn' | 'good';
  text: string;
  advice: string;
  /** An address that a browser opens. */
  link: string;
  /** ISO 8601. */
  since: string;
  until: string | null;
}

/** @param url the panel's own address */
export function alertMessage(changes: readonly AlertChange[], url: URL): AlertMessage {
  const items = changes.map((change) => itemOf(change, url));
  const severity = (['bad', 'warn', 'good'] as const).find((each) =>
    items.some((item) => item.severity === each),
  );
  return { title: titleOf(items), severity: severity ?? 'good', items };
}

function itemOf(change: AlertChange, url: URL): AlertItem {
  const { is, text, advice, path, since, endedAt } = change;
  return {
    state: stateOf(change),
    severity: is ?? 'good',
    text,
    advice: is === null ? '' : advice,
    link: new URL(path, url).href,
    since: since.toISOString(),
    until: endedAt?.toISOString() ?? null,
  };
}

function stateOf({ was, is }: AlertChange): AlertItem['state'] {
  if (is === null) return 'ends';
  return was === null ? 'begins' : 'changes';
}

const SIGN = { bad: 'FALLA', warn: 'ATENCIÓN', good: 'RESUELTO' } as const;

function titleOf(items: readonly AlertItem[]): string {
  const [first, ...others] = items;
  if (!first) return 'Ráfaga: sin cambios';
  const more = others.length > 0 ? ` (y ${others.length} más)` : '';
  return `${SIGN[first.severity]}: ${first.text}${more}`;
}

/** The headings of a message, in this order. */
export const HEADINGS: readonly (readonly [AlertItem['state'], string])[] = [
  ['begins', 'Empieza'],
  ['changes', 'Cambia'],
  ['ends', 'Terminó'],
];

export const testMessage = (url: URL, now: Date): AlertMessage => ({
  title: 'Aviso de prueba de Ráfaga',
  severity: 'good',
  items: [
    {
      state: 'begins',
      severity: 'good',
      text: 'Este es un aviso de prueba: los avisos llegan.',
      advice: 'No hay nada que hacer.',
      link: new URL('/avisos', url).href,
      since: now.toISOString(),
      until: null,
    },
  ],
});
