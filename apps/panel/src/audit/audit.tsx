/** The audit: every action with its author and its reason, the newest first. */
import { findBusinessesById, listAudit } from '@rafaga/db';
import { requestedBusiness } from '../businesses/requestedBusiness.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty, Table } from '../html/components.js';
import { instant } from '../html/formats.js';
import { listCursor, listPage, Pager } from '../html/pager.js';

export async function auditPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user } = request;
  const cursor = listCursor(request);
  const wanted = await requestedBusiness(request);
  const list = listPage(await listAudit(deps.db, { businessId: wanted?.id, ...cursor }), cursor);
  const entries = list.rows;
  const about = entries.flatMap(({ businessId }) => (businessId === undefined ? [] : [businessId]));
  const businesses = user.businessId === null ? await findBusinessesById(deps.db, about) : [];
  const nameOf = new Map(businesses.map(({ id, ruc, legalName }) => [id, { ruc, legalName }]));
  const ruc = user.businessId === null ? wanted?.ruc : undefined;
  return page(
    'Auditoría',
    <>
      <h1>Auditoría</h1>
      <p>Quién hizo qué, cuándo y por qué. Nadie puede cambiar ni borrar una línea.</p>
      {ruc && (
        <p>
          De <a href={`/negocios/${ruc}`}>{wanted?.legalName}</a>.{' '}
          <a href="/auditoria">Ver la de todos</a>
        </p>
      )}
      {entries.length === 0 ? (
        <Empty>Nada todavía.</Empty>
      ) : (
        <Table
          caption="Acciones, la más reciente primero"
          quiet
          head={['Cuándo', 'Quién', 'Qué hizo', 'Sobre', 'Motivo', 'Antes y después']}
          rows={entries.map((entry) => {
            const business =
              entry.businessId === undefined ? undefined : nameOf.get(entry.businessId);
            return [
              <span class="number">{instant(entry.at)}</span>,
              entry.actor,
              ACTIONS[entry.action] ?? entry.action,
              <>
                {business && <a href={`/negocios/${business.ruc}`}>{business.legalName}</a>}
                {entry.documentId !== undefined && (
                  <>
                    {' '}
                    <a href={`/referencias/${entry.documentId}`}>comprobante {entry.documentId}</a>
                  </>
                )}
              </>,
              <span class={entry.reason ? 'wide' : ''}>{entry.reason ?? ''}</span>,
              <Change before={entry.before} after={entry.after} />,
            ];
          })}
        />
      )}
      <Pager
        list={list}
        keyOf={({ id }) => id}
        href={(more) => `/auditoria?${new URLSearchParams({ ...(ruc ? { ruc } : {}), ...more })}`}
        label="Páginas de la auditoría"
      />
    </>,
  );
}

function Change({ before, after }: { before: unknown; after: unknown }) {
  if (before === undefined && after === undefined) return null;
  return (
    <details>
      <summary>Ver</summary>
      {before !== undefined && (
        <p>
          Antes: <code>{JSON.stringify(before)}</code>
        </p>
      )}
      {after !== undefined && (
        <p>
          Después: <code>{JSON.stringify(after)}</code>
        </p>
      )}
    </details>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  'business.create': 'Creó el negocio',
  'business.update': 'Cambió los datos',
  'environment.change': 'Cambió el ambiente',
  'business.active': 'Activó el negocio',
  'business.suspended': 'Suspendió el negocio',
  'business.draft': 'Devolvió el negocio a borrador',
  'business.design': 'Cambió el diseño del PDF',
  'business.pause': 'Pausó el envío',
  'business.resume': 'Reanudó el envío',
  'certificate.put': 'Cargó un certificado',
  'access.put': 'Guardó el acceso a SUNAT',
  'access.consult': 'Guardó las credenciales de Consulta Integrada',
  'credential.add': 'Creó una credencial',
  'credential.revoke': 'Revocó una credencial',
  'series.add': 'Agregó una serie',
  'series.open': 'Abrió una serie',
  'series.close': 'Cerró una serie',
  'series.next': 'Cambió el número siguiente',
  'document.ask': 'Consultó a SUNAT por un comprobante',
  'document.resume': 'Reanudó un comprobante',
  'document.resolve': 'Resolvió un comprobante',
  'document.cdr': 'Adjuntó la constancia de un comprobante',
  'document.reveal': 'Vio los datos personales',
  'list.export': 'Descargó una lista como CSV',
  'view.save': 'Guardó una vista',
  'view.delete': 'Borró una vista',
  'evidence.open': 'Abrió una respuesta de SUNAT guardada como evidencia',
  'proposal.add': 'Propuso',
  'proposal.approve': 'Aprobó lo que otra persona propuso',
  'proposal.decline': 'Rechazó o retiró una propuesta',
  'operation.start': 'Empezó una operación en bloque',
  'operation.propose': 'Propuso una operación en bloque',
  'operation.approve': 'Aprobó una operación en bloque',
  'operation.decline': 'Rechazó o retiró una operación en bloque',
  'operation.pause': 'Pausó una operación en bloque',
  'operation.continue': 'Continuó una operación en bloque',
  'operation.cancel': 'Canceló una operación en bloque',
  'operation.export': 'Descargó el resultado de una operación en bloque',
  'operation.halt': 'Se detuvo una operación: la de prueba terminó mal',
  'operation.finish': 'Terminó una operación en bloque',
  'user.add': 'Agregó a una persona',
  'user.invite': 'Creó una invitación',
  'user.accept': 'Aceptó su invitación',
  'user.password': 'Cambió su contraseña',
  'user.second_factor': 'Activó su código de verificación',
  'user.second_factor_reset': 'Quitó un código de verificación',
  'user.change': 'Cambió el acceso de una persona',
  'alerts.test': 'Envió un aviso de prueba',
  'queue.pause': 'Pausó una cola',
  'queue.resume': 'Reanudó una cola',
  'secrets.rewrap': 'Cambió la clave maestra',
};
