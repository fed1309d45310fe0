/** Documents are checked against SUNAT's UBL schema where a folder with it is configured. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import got from 'got';
import { readCdr, send, start } from '../../testing/client.js';
import { factura } from '../../testing/invoices.js';
import { loadSchema } from './schema.js';

/** A schema of an Invoice with any content, processed as given. */
const schemaThatWants = (
  pattern: string,
): string => `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  targetNamespace="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  elementFormDefault="qualified">
  <xsd:element name="Invoice"><xsd:complexType><xsd:sequence>
    <xsd:any namespace="##other" processContents="${pattern}" maxOccurs="unbounded"/>
  </xsd:sequence></xsd:complexType></xsd:element></xsd:schema>`;

async function folderWith(schema: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xsd-'));
  await writeFile(join(folder, 'UBL-Invoice-2.1.xsd'), schema);
  return folder;
}

test('a document that its schema refuses is 0306, a valid one is registered', async () => {
  const [strict, open] = await Promise.all([
    start({ schemas: await folderWith(schemaThatWants('strict')) }),
    start({ schemas: await folderWith(schemaThatWants('skip')) }),
  ]);
  const answers = await Promise.all([send(strict.url, factura()), send(open.url, factura())]);
  await Promise.all([strict.stop(), open.stop()]);
  expect(answers[0].fault).toBe('0306');
  expect(readCdr(answers[1])).toMatchObject({ code: '0' });
});

test('a simulator that is not strict checks no schema, and says so', async () => {
  const lax = await start({ strict: false, schemas: await folderWith(schemaThatWants('strict')) });
  const answer = await send(lax.url, factura());
  const state = await got(`${lax.url}/control`).json();
  await lax.stop();
  expect(readCdr(answer)).toMatchObject({ code: '0' });
  expect(state).toMatchObject({ estricto: false, esquemas: false });
});

test('a folder without the schema is refused', () => {
  expect(() => loadSchema(tmpdir())).toThrow('UBL_XSD_DIR no contiene UBL-Invoice-2.1.xsd');
});
