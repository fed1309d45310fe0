/** The answers of SUNAT that were stored as evidence, with a button for users who may open them. */
import { type KeptAnswer, MAX_STORED_BYTES } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton, Table } from '../html/components.js';
import { instant, size } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';

export const ANSWER_KIND = { cdr: 'constancia (zip)', text: 'texto' } as const;

export function Answers({
  request,
  answers,
}: {
  request: AuthenticatedRequest;
  answers: readonly KeptAnswer[];
}): VNode | null {
  if (answers.length === 0) return null;
  const { role } = request.user;
  const opens = isPermitted(role, 'evidence.open');
  const sees = isPermitted(role, 'evidence.see');
  return (
    <>
      <h2>Evidencia</h2>
      <p class="hint">
        Lo que SUNAT contestó y no se pudo tomar como respuesta a este comprobante. Puede hablar del
        comprobante de otra empresa: se guarda cifrado
        {opens
          ? ', y abrirlo queda en la auditoría.'
          : '. Completa la abre un operador o un administrador.'}
      </p>
      <Table
        caption="Respuestas guardadas"
        quiet
        head={['Hora de Lima', 'Intento', 'Qué es', 'Tamaño', ...(sees ? [''] : [])]}
        rows={answers.map((answer) => [
          <span class="number">{instant(answer.createdAt)}</span>,
          answer.attempt,
          ANSWER_KIND[answer.kind],
          <span class="number">
            {size(answer.bytes)}
            {answer.bytes > MAX_STORED_BYTES &&
              `, guardados los primeros ${size(MAX_STORED_BYTES)}`}
          </span>,
          ...(sees ? [<Open request={request} answer={answer} opens={opens} />] : []),
        ])}
      />
    </>
  );
}

const Open = ({
  request,
  answer: { documentId, id, createdAt, kind },
  opens,
}: {
  request: AuthenticatedRequest;
  answer: KeptAnswer;
  opens: boolean;
}): VNode | null => {
  const path = `/referencias/${documentId}/evidencias/${id}`;
  const about = `la respuesta de ${instant(createdAt)}`;
  if (opens)
    return (
      <ActionButton request={request} action={path} label="Abrir" about={about} tone="quiet" />
    );
  // a zip is not shown, and only those who may open it download it
  return kind === 'cdr' ? null : (
    <a href={path}>
      Ver con los datos ocultos<span class="unseen"> {about}</span>
    </a>
  );
};
