/** The businesses: all of them in a list, one of them at a glance, a new one. */
import { createBusiness, holdBusiness, listCertificates, resumeBusiness, setBusinessState, summarizeBusinesses } from '@rafaga/db';
import { faultOfRuc, hasCheckDigit, lacksOf } from '@rafaga/operations';
import { cardOf } from '@rafaga/operations/business';
import type { ComponentChildren, VNode } from 'preact';
import { type Answer, done, go, type OfBusiness, page, Refused, type Signed } from '../edge/visit.js';
import { Act, Button, Empty, Facts, FaultList, type Faults, Field, Form, Note, Table, Tag } from '../html/bits.js';
import { businessPage, Steps } from '../html/businessFrame.js';
import { count, day, moment } from '../html/formats.js';
import { BusinessState } from '../html/states.js';
import { may } from '../people/roles.js';
import { DataFields, readData } from './businessData.js';

const MOST = 200;
const SOON_MS = 30 * 86_400_000;

export async function businesses(visit: Signed): Promise<Answer> {
  const { deps, person, now } = visit;
  const text = visit.query('texto');
  const own = person.businessId === null ? {} : { businessId: person.businessId };
  const lines = await summarizeBusinesses(deps.db, { text, ...own, limit: MOST });
  const [only] = lines;
  if (person.businessId !== null && only) return go(`/negocios/${only.business.ruc}`);
  const create = may(person.role, 'businesses.create');
  return page(
    'Negocios',
    <>
      <h1>Negocios</h1>
      {create && (
        <p>
          <a class="button main" href="/negocios/nuevo">
            Nuevo negocio
          </a>
        </p>
      )}
      {(lines.length > 0 || text) && (
        <form method="get" action="/negocios" class="row end">
          <Field name="texto" label="Buscar por RUC o razón social" value={text} />
          <Button tone="quiet">Buscar</Button>
        </form>
      )}
      {lines.length === 0 ? (
        <Empty>{text ? `Ninguno con «${text}».` : 'Aún no hay negocios. Crea el primero: toma 5 minutos.'}</Empty>
      ) : (
        <Table
          caption={lines.length === MOST ? `Los ${MOST} más recientes: busca los demás` : 'Los más recientes primero'}
          head={['Negocio', 'RUC', 'Estado', 'Certificado', 'Series', 'Pendientes', 'En revisión']}
          rows={lines.map((line) => [
            <a class="wide" href={`/negocios/${line.business.ruc}`}>
              {line.business.legalName}
            </a>,
            <span class="number">{line.business.ruc}</span>,
            <BusinessState business={line.business} now={now} />,
            <Until at={line.certificateUntil} now={now} />,
            line.series,
            count(line.open),
            line.inReview > 0 ? (
              <a href={`/referencias?ver=detenidas&ruc=${line.business.ruc}&motivo=review`}>{count(line.inReview)}</a>
            ) : (
              '0'
            ),
          ])}
        />
      )}
    </>,
  );
}

/** How long a certificate is still good. */
export function Until({ at, now }: { at: Date | null; now: Date }): VNode {
  if (!at) return <Tag mood="warn">falta</Tag>;
  const left = at.getTime() - now.getTime();
  const days = Math.ceil(left / 86_400_000);
  if (left <= 0) return <Tag mood="bad">venció el {day(at)}</Tag>;
  return left < SOON_MS ? (
    <Tag mood={left < SOON_MS / 4 ? 'bad' : 'warn'}>vence en {days === 1 ? '1 día' : `${days} días`}</Tag>
  ) : (
    <>hasta el {day(at)}</>
  );
}

