/** The record of a document for a reader of the archive: what its 201 said, with its result. */
import type { DocumentToArchive, StoredDocument } from '@rafaga/db';

const STATES = { accepted: 'aceptado', rejected: 'rechazado' } as const;

/** The words of the API. */
const EVIDENCE = {
  cdr: 'cdr',
  cdr_query: 'cdr_consultado',
  consult: 'consulta_integrada',
  fault: 'respuesta_sin_cdr',
  presumed: 'presumido',
  person: 'personas',
} as const;

const CDR_SIGNATURES = {
  valid: 'valida',
  unknown_signer: 'firmante_desconocido',
  broken: 'rota',
  absent: 'ausente',
} as const;

/** @returns JSON, with the names of the API */
export function recordText({ answer }: DocumentToArchive, document: StoredDocument): string {
  const { outcome, sale, client } = document;
  const { datos } = JSON.parse(answer) as { datos: object };
  const record = {
    ...datos,
    cliente: { tipo_doc: client.documentType, num_doc: client.document, nombre: client.name },
    venta: sale,
    fiscal: {
      estado: outcome?.state ? STATES[outcome.state] : 'pendiente',
      codigo: outcome?.code ?? null,
      descripcion: outcome?.description ?? null,
      observaciones: (outcome?.notes ?? []).map(({ code, text }) => ({
        codigo: code,
        descripcion: text,
      })),
    },
    sustento: outcome?.evidence ? EVIDENCE[outcome.evidence] : null,
    hash: outcome?.signature?.digest ?? null,
    firma_cdr: outcome?.cdrSignature ? CDR_SIGNATURES[outcome.cdrSignature] : null,
    en_espera_de: null,
    creado_en: limaTime(document.createdAt),
    enviado_en: outcome?.sentAt ? limaTime(outcome.sentAt) : null,
  };
  return JSON.stringify(record, null, 1);
}

const limaTime = (instant: Date): string =>
  `${new Date(instant.getTime() - 5 * 3_600_000).toISOString().slice(0, 19)}-05:00`;
