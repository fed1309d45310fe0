/** The database of a bench, which sets up businesses and users by Prisma. */
import { createDb } from '@rafaga/db';
import { openPrisma } from '@rafaga/prisma';

export const openDb = (url, options) => createDb(url, { openPrisma, ...options });
