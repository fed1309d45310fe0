/** Reads an invoice from its XML with libxml2, without the code under test. */
import { Decimal } from 'decimal.js';
import { XmlDocument, type XmlElement, XmlXPath } from 'libxml2-wasm';

const NAMESPACES = {
  inv: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** An element that is queried with XPath; each result is cached. */
export class Node {
  readonly #found = new Map<string, Node[]>();

  /** @param document held here, because libxml2 frees it and its elements when nothing holds it */
  constructor(
    readonly element: XmlElement,
    readonly document: XmlDocument = element.doc,
  ) {}

  all(path: string): Node[] {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const found = (this.element.find(compiled(path)) as XmlElement[]).map(
      (element) => new Node(element, this.document),
    );
    this.#found.set(path, found);
    return found;
  }

  has(path: string): boolean {
    return this.all(path).length > 0;
  }

  /** The text of the first match; '' without one. */
  text(path: string): string {
    return this.all(path)[0]?.element.content ?? '';
  }

  /** The number in the first match; 0 without one. */
  number(path: string): Decimal {
    const written = this.text(path);
    return new Decimal(written === '' ? 0 : written);
  }

  sum(path: string): Decimal {
    return this.all(path).reduce((total, node) => total.plus(node.element.content), new Decimal(0));
  }

  /** The subtotal of one tax. */
  tax(code: string): Node | undefined {
    return this.all(
      `cac:TaxTotal/cac:TaxSubtotal[cac:TaxCategory/cac:TaxScheme/cbc:ID='${code}']`,
    )[0];
  }

  /** True when the tax is there with a base: SUNAT's "cuyo monto base es mayor a cero". */
  bears(code: string): boolean {
    return this.tax(code)?.number('cbc:TaxableAmount').gt(0) ?? false;
  }

  taxed(code: string): Decimal {
    return this.tax(code)?.number('cbc:TaxAmount') ?? new Decimal(0);
  }

  base(code: string): Decimal {
    return this.tax(code)?.number('cbc:TaxableAmount') ?? new Decimal(0);
  }

  /** Discounts and charges of these codes of catalogue 53. */
  allowances(...codes: string[]): Decimal {
    return codes.reduce(
      (total, code) =>
        total.plus(
          this.sum(`cac:AllowanceCharge[cbc:AllowanceChargeReasonCode='${code}']/cbc:Amount`),
        ),
      new Decimal(0),
    );
  }
}

/** Parses the XML, calls `ask` and frees the document. */
export function withInvoice<T>(xml: string | Uint8Array, ask: (root: Node) => T): T {
  const document =
    typeof xml === 'string' ? XmlDocument.fromString(xml) : XmlDocument.fromBuffer(xml);
  try {
    return ask(new Node(document.root));
  } finally {
    document.dispose();
  }
}

const paths = new Map<string, XmlXPath>();

function compiled(path: string): XmlXPath {
  const known = paths.get(path) ?? XmlXPath.compile(path, NAMESPACES);
  paths.set(path, known);
  return known;
}
