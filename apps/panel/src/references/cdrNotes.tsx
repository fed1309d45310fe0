/** The state of a CDR that is not among the files yet, and the form to upload one from SOL. */
import type { PendingCdrSummary, StoredDocument } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Button, type Faults, Field, Form, keptFor } from '../html/components.js';
import { instant } from '../html/formats.js';
import { REASON_HINT } from '../html/reason.js';
import { isPermitted } from '../users/permissions.js';

interface CdrNotesProps {
  request: AuthenticatedRequest;
  document: StoredDocument;
  pending: readonly PendingCdrSummary[];
  faults: Faults;
}

export function CdrNotes({ request, document, pending, faults }: CdrNotesProps): VNode {
  const mayUpload =
    isPermitted(request.user.role, 'references.act') && isCdrMissing(document, pending);
  return (
    <>
      {pending.map((each) => (
        <p class="hint">{pendingCdrText(each, document)}</p>
      ))}
      {mayUpload && <CdrUpload request={request} document={document} faults={faults} />}
    </>
  );
}

/**
 * The document is settled, and its CDR is neither stored nor received. A document that SUNAT
 * refused with a SOAP fault never has one.
 */
export function isCdrMissing(
  { outcome, files }: StoredDocument,
  pending: readonly PendingCdrSummary[],
): boolean {
  if (!outcome?.state || !outcome.signature || outcome.evidence === 'fault') return false;
  const received = pending.some(({ conflict }) => conflict === null);
  return !received && !files.some(({ kind }) => kind === 'cdr');
}

function pendingCdrText(pending: PendingCdrSummary, { outcome }: StoredDocument): string {
  const { conflict, sealed, receivedAt, code, description } = pending;
  const came = `llegó el ${instant(receivedAt)}`;
  if (conflict === 'other_state')
    return `Una constancia que ${came} contradice lo resuelto: ${code} ${description}`;
  if (conflict) return `Otra constancia que ${came} tiene el mismo resultado y no se usa.`;
  if (!outcome?.state)
    return `Su constancia ${came} y está guardada: el comprobante se resuelve con ella al seguir.`;
  return sealed
    ? `Su constancia ${came} y espera cifrada en PostgreSQL hasta que un procesador la guarde.`
    : `Su constancia ${came}; falta que un procesador la ponga entre sus archivos.`;
}

function CdrUpload(props: Omit<CdrNotesProps, 'pending'>): VNode {
  const { request, document, faults } = props;
  const action = `/referencias/${document.id}/constancia`;
  return (
    <details open={(faults.constancia ?? faults.nota ?? keptFor(request, action)) !== undefined}>
      <summary>Adjuntar la constancia (CDR) descargada de SOL</summary>
      <p>
        Se acepta solo si es de este comprobante y dice lo mismo que lo resuelto; su firma se
        revisa.
      </p>
      <Form request={request} action={action} class="narrow" files>
        <Field
          name="constancia"
          label="Constancia: R-….zip"
          type="file"
          accept=".zip"
          faults={faults}
        />
        <Field
          name="nota"
          label="De dónde se descargó"
          hint={REASON_HINT}
          value={request.form.text('nota')}
          faults={faults}
        />
        <Button>Adjuntar</Button>
      </Form>
    </details>
  );
}
