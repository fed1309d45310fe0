/** The list of businesses: by state, by the expiry of the certificate, by the errors of a day. */

import {
  type BusinessFilter,
  type BusinessOrder,
  type BusinessSummary,
  EVERY_BUSINESS,
  REJECTED_DAYS,
  summarizeBusinesses,
} from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Button, Empty, Field, Select, Table } from '../html/components.js';
import { sortableMoment } from '../html/formats.js';
import { listCursor, listPage, MAX_INTEGER, NONE_HERE, Pager } from '../html/pager.js';
import { BusinessState } from '../html/states.js';
import { listAddress, withQuery } from '../references/listAddress.js';
import { isPermitted } from '../users/permissions.js';
import { CertificateExpiry } from './setupIssues.js';

export async function businesses(request: AuthenticatedRequest): Promise<PageResponse> {
  const { user, scope } = request;
  const { given, filter, order } = listed(request);
  const cursor = listCursor(request, MAX_INTEGER);
  const found = await request.read((db) =>
    summarizeBusinesses(db, { ...filter, scope, order, ...cursor }),
  );
  if (scope !== EVERY_BUSINESS && found[0]) return redirect(`/negocios/${found[0].business.ruc}`);
  const list = listPage(found, cursor);
  const filtered = Object.keys(given).some((name) => name !== 'orden');
  return page(
    'Negocios',
    <>
      <h1>Negocios</h1>
      {isPermitted(user.role, 'businesses.create') && (
        <p>
          <a class="button main" href="/negocios/nuevo">
            Nuevo negocio
          </a>
        </p>
      )}
      {(list.rows.length > 0 || filtered) && <Filters given={given} />}
      {list.rows.length === 0 ? (
        <Empty>{emptyText(given, cursor.from !== undefined)}</Empty>
      ) : (
        <BusinessTable rows={list.rows} order={order} now={request.now} />
      )}
      <Pager
        list={list}
        keyOf={({ business }) => business.id}
        href={(more) => withQuery('/negocios', { ...given, ...more })}
        label="Páginas de negocios"
      />
    </>,
  );
}

const STATES: Readonly<Record<string, readonly [BusinessFilter['state'], string]>> = {
  activo: ['active', 'activo'],
  borrador: ['draft', 'borrador'],
  suspendido: ['suspended', 'suspendido'],
  pausa: ['paused', 'envío en pausa'],
};
const CERTIFICATES: Readonly<Record<string, readonly [BusinessFilter['certificate'], string]>> = {
  vencido: ['expired', 'vencido'],
  '7': ['week', 'vence en 7 días'],
  '30': ['month', 'vence en 30 días'],
  falta: ['missing', 'falta'],
};
const ORDERS: Readonly<Record<string, readonly [BusinessOrder, string]>> = {
  recientes: ['newest', 'los más recientes'],
  certificado: ['certificate', 'el certificado que vence antes'],
  errores: ['errors', 'más errores en 24 horas'],
};

const chosen = <T,>(table: Readonly<Record<string, readonly [T, string]>>, word: string) =>
  Object.hasOwn(table, word) ? table[word]?.[0] : undefined;

/** What the address asks for; words that it does not know ask for nothing. */
function listed({ query }: AuthenticatedRequest): {
  given: Readonly<Record<string, string>>;
  filter: BusinessFilter;
  order: BusinessOrder;
} {
  const names = ['texto', 'estado', 'certificado', 'orden'].filter((name) => query(name) !== '');
  return {
    given: Object.fromEntries(names.map((name) => [name, query(name)])),
    filter: {
      text: query('texto'),
      state: chosen(STATES, query('estado')),
      certificate: chosen(CERTIFICATES, query('certificado')),
    },
    order: chosen(ORDERS, query('orden')) ?? 'newest',
  };
}

