/** The RUC is found in any attribute of a subject that certification authorities use. */
import { expect, test } from '@jest/globals';
import { rucOf } from './subjectRuc.js';

test.each([
  [
    'organizationIdentifier',
    'C=PE\nO=COMERCIAL S.A.C.\norganizationIdentifier=NTRPE-20123456786\n' +
      'serialNumber=PNOPE-45678912\nCN=QUISPE ANA',
    '20123456786',
  ],
  [
    'serialNumber',
    'C=PE\nserialNumber=RUC:20123456786\nOU=Facturación\nCN=COMERCIAL S.A.C.',
    '20123456786',
  ],
  [
    'OU',
    'C=PE\nST=LIMA\nO=COMERCIAL S.A.C.\nOU=GERENCIA\nOU=20123456786\nCN=QUISPE ANA',
    '20123456786',
  ],
  ['CN', 'CN=COMERCIAL S.A.C. 20123456786', '20123456786'],
  ['a person', 'OU=RUC 10456789123\nCN=QUISPE ANA\nserialNumber=45678912', '10456789123'],
  ['the surest of two', 'OU=20999999999\norganizationIdentifier=NTRPE-20123456786', '20123456786'],
  ['a value with an equals sign', 'OU=ruc=20123456786', '20123456786'],
])('the RUC is found in %s', (_, subject, ruc) => {
  expect(rucOf(subject)).toBe(ruc);
});

test.each([
  '',
  'CN=QUISPE ANA\nserialNumber=45678912',
  'OU=120123456786',
  'OU=201234567861',
  'OU=30123456786',
  'emailAddress=20123456786@x.pe',
])('no RUC is found in %p', (subject) => {
  expect(rucOf(subject)).toBeUndefined();
});
