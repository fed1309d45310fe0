/** Tests that API and worker make no call of Prisma for what every sale needs. */
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

test.each([
  ['api', []],
  // a restoration, and what a person rehearses
  ['worker', ['answerRehearsal', 'listBusinesses', 'takeRehearsal']],
])('%s calls Prisma for nothing but %j', (program, callers) => {
  expect(callersOf(program)).toEqual(callers);
});
