import path from 'node:path';
import { defineConfig } from 'prisma/config';

const prisma = path.resolve(import.meta.dirname, '../prisma');

export default defineConfig({
  schema: path.join(prisma, 'schema.prisma'),
  migrations: { path: path.join(prisma, 'migrations') },
  // prisma generate needs no database
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
