/** Refuses a change of environment that would leave an active business without numbers. */
import type { Business, Environment } from '@rafaga/db';
import { toBeginText } from '@rafaga/operations';
import type { CommandContext } from '../context/commandContext.js';
import { ENVIRONMENT_WORDS, ENVIRONMENTS } from '../rules/business.js';
import { Failure } from '../terminal/failure.js';

export async function refuseUnbegun(
  { db }: CommandContext,
  { id, ruc, state }: Business,
  there: Environment,
): Promise<void> {
  if (state !== 'active') return;
  const series = await (await import('@rafaga/db')).listSeriesToBegin(db, id, there);
  if (series.length === 0) return;
  const word = ENVIRONMENT_WORDS.find((each) => ENVIRONMENTS[each] === there);
  const commands = series.map(
    ({ code }) =>
      `  rafaga serie agregar --ruc ${ruc} --serie ${code} --ambiente ${word} --siguiente NUMERO`,
  );
  throw new Failure(
    [`${toBeginText(series, there)}. Dalo antes (o cierra la serie), y repite:`, ...commands].join(
      '\n',
    ),
    { sin_primer_numero: series.map(({ code }) => code) },
  );
}
