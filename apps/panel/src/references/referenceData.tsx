/** The data of a reference as a list: first what support needs, then what identifies it. */
import type { Warning } from '@rafaga/contract';
import type { StoredDocument } from '@rafaga/db';
import { peruvianDate } from '@rafaga/fiscal';
import { ENVIRONMENT, EVIDENCE, SIGNATURE } from '@rafaga/operations';
import type { VNode } from 'preact';
import { DescriptionList } from '../html/components.js';
import { instant } from '../html/formats.js';
import type { ReferenceDetails } from './requestedReference.js';

export function ReferenceData({ details }: { details: ReferenceDetails }): VNode {
  const { found, document } = details;
  const { outcome } = document;
  return (
    <DescriptionList
      rows={[
        ['Entorno', ENVIRONMENT[found.environment]],
        ['Repetir la referencia', repeated(details)],
        ['Fecha de emisión', peruvianDate(document.issueDate)],
        ['Creado', instant(document.createdAt)],
        ['En qué se apoya', found.evidence && EVIDENCE[found.evidence]],
        ['Código de SUNAT', found.code && `${found.code}: ${found.description ?? ''}`],
        [
          'Observaciones',
          (outcome?.notes ?? []).map(({ code, text }) => `${code} ${text}`).join(' · '),
        ],
        ['Advertencias de la API', warningsOf(document)],
        ['Firma de la constancia', outcome?.cdrSignature && SIGNATURE[outcome.cdrSignature].text],
      ]}
    />
  );
}

/** What the answer to its issuance announced. */
const warningsOf = ({ warnings }: StoredDocument): string =>
  ((warnings ?? []) as Warning[]).map(({ code, text }) => `${code}: ${text}`).join(' · ');

export function Identifiers({
  details: { found, document, trace },
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
          ['Traza', trace && <Trace {...trace} />],
          ['Huella (DigestValue)', digest && <code>{digest}</code>],
          ['Trabajo', found.emission && <code>{`d-${found.documentId}`}</code>],
        ]}
      />
    </details>
  );
}

/** Without a script the button stays hidden, and the id is still there to select. */
const Trace = ({ id, sampled }: { id: string; sampled: boolean }): VNode => (
  <>
    <code id="traza">{id}</code>{' '}
    <button type="button" class="button quiet" data-copy="traza" hidden>
      Copiar traza
    </button>
    {!sampled && ' (el sistema que llamó no la registra: no se muestra en el colector)'}
  </>
);

const repeated = ({ found }: ReferenceDetails): string =>
  found.referenceState === 'review' ? 'responde 409' : 'devuelve la misma respuesta';
