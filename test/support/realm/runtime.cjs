/**
 * Jest's runtime without its sandbox. Jest gives each test file a global object of its own, behind
 * a proxy, and reads, parses and optimizes every package in it again: 30 % of the CPU of files of
 * panel, API and database. Here test files share the globals of their worker, and each package and
 * each module of the programs is loaded once for all of them. Only modules of tests are new for
 * each file, which share what was read, resolved and compiled.
 */
const { statSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { cachedDataVersionTag } = require('node:v8');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const createProjectModules = require('./projectModules.cjs');
const testContext = require('./testContext.cjs');

const inFolder = (name) => {
  const part = `${path.sep}${name}${path.sep}`;
  return (file) => file.includes(part);
};
const isPackage = inFolder('node_modules');
/** Not of the project. */
const isForeign = (file) => isPackage(file) || isBuiltin(file);
/** A test, or what only tests use. */
const isOfTests = (file) => !isForeign(file) && /\.test\.|[\\/]test(ing)?[\\/]/.test(file);
/** It keeps the tests of one file in its modules. */
const isCircus = inFolder('jest-circus');

/** By file or builtin. */
const packages = new Map();
/** The JavaScript of the project's modules, by file. */
const sources = new Map();
/** The file of each import, by importer and specifier. */
const imports = new Map();

/** What V8 has compiled of modules of tests, which each test file loads again. */
const { SourceTextModule } = vm;
vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    // changes with the flags of V8, which some files set
    const tag = cachedDataVersionTag();
    const source = sources.get(options.identifier);
    const isKept = isOfTests(options.identifier) && source?.code === code && !source.importsLater;
    const isCompiled = isKept && source.tag === tag;
    super(code, isCompiled ? { ...options, cachedData: source.cachedData } : options);
    if (isKept && !isCompiled) Object.assign(source, { tag, cachedData: this.createCachedData() });
  }
};

module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    const { esmLoader, executor, coreModule } = this;
    // Node gives packages later; a Jest on Node 24.9 or later would otherwise not wait
    this._resolution.canResolveSync = () => false;
    esmLoader.getContext = () => undefined;
    executor.compile = (source, filename) =>
      vm.compileFunction(source, executor.injectedModuleParameters, { filename });
    // only modules of circus ask here
    coreModule.require = (name) => (name.endsWith('async_hooks') ? testContext : require(name));
    shareSources(esmLoader.transformCache);
    const { loadEsmModule, resolveModule } = esmLoader;
    current = { transformCache: esmLoader.transformCache, resolution: this._resolution };
    esmLoader.loadEsmModule = (file, suffix) =>
      isOfTests(file) ? loadEsmModule.call(esmLoader, file, suffix) : loadOfPrograms(file);
    esmLoader.loadCjsAsEsm = (_from, file) => loadPackage(file);
    esmLoader.resolveModule = async (specifier, from, context) => {
      // of the test file, not of the worker
      if (specifier === '@jest/globals')
        return resolveModule.call(esmLoader, specifier, from, context);
      return esmLoader.loadEsmModule(await resolve(specifier, from));
    };
  }

  /** Modules of Jest itself. */
  requireInternalModule(from, to) {
    const file = to === undefined ? from : createRequire(from).resolve(to);
    return isCircus(file) ? super.requireInternalModule(file) : require(file);
  }

  /** Jest would put its own into the process. */
  installGetBuiltinModule() {}
};

/** What Jest made for the test file that runs. */
let current;

async function resolve(specifier, from) {
  const key = `${from}\0${specifier}`;
  if (!imports.has(key))
    imports.set(key, await current.resolution.resolveEsmAsync(from, specifier));
  return imports.get(key);
}

/** As Jest transforms modules. */
const MODULES = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

const loadOther = (file) => (isForeign(file) ? loadPackage(file) : undefined);

const loadOfPrograms = createProjectModules({
  read: (file) => current.transformCache.transform(file, MODULES),
  resolve,
  loadOther,
});

/** A module of a package or of Node, loaded by Node, for the modules that Jest links. */
function loadPackage(file) {
  if (!packages.has(file)) packages.set(file, importPackage(file));
  return packages.get(file);
}

async function importPackage(file) {
  const exported = Object.entries(await import(isBuiltin(file) ? file : pathToFileURL(file)));
  const names = exported.map(([name]) => name);
  const module = new vm.SyntheticModule(
    names,
    () => {
      for (const [name, value] of exported) module.setExport(name, value);
    },
    { identifier: file },
  );
  await module.link(() => undefined);
  await module.evaluate();
  return module;
}

/** Transforms each file once, unless it changes, and knows the maps of all. */
function shareSources(transformCache) {
  const { transform } = transformCache;
  for (const [file, { map }] of sources) transformCache.sourceMaps.set(file, map);
  transformCache.transform = (file, options) => {
    const { mtimeMs } = statSync(file);
    let source = sources.get(file);
    if (source?.mtimeMs !== mtimeMs) {
      const code = transform.call(transformCache, file, options);
      source = {
        code,
        mtimeMs,
        map: transformCache.sourceMaps.get(file),
        // a compiled form has lost how to import
        importsLater: /\bimport\(/.test(code),
      };
      sources.set(file, source);
    }
    transformCache.sourceMaps.set(file, source.map);
    return source.code;
  };
}
