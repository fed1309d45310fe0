/** What the panel and the CLI say of a certificate that may not sign for a business. */
import { expect, test } from '@jest/globals';
import { certificateFault } from './certificateFault.js';

const RUC = '20123456786';
const NOW = new Date('2026-11-22T17:00:00Z');
const valid = {
  subjectRuc: RUC,
  notBefore: new Date('2026-01-01T05:00:00Z'),
  notAfter: new Date('2027-01-01T05:00:00Z'),
};

test.each([
  [{}, undefined],
  [{ subjectRuc: '20999999991' }, 'El certificado es de otro RUC (20999999991).'],
  [{ notAfter: NOW }, 'El certificado venció el 22/11/2026.'],
  [
    { notBefore: new Date('2026-11-24T03:00:00Z') },
    'El certificado recién vale desde el 23/11/2026.',
  ],
])('a certificate with %j: %s', (change, fault) => {
  expect(certificateFault({ ...valid, ...change }, RUC, NOW)).toBe(fault);
});

test('a certificate that names no RUC may sign', () => {
  const { subjectRuc, ...unnamed } = valid;
  expect(subjectRuc).toBe(RUC);
  expect(certificateFault(unnamed, RUC, NOW)).toBeUndefined();
});
