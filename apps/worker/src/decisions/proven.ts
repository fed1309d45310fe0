/**
 * The evidence of a final state. Only `accepted` and `rejected` make one, and each takes evidence
 * that names this document.
 */
import type { EvidenceKind } from '@rafaga/db';
import type { ParsedCdr } from '@rafaga/engine';
import type { OwnCdr } from './ownCdr.js';

interface Answered {
  code: string;
  description: string;
  notes: readonly { code: string; text: string }[];
}

/** A CDR of this document: the answer to our own send, or fetched by number and matching. */
export interface CdrEvidence {
  kind: 'cdr' | 'cdr_query';
  cdr: OwnCdr;
}

/**
 * Consulta Integrada knows a valid document of our number, our date and our total, and a send of
 * ours may have arrived.
 */
export interface ConsultEvidence {
  kind: 'consult';
}

/**
 * A SOAP fault that answers our send on a connection of its own, when no earlier send of ours can
 * be registered.
 */
export interface FaultEvidence {
  kind: 'fault';
  code: string;
  text: string;
}

/**
 * A settlement without proof: the business chose `presume`, and the neighbours of the number in its
 * series are proven.
 */
export interface Presumption {
  kind: 'presumed';
  code: '1033';
}

const PROVEN: unique symbol = Symbol('proven');

/** The decision to settle in a state, with its evidence. Only this file makes one. */
export interface Proven extends Answered {
  do: 'settle';
  state: 'accepted' | 'rejected';
  evidence: EvidenceKind;
  /** The CDR, if any; its signature is checked on this tree. */
  cdr?: ParsedCdr | undefined;
  [PROVEN]: true;
}

export function accepted(evidence: CdrEvidence | ConsultEvidence | Presumption): Proven {
  switch (evidence.kind) {
    case 'presumed':
      return proven('accepted', 'presumed', without(evidence.code, PRESUMED));
    case 'consult':
      return proven('accepted', 'consult', without('0', CONSULTED));
    default:
      return proven('accepted', evidence.kind, evidence.cdr);
  }
}

export function rejected(evidence: CdrEvidence | FaultEvidence): Proven {
  return evidence.kind === 'fault'
    ? proven('rejected', 'fault', without(evidence.code, evidence.text))
    : proven('rejected', evidence.kind, evidence.cdr);
}

const proven = (
  state: Proven['state'],
  evidence: EvidenceKind,
  { code, description, notes, parsed }: Answered & Partial<Pick<OwnCdr, 'parsed'>>,
): Proven => ({
  do: 'settle',
  state,
  evidence,
  code,
  description,
  notes,
  cdr: parsed,
  [PROVEN]: true,
});

/** An answer without a CDR. */
const without = (code: string, description: string): Answered => ({ code, description, notes: [] });

const CONSULTED =
  'SUNAT confirma que el comprobante, con su fecha y su total, está aceptado; su ' +
  'constancia no se pudo recuperar.';
const PRESUMED =
  'Aceptado, presumido: se perdió la respuesta a un envío y SUNAT ya tiene un comprobante ' +
  'con este número, que no se puede consultar.';
