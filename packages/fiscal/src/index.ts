/** Peruvian tax law, pure: values in, values out. */
export type * from './priced.js';
export type * from './sale.js';
