/**
 * Hides what SUNAT's texts quote of a document, as `(nodo: "cbc:RegistrationName" valor: "ANA")`:
 * a client's name or number.
 */

/** A value may have quotation marks itself: it ends before a parenthesis, or with the text. */
const VALUE = /\b(valor\s*[:=]\s*)["'][\s\S]*?(?:["'](?=\s*\))|$)/gi;

export const hideQuotedValues = (text: string): string => text.replace(VALUE, '$1"[oculto]"');
