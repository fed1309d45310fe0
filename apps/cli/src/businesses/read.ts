/** Reads a business with its setup issues, or the list of all businesses. */
import type { Business, Db } from '@rafaga/db';
import type { BusinessSetup } from '@rafaga/operations';
import { cardJson, cardText, setupRemarks, stateOf, summaryJson } from '../cards/businessCard.js';
import { withContext } from '../context/commandContext.js';
import { withBusiness } from '../context/withBusiness.js';
import type { CommandResult } from '../terminal/print.js';
import { table } from '../terminal/table.js';

export const view = (flags: { ruc?: string }): Promise<CommandResult> =>
  withBusiness(flags, async ({ db }, business) => resultOf(await cardOf(db, business)));

export const list = (): Promise<CommandResult> =>
  withContext(async ({ db }) => {
    const { listBusinesses } = await import('@rafaga/db');
    const all = await listBusinesses(db);
    const rows = all.map((each) => [
      each.ruc,
      each.legalName,
      stateOf(each),
      each.test ? 'sí' : 'no',
    ]);
    return {
      json: all.map(summaryJson),
      text:
        all.length > 0
          ? table(['RUC', 'Razón social', 'Estado', 'De prueba'], rows)
          : 'No hay negocios todavía. Crea uno con: rafaga negocio crear',
    };
  });

/** Imports its module when it is called, because the module loads the database. */
export const cardOf = async (db: Db, business: Business): Promise<BusinessSetup> =>
  (await import('@rafaga/operations/business')).readBusinessSetup(db, business);

export function resultOf(card: BusinessSetup, done?: string): CommandResult {
  return {
    json: cardJson(card),
    text: done ? `${done}\n\n${cardText(card)}` : cardText(card),
    remarks: setupRemarks(card),
  };
}
