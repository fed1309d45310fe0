/** What a draft still allows: another RUC, and deleting it after a confirmation. */
import { changeDraftRuc, deleteDraft, NotADraft } from '@rafaga/db';
import type { VNode } from 'preact';
import { isTaken } from '../edge/isTaken.js';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, type Faults, Field, Form } from '../html/components.js';
import { businessPage, wizardQuery } from './businessLayout.js';
import { faultOfNewRuc } from './newBusiness.js';

/** Below the data of a business that was never active. */
export function DraftActions({ request }: { request: BusinessRequest }): VNode | null {
  const { business } = request;
  if (business.state !== 'draft') return null;
  const at = `/negocios/${business.ruc}`;
  return (
    <>
      <h2>Mientras es un borrador</h2>
      <p class="row">
        <a class="button quiet" href={`${at}/ruc${wizardQuery(request)}`}>
          Corregir el RUC
        </a>
        <a class="button danger" href={`${at}/borrar`}>
          Borrar el borrador
        </a>
      </p>
    </>
  );
}

export async function rucPage(request: BusinessRequest): Promise<PageResponse> {
  requireDraft(request);
  return showRuc(request, {});
}

const showRuc = (request: BusinessRequest, faults: Faults): Promise<PageResponse> =>
  businessPage(
    request,
    'Corregir el RUC',
    <div class="narrow">
      <p>Solo un borrador cambia de RUC: desde que se activa, queda para siempre.</p>
      <Form request={request}>
        <Field
          name="ruc"
          label="RUC"
          inputMode="numeric"
          width={20}
          first
          value={request.form.text('ruc') || request.business.ruc}
          faults={faults}
        />
        <div class="row">
          <Button>Guardar el RUC</Button>
          <a href={`/negocios/${request.business.ruc}/datos${wizardQuery(request)}`}>Volver</a>
        </div>
      </Form>
    </div>,
    faults,
  );

export async function saveRuc(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  const ruc = form.text('ruc').replace(/\s/g, '');
  const fault = faultOfNewRuc(deps, ruc);
  if (fault) return showRuc(request, { ruc: fault });
  try {
    await changeDraftRuc(deps.db, request.by(), business.id, ruc);
  } catch (error) {
    if (isTaken(error)) return showRuc(request, { ruc: 'Ya hay un negocio con ese RUC.' });
    throw refusalOf(error);
  }
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${ruc}/datos${wizardQuery(request)}`, 'ruc_corregido');
}

export async function deletePage(request: BusinessRequest): Promise<PageResponse> {
  const { business } = request;
  requireDraft(request);
  return businessPage(
    request,
    'Borrar el borrador',
    <div class="narrow">
      <p>
        Se borra <strong>{business.legalName}</strong>, RUC {business.ruc}, con su certificado, su
        acceso a SUNAT, sus series y su diseño. No se puede deshacer; la auditoría conserva quién lo
        hizo. Nunca emitió, así que ningún comprobante se pierde.
      </p>
      <Form request={request}>
        <div class="row">
          <Button tone="danger">Borrar para siempre</Button>
          <a href={`/negocios/${business.ruc}/datos`}>Volver</a>
        </div>
      </Form>
    </div>,
  );
}

export async function remove(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  try {
    await deleteDraft(deps.db, request.by(), business.id);
  } catch (error) {
    throw refusalOf(error);
  }
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice('/negocios', 'borrador_borrado');
}

const REASONS: Readonly<Record<NotADraft['reason'], string>> = {
  state: 'Ya no es un borrador: se activó alguna vez.',
  documents: 'Ya tiene comprobantes.',
  users: 'Tiene usuarios propios, aunque estén desactivados, y la auditoría los nombra.',
};

function requireDraft({ business }: BusinessRequest): void {
  if (business.state !== 'draft') throw new PageRefusal(409, REASONS.state);
}

const refusalOf = (error: unknown): unknown =>
  error instanceof NotADraft ? new PageRefusal(409, REASONS[error.reason]) : error;
