/** The UBL 2.1 schema of an invoice, from UBL_XSD_DIR; it may not be redistributed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

export const SCHEMA_FOLDER = process.env.UBL_XSD_DIR;

let compiled: XsdValidator | undefined;

/** Throws for an XML that the schema does not admit. */
export function mustBeValid(xml: Uint8Array): void {
  compiled ??= compile(join(SCHEMA_FOLDER ?? '', '2.1/maindoc/UBL-Invoice-2.1.xsd'));
  const document = XmlDocument.fromBuffer(xml, { option: ParseOption.XML_PARSE_NONET });
  try {
    compiled.validate(document);
  } finally {
    document.dispose();
  }
}

function compile(path: string): XsdValidator {
  xmlRegisterFsInputProviders();
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
}
