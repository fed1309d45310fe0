/**
 * Prisma's pg adapter with what the schema engine needs beside it: the catalogue's type "char",
 * whole scripts, and a shadow database that can be dropped.
 */
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { SESSION_SETTINGS, withSettings } from '../../../prisma/sessionSettings.mjs';
import { createDatabase, dropDatabase } from '../database.mjs';
import { runPatiently } from './patientScript.mjs';

const CHAR = 18;
const TEXT = 25;

/**
 * The columns of type "char" by the rows of a result. @prisma/adapter-pg rejects that type
 * ("Column type 'char' could not be deserialized from the database"), which the engine selects when
 * it describes a database and needs to see as Character: it passes as text and is retyped after.
 */
const charColumns = new WeakMap();

function passChar(result) {
  for (const part of [result].flat()) {
    const found =
      part?.fields?.flatMap((field, index) => (field.dataTypeID === CHAR ? [index] : [])) ?? [];
    for (const index of found) part.fields[index].dataTypeID = TEXT;
    if (found.length > 0) charColumns.set(part.rows, found);
  }
  return result;
}

class CatalogueClient extends pg.Client {
  query(...args) {
    const callback = args.at(-1);
    if (typeof callback === 'function')
      args[args.length - 1] = (error, result) => callback(error, passChar(result));
    const returned = super.query(...args);
    return typeof returned?.then === 'function' ? returned.then(passChar) : returned;
  }
}

export class MigrationAdapter extends PrismaPg {
  #config;

  constructor(config) {
    const connectionString = withSettings(config.connectionString, SESSION_SETTINGS);
    super({ ...config, connectionString, Client: CatalogueClient });
    this.#config = config;
  }

  async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of charColumns.get(result.rows) ?? [])
        result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    // The stock executeScript splits at every ";", also inside functions, DO blocks and string
    // literals. PostgreSQL takes the whole script in one simple query.
    adapter.executeScript = async (script) => {
      try {
        await runPatiently(adapter.underlyingDriver(), script);
      } catch (error) {
        // protected, but nothing else makes it an error that the engine knows
        /** @type {any} */ (adapter).onError(error);
      }
    };
    return adapter;
  }

  async connectToShadowDb() {
    const url = new URL(this.#config.connectionString);
    url.pathname = `/prisma_migrate_shadow_db_${randomUUID()}`;
    await createDatabase(url.href);
    const config = { ...this.#config, connectionString: url.href };
    const shadow = await new MigrationAdapter(config).connect();
    const dispose = shadow.dispose.bind(shadow);
    // the stock adapter drops the database while its own pool is connected to it, which fails
    shadow.dispose = async () => {
      await dispose();
      await dropDatabase(url.href);
    };
    return shadow;
  }
}
