/**
 * Tests that the images hold the recorded packages and no more than their budget, and that a bill
 * of materials is a valid CycloneDX document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { beforeAll, expect, test } from '@jest/globals';
import { bomOf, IMAGES } from '../../packages/supply/images.mjs';
import { excess, heldBy, packagesOf, recordOf } from './heldPackages.mjs';

/** One line for each package: its name and the images that hold it. */
const RECORD = path.join(import.meta.dirname, 'imagePackages.txt');

/** @type {string[]} */
let boms;
beforeAll(async () => {
  boms = await Promise.all(IMAGES.map(bomOf));
});

test('the images hold no more packages than their budget, and each is recorded', () => {
  const held = heldBy(
    IMAGES,
    boms.map((bom) => JSON.parse(bom)),
  );
  if (process.env.RAFAGA_GOLDEN === 'write') writeFileSync(RECORD, recordOf(held));
  expect(excess(held, readFileSync(RECORD, 'utf8'))).toEqual([]);
});

test('a bill of materials is valid CycloneDX', async () => {
  for (const [at, bom] of boms.entries()) {
    const errors = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(bom);
    expect(errors).toBeNull();
    expect(bom).toContain(`pkg:npm/%40rafaga/${IMAGES[at]}@`);
  }
});

const bom = {
  metadata: { component: { 'bom-ref': 'pkg:npm/%40rafaga/api@0.0.0' } },
  dependencies: [
    { ref: 'pkg:npm/%40rafaga/api@0.0.0', dependsOn: ['pkg:npm/%40rafaga/db@0.0.0'] },
    { ref: 'pkg:npm/%40rafaga/db@0.0.0', dependsOn: ['pkg:npm/pg@8.23.1'] },
    { ref: 'pkg:npm/pg@8.23.1', dependsOn: ['pkg:npm/%40new/one@1.0.0'] },
  ],
};
const held = { api: packagesOf(bom) };

test('the packages of an image are those of others, each with the chain to it', () => {
  expect([...held.api]).toEqual([
    ['pg@8.23.1', ['@rafaga/db', 'pg']],
    ['@new/one@1.0.0', ['@rafaga/db', 'pg', '@new/one']],
  ]);
});

test('a package that is not recorded is found with what brought it', () => {
  const findings = excess(held, 'pg: api\n', { api: 2 }).join('\n');
  expect(findings).toContain('+ @new/one: api (@rafaga/db > pg > @new/one)');
  expect(excess(held, recordOf(held), { api: 2 })).toEqual([]);
});

test('an image with more packages than its budget is found although they are recorded', () => {
  expect(excess(held, recordOf(held), { api: 1 })).toEqual([
    'the image api has 2 packages; its limit is 1',
  ]);
});
