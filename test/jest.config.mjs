/** Jest runs the sources, no build before it; npm test gives it servers and data. */
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '..');
/** Jest puts <rootDir> into regular expressions as it is: `c++` would be none. */
const root = folder.replace(/[\\^$*+?()[\]{}|]/g, '\\$&');

export default {
  rootDir: '..',
  testMatch: ['<rootDir>/{apps,packages,test}/**/*.test.{ts,mjs}'],
  // outlives the temporary folder of a run; its path too becomes a regular expression
  ...(root === folder && { cacheDirectory: '<rootDir>/node_modules/.cache/jest' }),
  // the globals of the worker, and packages that Node loads once for all files
  testEnvironment: '<rootDir>/test/support/realm/environment.mjs',
  runtime: '<rootDir>/test/support/realm/runtime.cjs',
  // workspace packages resolve to their sources
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  testSequencer: '<rootDir>/test/support/longestFirst.mjs',
  // each file leaves some of its modules behind: a heap of gigabytes stops its worker for seconds
  workerIdleMemoryLimit: '1.5GB',
  // programs of others are tried with the faults: npm run faults
  testPathIgnorePatterns: process.env.RAFAGA_FAULTS ? [] : ['/test/restoration/pgbackrest\\.test'],
  modulePathIgnorePatterns: [
    `^${root}/\\.(tools|rafaga)`,
    `^${root}/.*/dist/`,
    `^${root}/apps/[a-z]+/bundle/`,
  ],
  // a hang is told from slowness by a wide margin: the machine may be busy with other files of the
  // same run
  testTimeout: 300_000,
  // a fourth ends the run no sooner where the cores are busy, and makes the calls of all slower:
  // some then meet the limits of the programs
  maxWorkers: 3,
};
