/** The answers of one authority in the last hour: answered, accepted, rejected, and each code. */
import type { ExchangeStats, Step } from '@rafaga/db';
import { count, many, STEP } from '@rafaga/operations';
import type { VNode } from 'preact';
import { codeSays } from '../advice/codeWords.js';
import { AUTHORITY_NAMES, shortNameOf } from '../businesses/authorities.js';
import { isRejectedHeavily } from '../health/issuerProblems.js';
import { DescriptionList, type Severity, Table, Tag } from '../html/components.js';
import { clock, took } from '../html/formats.js';
import { answerShares, percent } from './answerShares.js';

interface AuthorityProps {
  authority: string;
  lines: readonly ExchangeStats[];
}

export const Authority = ({ authority, lines }: AuthorityProps): VNode => (
  <>
    <h2>{AUTHORITY_NAMES[authority] ?? authority}</h2>
    <Shares lines={lines} />
    <Table
      caption={`Qué contestó ${shortNameOf(authority)} en la última hora`}
      quiet
      head={[
        'Resultado',
        'Código',
        'Cuántos',
        'La mitad en menos de',
        '95 % en menos de',
        'El último',
      ]}
      rows={lines.map((line) => [
        <Tag severity={STEP_SEVERITY[line.step as Step] ?? 'calm'}>{STEP[line.step as Step]}</Tag>,
        <span class="wide">
          {line.code ?? ''}
          {line.code && line.step !== 'accepted' && (
            <span class="hint"> SUNAT: {codeSays(line.code)}.</span>
          )}
        </span>,
        count(line.count),
        <span class="number">{line.p50 === null ? '' : took(Math.round(line.p50))}</span>,
        <span class="number">{line.p95 === null ? '' : took(Math.round(line.p95))}</span>,
        <span class="number">{clock(line.last)}</span>,
      ])}
    />
  </>
);

const STEP_SEVERITY: Readonly<Partial<Record<Step, Severity>>> = {
  accepted: 'good',
  rejected: 'bad',
  waiting: 'warn',
  review: 'warn',
};

function Shares({ lines }: { lines: readonly ExchangeStats[] }): VNode {
  const { exchanges, answered, accepted, rejected } = answerShares(lines);
  const decided = accepted + rejected;
  return (
    <DescriptionList
      rows={[
        ['Intentos respondidos', share(answered, exchanges, ['intento', 'intentos'])],
        ['Comprobantes aceptados', decided > 0 && share(accepted, decided, DECIDED)],
        [
          'Comprobantes rechazados',
          decided > 0 && (
            <Tag severity={rejectionSeverity(rejected, decided)}>
              {share(rejected, decided, DECIDED)}
            </Tag>
          ),
        ],
      ]}
    />
  );
}

const DECIDED = ['decidido', 'decididos'] as const;

/** 40 de 42 decididos (95 %) */
const share = (part: number, whole: number, what: readonly [one: string, more: string]): string =>
  `${count(part)} de ${many(whole, ...what)} (${percent(part, whole)} %)`;

function rejectionSeverity(rejected: number, answered: number): Severity {
  if (rejected === 0) return 'good';
  return isRejectedHeavily({ answered, rejected }) ? 'bad' : 'warn';
}
