/**
 * Prints the state of the simulated authority, what it received, and the outcomes that it knows.
 */
import { callSimulator, type SimulatorState, stateText } from '../clients/simulator.js';
import type { CommandResult } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import { given, type SimulatorFlags } from './orders.js';

export const state = async (flags: SimulatorFlags): Promise<CommandResult> => {
  const state = await callSimulator<SimulatorState>(flags, 'GET', '');
  return { json: state, text: stateText(state) };
};

export const outcomes = async (flags: SimulatorFlags): Promise<CommandResult> => {
  const { resultados, clientes } = await callSimulator<SimulatorState>(flags, 'GET', '');
  const rows = Object.entries(resultados).map(([name, says]) => [
    name,
    ...(clientes[name] ?? []),
    says,
  ]);
  return {
    json: resultados,
    text: table(['Resultado', 'DNI (boleta)', 'RUC', 'Qué hace'], rows),
  };
};

interface Receipt {
  seq: number;
  time: string;
  service: string;
  document: string | null;
  outcome: string;
  code: string | null;
  registered: boolean;
}

export async function receipts(flags: SimulatorFlags): Promise<CommandResult> {
  const query = new URLSearchParams({
    ...given('documento', flags.documento),
    ...given('desde', flags.desde),
  } as Record<string, string>);
  const all = await callSimulator<Receipt[]>(flags, 'GET', `/ledger?${query}`);
  const rows = all.map((each) => [
    each.seq,
    each.time,
    each.service,
    each.document,
    each.outcome,
    each.code,
    each.registered ? 'sí' : 'no',
  ]);
  return {
    json: all,
    text:
      all.length > 0
        ? table(
            ['N.º', 'Hora', 'Servicio', 'Comprobante', 'Resultado', 'Código', 'Registrado'],
            rows,
          )
        : 'Todavía no recibió nada.',
  };
}
