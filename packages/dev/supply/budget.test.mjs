/** Tests the budget of packages, and that a bill of materials is a valid CycloneDX document. */
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from '@jest/globals';
import { excess, recordOf } from './budget.mjs';
import { bomOf, packagesOf } from './images.mjs';

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

test('a package that is not recorded is refused with what brought it', () => {
  const findings = excess(held, 'pg: api\n', { api: 2 }).join('\n');
  expect(findings).toContain('+ @new/one: api (@rafaga/db > pg > @new/one)');
  expect(excess(held, recordOf(held), { api: 2 })).toEqual([]);
});

test('an image with more packages than its budget is refused although they are recorded', () => {
  expect(excess(held, recordOf(held), { api: 1 })).toEqual([
    'la imagen api tiene 2 paquetes; su límite es 1',
  ]);
});

// one image: pnpm makes them all alike, in seconds each
test('a bill of materials is valid CycloneDX', async () => {
  const text = await bomOf('panel');
  const errors = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  expect(errors).toBeNull();
  expect(text).toContain('pkg:npm/%40rafaga/panel@');
});
