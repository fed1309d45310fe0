/** Tests the secrets that a command refuses. */
import { expect, test } from '@jest/globals';
import { Mistakes } from '../terminal/failure.js';
import { type KeyFlags, readKeys } from './keys.js';

const OWNER = { ruc: '20123456786', legalName: 'Bodega S.A.C.' };

test.each<[KeyFlags, string]>([
  [{ usuarioSol: 'MODDATOS', claveSol: '' }, '--clave-sol: falta'],
  [{ claveCertificado: 'secreta' }, '--certificado: va junto con --clave-certificado.'],
])('the keys %j are a mistake', async (flags, text) => {
  const mistakes = new Mistakes();
  await readKeys(flags, OWNER, mistakes);
  expect(() => mistakes.check()).toThrow(text);
});
