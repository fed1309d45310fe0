/** archivar: closed months as signed bundles that need neither the database nor Ráfaga. */
import type { Command } from 'commander';
import type { ArchiveFlags } from '../archiving/read.js';
import type { CommandResult } from '../terminal/print.js';
import { addCommand, addGroup, type CommandSpec } from './addCommand.js';

const BUSINESS = { '--negocio <ruc>': 'solo los de un negocio' };
const MONTH = { mes: 'como 2026-09, de la hora de Lima' };

const ABOUT = `
Un mes que terminó pasa a paquetes ZIP en el almacén de archivos, en archivo/MES/RUC:
el XML firmado, el CDR, los PDF guardados, el registro y la historia de cada
comprobante, con un manifiesto de huellas SHA-256 firmado (Ed25519). Se leen y se
prueban con unzip, sha256sum y openssl, sin Ráfaga y sin su base de datos.

  crear      hace los paquetes que faltan; se puede cortar y repetir
  verificar  relee los paquetes y la lista firmada de cada mes, y dice qué falta
  listar     los paquetes que hay
  buscar     en qué paquete está una referencia
  desprender saca de la base de datos un mes archivado y comprobado

Un comprobante pendiente, en revisión o con un CDR por guardar deja abierto el mes de
su negocio. Firma RAFAGA_ARCHIVE_KEY (32 bytes en Base64); guarda su clave pública,
que crear imprime, donde un tercero la encuentre.`;

/** The work of each command is loaded when it runs, so that --help answers at once. */
const work =
  (name: keyof typeof import('../archiving/commands.js')) =>
  async (flags: ArchiveFlags, ...words: string[]) =>
    (await import('../archiving/commands.js'))[name](flags, ...words) as Promise<CommandResult>;

export function archivar(program: Command): void {
  const group = addGroup(program, 'archivar', 'Meses cerrados en paquetes firmados');
  group.addHelpText('after', ABOUT);
  for (const command of COMMANDS) addCommand<ArchiveFlags>(group, command);
}

const COMMANDS: readonly CommandSpec<ArchiveFlags>[] = [
  {
    name: 'crear <mes>',
    about: 'Hace los paquetes de un mes que terminó',
    arguments: MONTH,
    options: { ...BUSINESS, '--por-paquete <n>': 'comprobantes por paquete, 5000 a lo más' },
    json: {
      negocios: 'lo que se archivó, por RUC',
      abiertos: 'lo que deja abierto el mes, por RUC: cuántos y cuáles',
      danados: 'por RUC, el archivo del almacén que no se puede archivar',
      clave_publica: 'con la que se comprueban las firmas (PEM)',
    },
    examples: ['archivar crear 2026-09', 'archivar crear 2026-09 --negocio 20123456786'],
    run: work('create'),
  },
  {
    name: 'verificar [mes]',
    about: 'Relee los paquetes de un mes, o todos, y comprueba huellas, firmas y que no falte nada',
    arguments: MONTH,
    options: {
      ...BUSINESS,
      '--clave <archivo>': 'PEM con las claves públicas que valen; si falta, la de la instalación',
    },
    json: {
      paquetes: 'cuántos se leyeron, y con cuántos documentos',
      mal: 'lo que falta, cambió o sobra: archivo y por_que',
    },
    examples: ['archivar verificar', 'archivar verificar 2026-09 --clave claves.pem'],
    run: work('verify'),
  },
  {
    name: 'listar [mes]',
    about: 'Los paquetes que hay',
    arguments: MONTH,
    options: BUSINESS,
    examples: ['archivar listar', 'archivar listar 2026-09'],
    run: work('list'),
  },
  {
    name: 'buscar <referencia>',
    about: 'En qué paquete y carpeta está una referencia',
    arguments: { referencia: 'la clave con la que se emitió' },
    options: BUSINESS,
    json: {
      encontrados: 'dónde está: documento_id, paquete y carpeta',
      mal: 'los paquetes que no se pudieron leer: archivo y por_que; la orden sale entonces con 1',
    },
    examples: ['archivar buscar VENTA-000123'],
    run: work('find'),
  },
  {
    name: 'desprender <mes>',
    about: 'Saca de la base de datos un mes archivado; la API y el panel lo leen de sus paquetes',
    arguments: MONTH,
    json: { tablas: 'las que quedaron fuera', documentos: 'cuántos tienen los paquetes' },
    examples: ['archivar desprender 2026-09'],
    run: work('detach'),
  },
];
