/**
 * Checks an invoice against the UBL 2.1 schema of a configured folder; libxml2 is loaded only
 * then.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidSetting } from '../settings.js';
import { Problem } from './problem.js';

export type SchemaCheck = (xml: Buffer) => void;

const SUBFOLDERS = [['2.1', 'maindoc'], ['maindoc'], ['xsd', 'maindoc'], []];

export async function loadSchema(folder: string): Promise<SchemaCheck> {
  const file = SUBFOLDERS.map((subfolder) =>
    join(folder, ...subfolder, 'UBL-Invoice-2.1.xsd'),
  ).find((path) => existsSync(path));
  if (!file) throw new InvalidSetting(`UBL_XSD_DIR no contiene UBL-Invoice-2.1.xsd: ${folder}`);
  const { XmlDocument, XsdValidator, XmlValidateError, XmlParseError } = await import(
    'libxml2-wasm'
  );
  const { xmlRegisterFsInputProviders } = await import('libxml2-wasm/lib/nodejs.mjs');
  xmlRegisterFsInputProviders();
  const { readFileSync } = await import('node:fs');
  const schema = XmlDocument.fromBuffer(readFileSync(file), { url: file });
  const validator = XsdValidator.fromDoc(schema);
  return (xml) => {
    let document: InstanceType<typeof XmlDocument> | undefined;
    try {
      document = XmlDocument.fromBuffer(xml);
      validator.validate(document);
    } catch (error) {
      if (error instanceof XmlValidateError || error instanceof XmlParseError)
        throw new Problem('0306', error.message.trim());
      throw error;
    } finally {
      document?.dispose();
    }
  };
}
