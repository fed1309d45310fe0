/** negocio: creates, changes, shows, activates and suspends businesses. */
import type { Command } from 'commander';
import { list, view } from '../businesses/read.js';
import { type BusinessCommandFlags, change, create, setState } from '../businesses/write.js';
import { UNPROVEN_OPTION } from '../rules/unproven.js';
import { addCommand, addGroup, type CommandSpec } from './addCommand.js';
import { diseno } from './diseno.js';
import { pasar } from './pasar.js';

const RUC = { '--ruc <ruc>': 'RUC del negocio' };
const DATA = {
  '--nombre-comercial <texto>': 'nombre comercial',
  '--direccion <texto>': 'domicilio fiscal',
  '--ubigeo <codigo>': 'ubigeo del domicilio, 6 dígitos',
  '--precios-sin-igv': 'precio_unitario llega sin IGV',
  '--exonerado': 'permite operaciones exoneradas',
  '--sin-boletas': 'no emite boletas',
  '--sin-facturas': 'no emite facturas',
  '--de-prueba': 'cuenta de prueba: se configura igual y no puede emitir',
  '--limite-por-minuto <n>': 'llamadas por minuto y credencial',
  '--salto-maximo <n>': 'cuánto puede adelantarse un correlativo a su serie',
  '--ambiente <nombre>': 'simulador, beta o produccion',
  '--url-sunat <url>':
    'dirección propia para enviar comprobantes (solo operadores); --ambiente dice qué es ' +
    '(lo usual: produccion)',
  '--url-consulta <url>': 'dirección propia para consultarlos (solo operadores)',
  '--usuario-sol <usuario>': 'usuario SOL secundario, sin el RUC',
  '--clave-sol <clave>': 'su clave, o RAFAGA_CLAVE_SOL en el entorno',
  '--id-consulta <id>': 'client_id de Consulta Integrada',
  '--clave-consulta <clave>': 'su client_secret, o RAFAGA_CLAVE_CONSULTA en el entorno',
  ...UNPROVEN_OPTION,
  '--certificado <archivo>': 'certificado con su clave privada: PFX, P12 o PEM',
  '--clave-certificado <clave>': 'su contraseña, o RAFAGA_CLAVE_CERTIFICADO en el entorno',
  '--certificado-autofirmado': 'crea uno que el simulador acepta y SUNAT no',
};

/** What a new business has; a change leaves what it does not name. */
const USUAL: Readonly<Record<string, string>> = {
  '--precios-sin-igv': 'con IGV',
  '--limite-por-minuto <n>': '60',
  '--salto-maximo <n>': '10000',
  '--ambiente <nombre>': 'simulador',
};

const withUsual = ([option, about]: [string, string]) => [
  option,
  USUAL[option] ? `${about} (lo usual: ${USUAL[option]})` : about,
];

const WRITING: readonly CommandSpec<BusinessCommandFlags>[] = [
  {
    name: 'crear',
    about: 'Crea un negocio, con su acceso a SUNAT y su certificado',
    options: {
      ...RUC,
      '--razon-social <texto>': 'razón social',
      ...Object.fromEntries(Object.entries(DATA).map(withUsual)),
      '--activar': 'lo activa al terminar',
    },
    examples: [
      'negocio crear --ruc 20123456786 --razon-social "Bodega El Ejemplo S.A.C." ' +
        '--certificado-autofirmado --usuario-sol MODDATOS --clave-sol moddatos --activar',
      'negocio crear --ruc 20123456786 --razon-social "Bodega S.A.C." --certificado ' +
        'firma.pfx --clave-certificado secreto --ambiente produccion',
    ],
    run: create,
  },
  {
    name: 'cambiar',
    about: 'Cambia los datos de un negocio, su acceso a SUNAT o su certificado',
    options: {
      ...RUC,
      '--razon-social <texto>': 'razón social',
      ...DATA,
      '--precios-con-igv': 'precio_unitario llega con IGV',
      '--sin-exonerado': 'no permite operaciones exoneradas',
      '--con-boletas': 'emite boletas',
      '--con-facturas': 'emite facturas',
    },
    examples: [
      'negocio cambiar --ruc 20123456786 --certificado nuevo.pfx --clave-certificado secreto',
      'negocio cambiar --ruc 20123456786 --limite-por-minuto 600',
    ],
    run: change,
  },
];

const READING_AND_STATE: readonly CommandSpec<BusinessCommandFlags>[] = [
  {
    name: 'listar',
    about: 'Todos los negocios',
    examples: ['negocio listar', 'negocio listar --json'],
    run: list,
  },
  {
    name: 'ver',
    about: 'Un negocio, y qué le falta para emitir',
    options: RUC,
    examples: ['negocio ver --ruc 20123456786'],
    run: view,
  },
  {
    name: 'activar',
    about: 'Deja que un negocio use la API',
    options: RUC,
    examples: ['negocio activar --ruc 20123456786'],
    run: (flags) => setState(flags, 'active'),
  },
  {
    name: 'suspender',
    about: 'Cierra la API a un negocio; a lo ya emitido no le afecta',
    options: RUC,
    examples: ['negocio suspender --ruc 20123456786'],
    run: (flags) => setState(flags, 'suspended'),
  },
];

export function negocio(program: Command): void {
  const parent = addGroup(program, 'negocio', 'Los negocios que emiten');
  for (const each of WRITING) addCommand(parent, each);
  pasar(parent);
  diseno(parent);
  for (const each of READING_AND_STATE) addCommand(parent, each);
}
