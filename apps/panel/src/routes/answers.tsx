/**
 * One answer of SUNAT that was kept as evidence: its text on a page, its bytes as a file; whoever
 * opens it is in the audit.
 */
import { answerFile, answerText, type OpenedAnswer, openAnswer } from '@rafaga/operations/answers';
import { type Answer, notFound, page, Refused, type Signed } from '../edge/visit.js';
import { ANSWER_KIND } from '../html/answers.js';
import { Act, Facts } from '../html/bits.js';
import { instant, size } from '../html/formats.js';
import { foundBy } from './reference.js';

export async function showAnswer(visit: Signed): Promise<Answer> {
  const answer = await opened(visit);
  const text = answerText(answer);
  const at = `/referencias/${answer.documentId}`;
  return page(
    'Evidencia',
    <>
      <p class="crumbs">
        <a href={at}>Volver a la referencia</a>
      </p>
      <h1>Lo que contestó SUNAT</h1>
      <Facts
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
      <Act
        visit={visit}
        action={`${at}/evidencias/${answer.id}/descargar`}
        label="Descargar como llegó"
        tone="quiet"
      />
    </>,
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export async function downloadAnswer(visit: Signed): Promise<Answer> {
  const answer = await opened(visit);
  return {
    is: 'file',
    content: answer.content,
    type: 'application/octet-stream',
    name: answerFile(answer),
  };
}

async function opened(visit: Signed): Promise<OpenedAnswer> {
  const { documentId } = await foundBy(visit);
  const id = visit.param('evidencia');
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound();
  const { db, vault } = visit.deps;
  const answer = await openAnswer(db, visit.by(), vault, documentId, Number(id));
  if (answer === 'unknown') throw notFound();
  if (answer === 'sealed')
    throw new Refused(
      409,
      'Ninguna de las claves de este panel abre esta evidencia, o sus bytes cambiaron.',
    );
  return answer;
}
