/** The components that every page uses. */

export * from './display.js';
export * from './fields.js';
export * from './form.js';
