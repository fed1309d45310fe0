/** The last step of a business's setup: what is ready, what is missing, and the door. */

import { setBusinessState, type UnprovenPolicy } from '@rafaga/db';
import { PAPER_FORMATS } from '@rafaga/fiscal';
import { keepsInactive, setupIssues, UNPROVEN } from '@rafaga/operations';
import { readBusinessSetup } from '@rafaga/operations/business';
import type { ComponentChildren, VNode } from 'preact';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { ActionButton, Note, Tag } from '../html/components.js';
import { day } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { businessPage } from './businessLayout.js';
import { SetupIssues } from './setupIssues.js';

export async function activationPage(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, now, user } = request;
  const card = await readBusinessSetup(deps.db, business);
  const lacks = setupIssues(card, now).filter(({ is }) => is !== 'state');
  const blocking = lacks.filter(keepsInactive);
  const govern = isPermitted(user.role, 'businesses.govern');
  return businessPage(
    request,
    'Probar y activar',
    <div class="narrow">
      <ul class="checks">
        <Line
          good={
            card.certificate !== undefined && !lacks.some(({ is }) => is.startsWith('certificate'))
          }
        >
          {card.certificate
            ? `Certificado del RUC ${card.certificate.subjectRuc ?? 'no indicado'}, hasta el ` +
              `${day(card.certificate.notAfter)}`
            : 'Certificado'}
        </Line>
        <Line good={card.hasAccess}>Usuario SOL guardado</Line>
        {business.boletas && business.authority !== 'simulator' && (
          <Line good={card.hasConsult || business.unprovenChosenAt !== null}>
            {card.hasConsult
              ? 'Credenciales de Consulta Integrada guardadas'
              : 'Boletas sin Consulta Integrada: ' +
                `${business.unprovenChosenAt ? UNPROVEN[business.unprovenPolicy as UnprovenPolicy].word : 'falta elegir qué hacer'}`}
          </Line>
        )}
        <Line good={card.series.some(({ active }) => active)}>
          Series{' '}
          {card.series
            .filter(({ active }) => active)
            .map(({ code, lastNumber }) => `${code} (sigue ${lastNumber + 1})`)
            .join(', ')}
        </Line>
        <Line good>
          PDF de muestra:{' '}
          {PAPER_FORMATS.map((format) => (
            <>
              <a href={`/negocios/${business.ruc}/pdf/muestra?papel=${format}`}>{format}</a>{' '}
            </>
          ))}
        </Line>
        {business.test && (
          <Line good={false}>Es una cuenta de prueba: aunque se active, no podrá emitir</Line>
        )}
      </ul>
      {lacks.length > 0 && <SetupIssues ruc={business.ruc} lacks={lacks} />}
      {business.state === 'active' ? (
        <Note severity="good" title="Está activo">
          <p>
            Sigue con sus <a href={`/negocios/${business.ruc}/credenciales`}>credenciales</a>: con
            ellas llama a la API.
          </p>
        </Note>
      ) : !govern ? (
        <Note severity="calm">
          <p>Cuando todo esté listo, un operador lo activa.</p>
        </Note>
      ) : blocking.length === 0 ? (
        <ActionButton
          request={request}
          action={`/negocios/${business.ruc}/activar`}
          label="Activar negocio"
        />
      ) : null}
    </div>,
  );
}

const Line = ({ good, children }: { good: boolean; children: ComponentChildren }): VNode => (
  <li>
    <Tag severity={good ? 'good' : 'warn'}>{good ? 'listo' : 'falta'}</Tag> {children}
  </li>
);

export async function activate(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  const blocking = setupIssues(await readBusinessSetup(deps.db, business), request.now).filter(
    keepsInactive,
  );
  if (blocking.length > 0)
    throw new PageRefusal(
      409,
      'Todavía no se puede activar. ' +
        `${blocking.map(({ text }) => text.replace(/\.?$/, '.')).join(' ')}`,
    );
  await setBusinessState(deps.db, request.by(), business.id, 'active');
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}/credenciales`, 'activado');
}