export async function overview(visit: OfBusiness): Promise<Answer> {
  const { deps, business, now, person } = visit;
  const [card, certificates] = await Promise.all([cardOf(deps.db, business), listCertificates(deps.db, business.id)]);
  const lacks = lacksOf(card, now);
  const blocking = lacks.filter(({ is, blocks }) => blocks && is !== 'state' && is !== 'test');
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
          <p>{business.pausedWhy ?? 'Sin motivo.'} Lo emitido espera y no se pierde.</p>
          {govern && <Act visit={visit} action={`${at}/reanudar`} label="Reanudar el envío" />}
        </Note>
      )}
      <Facts
        rows={[
          ['Nombre comercial', business.tradeName],
          ['Dirección', [business.address, business.ubigeo].filter(Boolean).join(' · ')],
          ['Emite', [business.boletas && 'boletas', business.facturas && 'facturas'].filter(Boolean).join(' y ') || 'nada'],
          ['Precios que llegan', business.pricesIncludeTax ? 'con IGV' : 'sin IGV'],
          ['Operaciones exoneradas', business.exonerationAllowed ? 'permitidas' : 'no permitidas'],
          ['Llamadas por minuto', count(business.ratePerMinute)],
          ['Ambiente de SUNAT', ENVIRONMENTS[business.authority] ?? business.authority],
          ['Usuario SOL', card.hasAccess ? 'guardado' : <Tag mood="warn">falta</Tag>],
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
      {govern && (
        <>
          <h2>Operar</h2>
          <div class="row">
            {business.state !== 'active' && blocking.length > 0 && (
              <a class="button main" href={`${at}/${blocking[0] ? (MENDS[blocking[0].is] ?? 'datos') : 'datos'}?asistente=1`}>
                Completar lo que falta
              </a>
            )}
            {business.state !== 'active' && blocking.length === 0 && <Act visit={visit} action={`${at}/activar`} label="Activar" />}
            {business.state === 'active' && <Act visit={visit} action={`${at}/suspender`} label="Suspender" tone="danger" />}
            {business.state === 'active' && !paused && (
              <Act visit={visit} action={`${at}/pausar`} label="Pausar el envío a SUNAT" tone="quiet" />
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

/** The page that mends a lack. */
const MENDS: Readonly<Record<string, string>> = {
  certificate: 'certificado',
  certificate_expired: 'certificado',
  certificate_other: 'certificado',
  access: 'conexion',
  series: 'series',
  state: 'activar',
  check_digit: '',
  test: 'ajustes',
};

function Lacks({ ruc, lacks }: { ruc: string; lacks: readonly { is: string; text: string }[] }): VNode {
  return (
    <Note mood="warn" title={lacks.length === 1 ? 'Un punto por revisar' : `${lacks.length} puntos por revisar`}>
      <ul>
        {lacks.map(({ is, text }) => (
          <li key={is}>{MENDS[is] ? <a href={`/negocios/${ruc}/${MENDS[is]}`}>{text}</a> : text}</li>
        ))}
      </ul>
    </Note>
  );
}

export const newPage = (visit: Signed): Answer => showNew(visit, {});

const showNew = (visit: Signed, faults: Faults): Answer =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Nuevo negocio`,
    <div class="narrow">
      <FaultList faults={faults} />
      <Steps current="datos" />
      <h1>Nuevo negocio</h1>
      <p>Se guarda en cada paso: puedes salir y seguir después.</p>
      <Form visit={visit}>
        <Field name="ruc" label="RUC" inputMode="numeric" width={20} value={visit.form.text('ruc')} faults={faults} />
        <DataFields
          faults={faults}
          values={{
            razon_social: visit.form.text('razon_social'),
            nombre_comercial: visit.form.text('nombre_comercial'),
            direccion: visit.form.text('direccion'),
            ubigeo: visit.form.text('ubigeo'),
          }}
        />
        <Button>Guardar y continuar</Button>
      </Form>
    </div>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );

export async function createNew(visit: Signed): Promise<Answer> {
  const { deps, form } = visit;
  const ruc = form.text('ruc').replace(/\s/g, '');
  const { data, faults } = readData(form);
  const fault =
    faultOfRuc(ruc) ??
    (deps.production && !hasCheckDigit(ruc) ? 'el dígito verificador no corresponde: revisa si hay un número cambiado.' : undefined);
  if (fault) return showNew(visit, { ruc: fault.charAt(0).toUpperCase() + fault.slice(1), ...faults });
  if (Object.keys(faults).length > 0) return showNew(visit, faults);
  try {
    // where it sends to is chosen with its access; until then nothing of it leaves the house
    await createBusiness(deps.db, visit.by(), { ...data, ruc, authority: deps.production ? 'production' : 'simulator' });
  } catch (error) {
    if ((error as { code?: string }).code === 'P2002') return showNew(visit, { ruc: 'Ya hay un negocio con ese RUC.' });
    throw error;
  }
  return done(`/negocios/${ruc}/certificado?asistente=1`, 'creado');
}

/** The last step: what is ready, what is missing, and the door. */
export async function activationPage(visit: OfBusiness): Promise<Answer> {
  const { deps, business, now, person } = visit;
  const card = await cardOf(deps.db, business);
  const lacks = lacksOf(card, now).filter(({ is }) => is !== 'state');
  const blocking = lacks.filter(({ is, blocks }) => blocks && is !== 'test');
  const govern = may(person.role, 'businesses.govern');
  return businessPage(
    visit,
    'Probar y activar',
    <div class="narrow">
      <ul class="checks">
        <Line good={card.certificate !== undefined && !lacks.some(({ is }) => is.startsWith('certificate'))}>
          {card.certificate
            ? `Certificado del RUC ${card.certificate.subjectRuc ?? 'no indicado'}, hasta el ${day(card.certificate.notAfter)}`
            : 'Certificado'}
        </Line>
        <Line good={card.hasAccess}>Usuario SOL guardado</Line>
        <Line good={card.series.some(({ active }) => active)}>
          Series{' '}
          {card.series
            .filter(({ active }) => active)
            .map(({ code, lastNumber }) => `${code} (sigue ${lastNumber + 1})`)
            .join(', ')}
        </Line>
        <Line good>
          PDF de muestra:{' '}
          {(['a4', 'a5', 'ticket-80', 'ticket-58'] as const).map((format) => (
            <>
              <a href={`/negocios/${business.ruc}/pdf/muestra?papel=${format}`}>{format}</a>{' '}
            </>
          ))}
        </Line>
        {business.test && <Line good={false}>Es una cuenta de prueba: aunque se active, no podrá emitir</Line>}
      </ul>
      {lacks.length > 0 && <Lacks ruc={business.ruc} lacks={lacks} />}
      {business.state === 'active' ? (
        <Note mood="good" title="Está activo">
          <p>
            Sigue con sus <a href={`/negocios/${business.ruc}/credenciales`}>credenciales</a>: con ellas llama a la API.
          </p>
        </Note>
      ) : !govern ? (
        <Note mood="calm">
          <p>Cuando todo esté listo, un operador lo activa.</p>
        </Note>
      ) : blocking.length === 0 ? (
        <Act visit={visit} action={`/negocios/${business.ruc}/activar`} label="Activar negocio" />
      ) : null}
    </div>,
  );
}

const Line = ({ good, children }: { good: boolean; children: ComponentChildren }): VNode => (
  <li>
    <Tag mood={good ? 'good' : 'warn'}>{good ? 'listo' : 'falta'}</Tag> {children}
  </li>
);

export async function activate(visit: OfBusiness): Promise<Answer> {
  const { deps, business } = visit;
  const blocking = lacksOf(await cardOf(deps.db, business), visit.now).filter(
    ({ is, blocks }) => blocks && is !== 'state' && is !== 'test',
  );
  if (blocking.length > 0)
    throw new Refused(409, `Todavía no se puede activar. ${blocking.map(({ text }) => text.replace(/\.?$/, '.')).join(' ')}`);
  await setBusinessState(deps.db, visit.by(), business.id, 'active');
  await deps.herald.announce(business.id);
  return done(`/negocios/${business.ruc}/credenciales`, 'activado');
}

export async function suspend(visit: OfBusiness): Promise<Answer> {
  const { deps, business } = visit;
  await setBusinessState(deps.db, visit.by(), business.id, 'suspended');
  await deps.herald.announce(business.id);
  return done(`/negocios/${business.ruc}`, 'suspendido');
}

export async function pause(visit: OfBusiness): Promise<Answer> {
  await holdBusiness(visit.deps.db, visit.by(`pausado por ${visit.person.name}`), visit.business.id);
  return done(`/negocios/${visit.business.ruc}`, 'envio_pausado');
}

export async function resume(visit: OfBusiness): Promise<Answer> {
  await resumeBusiness(visit.deps.db, visit.by(), visit.business.id);
  return done(`/negocios/${visit.business.ruc}`, 'envio_reanudado');
}
