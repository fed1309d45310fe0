/**
 * Where a document's CDR is while it is not among its files, and the form for one that a person
 * fetched.
 */
import type { PendingCdrSummary, StoredDocument } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Button, type Faults, Field, Form } from '../html/components.js';
import { instant } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';

export interface CdrProps {
  request: AuthenticatedRequest;
  document: StoredDocument;
  pending: readonly PendingCdrSummary[];
  faults: Faults;
}

export function Cdr({ request, document, pending, faults }: CdrProps): VNode {
  const brings =
    isPermitted(request.user.role, 'references.act') && isCdrMissing(document, pending);
  return (
    <>
      {pending.map((each) => (
        <p class="hint">{pendingCdrText(each, document)}</p>
      ))}
      {brings && <CdrUpload request={request} document={document} faults={faults} />}
    </>
  );
}

/**
 * It is settled, and no CDR is there or on its way. What SUNAT refused by a fault never has one.
 */
export function isCdrMissing(
  { outcome, files }: StoredDocument,
  pending: readonly PendingCdrSummary[],
): boolean {
  if (!outcome?.state || !outcome.signature || outcome.evidence === 'fault') return false;
  const coming = pending.some(({ conflict }) => conflict === null);
  return !coming && !files.some(({ kind }) => kind === 'cdr');
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
    ? `Su constancia ${came} y espera cifrada en PostgreSQL: irá sola al almacén de archivos.`
    : `Su constancia ${came} y está en el almacén: quedará sola entre sus archivos.`;
}

const CdrUpload = ({ request, document: { id }, faults }: Omit<CdrProps, 'pending'>): VNode => (
  <details open={faults.constancia !== undefined}>
    <summary>Adjuntar la constancia (CDR) descargada de SOL</summary>
    <p>
      Se acepta solo si es de este comprobante y dice lo mismo que lo resuelto; su firma se revisa.
    </p>
    <Form request={request} action={`/referencias/${id}/constancia`} class="narrow" files>
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
        hint="Queda en la auditoría, con tu nombre."
        value={request.form.text('nota')}
      />
      <Button>Adjuntar</Button>
    </Form>
  </details>
);
