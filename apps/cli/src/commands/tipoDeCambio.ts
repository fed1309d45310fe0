/** tipo-de-cambio: what a currency costs on a day, for limits that the law has in soles. */
import type { ExchangeRate } from '@rafaga/db';
import { FOREIGN_CURRENCIES, isCalendarDate, peruvianDate } from '@rafaga/fiscal';
import { isExchangeRate, isExchangeRateDay, isFarRate } from '@rafaga/operations';
import type { Command } from 'commander';
import { withContext } from '../context/commandContext.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import { addCommand, addGroup } from './addCommand.js';

interface Flags extends CommonFlags {
  moneda?: string;
  dia?: string;
  soles?: string;
  confirmar?: boolean;
}

/** As a line of help names them. */
const CODES = FOREIGN_CURRENCIES.join(' o ');

/** Those of a month or more. */
const LISTED = 60;

export function tipoDeCambio(program: Command): void {
  const parent = addGroup(program, 'tipo-de-cambio', 'Cuántos soles cuesta otra moneda en un día');
  addCommand<Flags>(parent, {
    name: 'registrar',
    about:
      'Registra el de un día, para todos los negocios; otra vez, lo cambia. Con él se juzga si ' +
      'una boleta en otra moneda supera los S/ 700 desde los que lleva el documento del ' +
      'cliente (422); sin él, solo se advierte. Usa el de venta que publica SUNAT',
    options: {
      [`--moneda <${CODES}>`]: 'la moneda',
      '--soles <número>': 'cuántos soles cuesta una unidad, con punto decimal',
      '--dia <AAAA-MM-DD>':
        'el día de emisión al que se aplica, hasta mañana (lo usual: hoy, en Lima)',
      '--confirmar': 'lo registra aunque difiera en más de 20 % del último',
    },
    json: { moneda: CODES, dia: 'el día', soles: 'cuántos soles cuesta una unidad' },
    examples: [
      'tipo-de-cambio registrar --moneda USD --soles 3.752',
      'tipo-de-cambio registrar --moneda EUR --soles 4.105 --dia 2026-11-22',
    ],
    run: register,
  });
  addCommand<CommonFlags>(parent, {
    name: 'listar',
    about: `Los registrados, los últimos ${LISTED}`,
    json: { '[]': 'moneda, dia, soles' },
    examples: ['tipo-de-cambio listar'],
    run: list,
  });
}

async function register(flags: Flags): Promise<CommandResult> {
  const { limaToday } = await import('@rafaga/fiscal');
  const rate = readRate(flags, limaToday(new Date()));
  return withContext(async ({ db, by }) => {
    const { lastExchangeRate, setExchangeRate } = await import('@rafaga/db');
    if (!flags.confirmar) refuseFar(rate, await lastExchangeRate(db, rate));
    await setExchangeRate(db, by(), rate);
    return {
      json: rateJson(rate),
      text: `Registrado: el ${peruvianDate(rate.day)}, ${rate.currency} 1 cuesta S/ ${rate.soles}.`,
    };
  });
}

function refuseFar({ soles }: ExchangeRate, last: ExchangeRate | undefined): void {
  if (last && isFarRate(soles, last.soles))
    throw new Failure(
      `S/ ${soles} difiere en más de 20 % del último (S/ ${last.soles}, del ` +
        `${peruvianDate(last.day)}). Si es correcto, agrega --confirmar.`,
    );
}

const list = (): Promise<CommandResult> =>
  withContext(async ({ db }) => {
    const { listExchangeRates } = await import('@rafaga/db');
    const rates = await listExchangeRates(db, LISTED);
    const cells = ({ day, currency, soles }: ExchangeRate) => [peruvianDate(day), currency, soles];
    return {
      json: rates.map(rateJson),
      text:
        rates.length > 0
          ? table(['Día', 'Moneda', 'Soles'], rates.map(cells))
          : 'No hay ninguno: una boleta en otra moneda que pueda superar los S/ 700 se advierte.',
    };
  });

const rateJson = ({ currency, day, soles }: ExchangeRate) => ({
  moneda: currency,
  dia: day,
  soles,
});

function readRate({ moneda, soles, dia }: Flags, today: string): ExchangeRate {
  const mistakes = new Mistakes();
  if (!FOREIGN_CURRENCIES.some((code) => code === moneda))
    mistakes.add('--moneda', `debe ser ${CODES}.`);
  if (!isExchangeRate(soles ?? ''))
    mistakes.add(
      '--soles',
      'cuántos soles cuesta una unidad: un número desde 2 y menor que 10, como 3.752.',
    );
  const day = dia ?? today;
  if (!isCalendarDate(day)) mistakes.add('--dia', 'debe ser una fecha real: AAAA-MM-DD.');
  else if (!isExchangeRateDay(day, today)) mistakes.add('--dia', 'no puede pasar de mañana.');
  mistakes.check();
  return { currency: moneda as ExchangeRate['currency'], day, soles: soles ?? '' };
}
