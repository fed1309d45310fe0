/**
 * Prisma's pg adapter as the schema engine needs it: it reads the catalogue, runs whole scripts and
 * has a shadow database.
 */
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const CHAR = 18;
const TEXT = 25;

// @prisma/adapter-pg rejects the catalogue type "char" (oid 18), which the engine selects when it describes a database
// ("Column type 'char' could not be deserialized from the database"), and the engine insists on
// seeing it as Character: let it pass as text, remember where, retype it.
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
    super({ ...config, Client: CatalogueClient });
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
    // The stock executeScript splits at every ";" and so breaks function bodies, DO blocks and
    // string literals. PostgreSQL takes the whole script in one simple query.
    adapter.executeScript = async (script) => {
      try {
        await adapter.underlyingDriver().query(script);
      } catch (error) {
        // protected, and the only way to the errors that the engine knows
        /** @type {any} */ (adapter).onError(error);
      }
    };
    return adapter;
  }

  async connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    const admin = await super.connect();
    await admin.underlyingDriver().query(`CREATE DATABASE "${name}"`);
    const url = new URL(this.#config.connectionString);
    url.pathname = `/${name}`;
    const shadow = await new MigrationAdapter({
      ...this.#config,
      connectionString: url.href,
    }).connect();
    const dispose = shadow.dispose.bind(shadow);
    // The stock adapter drops the database while its own pool is still connected to it, which
    // fails.
    shadow.dispose = async () => {
      await dispose();
      await admin.underlyingDriver().query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await admin.dispose();
    };
    return shadow;
  }
}
