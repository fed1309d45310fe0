/** Tests that API and worker, which have no Prisma client, make no call of one. */
import { expect, test } from '@jest/globals';
import { prismaNeeds, readModels } from './prismaNeeds.mjs';
import { readSources } from './sourceGraph.mjs';

const declarationsOf = readSources();
const models = readModels();
const callersOf = (program) =>
  declarationsOf(program)
    .filter((declaration) => prismaNeeds(declaration, models).length > 0)
    .map(({ node }) => (node.identifier ?? node.id).value)
    .sort();

test('API and worker make no call of Prisma, as the panel does', () => {
  expect(callersOf('panel')).toContain('createBusiness');
  expect([...callersOf('api'), ...callersOf('worker')]).toEqual([]);
});
