/** A report of a reference without personal data, to be pasted into a support ticket. */
import type { TimelineRow } from '@rafaga/db';
import { detailOf, ENVIRONMENT, STEP, stateText } from '@rafaga/operations';
import type { VNode } from 'preact';
import { instant, moment, took } from '../html/formats.js';
import type { ReferenceDetails } from './requestedReference.js';

export const SupportReport = ({ details }: { details: ReferenceDetails }): VNode => (
  <details>
    <summary>Informe para soporte</summary>
    <pre class="secret" id="informe">
      {reportOf(details)}
    </pre>
    <button type="button" class="button quiet" data-copy="informe" hidden>
      Copiar
    </button>
  </details>
);

function reportOf({ found, document, history, trace }: ReferenceDetails): string {
  const { kind, series, number, documentId, emission, code } = found;
  const state = emission?.stage === 'review' ? 'en revisión' : stateText(found);
  return [
    `Referencia: ${found.reference}`,
    `Comprobante: ${series}-${number} (${kind}), id ${documentId}`,
    `RUC: ${found.ruc}`,
    `Entorno: ${ENVIRONMENT[found.environment]}`,
    `Estado: ${state} ${code ?? emission?.lastCode ?? ''}`.trimEnd(),
    `Solicitud: ${document.requestId}`,
    ...(trace ? [`Traza: ${trace.id}`] : []),
    `Creado: ${moment(document.createdAt)}`,
    ...history.map(stepText),
  ].join('\n');
}

function stepText(row: TimelineRow): string {
  const { at, step, code, tookMs } = row;
  const time = tookMs === null ? '' : took(tookMs);
  return `${instant(at)} ${STEP[step]} ${code ?? ''} ${detailOf(row) ?? ''} ${time}`.trimEnd();
}
