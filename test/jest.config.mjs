export default {
  rootDir: '..',
  testMatch: ['<rootDir>/{apps,packages,test}/**/*.test.ts'],
  testEnvironment: 'node',
  // workspace packages resolve to their sources: no build before a test run
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/\\.(tools|rafaga)', '/dist/'],
};
