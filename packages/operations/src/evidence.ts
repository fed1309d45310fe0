/** The evidence of a state, and the comparison of our data with SUNAT's, in Spanish. */
import type { Compared, DocumentSummary, EvidenceKind } from '@rafaga/db';
import { limaTime, limaToday, peruvianDate } from '@rafaga/fiscal';
import { stateOf } from './words.js';

export const EVIDENCE: Readonly<Record<EvidenceKind, string>> = {
  cdr: 'CDR: la respuesta a este envío',
  cdr_query: 'CDR recuperado al consultar a SUNAT, y es de este comprobante',
  consult: 'Consulta Integrada confirma su número, fecha y total',
  fault: 'SUNAT lo rechazó con un código, sin CDR',
  presumed: 'presumido: sin prueba ni CDR, porque el negocio lo eligió',
  person: 'lo decidieron dos personas',
};

/** The state in Spanish; what was presumed or discarded is named as such. */
export function stateText(
  found: Pick<DocumentSummary, 'state' | 'evidence' | 'resolution'>,
): string {
  if (found.resolution === 'discarded') return 'descartado';
  return found.state === 'accepted' && found.evidence === 'presumed'
    ? 'aceptado, presumido'
    : stateOf(found);
}

export interface ComparedRow {
  label: string;
  ours: string;
  /** Empty when SUNAT does not show it. */
  theirs: string;
  /**
   * Absent when the two cannot be compared. For two times: whether the second is not before the
   * first.
   */
  same?: boolean;
  /** Marks two times, of which only the order says anything. */
  order?: true;
  /** Personal data: a client's document number. */
  personal?: true;
}

/** A row for each datum that one of the two sides shows. */
export function comparedRows({ ours, theirs }: Compared): ComparedRow[] {
  const rows: ComparedRow[] = [
    { ...both('Documento del cliente', ours.receiver, theirs.receiver), personal: true },
    confirmed('Total', `${ours.currency} ${ours.total}`, theirs.known),
    confirmed('Fecha de emisión', peruvianDate(ours.issueDate), theirs.known),
    ...(theirs.known === false ? [UNKNOWN_TOGETHER] : []),
    both('Huella (DigestValue)', ours.digest ?? '', theirs.digest),
    {
      label: 'Firmado por nosotros · recibido por SUNAT',
      ours: ours.signedAt ? limaMoment(ours.signedAt) : '',
      theirs: theirs.receivedAt ? limaMoment(theirs.receivedAt) : '',
      ...(theirs.receivedAt &&
        ours.signedAt && {
          same: theirs.receivedAt >= wholeSecond(ours.signedAt),
          order: true as const,
        }),
    },
    { label: 'Código', ours: '', theirs: theirs.code ?? '' },
    { label: 'Lo que dice SUNAT', ours: '', theirs: theirs.said },
  ];
  return rows.filter((row) => row.ours !== '' || row.theirs !== '');
}

/** What the comparison came to, in a word; undefined when the two cannot be compared. */
export function comparedWord({ same, order }: ComparedRow): string | undefined {
  if (same === undefined) return undefined;
  if (order) return same ? 'en orden' : 'llegó antes de firmarse';
  return same ? 'coincide' : 'difiere';
}

const both = (label: string, ours: string, theirs?: string): ComparedRow => ({
  label,
  ours,
  theirs: theirs ?? '',
  ...(theirs !== undefined && { same: ours === theirs }),
});

/** A value that SUNAT confirms without showing its own. */
const confirmed = (label: string, ours: string, known: boolean | undefined): ComparedRow =>
  both(label, ours, known ? ours : undefined);

const UNKNOWN_TOGETHER: ComparedRow = {
  label: 'Este número, con esta fecha y este total',
  ours: 'los tres juntos',
  theirs: 'no lo conoce',
  same: false,
};

/** SUNAT's times have whole seconds. */
const wholeSecond = (iso: string): string => `${iso.slice(0, 19)}.000Z`;

const limaMoment = (iso: string): string => {
  const at = new Date(iso);
  return `${peruvianDate(limaToday(at))} ${limaTime(at)}`;
};
