/** Values that SUNAT quotes are hidden wherever they end; its words and its places stay. */
import { expect, test } from '@jest/globals';
import { hideQuotedValues } from './quotedValues.js';

test.each([
  [
    `2022 (nodo: "cbc:RegistrationName" valor: "ANA QUISPE")' y más`,
    `2022 (nodo: "cbc:RegistrationName" valor: "[oculto]")' y más`,
  ],
  [
    '(nodo: "a" valor: "LA "ÑATA" S.A.") (nodo: "b" valor: "45678912" )',
    '(nodo: "a" valor: "[oculto]") (nodo: "b" valor: "[oculto]" )',
  ],
  ["(nodo: 'a' Valor='ANA')", `(nodo: 'a' Valor="[oculto]")`],
  ['(valor: &quot;ANA&#34;)</faultstring>', '(valor: "[oculto]")</faultstring>'],
  ['cortado (nodo: "a" valor: "ANA QUI', 'cortado (nodo: "a" valor: "[oculto]"'],
  ['El valor: 18.00 no es el del cálculo', 'El valor: 18.00 no es el del cálculo'],
])('%s', (text, hidden) => {
  expect(hideQuotedValues(text)).toBe(hidden);
});

test('a megabyte of beginnings of values is read once', () => {
  const hidden = hideQuotedValues('valor: "x '.repeat(100_000));
  expect(hidden).toBe('valor: "[oculto]"');
});
