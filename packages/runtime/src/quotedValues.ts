/**
 * Hides what SUNAT's texts quote of a document, as `(nodo: "cbc:RegistrationName" valor: "ANA")`:
 * a client's name or number.
 */

/** In XML it may be an entity. */
const MARK = `(?:["']|&(?:quot|apos|#34|#39);)`;
/** A value may have quotation marks itself: it ends before a parenthesis, or with the text. */
const VALUE = new RegExp(`\\b(valor\\s*[:=]\\s*)${MARK}[^]*?(?:${MARK}(?=\\s*\\))|$)`, 'gi');

export const hideQuotedValues = (text: string): string => text.replace(VALUE, '$1"[oculto]"');
