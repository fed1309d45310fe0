/** Sets the next answers, delays and outages of the simulated authority. */
import { callSimulator, type SimulatorState, stateText } from '../clients/simulator.js';
import { wholeNumber } from '../rules/wholeNumber.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';

export interface SimulatorFlags extends CommonFlags {
  url?: string;
  veces?: string;
  codigo?: string;
  segundos?: string;
  servicio?: string;
  documento?: string;
  ruc?: string;
  tipo?: string;
  modo?: string;
  servicios?: string;
  hasta?: string;
  desde?: string;
}

const COUNT = { least: 0, most: 9_999_999 };

export const next = (flags: SimulatorFlags, outcome: string): Promise<CommandResult> =>
  send(
    flags,
    'siguiente',
    {
      resultado: outcome,
      ...given('veces', flags.veces, (text) => wholeNumber('--veces', text, COUNT)),
      ...given('segundos', flags.segundos, (text) => wholeNumber('--segundos', text, COUNT)),
      ...given('codigo', flags.codigo),
      ...given('servicio', flags.servicio),
      ...given('documento', flags.documento),
      ...given('ruc', flags.ruc),
      ...given('tipo', flags.tipo),
    },
    `Anotado: ${outcome}.`,
  );

export const delay = (flags: SimulatorFlags, ms: string): Promise<CommandResult> =>
  send(
    flags,
    'latencia',
    {
      ms: wholeNumber('MS', ms, COUNT),
      ...given('hasta', flags.hasta, (text) => wholeNumber('--hasta', text, COUNT)),
    },
    'Demora puesta.',
  );

export const takeDown = (flags: SimulatorFlags): Promise<CommandResult> =>
  send(
    flags,
    'caida',
    {
      ...given('modo', flags.modo),
      ...given('servicios', flags.servicios, (text) => text.split(',')),
    },
    'Servicio caído.',
  );

export const reset = (flags: SimulatorFlags): Promise<CommandResult> =>
  send(flags, 'normal', {}, 'El simulador contesta como siempre.');

export const forget = (flags: SimulatorFlags): Promise<CommandResult> =>
  send(flags, 'olvidar', {}, 'El simulador olvidó todo.');

async function send(
  flags: SimulatorFlags,
  path: string,
  body: object,
  done: string,
): Promise<CommandResult> {
  const state = await callSimulator<SimulatorState>(flags, 'POST', `/${path}`, body);
  return { json: state, text: `${done}\n\n${stateText(state)}` };
}

/** An object with this member, or an empty one when the option is absent. */
export function given<T = string>(
  name: string,
  text: string | undefined,
  read: (text: string) => T = (value) => value as T,
): Record<string, T> {
  return text === undefined ? {} : { [name]: read(text) };
}
