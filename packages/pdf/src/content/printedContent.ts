/** All texts of a printed document, in Spanish, formatted. */
import type { Card } from './cards.js';
import type { PrintedLine } from './lines.js';
import type { Pair } from './pair.js';

export interface PrintedContent {
  title: string;
  number: string;
  ruc: string;
  issuer: { name: string; legalName?: string; address?: string; contact?: string };
  client: Pair[];
  terms: Pair[];
  lines: PrintedLine[];
  /** The heads of the columns of price and amount. */
  heads: { price: string; total: string };
  /** How many articles a ticket is for. */
  articles: string;
  /** From the sum of the lines to the payable amount, or to the bases of `parts`. */
  sums: Pair[];
  /** Bases and taxes that add up to the payable amount. */
  parts: Pair[];
  payable: Pair;
  /** Bases and taxes that the payable amount includes, when its lines include them too. */
  included: Pair[];
  /** Amounts that are never charged. */
  apart: Pair[];
  /** The perception, and the payable amount with it. */
  beyond: Pair[];
  inWords: string[];
  legends: string[];
  cards: Card[];
  state: { stamp?: string; text: string };
  /** What this print is, and how to verify it. */
  proof: string[];
  footer?: string;
}
