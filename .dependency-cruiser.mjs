/** The folder of `runtime` with batchers, caches, locks and time limits. */
const KIT = 'packages/runtime/src/concurrency';

/** The folder of `runtime` with the types of what a probe finds. */
const CONDITIONS = 'packages/runtime/src/conditions';

/** The folder of `runtime` with the metrics of a process. */
const METRICS = 'packages/runtime/src/metrics';

/** The folder of `runtime` that describes where Redis is. */
const REDIS = 'packages/runtime/src/redis';

/** The folder of `runtime` with the addresses that a client may connect to. */
const NETWORK = 'packages/runtime/src/network';

const packages = (names) => names.split(' ').map((name) => `packages/${name}`);

/** Which other parts a part may import. A part without a row is refused. */
export const MAY_IMPORT = {
  'packages/fiscal': [],
  'packages/contract': ['packages/fiscal'],
  'packages/engine': ['packages/fiscal'],
  'packages/pdf': ['packages/fiscal'],
  'packages/db': ['packages/fiscal', 'packages/prisma', KIT, CONDITIONS],
  'packages/prisma': [],
  'packages/sunat': [KIT, NETWORK],
  'packages/queue': [KIT, CONDITIONS, REDIS],
  'packages/storage': [KIT, CONDITIONS, METRICS],
  'packages/secrets': [],
  'packages/certificates': [],
  'packages/runtime': [],
  'packages/tracing': ['packages/runtime'],
  'packages/operations': packages('certificates db engine fiscal secrets'),
  'packages/archive': packages('db fiscal secrets storage'),
  'packages/dev': packages('migrate processes servers supply'),
  'packages/migrate': [],
  'packages/processes': [],
  'packages/servers': packages('migrate processes'),
  'packages/supply': ['packages/processes'],
  // without packages/engine and packages/sunat it cannot sign or send
  'apps/api': packages('archive contract db fiscal pdf queue runtime secrets storage tracing'),
  // without packages/contract: the body of a request stays in the API
  'apps/worker': packages('db engine fiscal pdf queue runtime secrets storage sunat tracing'),
  'apps/cli': packages(
    'archive certificates db fiscal operations pdf prisma queue runtime secrets storage sunat',
  ),
  'apps/panel': packages(
    'archive certificates contract db fiscal operations pdf prisma queue runtime secrets ' +
      'storage sunat',
  ),
  // shares no code with the programs it tests, or it would repeat their errors
  'apps/simulator': [],
};

/** The folder that every test may use. */
const SHARED = 'test/support';

const walls = Object.entries(MAY_IMPORT).map(([part, allowed]) => ({
  name: `${part} imports ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'no other part'}`,
  severity: 'error',
  from: { path: `^${part}/` },
  to: { path: '^(apps|packages|test)/', pathNot: `^(${[part, ...allowed, SHARED].join('|')})/` },
}));

const known = Object.keys(MAY_IMPORT).join('|');
/** Test files, and the `testing` folder of a package. */
const TESTS = '(\\.test\\.(ts|mjs)$|/testing/)';

export default {
  forbidden: [
    ...walls,
    {
      name: 'a new part is added to the table first',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: `^(${known})/` },
      to: {},
    },
    {
      name: 'production source imports no test code',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: TESTS },
      to: { path: `(${TESTS}|^test/)` },
    },
    { name: 'no cycle, types included', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'every package is in its own package.json',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'what runs needs no devDependency',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '^(apps|packages)/[^/]+/(dist|bundle|src/generated)/',
        // they import what a test generates
        '^test/clients/programs/',
      ],
    },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
    },
  },
};
