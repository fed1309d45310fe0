/** Everything that a paper prints, in words: every format draws it, and none computes. */
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
  /** What is part of other amounts or is never charged: not to be added up. */
  apart: Pair[];
  /** These add up to the payable. */
  totals: Pair[];
  payable: Pair;
  /** What the payable becomes: with its percepción. */
  beyond: Pair[];
  inWords: string[];
  legends: string[];
  cards: Card[];
  state: { stamp?: string; text: string };
  /** What this paper is, and how to check it. */
  proof: string[];
  footer?: string;
}
