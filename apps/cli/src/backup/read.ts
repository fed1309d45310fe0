/** Reads the options of `rafaga respaldo`. */
import { isCalendarDate } from '@rafaga/fiscal';
import { installationEnv } from '../context/installation.js';
import { wholeNumber } from '../rules/wholeNumber.js';
import { Mistakes } from '../terminal/failure.js';
import { type Repository, repositoryIn } from './repository.js';

export interface BackupFlags {
  json?: boolean;
  carpeta?: string;
  respaldo?: string;
  hasta?: string;
  en?: string;
  archivos?: string;
  cada?: string;
  sinServidor?: string;
  archivado?: boolean;
  atraso?: string;
  conservar?: string;
}

export const repositoryOf = ({ carpeta }: BackupFlags): Repository =>
  repositoryIn(carpeta ?? installationEnv().RAFAGA_BACKUP_DIR);

const MINUTE = /^(\d{4}-\d\d-\d\d)[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?$/;

/** A minute in Lima, unless it names its own offset. */
export function readMinute(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, day, , , zone] = MINUTE.exec(text) ?? [];
  const at = new Date(`${text.replace(' ', 'T')}${zone ? '' : '-05:00'}`);
  if (day && isCalendarDate(day) && !Number.isNaN(at.getTime())) return at;
  const mistakes = new Mistakes();
  mistakes.add('--hasta', 'como "2026-11-22 17:05", la hora de Lima.');
  mistakes.check();
  return undefined;
}

const COUNT = { most: 9_999 };

export const readSeconds = ({ cada = '10' }: BackupFlags): number =>
  wholeNumber('--cada', cada, COUNT);

export const readAway = ({ sinServidor = '300' }: BackupFlags): number =>
  wholeNumber('--sin-servidor', sinServidor, COUNT);

export const readLag = ({ atraso = '60' }: BackupFlags): number =>
  wholeNumber('--atraso', atraso, COUNT);

export const readKept = ({ conservar = '7' }: BackupFlags): number =>
  wholeNumber('--conservar', conservar, COUNT);
