/** Suspends a business, and pauses what it sends: each after a page that says what stops. */

import {
  countToSend,
  holdBusiness,
  latestCredentials,
  MAX_PENDING_COUNTED,
  setBusinessState,
} from '@rafaga/db';
import { count, many } from '@rafaga/operations';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import type { Faults } from '../html/components.js';
import { type Confirmation, confirmationFaults, confirmPage } from '../html/confirmPage.js';
import { hasFaults } from '../html/formPage.js';

export const suspendPage = (request: BusinessRequest): Promise<PageResponse> =>
  showSuspension(request);

async function showSuspension(request: BusinessRequest, faults?: Faults): Promise<PageResponse> {
  const { deps, business } = request;
  const active = await latestCredentials(deps.db, business.id, 0);
  const names = active.map(({ name }) => `«${name}»`).join(', ');
  return confirmPage(
    request,
    {
      ...named(request, 'Suspender'),
      stops: [
        <>
          La API rechaza desde ese momento todas las llamadas de{' '}
          <strong>{business.legalName}</strong> (RUC {business.ruc}): sus cajas no pueden emitir ni
          consultar.
        </>,
        active.length > 0
          ? `${active.length === 1 ? 'Deja' : 'Dejan'} de servir ` +
            `${many(active.length, 'credencial', 'credenciales')}: ${names}.`
          : 'No tiene credenciales activas: hoy nada llama por este negocio.',
      ],
      goesOn: [
        'A lo ya emitido no le afecta: no se pierde, y se envía a SUNAT como antes.',
        'Se puede activar otra vez: las mismas credenciales vuelven a servir.',
      ],
      button: 'Suspender el negocio',
    },
    faults,
  );
}

export async function suspend(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  if (business.state === 'draft') throw new PageRefusal(409, 'Es un borrador: nada llama por él.');
  const faults = confirmationFaults(request);
  if (hasFaults(faults)) return showSuspension(request, faults);
  if (business.state === 'active') {
    await setBusinessState(deps.db, request.by(form.text('motivo')), business.id, 'suspended');
    await deps.settingsChanges.publish(business.id);
  }
  return redirectWithNotice(`/negocios/${business.ruc}`, 'suspendido');
}

export const pausePage = (request: BusinessRequest): Promise<PageResponse> => showPause(request);

async function showPause(request: BusinessRequest, faults?: Faults): Promise<PageResponse> {
  const { deps, business } = request;
  const waiting = await countToSend(deps.db, business.id);
  return confirmPage(
    request,
    {
      ...named(request, 'Pausar el envío a SUNAT de'),
      stops: [
        <>
          Nada de <strong>{business.legalName}</strong> (RUC {business.ruc}) se envía a SUNAT ni se
          le pregunta, hasta que alguien reanude el envío.
        </>,
        waiting > 0
          ? waitingText(waiting)
          : 'Hoy no hay comprobantes por enviar; los que se emitan esperarán, y sus plazos corren.',
      ],
      goesOn: [
        'Las cajas siguen emitiendo e imprimiendo: la API responde 201, y los comprobantes se ' +
          'firman y quedan pendientes.',
        'Los demás negocios no lo notan.',
      ],
      button: 'Pausar el envío',
    },
    faults,
  );
}

function waitingText(waiting: number): string {
  if (waiting === 1) return 'Espera 1 comprobante ya emitido, y su plazo sigue corriendo.';
  const found = `${count(waiting)}${waiting >= MAX_PENDING_COUNTED ? ' o más' : ''}`;
  return `Esperan ${found} comprobantes ya emitidos, y sus plazos siguen corriendo.`;
}

export async function pause(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  const faults = confirmationFaults(request);
  if (hasFaults(faults)) return showPause(request, faults);
  await holdBusiness(deps.db, request.by(form.text('motivo')), business.id);
  return redirectWithNotice(`/negocios/${business.ruc}`, 'envio_pausado');
}

const LONGEST_NAME = 120;

function named({ business }: BusinessRequest, verb: string): Pick<Confirmation, 'title' | 'back'> {
  const { legalName, ruc } = business;
  const name = legalName.length > LONGEST_NAME ? `${legalName.slice(0, 119)}…` : legalName;
  return { title: `${verb} ${name}`, back: { href: `/negocios/${ruc}`, label: name } };
}
