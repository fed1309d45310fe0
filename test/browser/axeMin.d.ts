/** The minified file of axe-core, which brings no types, is the same module. */
declare module 'axe-core/axe.min.js' {
  export { default } from 'axe-core';
}
