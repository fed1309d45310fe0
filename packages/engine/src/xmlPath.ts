/** Finds elements and values in the tree of an XML document by paths of local names. */
import { CdrProblem } from './cdrProblem.js';
import { isElement, textOf, type XmlElement } from './xmlNodes.js';

/** The elements below `from` at a path, as in 'TaxTotal/TaxSubtotal'. */
export function all(from: XmlElement, path: string): XmlElement[] {
  let found = [from];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) =>
      children.filter(isElement).filter(({ local }) => local === name),
    );
  return found;
}

/** The first element at a path. */
export const one = (from: XmlElement, path: string): XmlElement | undefined => all(from, path)[0];

/** The text of the first element at a path. */
export function optional(from: XmlElement, path: string): string | undefined {
  const found = one(from, path);
  return found && textOf(found);
}

/** @throws CdrProblem without an element at the path */
export const required = (from: XmlElement, path: string): string =>
  optional(from, path) ?? missing(path);

/**
 * The amount, price or rate at a path.
 * @throws CdrProblem without one
 */
export function requiredDecimal(from: XmlElement, path: string): string {
  const found = optional(from, path);
  return found !== undefined && DECIMAL.test(found) ? found : missing(path);
}

const DECIMAL = /^\d+(?:\.\d+)?$/;

/** The value of an attribute, by its local name. */
export const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.find(({ local }) => local === name)?.value;

/** A member for a value that is there, and none for one that is not. */
export const given = <K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { [key in K]?: V };

/** @throws CdrProblem */
export function missing(what: string): never {
  throw new CdrProblem('xml_malformed', what);
}
