/** Converts a valid body to a `Sale`: English names, exact decimals, defaults of the table. */
import type { Kind, Sale } from '@rafaga/fiscal';
import { CONTRACT } from './contract.js';
import type { Fields } from './fields/field.js';

export interface SaleSettings {
  /** Whether the unit prices of the business include taxes. */
  pricesIncludeTax: boolean;
}

export function toSale(
  kind: Kind,
  body: Fields,
  { pricesIncludeTax }: SaleSettings,
  contract = CONTRACT,
): Sale {
  return contract[kind].readSale(body, { kind, pricesIncludeTax }) as unknown as Sale;
}
