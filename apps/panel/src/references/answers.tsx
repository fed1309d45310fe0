/**
 * One answer of SUNAT that was stored as evidence: its text as a page, its bytes as a file. Opening
 * it is recorded in the audit.
 */
import type { WantedAnswer } from '@rafaga/db';
import {
  answerFile,
  answerText,
  type OpenedAnswer,
  openAnswer,
  readAnswer,
} from '@rafaga/operations/answers';
import type { VNode } from 'preact';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { ActionButton, DescriptionList } from '../html/components.js';
import { instant, size } from '../html/formats.js';
import { ANSWER_KIND } from './answersTable.js';
import { maskEvidence } from './maskMarkup.js';
import { requestedReference } from './requestedReference.js';

export async function showAnswer(request: AuthenticatedRequest): Promise<PageResponse> {
  const answer = await openRequestedAnswer(request);
  return answerPage(
    answer,
    answerText(answer),
    <ActionButton
      request={request}
      action={`/referencias/${answer.documentId}/evidencias/${answer.id}/descargar`}
      label="Descargar como llegó"
      tone="quiet"
    />,
  );
}

/** For users who may not open it: names and numbers are masked, so it is not recorded. */
export async function showMaskedAnswer(request: AuthenticatedRequest): Promise<PageResponse> {
  const { db, vault } = request.deps;
  const answer = opened(await readAnswer(db, vault, await requestedAnswer(request)));
  const text = answerText(answer);
  return answerPage(
    answer,
    text && maskEvidence(text),
    <p class="hint">Todo lo que podría nombrar a alguien está oculto.</p>,
  );
}

function answerPage(answer: OpenedAnswer, text: string | undefined, below: VNode): PageResponse {
  return page(
    'Evidencia',
    <>
      <p class="crumbs">
        <a href={`/referencias/${answer.documentId}`}>Volver a la referencia</a>
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
        <p>Es un archivo zip: solo se ve descargado.</p>
      ) : (
        <pre class="secret">{text}</pre>
      )}
      {below}
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
  const { db, vault } = request.deps;
  return opened(await openAnswer(db, request.by(), vault, await requestedAnswer(request)));
}

async function requestedAnswer(request: AuthenticatedRequest): Promise<WantedAnswer> {
  const { documentId } = await requestedReference(request);
  const id = request.param('evidencia');
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound();
  return { documentId, id: Number(id) };
}

function opened(answer: OpenedAnswer | 'unknown' | 'sealed'): OpenedAnswer {
  if (answer === 'unknown') throw notFound();
  if (answer === 'sealed')
    throw new PageRefusal(
      409,
      'Ninguna de las claves de este panel abre esta evidencia, o su contenido cambió.',
    );
  return answer;
}
