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
  /** Amounts that are part of others or never charged, and not to be added up. */
  apart: Pair[];
  /** Amounts that add up to the payable amount. */
  totals: Pair[];
  payable: Pair;
  /** The payable amount with the perception, if any. */
  beyond: Pair[];
  inWords: string[];
  legends: string[];
  cards: Card[];
  state: { stamp?: string; text: string };
  /** What this print is, and how to verify it. */
  proof: string[];
  footer?: string;
}
