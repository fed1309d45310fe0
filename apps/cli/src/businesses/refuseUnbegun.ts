/** Refuses a change of environment that would leave an active business without numbers. */
import type { Business, Environment } from '@rafaga/db';
import type { CommandContext } from '../context/commandContext.js';
import { ENVIRONMENT_WORDS, ENVIRONMENTS } from '../rules/business.js';
import { Failure } from '../terminal/failure.js';

export async function refuseUnbegun(
  { db }: CommandContext,
  business: Business,
  there: Environment,
): Promise<void> {
  const { readNumberObstacle } = await import('@rafaga/operations/business');
  const obstacle = await readNumberObstacle(db, business, there);
  if (!obstacle) return;
  const { series, text } = obstacle;
  const word = ENVIRONMENT_WORDS.find((each) => ENVIRONMENTS[each] === there);
  const commands = series.map(
    ({ code }) =>
      `  rafaga serie agregar --ruc ${business.ruc} --serie ${code} --ambiente ${word} ` +
      '--siguiente NUMERO',
  );
  throw new Failure(
    [`${text}. Dalo antes (o cierra la serie), y repite:`, ...commands].join('\n'),
    { sin_primer_numero: series.map(({ code }) => code) },
  );
}
