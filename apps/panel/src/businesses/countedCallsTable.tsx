/** The API calls of a business that are counted by hour, in words. */

import type { CountedCallsSummary } from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Table } from '../html/components.js';
import { moment } from '../html/formats.js';

export const CountedCallsTable = ({
  counted,
  ratePerMinute,
}: {
  counted: readonly CountedCallsSummary[];
  /** The limit of today. */
  ratePerMinute: number;
}): VNode => (
  <>
    <h2>Llamadas contadas, no anotadas una por una</h2>
    <p class="hint">
      Quien conoce una clave puede llamar sin su secreto cuantas veces quiera: por eso se cuentan, y
      no desplazan lo que tus programas pidieron. La clave sigue atendiendo a quien tiene su
      secreto.
    </p>
    {counted.some(({ overLimit }) => overLimit > 0) && (
      <p class="hint">
        El límite es hoy de {calls(ratePerMinute)} por minuto para cada credencial. Lo que lo supera
        recibe 429 y se repite con la misma referencia.
      </p>
    )}
    <Table
      caption="Por hora, credencial y dirección, lo más reciente primero"
      quiet
      head={['Hora de Lima', 'Credencial', 'Dirección', 'Qué llegó', 'La última']}
      rows={counted.map(({ hour, credential, address, lastAt, ...calls }) => [
        <span class="number">{moment(hour)}</span>,
        credential,
        address || 'muchas más',
        <span class="wide">{countedText(calls)}</span>,
        <span class="number">{moment(lastAt)}</span>,
      ])}
    />
  </>
);

/**
 * 3,000 llamadas sin el secreto correcto y 12 por encima del límite por minuto. Those of a revoked
 * credential may have had its secret.
 */
export function countedText({
  unproven,
  overLimit,
  revoked,
}: Pick<CountedCallsSummary, 'unproven' | 'overLimit' | 'revoked'>): string {
  const fault = revoked
    ? 'sin el secreto correcto, o con esta credencial ya revocada'
    : 'sin el secreto correcto';
  const parts = [
    ...(unproven > 0 ? [`${calls(unproven)} ${fault}`] : []),
    ...(overLimit > 0 ? [`${calls(overLimit)} por encima del límite por minuto`] : []),
  ];
  return parts.join(' y ');
}

const calls = (number: number): string =>
  `${count(number)} ${number === 1 ? 'llamada' : 'llamadas'}`;
