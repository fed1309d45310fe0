/** What a page says was done, by the word in its address: an address written by others can say nothing else. */
export const NOTICES: Readonly<Record<string, string>> = {
  guardado: 'Guardado.',
};
