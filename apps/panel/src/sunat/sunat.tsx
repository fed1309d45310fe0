/** The exchange with SUNAT: its answers of the last hour, their times, and what is pending. */
import { type ExchangeStats, readExchangeStats, readStatistics } from '@rafaga/db';
import { STEP } from '@rafaga/operations';
import { periodsOf, SPANS } from '../activity/periods.js';
import { codeSays } from '../advice/codeWords.js';
import { AUTHORITY_NAMES } from '../businesses/authorities.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { systemStats } from '../health/systemStats.js';
import { Empty, Note, Table, Tag } from '../html/components.js';
import { clock, count, many, took } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { Weather } from './weather.js';

export async function sunatPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now } = request;
  const days = periodsOf(SPANS['30d'], now);
  const [{ stats }, lines, weather] = await Promise.all([
    systemStats(deps),
    readExchangeStats(deps.db),
    readStatistics(deps.db, { by: 'day', since: days[0] as Date }),
  ]);
  const authorities = [...new Set(lines.map(({ authority }) => authority))];
  return page(
    'SUNAT',
    <>
      <h1>SUNAT</h1>
      <div data-live="10">
        {stats.unreachable > 0 ? (
          <Note severity="warn" title="No se llega a SUNAT">
            <p>
              {many(stats.unreachable, 'comprobante espera', 'comprobantes esperan')} y se{' '}
              {stats.unreachable === 1 ? 'enviará solo' : 'enviarán solos'}.
              {stats.nextTry && ` Se prueba otra vez a las ${clock(stats.nextTry)}.`}
            </p>
          </Note>
        ) : (
          <Note
            severity="good"
            title={lines.length > 0 ? 'SUNAT responde' : 'Sin noticias en la última hora'}
          >
            <p>
              {stats.lastSettled
                ? `Última respuesta a las ${clock(stats.lastSettled)}.`
                : 'Todavía no hubo respuestas.'}
            </p>
          </Note>
        )}
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
        <p class="hint">
          Actualizado a las {clock(stats.at)}.<span data-live-age />
        </p>
      </div>
      {isPermitted(request.user.role, 'signers.see') && (
        <p>
          <a href="/sunat/firmantes">Firmantes de constancias</a>
        </p>
      )}
    </>,
  );
}

function Authority({ authority, lines }: { authority: string; lines: readonly ExchangeStats[] }) {
  const all = lines.reduce((sum, line) => sum + line.count, 0);
  const good = lines
    .filter(({ step }) => step !== 'waiting' && step !== 'review')
    .reduce((sum, line) => sum + line.count, 0);
  const share = Math.round((good / Math.max(1, all)) * 100);
  return (
    <>
      <h2>
        {AUTHORITY_NAMES[authority] ?? authority}{' '}
        <Tag severity={share > 95 ? 'good' : share > 50 ? 'warn' : 'bad'}>
          {share} % con respuesta
        </Tag>
      </h2>
      <Table
        caption="Qué contestó en la última hora"
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
          STEP[line.step as keyof typeof STEP],
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
}
