/** simular: tells the simulated authority what to answer next. */
import type { Command } from 'commander';
import { callSimulator, type SimulatorState, stateText } from '../clients/simulator.js';
import { Mistakes } from '../terminal/failure.js';
import type { Common, Shown } from '../terminal/show.js';
import { table } from '../terminal/table.js';
import { group, leaf } from './leaf.js';

interface Flags extends Common {
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

const URL_OPTION = { '--url <url>': 'dirección del simulador (lo usual: el de npm start)' };

export function simular(program: Command): void {
  const parent = group(program, 'simular', 'El simulador de SUNAT: qué recibió y qué contestará');
  leaf<Flags>(parent, {
    name: 'siguiente <resultado>',
    about: 'Lo próximo que llegue recibe este resultado',
    arguments: { resultado: 'uno de: rafaga simular resultados' },
    options: {
      '--veces <n>': 'cuántas veces (lo usual: 1)',
      '--codigo <nnnn>': 'código de retorno de un rechazo o una excepción',
      '--segundos <n>': 'cuánto tarda un resultado lento',
      '--servicio <nombre>': 'envio, consulta o rest (lo usual: envio)',
      '--documento <nombre>': 'solo para este comprobante: RUC-TT-SERIE-NUMERO',
      '--ruc <ruc>': 'solo para este emisor',
      '--tipo <tt>': 'solo 01 (facturas) o 03 (boletas)',
      ...URL_OPTION,
    },
    examples: [
      'simular siguiente timeout-despues',
      'simular siguiente rechazado --codigo 3291 --veces 3',
      'simular siguiente caido --servicio consulta',
    ],
    run: next,
  });
  leaf<Flags>(parent, {
    name: 'latencia <ms>',
    about: 'Demora cada respuesta; 0 la quita',
    arguments: { ms: 'milisegundos' },
    options: { '--hasta <ms>': 'entre uno y otro, al azar', ...URL_OPTION },
    examples: ['simular latencia 300', 'simular latencia 200 --hasta 2000'],
    run: (flags, ms) =>
      send(
        flags,
        'latencia',
        { ms: whole('MS', ms), ...given('hasta', flags.hasta, (text) => whole('--hasta', text)) },
        'Demora puesta.',
      ),
  });
  leaf<Flags>(parent, {
    name: 'caida',
    about: 'Tumba el servicio hasta «simular normal»',
    options: {
      '--modo <modo>': 'corte, colgado, http-503 o 0109 (lo usual: corte)',
      '--servicios <lista>': 'envio,consulta,rest (lo usual: todos)',
      ...URL_OPTION,
    },
    examples: ['simular caida', 'simular caida --modo 0109 --servicios envio'],
    run: (flags) =>
      send(
        flags,
        'caida',
        {
          ...given('modo', flags.modo),
          ...given('servicios', flags.servicios, (text) => text.split(',')),
        },
        'Servicio caído.',
      ),
  });
  leaf<Flags>(parent, {
    name: 'normal',
    about: 'Olvida el guion: contesta de nuevo como siempre',
    options: URL_OPTION,
    examples: ['simular normal'],
    run: (flags) => send(flags, 'normal', {}, 'El simulador contesta como siempre.'),
  });
  leaf<Flags>(parent, {
    name: 'olvidar',
    about: 'Borra todo lo que el simulador registró, y el guion',
    options: URL_OPTION,
    examples: ['simular olvidar'],
    run: (flags) => send(flags, 'olvidar', {}, 'El simulador olvidó todo.'),
  });
  leaf<Flags>(parent, {
    name: 'estado',
    about: 'El guion en vigor y cuánto se recibió',
    options: URL_OPTION,
    examples: ['simular estado'],
    run: async (flags) => {
      const state = await callSimulator<SimulatorState>(flags, 'GET', '');
      return { json: state, text: stateText(state) };
    },
  });
  leaf<Flags>(parent, {
    name: 'recibidos',
    about: 'Lo que el simulador recibió, lo más antiguo primero',
    options: {
      '--documento <nombre>': 'solo este comprobante',
      '--desde <n>': 'desde este número de orden',
      ...URL_OPTION,
    },
    examples: ['simular recibidos', 'simular recibidos --documento 20123456786-03-B001-12'],
    run: receipts,
  });
  leaf<Flags>(parent, {
    name: 'resultados',
    about: 'Los resultados que se pueden pedir, también con el documento del cliente',
    options: URL_OPTION,
    examples: ['simular resultados'],
    run: async (flags) => {
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
    },
  });
}

const next = (flags: Flags, outcome: string): Promise<Shown> =>
  send(
    flags,
    'siguiente',
    {
      resultado: outcome,
      ...given('veces', flags.veces, (text) => whole('--veces', text)),
      ...given('segundos', flags.segundos, (text) => whole('--segundos', text)),
      ...given('codigo', flags.codigo),
      ...given('servicio', flags.servicio),
      ...given('documento', flags.documento),
      ...given('ruc', flags.ruc),
      ...given('tipo', flags.tipo),
    },
    `Anotado: ${outcome}.`,
  );

interface Receipt {
  seq: number;
  time: string;
  service: string;
  document: string | null;
  outcome: string;
  code: string | null;
  registered: boolean;
}

async function receipts(flags: Flags): Promise<Shown> {
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

async function send(flags: Flags, path: string, body: object, done: string): Promise<Shown> {
  const state = await callSimulator<SimulatorState>(flags, 'POST', `/${path}`, body);
  return { json: state, text: `${done}\n\n${stateText(state)}` };
}

/** A member, only where the option was given. */
function given<T = string>(
  name: string,
  text: string | undefined,
  read: (text: string) => T = (value) => value as T,
): Record<string, T> {
  return text === undefined ? {} : { [name]: read(text) };
}

function whole(at: string, text: string): number {
  const mistakes = new Mistakes();
  if (!/^\d{1,7}$/.test(text)) mistakes.add(at, 'un entero, sin signo.');
  mistakes.check();
  return Number(text);
}
