/** The words for what the law changes. */
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

/** 2027-01-01 as 01/01/2027. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');
