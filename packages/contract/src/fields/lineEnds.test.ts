/**
 * No field brings the line end U+0085 into a sale: some readers of XML change it, and the signature
 * does not hold for them.
 */
import { expect, test } from '@jest/globals';
import type { Block, Field } from './field.js';
import { SALE } from './sale.js';

const SENT = ['\u0085', 'a\u0085b', ' abc\u0085', 'a\u0085b@x.pe', 'ab@x\u0085.pe'];

const leaves = (block: Block, path = ''): [string, Field][] =>
  block.fields.flatMap((field) => {
    const name = `${path}${field.wire}`;
    return field.type.block ? leaves(field.type.block, `${name}.`) : [[name, field]];
  });

const FIELDS = new Map([...leaves(SALE.boleta), ...leaves(SALE.factura)]);

test.each([...FIELDS])('%s is refused with it, or has a text without it', (_name, { type }) => {
  for (const sent of SENT) {
    const isAccepted = type.accepts(sent) || type.schema.validate(sent).error === undefined;
    if (isAccepted) {
      const text = type.toSale(sent, {});
      expect(text).not.toBe('');
      expect(String(text)).not.toContain('\u0085');
    }
  }
});

test('the fields of texts are among them', () => {
  const accepting = [...FIELDS].filter(([, { type }]) => type.accepts('a\u0085b'));
  expect(accepting.map(([name]) => name)).toEqual(
    expect.arrayContaining(['observacion', 'items.descripcion', 'cliente.razon_social']),
  );
});
