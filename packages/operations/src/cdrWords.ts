/** The Spanish words for the state of a CDR's signature. */
import type { CdrSignatureState } from '@rafaga/engine';

/** `word` for programs, `text` for people. */
export const SIGNATURE: Readonly<Record<CdrSignatureState, { word: string; text: string }>> = {
  valid: { word: 'valida', text: 'válida, de un certificado registrado' },
  unknown_signer: {
    word: 'firmante_desconocido',
    text: 'de un certificado que no está registrado para su fecha',
  },
  broken: { word: 'rota', text: 'rota: no corresponde a lo que dice la constancia' },
  absent: { word: 'ausente', text: 'ausente: la constancia no lleva firma' },
};
