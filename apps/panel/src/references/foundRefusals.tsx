/** The calls that the API refused, as results of a search; each leads to its place in the log. */
import type { FoundRefusal } from '@rafaga/db';
import type { VNode } from 'preact';
import { RefusedAnswer } from '../businesses/refusedAnswer.js';
import { Table } from '../html/components.js';
import { instant } from '../html/formats.js';

/** The log of the business, with the calls of this reference, or this call. */
export const refusalAddress = ({ ruc, reference, requestId }: FoundRefusal): string =>
  `/negocios/${ruc}/registro?${new URLSearchParams({ llamada: reference ?? requestId })}`;

export const FoundRefusals = ({ refused }: { refused: readonly FoundRefusal[] }): VNode => (
  <Table
    caption="Llamadas que la API rechazó"
    head={['Hora de Lima', 'Respuesta', 'Referencia', 'Código de solicitud', 'Negocio']}
    rows={refused.map((each) => [
      <span class="number">{instant(each.at)}</span>,
      <RefusedAnswer status={each.status} code={each.code} />,
      <a class="wide" href={refusalAddress(each)}>
        {each.reference ?? 'sin referencia'}
      </a>,
      <code>{each.requestId}</code>,
      <span class="number">{each.ruc}</span>,
    ])}
  />
);
