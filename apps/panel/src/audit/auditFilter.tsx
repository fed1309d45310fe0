/** The filter of the audit in the address: who, what, and since when. */

import { EVERY_BUSINESS, listUsers } from '@rafaga/db';
import { limaInstant } from '@rafaga/fiscal';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Button, Field, type Options, Select } from '../html/components.js';
import { ACTIONS } from './auditWords.js';

export interface AuditFilter {
  /** The fields of the address, as they were given. */
  given: Readonly<Record<string, string>>;
  isFiltered: boolean;
  actors?: readonly string[];
  action?: string;
  since?: Date;
}

const NAMES = ['quien', 'que', 'del'];
const DAY = /^\d{4}-\d\d-\d\d$/;

export async function auditFilter(request: AuthenticatedRequest): Promise<AuditFilter> {
  const given = Object.fromEntries(
    NAMES.map((name) => [name, request.query(name)]).filter(([, value]) => value !== ''),
  );
  const { quien, que, del = '' } = given;
  const since = limaInstant(del);
  return {
    given,
    isFiltered: Object.keys(given).length > 0,
    ...(quien ? { actors: await actorsLike(request, quien.toLowerCase()) } : {}),
    ...(que ? { action: que } : {}),
    // PostgreSQL has no year 0, and JavaScript has years of six digits too
    ...(DAY.test(del) && since.getTime() > 0 ? { since } : {}),
  };
}

/** The users whose e-mail or name holds the text, and the user of a terminal with that name. */
async function actorsLike(
  { deps, user, scope }: AuthenticatedRequest,
  text: string,
): Promise<readonly string[]> {
  const users = scope === EVERY_BUSINESS ? await listUsers(deps.db) : [user];
  const named = users.filter(({ email, name }) => `${email} ${name}`.toLowerCase().includes(text));
  const terminal = /^terminal \((.+)\)$/.exec(text)?.[1] ?? text;
  return [
    ...named.map(({ email }) => `panel:${email}`),
    ...[`cli:${terminal}`, `panel:${text}`, text === 'ráfaga' ? 'system' : text],
  ];
}

/** Actions that are recorded with their business: its own audit has no other. */
const OF_BUSINESS =
  /^(business|environment|certificate|access|credential|series|document|evidence|proposal|list)\./;
const ALSO: readonly string[] = ['archive.create', 'user.accept', 'user.add'];

const actionsFor = ({ scope }: AuthenticatedRequest): Options =>
  Object.entries(ACTIONS).filter(
    ([action]) => scope === EVERY_BUSINESS || OF_BUSINESS.test(action) || ALSO.includes(action),
  );

export const AuditFilterForm = ({
  request,
  filter: { given, isFiltered },
  ruc,
}: {
  request: AuthenticatedRequest;
  filter: AuditFilter;
  ruc: string | undefined;
}): VNode => (
  <form method="get" action="/auditoria" class="row end">
    {ruc && <input type="hidden" name="ruc" value={ruc} />}
    <Field name="quien" label="Quién: correo o nombre" value={given.quien ?? ''} />
    <Select
      name="que"
      label="Qué hizo"
      value={given.que ?? ''}
      options={[['', 'todo'], ...actionsFor(request)]}
    />
    <Field name="del" type="date" label="Desde" value={given.del ?? ''} />
    <Button tone="quiet">Filtrar</Button>
    {isFiltered && <a href={ruc ? `/auditoria?ruc=${ruc}` : '/auditoria'}>Quitar el filtro</a>}
  </form>
);
