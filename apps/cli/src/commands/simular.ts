/** simular: shows what the simulated authority received, and sets what it answers next. */
import type { Command } from 'commander';
import { delay, forget, next, reset, type SimulatorFlags, takeDown } from '../simulator/orders.js';
import { outcomes, receipts, state } from '../simulator/reports.js';
import { addCommand, addGroup, type CommandSpec } from './addCommand.js';

const URL_OPTION = { '--url <url>': 'dirección del simulador (lo usual: el de npm start)' };

const COMMANDS: readonly CommandSpec<SimulatorFlags>[] = [
  {
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
  },
  {
    name: 'latencia <ms>',
    about: 'Demora cada respuesta; 0 la quita',
    arguments: { ms: 'milisegundos' },
    options: { '--hasta <ms>': 'entre uno y otro, al azar', ...URL_OPTION },
    examples: ['simular latencia 300', 'simular latencia 200 --hasta 2000'],
    run: delay,
  },
  {
    name: 'caida',
    about: 'Tumba el servicio hasta «simular normal»',
    options: {
      '--modo <modo>': 'corte, colgado, http-503 o 0109 (lo usual: corte)',
      '--servicios <lista>': 'envio,consulta,rest (lo usual: todos)',
      ...URL_OPTION,
    },
    examples: ['simular caida', 'simular caida --modo 0109 --servicios envio'],
    run: takeDown,
  },
  {
    name: 'normal',
    about: 'Olvida el guion: contesta de nuevo como siempre',
    options: URL_OPTION,
    examples: ['simular normal'],
    run: reset,
  },
  {
    name: 'olvidar',
    about: 'Borra todo lo que el simulador registró, y el guion',
    options: URL_OPTION,
    examples: ['simular olvidar'],
    run: forget,
  },
  {
    name: 'estado',
    about: 'El guion en vigor y cuánto se recibió',
    options: URL_OPTION,
    examples: ['simular estado'],
    run: state,
  },
  {
    name: 'recibidos',
    about: 'Lo que el simulador recibió, lo más antiguo primero',
    options: {
      '--documento <nombre>': 'solo este comprobante',
      '--desde <n>': 'desde este número de orden',
      ...URL_OPTION,
    },
    examples: ['simular recibidos', 'simular recibidos --documento 20123456786-03-B001-12'],
    run: receipts,
  },
  {
    name: 'resultados',
    about: 'Los resultados que se pueden pedir, también con el documento del cliente',
    options: URL_OPTION,
    examples: ['simular resultados'],
    run: outcomes,
  },
];

export function simular(program: Command): void {
  const parent = addGroup(
    program,
    'simular',
    'El simulador de SUNAT: qué recibió y qué contestará',
  );
  for (const each of COMMANDS) addCommand(parent, each);
}
