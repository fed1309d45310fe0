/**
 * One business at a glance, and what an operator does with it: suspended, its sending paused and
 * resumed.
 */
import {
  type Business,
  type Environment,
  holdBusiness,
  listCertificates,
  resumeBusiness,
  setBusinessState,
  type UnprovenPolicy,
} from '@rafaga/db';
import { ENVIRONMENT, keepsInactive, lacksOf, UNPROVEN } from '@rafaga/operations';
import { cardOf } from '@rafaga/operations/business';
import { type Answer, done, type OfBusiness } from '../edge/visit.js';
import { Act, Facts, Note, Tag } from '../html/bits.js';
import { businessPage } from '../html/businessFrame.js';
import { count, moment } from '../html/formats.js';
import { Lacks, MENDS, Until } from '../html/lacks.js';
import { may } from '../people/roles.js';

export async function overview(visit: OfBusiness): Promise<Answer> {
  const { deps, business, now, person } = visit;
  const [card, certificates] = await Promise.all([
    cardOf(deps.db, business),
    listCertificates(deps.db, business.id),
  ]);
  const lacks = lacksOf(card, now);
  const blocking = lacks.filter(keepsInactive);
  const certificate = certificates.find(({ active }) => active);
  const at = `/negocios/${business.ruc}`;
  const govern = may(person.role, 'businesses.govern');
  const paused = business.pausedUntil !== null && business.pausedUntil > now;
  return businessPage(
    visit,
    'Resumen',
    <>
      {lacks.length > 0 && <Lacks ruc={business.ruc} lacks={lacks} />}
      {paused && (
        <Note mood="warn" title="El envío a SUNAT está en pausa">
          <p>
            {business.pausedWhy
              ? `Motivo: ${business.pausedWhy.replace(/\.?$/, '.')}`
              : 'Sin motivo.'}{' '}
            Lo emitido espera y no se pierde.
          </p>
          {govern && <Act visit={visit} action={`${at}/reanudar`} label="Reanudar el envío" />}
        </Note>
      )}
      <Facts
        rows={[
          ['Nombre comercial', business.tradeName],
          ['Dirección', [business.address, business.ubigeo].filter(Boolean).join(' · ')],
          [
            'Emite',
            [business.boletas && 'boletas', business.facturas && 'facturas']
              .filter(Boolean)
              .join(' y ') || 'nada',
          ],
          ['Precios que llegan', business.pricesIncludeTax ? 'con IGV' : 'sin IGV'],
          ['Operaciones exoneradas', business.exonerationAllowed ? 'permitidas' : 'no permitidas'],
          ['Llamadas por minuto', count(business.ratePerMinute)],
          ['Ambiente de SUNAT', ambienteOf(business)],
          ['Usuario SOL', card.hasAccess ? 'guardado' : <Tag mood="warn">falta</Tag>],
          ['Consulta Integrada', card.hasConsult ? 'credenciales guardadas' : 'sin credenciales'],
          [
            'Si se pierde una respuesta',
            business.boletas && UNPROVEN[business.unprovenPolicy as UnprovenPolicy].word,
          ],
          ['Certificado', <Until at={certificate?.notAfter ?? null} now={now} />],
          [
            'Series',
            card.series
              .filter(({ active }) => active)
              .map(({ code, lastNumber }) => `${code} (sigue ${lastNumber + 1})`)
              .join(', ') || <Tag mood="warn">falta</Tag>,
          ],
          ['Creado', moment(business.createdAt)],
        ]}
      />
      {may(person.role, 'audit.see') && (
        <p>
          <a href={`/auditoria?ruc=${business.ruc}`}>Quién cambió qué</a>
        </p>
      )}
      {govern && (
        <>
          <h2>Operar</h2>
          <div class="row">
            {business.state !== 'active' && blocking.length > 0 && (
              <a
                class="button main"
                href={`${at}/${blocking[0] ? (MENDS[blocking[0].is] ?? 'datos') : 'datos'}?asistente=1`}
              >
                Completar lo que falta
              </a>
            )}
            {business.state !== 'active' && blocking.length === 0 && (
              <Act visit={visit} action={`${at}/activar`} label="Activar" />
            )}
            {business.state === 'active' && (
              <Act visit={visit} action={`${at}/suspender`} label="Suspender" tone="danger" />
            )}
            {business.state === 'active' && !paused && (
              <Act
                visit={visit}
                action={`${at}/pausar`}
                label="Pausar el envío a SUNAT"
                tone="quiet"
              />
            )}
          </div>
        </>
      )}
    </>,
  );
}

export const ENVIRONMENTS: Readonly<Record<string, string>> = {
  simulator: 'simulador: nada llega a SUNAT',
  beta: 'beta de SUNAT: sin validez',
  production: 'producción',
  custom: 'direcciones propias del operador',
};

/** An address of an operator's own is what the operator says that it is. */
function ambienteOf({ authority, environment }: Business): string {
  const named = ENVIRONMENTS[authority] ?? authority;
  return authority === 'custom' ? `${named}, ${ENVIRONMENT[environment as Environment]}` : named;
}

export async function suspend(visit: OfBusiness): Promise<Answer> {
  const { deps, business } = visit;
  await setBusinessState(deps.db, visit.by(), business.id, 'suspended');
  await deps.settingsChanges.publish(business.id);
  return done(`/negocios/${business.ruc}`, 'suspendido');
}

export async function pause(visit: OfBusiness): Promise<Answer> {
  await holdBusiness(
    visit.deps.db,
    visit.by(`pausado por ${visit.person.name}`),
    visit.business.id,
  );
  return done(`/negocios/${visit.business.ruc}`, 'envio_pausado');
}

export async function resume(visit: OfBusiness): Promise<Answer> {
  await resumeBusiness(visit.deps.db, visit.by(), visit.business.id);
  return done(`/negocios/${visit.business.ruc}`, 'envio_reanudado');
}
