/** The pieces of which every page is made. */

export * from './display.js';
export * from './fields.js';
export * from './form.js';
