/** Checks an invoice against the UBL 2.1 schema of a configured folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlParseError, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { InvalidSetting } from '../settings.js';
import { Problem } from './problem.js';

export type SchemaCheck = (xml: Buffer) => void;

const SUBFOLDERS = [['2.1', 'maindoc'], ['maindoc'], ['xsd', 'maindoc'], []];

export function loadSchema(folder: string): SchemaCheck {
  const file = SUBFOLDERS.map((subfolder) =>
    join(folder, ...subfolder, 'UBL-Invoice-2.1.xsd'),
  ).find((path) => existsSync(path));
  if (!file) throw new InvalidSetting(`UBL_XSD_DIR no contiene UBL-Invoice-2.1.xsd: ${folder}`);
  xmlRegisterFsInputProviders();
  const schema = XmlDocument.fromBuffer(readFileSync(file), { url: file });
  const validator = XsdValidator.fromDoc(schema);
  return (xml) => {
    let document: XmlDocument | undefined;
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
