/** The pieces of which every page is made. */
export * from './fields.js';
export * from './form.js';
export * from './shown.js';
