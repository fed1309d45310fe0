/** The exchange with SUNAT: what is wrong with it, and its answers of the last hour. */

import { readExchangeStats, readStatistics } from '@rafaga/db';
import { many } from '@rafaga/operations';
import type { VNode } from 'preact';
import { periodsOf, SPANS } from '../activity/periods.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import type { Cause } from '../health/healthProblem.js';
import type { HealthVerdict } from '../health/healthVerdict.js';
import { readHealth } from '../health/readHealth.js';
import { Empty, Note } from '../html/components.js';
import { ago, clock } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { type AnswerShares, answerShares } from './answerShares.js';
import { Authority } from './authority.js';
import { Weather } from './weather.js';

export async function sunatPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now } = request;
  const days = periodsOf(SPANS['30d'], now);
  const [{ verdict, snapshot }, lines, weather] = await Promise.all([
    readHealth(deps),
    readExchangeStats(deps.db),
    readStatistics(deps.db, { by: 'day', since: days[0] as Date }),
  ]);
  const authorities = [...new Set(lines.map(({ authority }) => authority))];
  return page(
    'SUNAT',
    <>
      <h1>SUNAT</h1>
      <div data-live="10">
        <ExchangeState
          verdict={verdict}
          shares={answerShares(lines)}
          decided={snapshot?.stats.lastSettled ?? null}
          now={now}
        />
        {authorities.length === 0 ? (
          <Empty>En la última hora no se le envió ni preguntó nada.</Empty>
        ) : (
          authorities.map((authority) => (
            <Authority
              key={authority}
              authority={authority}
              lines={lines.filter((line) => line.authority === authority)}
            />
          ))
        )}
        <Weather periods={days} rows={weather} />
        <p class="hint">Actualizado a las {clock(now)}.</p>
      </div>
      {isPermitted(request.user.role, 'rates.set') && (
        <p>
          <a href="/sunat/tipo-de-cambio">Tipo de cambio</a>
        </p>
      )}
      {isPermitted(request.user.role, 'signers.see') && (
        <p>
          <a href="/sunat/firmantes">Firmantes de constancias</a>
        </p>
      )}
    </>,
  );
}

/** The causes that concern the exchange with an authority. */
const EXCHANGE: readonly Cause[] = ['authority_rejections', 'rejections', 'away', 'postgres'];

interface StateProps {
  verdict: HealthVerdict;
  /** Of the last hour. */
  shares: AnswerShares;
  /** The last acceptance or rejection that is known. */
  decided: Date | null;
  now: Date;
}

/** What is wrong with the exchange, one note each; or that nothing is. */
function ExchangeState({ verdict, shares, decided, now }: StateProps): VNode {
  const problems = verdict.problems.filter(({ cause }) => EXCHANGE.includes(cause));
  if (problems.length > 0)
    return (
      <div data-verdict>
        {problems.map(({ key, severity, text, advice, link }) => (
          <Note key={key} severity={severity} title={text}>
            <p>
              {advice} <a href={link.path}>{link.label}</a>
            </p>
          </Note>
        ))}
      </div>
    );
  return (
    <div data-verdict>
      {shares.last ? (
        <Note severity="good" title={`Hay respuestas: la última, hace ${ago(shares.last, now)}`}>
          <p>{many(shares.rejected, 'rechazo', 'rechazos')} en la última hora.</p>
        </Note>
      ) : (
        <Note severity="calm" title="Sin respuestas en la última hora">
          {decided && <p>La última aceptación o rechazo fue hace {ago(decided, now)}.</p>}
        </Note>
      )}
    </div>
  );
}
