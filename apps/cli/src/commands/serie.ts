/** serie: adds, reopens and closes the series of a business. */
import type { Environment, Series } from '@rafaga/db';
import { ENVIRONMENT, isExhausted, isSeriesCode, nextInSeries } from '@rafaga/operations';
import type { Command } from 'commander';
import { seriesJson } from '../cards/businessCard.js';
import type { CommandContext } from '../context/commandContext.js';
import { withBusiness } from '../context/withBusiness.js';
import { ENVIRONMENT_WORDS, ENVIRONMENTS, readRuc } from '../rules/business.js';
import { readWholeNumber } from '../rules/wholeNumber.js';
import { explainTaken } from '../terminal/explainTaken.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { addCommand, addGroup } from './addCommand.js';

interface Flags extends CommonFlags {
  ruc?: string;
  serie?: string;
  siguiente?: string;
  ambiente?: string;
}

const OPTIONS = {
  '--ruc <ruc>': 'RUC del negocio',
  '--serie <codigo>': 'B001 para boletas, F001 para facturas',
};
const HIGHEST = 99_999_999;

export function serie(program: Command): void {
  const parent = addGroup(program, 'serie', 'Las series de un negocio');
  addCommand<Flags>(parent, {
    name: 'agregar',
    about: 'Agrega una serie, o vuelve a abrir una cerrada',
    options: {
      ...OPTIONS,
      '--siguiente <n>': 'primer número que dará (lo usual: 1)',
      '--ambiente <nombre>':
        'simulador, beta o produccion: su primer número allí, antes de que el negocio pase ' +
        '(lo usual: el ambiente actual)',
    },
    examples: [
      'serie agregar --ruc 20123456786 --serie B001',
      'serie agregar --ruc 20123456786 --serie F001 --siguiente 1501',
      'serie agregar --ruc 20123456786 --serie B001 --ambiente produccion --siguiente 1',
    ],
    run: add,
  });
  addCommand<Flags>(parent, {
    name: 'cerrar',
    about: 'Cierra una serie: no da más números; lo emitido queda',
    options: OPTIONS,
    examples: ['serie cerrar --ruc 20123456786 --serie B001'],
    run: close,
  });
}

async function add(flags: Flags): Promise<CommandResult> {
  const { code, next, target } = read(flags);
  return withBusiness(flags, async (context, { id, ruc, environment }) => {
    const explain = explainTaken(
      `Otra orden acaba de agregar la serie ${code}. Mírala con: rafaga negocio ver --ruc ${ruc}`,
    );
    if (target && target !== environment)
      return beginThere(context, id, { code, next, target }).catch(explain);
    const {
      activateSeries,
      addSeries,
      listSeries,
      listUnbegunSeries,
      setNextNumber,
      SeriesProblem,
    } = await import('@rafaga/db');
    const known = (await listSeries(context.db, id)).find((each) => each.code === code);
    if (known?.active && next === undefined)
      throw new Failure(`La serie ${code} ya existe: ${nextInSeries(known)}.`);
    const there = known
      ? undefined
      : (await listUnbegunSeries(context.db, id)).find((each) => each.code === code);
    if (there && next === undefined) throw new Failure(whereToBegin(there));
    try {
      if (!known) await addSeries(context.db, context.by(), id, code, next ?? 1).catch(explain);
      else {
        if (next !== undefined) await setNextNumber(context.db, context.by(), id, code, next);
        if (!known.active) await activateSeries(context.db, context.by(), id, code);
      }
    } catch (error) {
      throw error instanceof SeriesProblem ? new Failure(error.message) : error;
    }
    await context.changed(id);
    const series = (await listSeries(context.db, id)).find((each) => each.code === code);
    if (!series) throw new Failure(`La serie ${code} desapareció mientras se agregaba.`);
    return {
      json: seriesJson(series),
      text: `Serie ${code} de ${series.kind}s abierta: ${nextInSeries(series)}.`,
    };
  });
}

interface Begun {
  code: string;
  next: number | undefined;
  target: Environment;
}

/** Gives a series of the present environment its first number in another one. */
async function beginThere(
  context: CommandContext,
  businessId: number,
  { code, next, target }: Begun,
): Promise<CommandResult> {
  const { addSeries, listSeriesToBegin } = await import('@rafaga/db');
  const known = await listSeriesToBegin(context.db, businessId, target);
  const here = known.find((each) => each.code === code);
  if (!here)
    throw new Failure(
      `La serie ${code} no espera un primer número en ${ENVIRONMENT[target]}: ya lo tiene, pasa ` +
        'tal como está, o no está abierta en el ambiente actual.',
    );
  if (next === undefined)
    throw new Failure(
      `La serie ${code} llegó aquí al ${here.lastNumber}: di con qué número empieza en ` +
        `${ENVIRONMENT[target]}, con --siguiente 1${orOn(here)}`,
    );
  const series = await addSeries(context.db, context.by(), businessId, code, next, target);
  return {
    json: seriesJson(series),
    text: `Serie ${code} de ${series.kind}s: en ${ENVIRONMENT[target]} empezará en el ${next}.`,
  };
}

/** The message for a series that another environment uses: numbers are counted per environment. */
const whereToBegin = (there: Series): string =>
  `La serie ${there.code} llegó al ${there.lastNumber} en ` +
  `${ENVIRONMENT[there.environment as Environment]} y en este ambiente aún no empieza: ` +
  `di con qué número empieza aquí, con --siguiente 1${orOn(there)}`;

const orOn = (series: Pick<Series, 'lastNumber'>): string =>
  isExhausted(series) ? '.' : ` o, para seguir, --siguiente ${series.lastNumber + 1}.`;

async function close(flags: Flags): Promise<CommandResult> {
  const { code } = read(flags);
  return withBusiness(flags, async (context, { id, ruc }) => {
    const { deactivateSeries, listSeries } = await import('@rafaga/db');
    if (!(await listSeries(context.db, id)).some((each) => each.code === code))
      throw new Failure(`El negocio ${ruc} no tiene la serie ${code}.`);
    const series = await deactivateSeries(context.db, context.by(), id, code);
    await context.changed(id);
    return { json: seriesJson(series), text: `Serie ${code} cerrada.` };
  });
}

function read(flags: Flags): Omit<Begun, 'target'> & { target: Environment | undefined } {
  const mistakes = new Mistakes();
  readRuc(flags.ruc, mistakes);
  const code = mistakes.required('--serie', flags.serie?.toUpperCase() || undefined);
  if (code && !isSeriesCode(code))
    mistakes.add(
      '--serie',
      'son 4 caracteres: B y tres más para boletas, F y tres más para facturas.',
    );
  const next = readWholeNumber('--siguiente', flags.siguiente, { most: HIGHEST }, mistakes);
  const word = mistakes.oneOf('--ambiente', flags.ambiente, ENVIRONMENT_WORDS);
  mistakes.check();
  return { code, next, target: word && ENVIRONMENTS[word] };
}
