/** The data of a reference as terms: what support needs in front, what identifies it behind. */
import { ENVIRONMENT, EVIDENCE, SIGNATURE } from '@rafaga/operations';
import type { VNode } from 'preact';
import { DescriptionList } from '../html/components.js';
import { dateText, instant } from '../html/formats.js';
import type { ReferenceDetails } from './requestedReference.js';

export function ReferenceData({ details }: { details: ReferenceDetails }): VNode {
  const { found, document } = details;
  const { outcome } = document;
  return (
    <DescriptionList
      rows={[
        ['Entorno', ENVIRONMENT[found.environment]],
        [
          'Repetir la referencia',
          REFERENCE_STATE[found.referenceState === 'review' ? 'review' : 'done'],
        ],
        ['Fecha de emisión', dateText(document.issueDate)],
        ['Creado', instant(document.createdAt)],
        ['En qué se apoya', found.evidence && EVIDENCE[found.evidence]],
        ['Código de SUNAT', found.code && `${found.code}: ${found.description ?? ''}`],
        [
          'Observaciones',
          (outcome?.notes ?? []).map(({ code, text }) => `${code} ${text}`).join(' · '),
        ],
        ['Firma de la constancia', outcome?.cdrSignature && SIGNATURE[outcome.cdrSignature].text],
      ]}
    />
  );
}

export function Identifiers({
  details: { found, document },
}: {
  details: ReferenceDetails;
}): VNode {
  const digest = document.outcome?.signature?.digest;
  return (
    <details>
      <summary>Identificadores</summary>
      <DescriptionList
        rows={[
          ['Id', <code>{found.documentId}</code>],
          ['Solicitud', <code>{document.requestId}</code>],
          ['Huella (DigestValue)', digest && <code>{digest}</code>],
          ['Trabajo', found.emission && <code>{`d-${found.documentId}`}</code>],
        ]}
      />
    </details>
  );
}

const REFERENCE_STATE = {
  review: 'responde 409',
  done: 'devuelve la misma respuesta',
} as const;
