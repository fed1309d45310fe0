/** Validation messages are complete Spanish sentences that name their field. */
import { expect, test } from '@jest/globals';
import { namedForbidden } from './characters.js';
import { CONTRACT } from './contract.js';
import type { Path } from './labels.js';
import { MESSAGES, type MessageKey, messageFor } from './messages.js';
import { type Described, messageKeysOf } from './schemas/described.js';

const { labelOf, described } = CONTRACT.factura;
const keys = Object.keys(MESSAGES) as MessageKey[];

test.each(keys)('the message %s is one or two Spanish sentences without placeholders', (key) => {
  const text = messageFor(key, 'Las cuotas', {
    limite: 5,
    valores: 'A, B',
    campo: 'uno',
    parecido: 'dos',
  });
  expect(text).toMatch(/^[A-ZÉ][^{}]*[.?]$/);
  expect(text).not.toContain('undefined');
});

test('a message agrees with its field in number', () => {
  expect(messageFor('positive', 'La cantidad')).toBe(
    'La cantidad debe ser un número mayor que cero.',
  );
  expect(messageFor('array', 'Las cuotas')).toBe('Las cuotas deben ser una lista JSON.');
  expect(messageFor('many', 'Las cuotas', { limite: 999, largo: 1000 })).toBe(
    'Las cuotas deben tener como máximo 999 elementos y llegan con 1000.',
  );
  expect(messageFor('required', 'El RUC')).toBe('Envía el RUC: es un dato obligatorio.');
});

/** Every field of the schemas with its path. */
function* fields(place: Described, path: Path = []): Generator<[Path, Described]> {
  for (const [name, field] of Object.entries(place.keys ?? {})) {
    yield [[...path, name], field];
    yield* fields(field, [...path, name]);
  }
  for (const entry of place.items ?? []) yield* fields(entry, [...path, 0]);
}

test('every field of the wire has a Spanish label and messages of the table', () => {
  for (const [path, field] of fields(described)) {
    expect(labelOf(path)).toMatch(
      path.at(-1) === 'enviar_automatico' ? /enviar_automatico/ : /^(El|La|Los|Las) (?!campo )/,
    );
    for (const key of Object.values(messageKeysOf(field))) expect(keys).toContain(key);
  }
});

test('an entry of a list is named by its position, counted from one', () => {
  expect(labelOf(['items', 3])).toBe('La línea 4');
  expect(labelOf(['items', 0, 'descuentos', 1])).toBe('El descuento 2');
});

test('an unknown field is named as it was sent', () => {
  expect(labelOf(['constructor'])).toBe('El campo constructor');
});

test('a refused character is named with its place', () => {
  expect(namedForbidden('Ana\ufeff María')).toBe('U+FEFF, en la posición 4');
  expect(namedForbidden('a\ud800')).toBe('U+D800, en la posición 2');
  expect(namedForbidden('☕🙂\u0007')).toBe('U+0007, en la posición 3');
  const caracter = namedForbidden('\u0007');
  expect(messageFor('characters', 'La razón social', { caracter })).toContain('(U+0007, en la');
});
