/**
 * One answer of SUNAT that was stored as evidence: its text as a page, its bytes as a file. Opening
 * it is recorded in the audit.
 */
import { answerFile, answerText, type OpenedAnswer, openAnswer } from '@rafaga/operations/answers';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { ActionButton, DescriptionList } from '../html/components.js';
import { instant, size } from '../html/formats.js';
import { ANSWER_KIND } from './answersTable.js';
import { requestedReference } from './requestedReference.js';

export async function showAnswer(request: AuthenticatedRequest): Promise<PageResponse> {
  const answer = await openRequestedAnswer(request);
  const text = answerText(answer);
  const path = `/referencias/${answer.documentId}`;
  return page(
    'Evidencia',
    <>
      <p class="crumbs">
        <a href={path}>Volver a la referencia</a>
      </p>
      <h1>Lo que contestó SUNAT</h1>
      <DescriptionList
        rows={[
          ['Hora de Lima', instant(answer.createdAt)],
          ['Intento', answer.attempt],
          ['Qué es', ANSWER_KIND[answer.kind]],
          ['Tamaño', size(answer.bytes)],
          ['SHA-256', <code>{answer.sha256.toString('hex')}</code>],
        ]}
      />
      {text === undefined ? (
        <p>Es un archivo zip: descárgalo para verlo.</p>
      ) : (
        <pre class="secret">{text}</pre>
      )}
      <ActionButton
        request={request}
        action={`${path}/evidencias/${answer.id}/descargar`}
        label="Descargar como llegó"
        tone="quiet"
      />
    </>,
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export async function downloadAnswer(request: AuthenticatedRequest): Promise<PageResponse> {
  const answer = await openRequestedAnswer(request);
  return {
    kind: 'file',
    content: answer.content,
    type: 'application/octet-stream',
    name: answerFile(answer),
  };
}

async function openRequestedAnswer(request: AuthenticatedRequest): Promise<OpenedAnswer> {
  const { documentId } = await requestedReference(request);
  const id = request.param('evidencia');
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound();
  const { db, vault } = request.deps;
  const answer = await openAnswer(db, request.by(), vault, documentId, Number(id));
  if (answer === 'unknown') throw notFound();
  if (answer === 'sealed')
    throw new PageRefusal(
      409,
      'Ninguna de las claves de este panel abre esta evidencia, o sus bytes cambiaron.',
    );
  return answer;
}
