/**
 * SUNAT catalogue 06: kinds of identity document. Source: Validaciones CPE of 2026-02-12, sheet
 * Catálogos.
 */
export const IDENTITY: Readonly<Record<string, string>> = {
  '0': 'DOC.TRIB.NO.DOM.SIN.RUC',
  '1': 'Documento Nacional de Identidad',
  '4': 'Carnet de extranjería',
  '6': 'Registro Unico de Contributentes',
  '7': 'Pasaporte',
  A: 'Cédula Diplomática de identidad',
  B: 'DOC.IDENT.PAIS.RESIDENCIA-NO.D',
  C: 'Tax Identification Number - TIN – Doc Trib PP.NN',
  D: 'Identification Number - IN – Doc Trib PP. JJ',
  E: 'TAM- Tarjeta Andina de Migración',
  F: 'Permiso Temporal de Permanencia - PTP',
  G: 'Salvoconducto',
  H: 'Carné Permiso Temp.Perman. - CPP',
};

/** Whether a client's number stands for no document, which is written '-', '0' or '00000000'. */
export const isNoDocument = (number: string): boolean => /^[-0]*$/.test(number);

/** Whether two numbers name the same identity document, in either case, or both stand for none. */
export const isSameIdentity = (one: string, other: string): boolean =>
  one.toUpperCase() === other.toUpperCase() || (isNoDocument(one) && isNoDocument(other));
