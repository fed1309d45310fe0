/** The documents or businesses behind one cause of the health, exactly those that were counted. */
import { type Db, listCauseBusinesses, listCauseDocuments } from '@rafaga/db';
import type { VNode } from 'preact';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty } from '../html/components.js';
import {
  type ListCursor,
  type ListPage,
  listCursor,
  listPage,
  NONE_HERE,
  Pager,
} from '../html/pager.js';
import { ReferenceTable } from '../references/referenceTable.js';
import { CauseBusinessTable } from './causeBusinessTable.js';
import { readSendingStops } from './readHealth.js';
import { type SendingStop, whenSent } from './sendingStops.js';

interface Filter {
  ruc?: string | undefined;
  authority?: string | undefined;
}

interface CauseList {
  title: string;
  /** What is said above the list. */
  lead: Lead;
  read(db: Db, filter: Filter, cursor: ListCursor, now: Date): Promise<Shown>;
}

type Lead = string | ((stops: readonly SendingStop[]) => string);

interface Shown {
  /** The keys of the rows. */
  list: ListPage<number>;
  table: VNode;
}

const ofDocuments = (
  cause: Parameters<typeof listCauseDocuments>[1],
  title: string,
  lead: Lead,
): CauseList => ({
  title,
  lead,
  async read(db, filter, cursor) {
    const found = await listCauseDocuments(db, cause, { ...filter, ...cursor });
    const list = listPage(found, cursor);
    const caption = `${title}, el más antiguo primero`;
    return {
      list: { ...list, rows: list.rows.map(({ documentId }) => documentId) },
      table: <ReferenceTable caption={caption} references={list.rows} />,
    };
  },
});

const ofBusinesses = (
  cause: Parameters<typeof listCauseBusinesses>[1],
  title: string,
  lead: string,
): CauseList => ({
  title,
  lead,
  async read(db, { ruc }, cursor, now) {
    const list = listPage(await listCauseBusinesses(db, cause, { ruc, ...cursor }), cursor);
    return {
      list: { ...list, rows: list.rows.map(({ id }) => id) },
      table: <CauseBusinessTable caption={title} businesses={list.rows} now={now} />,
    };
  },
});

/** By the word in the address. */
const LISTS: Readonly<Record<string, CauseList>> = {
  plazo: ofDocuments(
    'deadline',
    'Plazo de hoy o vencido',
    'SUNAT los recibe hasta hoy, o ya no los recibe, y todavía no tienen respuesta.',
  ),
  rechazos: ofDocuments(
    'rejected',
    'Rechazados en los últimos 10 minutos',
    'SUNAT los rechazó. Cada uno dice por qué.',
  ),
  detenidos: ofDocuments(
    'late',
    'Detenidos por algo nuestro',
    'Esperan desde hace más de 5 minutos, y no a SUNAT.',
  ),
  lentos: ofDocuments(
    'slow',
    'Esperan más de un minuto',
    'Nadie los tiene ahora, y ninguna pausa ni corte de SUNAT los retiene.',
  ),
  'sin-respuesta': ofDocuments(
    'away',
    'Esperan a SUNAT',
    (stops) =>
      'SUNAT no responde o no puede atender: se enviarán ' +
      `${stops.length > 0 ? whenSent(stops) : 'solos'}.`,
  ),
  revision: ofDocuments('review', 'En revisión', 'Una persona debe decidir qué pasó con cada una.'),
  'en-pausa': ofDocuments(
    'paused',
    'De negocios en pausa',
    (stops) =>
      'Se enviarán cuando termine la pausa de su negocio' +
      `${stops.length > 0 ? `, y solo ${whenSent(stops)}` : ''}.`,
  ),
  pausados: ofBusinesses(
    'paused',
    'Negocios con el envío en pausa',
    'Lo que emiten queda guardado y espera.',
  ),
  'certificados-vencidos': ofBusinesses(
    'expired',
    'Negocios con el certificado vencido',
    'La API no recibe sus ventas (409) hasta que tengan un certificado vigente.',
  ),
  'certificados-por-vencer': ofBusinesses(
    'week',
    'Certificados que vencen en menos de 7 días',
    'Cuando venza, la API no recibirá las ventas del negocio.',
  ),
  'certificados-del-mes': ofBusinesses(
    'month',
    'Certificados que vencen en menos de 30 días',
    'Cuando venza, la API no recibirá las ventas del negocio.',
  ),
};

export async function causePage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { now, query } = request;
  const word = request.param('causa');
  const list = Object.hasOwn(LISTS, word) ? LISTS[word] : undefined;
  if (!list) throw notFound();
  const [ruc, authority] = [query('ruc') || undefined, query('autoridad') || undefined];
  const cursor = listCursor(request);
  const [shown, lead] = await Promise.all([
    request.read((db) => list.read(db, { ruc, authority }, cursor, now)),
    leadOf(list, request),
  ]);
  const href = (more: Record<string, string>) =>
    addressOf(word, { ruc, autoridad: authority }, more);
  return page(
    list.title,
    <>
      <p class="crumbs">
        <a href="/inicio">Inicio</a>
      </p>
      <h1>{list.title}</h1>
      <p>
        {lead} {(ruc || authority) && <a href={addressOf(word, {}, {})}>Ver los de todos</a>}
      </p>
      {shown.list.rows.length === 0 ? (
        <Empty>{cursor.from ? NONE_HERE : 'Ya no hay ninguno.'}</Empty>
      ) : (
        shown.table
      )}
      <Pager list={shown.list} keyOf={(key) => key} href={href} label="Páginas de la lista" />
    </>,
  );
}

async function leadOf({ lead }: CauseList, { deps }: AuthenticatedRequest): Promise<string> {
  return typeof lead === 'string' ? lead : lead(await readSendingStops(deps));
}

function addressOf(
  word: string,
  filters: Record<string, string | undefined>,
  more: Record<string, string>,
): string {
  const given = Object.entries({ ...filters, ...more }).filter((pair) => pair[1] !== undefined);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return `/salud/${word}${query && `?${query}`}`;
}
