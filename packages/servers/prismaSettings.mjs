/** The environment in which the Prisma CLI downloads nothing and asks no server for news. */
import path from 'node:path';
import { root } from '../processes/places.mjs';

Object.assign(process.env, { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' });
// the CLI would download its schema engine; this one is an npm package
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(
  root,
  'packages/migrate/engine/schemaEngine.mjs',
);
