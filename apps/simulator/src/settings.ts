/**
 * Reads the settings of the simulator from the environment; an invalid one is an error in one
 * sentence.
 */
import { resolve } from 'node:path';

export interface Settings {
  host: string;
  port: number;
  /** The folder of the ledger. */
  folder: string;
  /** Whether signatures and rules are checked; SIMULATOR_STRICT=0 only for benches. */
  strict: boolean;
  /** The folder of the UBL schemas; absent: schemas are not checked. */
  schemas?: string;
}

export class InvalidSetting extends Error {}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const settings: Settings = {
    host: env.SIMULATOR_HOST || '127.0.0.1',
    port: portOf(env.SIMULATOR_PORT || '3002'),
    folder: resolve(env.RAFAGA_HOME || '.rafaga', 'simulator'),
    strict: strictnessOf(env.SIMULATOR_STRICT || '1'),
  };
  const schemas = env.UBL_XSD_DIR;
  return schemas ? { ...settings, schemas: resolve(schemas) } : settings;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new InvalidSetting(`SIMULATOR_PORT debe ser un puerto de 0 a 65535 y es «${text}».`);
  return port;
}

function strictnessOf(text: string): boolean {
  if (text !== '0' && text !== '1')
    throw new InvalidSetting(`SIMULATOR_STRICT debe ser 0 o 1 y es «${text}».`);
  return text === '1';
}
