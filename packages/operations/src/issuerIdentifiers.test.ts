/** Tests the check of a RUC and of an ubigeo. */
import { expect, test } from '@jest/globals';
import { faultOfRuc, faultOfUbigeo, hasCheckDigit } from './issuerIdentifiers.js';

// public RUCs: SUNAT, Banco de Crédito, Telefónica, SUNAT's test user and the demonstration's
test.each(['20131312955', '20100047218', '20100017491', '20000000001', '20123456786'])(
  '%s is a RUC',
  (ruc) => {
    expect(faultOfRuc(ruc)).toBeUndefined();
    expect(hasCheckDigit(ruc)).toBe(true);
  },
);

test.each([
  ['2012345678', '11 dígitos'],
  ['201234567890', '11 dígitos'],
  ['2012345678X', '11 dígitos'],
  ['30123456786', 'empieza con'],
])('%s is not a RUC: %s', (ruc, reason) => {
  expect(faultOfRuc(ruc)).toContain(reason);
});

test.each(['20123456785', '20123465786'])('%s is a RUC with a digit changed', (ruc) => {
  expect(faultOfRuc(ruc)).toBeUndefined();
  expect(hasCheckDigit(ruc)).toBe(false);
});

test.each(['150116', '010101', '250401'])('%s is an ubigeo', (ubigeo) => {
  expect(faultOfUbigeo(ubigeo)).toBeUndefined();
});

test.each(['15011', '260101', '000101', '150001', '150100', 'abcdef'])(
  '%s is not an ubigeo',
  (ubigeo) => {
    expect(faultOfUbigeo(ubigeo)).toContain('6 dígitos');
  },
);
