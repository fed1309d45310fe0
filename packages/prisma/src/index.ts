export * from './generated/client.js';
export { type OpenPrisma, openPrisma } from './openPrisma.js';
