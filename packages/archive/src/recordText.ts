/** The record of a document for readers of the archive: its 201, completed with the result. */
import type { DocumentToArchive, StoredDocument } from '@rafaga/db';
import { CDR_SIGNATURE_WORDS, EVIDENCE_WORDS, FISCAL_STATES, limaTimestamp } from '@rafaga/fiscal';

/** @returns JSON with the API's field names */
export function recordText({ answer }: DocumentToArchive, document: StoredDocument): string {
  const { outcome, sale, client } = document;
  const { datos } = JSON.parse(answer) as { datos: object };
  const record = {
    ...datos,
    cliente: { tipo_doc: client.documentType, num_doc: client.document, nombre: client.name },
    venta: sale,
    fiscal: {
      estado: FISCAL_STATES[outcome?.state ?? 'pending'],
      codigo: outcome?.code ?? null,
      descripcion: outcome?.description ?? null,
      observaciones: (outcome?.notes ?? []).map(({ code, text }) => ({
        codigo: code,
        descripcion: text,
      })),
    },
    sustento: outcome?.evidence ? EVIDENCE_WORDS[outcome.evidence] : null,
    hash: outcome?.signature?.digest ?? null,
    firma_cdr: outcome?.cdrSignature ? CDR_SIGNATURE_WORDS[outcome.cdrSignature] : null,
    en_espera_de: null,
    creado_en: limaTimestamp(document.createdAt),
    enviado_en: outcome?.sentAt ? limaTimestamp(outcome.sentAt) : null,
  };
  return JSON.stringify(record, null, 1);
}
