/** ley: what a coming day changes, in the law and in the sales that the businesses make now. */

import type { ChangeRow } from '@rafaga/fiscal';
import { isCalendarDate } from '@rafaga/fiscal';
import type { Command } from 'commander';
import { withContext } from '../context/commandContext.js';
import { reviewAll } from '../law/reviewAll.js';
import { changeJson, JSON_FIELDS, reviewJson } from '../law/reviewJson.js';
import { changesText, reviewText } from '../law/reviewText.js';
import { readRuc } from '../rules/business.js';
import { Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { addCommand, addGroup } from './addCommand.js';

type Flags = CommonFlags & { desde?: string; negocio?: string };

export function ley(program: Command): void {
  const parent = addGroup(program, 'ley', 'Qué cambia la ley en una fecha, y en qué ventas');
  addCommand<Flags>(parent, {
    name: 'revisar',
    about:
      'Vuelve a juzgar las ventas de los últimos treinta días con las reglas de otra fecha: ' +
      'cuáles se rechazarían, se observarían o llevarían más impuesto, por producto y serie, y ' +
      'qué hacer antes. Son las del ambiente actual de cada negocio, sin las descartadas. No ' +
      'cambia nada. ' +
      'Termina con el código 0 aunque encuentre algo',
    options: {
      '--desde <AAAA-MM-DD>': 'la fecha de las reglas',
      '--negocio <ruc>': 'solo las ventas de un negocio (lo usual: las de todos los activos)',
    },
    json: JSON_FIELDS,
    examples: [
      'ley revisar --desde 2027-01-01',
      'ley revisar --desde 2027-01-01 --negocio 20123456786 --json',
    ],
    run: review,
  });
}

async function review(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const day = readDay(flags.desde, mistakes);
  const ruc =
    flags.negocio === undefined ? undefined : readRuc(flags.negocio, mistakes, '--negocio');
  mistakes.check();
  const { lawChanges, limaToday, addDays, changeAdvice } = await import('@rafaga/fiscal');
  const adviceOf = (row: ChangeRow) => changeAdvice(row, day);
  const today = limaToday(new Date());
  const [first, last] = day > today ? [addDays(today, 1), day] : [day, today];
  const changes = lawChanges(first, last);
  return withContext(async (context) => {
    const reviews = await reviewAll(context, day, ruc);
    return {
      json: {
        desde: day,
        cambios: changes.map(changeJson),
        negocios: reviews.map((each) => reviewJson(each, adviceOf)),
      },
      text: [changesText(changes, day), ...reviews.map((each) => reviewText(each, adviceOf))].join(
        '\n\n',
      ),
    };
  });
}

function readDay(given: string | undefined, mistakes: Mistakes): string {
  const day = mistakes.required('--desde', given, 'falta: la fecha de las reglas.');
  if (given !== undefined && !isCalendarDate(day))
    mistakes.add('--desde', 'debe ser una fecha real: AAAA-MM-DD.');
  return day;
}
