/** The words for what the law changes: what a row is worth, and what happens to a sale. */
import type { Confidence, Effect } from '@rafaga/fiscal';

export const CONFIDENCE: Readonly<Record<Confidence, string>> = {
  workbook: 'reglas de SUNAT',
  decree: 'norma',
  secondary: 'fuente secundaria',
  conflicting: 'las fuentes no concuerdan',
};

export const EFFECT: Readonly<Record<Effect, string>> = {
  refused: 'se rechazaría',
  observed: 'se observaría',
  dearer: 'llevaría más impuesto',
};