function emptyText(given: Readonly<Record<string, string>>, further: boolean): string {
  if (further) return NONE_HERE;
  const { texto, estado, certificado } = given;
  if (!texto && !estado && !certificado)
    return 'Aún no hay negocios. Crea el primero: toma 5 minutos.';
  const tried = [
    texto && `«${texto}»`,
    estado && `estado ${STATES[estado]?.[1] ?? estado}`,
    certificado && `certificado ${CERTIFICATES[certificado]?.[1] ?? certificado}`,
  ];
  return `Ninguno con ${tried.filter(Boolean).join(', ')}.`;
}

const optionsOf = (table: Readonly<Record<string, readonly [unknown, string]>>) =>
  Object.entries(table).map(([word, [, label]]) => [word, label] as const);

const Filters = ({ given }: { given: Readonly<Record<string, string>> }): VNode => (
  <form method="get" action="/negocios" class="filters">
    <Field name="texto" label="RUC o razón social" value={given.texto ?? ''} />
    <Select
      name="estado"
      label="Estado"
      value={given.estado ?? ''}
      options={[['', 'todos'], ...optionsOf(STATES)]}
    />
    <Select
      name="certificado"
      label="Certificado"
      value={given.certificado ?? ''}
      options={[['', 'todos'], ...optionsOf(CERTIFICATES)]}
    />
    <Select
      name="orden"
      label="Primero"
      value={given.orden ?? 'recientes'}
      options={optionsOf(ORDERS)}
    />
    <Button tone="quiet">Filtrar</Button>
  </form>
);

const HEAD = [
  'Negocio',
  'RUC',
  'Estado',
  'Certificado',
  'Pendientes',
  'En revisión',
  'Errores en 24 h',
  'Series',
];
const CAPTIONS: Readonly<Record<BusinessOrder, string>> = {
  newest: 'Los más recientes primero',
  certificate: 'El certificado que vence antes, primero',
  errors: 'El de más errores en 24 horas, primero',
};

const BusinessTable = (props: {
  rows: readonly BusinessSummary[];
  order: BusinessOrder;
  now: Date;
}): VNode => (
  <Table
    caption={CAPTIONS[props.order]}
    head={HEAD}
    rows={props.rows.map((row) => [
      <a class="wide" href={`/negocios/${row.business.ruc}`}>
        {row.business.legalName}
      </a>,
      <span class="number">{row.business.ruc}</span>,
      <BusinessState business={row.business} now={props.now} />,
      <CertificateExpiry at={row.certificateUntil} now={props.now} />,
      <Counted of={row.open} href={listAddress({ ver: 'pendientes', ruc: row.business.ruc })} />,
      <Counted
        of={row.inReview}
        href={listAddress({ ver: 'detenidas', ruc: row.business.ruc, motivo: 'review' })}
      />,
      <Errors row={row} now={props.now} />,
      row.series,
    ])}
  />
);

const Counted = ({ of, href }: { of: number; href: string }): VNode =>
  of > 0 ? <a href={href}>{count(of)}</a> : <>0</>;

/** Calls that the API refused and documents that SUNAT rejected, each with its list. */
function Errors({ row, now }: { row: BusinessSummary; now: Date }): VNode {
  const { refused, rejected, business } = row;
  if (refused + rejected === 0) return <>0</>;
  const daysAgo = (days: number) =>
    sortableMoment(new Date(now.getTime() - days * 86_400_000)).replace(' ', 'T');
  const rejections = {
    ver: 'rechazadas',
    ruc: business.ruc,
    // without a first day of issue, all rejections would be read
    del: daysAgo(REJECTED_DAYS),
    respuesta_desde: daysAgo(1),
  };
  return (
    <>
      {refused > 0 && (
        <a href={`/negocios/${business.ruc}/registro?ver=rechazadas`}>{count(refused)} en la API</a>
      )}{' '}
      {rejected > 0 && <a href={listAddress(rejections)}>{count(rejected)} en SUNAT</a>}
    </>
  );
}
