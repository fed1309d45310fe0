/**
 * Jest's runtime without its sandbox. Jest gives each test file a global object of its own, behind
 * a proxy, and reads, parses and optimizes every package in it again: 30 % of the CPU of files of
 * panel, API and database. Here test files share the globals of their worker, and Node loads each
 * package once for all of them, as for the programs. The project's own modules are new for each.
 */
const { createRequire } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { compileFunction, SyntheticModule } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const inFolder = (name) => {
  const part = `${path.sep}${name}${path.sep}`;
  return (file) => file.includes(part);
};
const isPackage = inFolder('node_modules');
/** It keeps the tests of one file in its modules. */
const isCircus = inFolder('jest-circus');

module.exports = class extends Runtime {
  #packages = new Map();

  constructor(...args) {
    super(...args);
    const { esmLoader, executor, coreModule } = this;
    // Node gives packages later; a Jest on Node 24.9 or later would otherwise not wait
    this._resolution.canResolveSync = () => false;
    esmLoader.getContext = () => undefined;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
    coreModule.require = require;
    const { loadEsmModule } = esmLoader;
    esmLoader.loadEsmModule = (file, suffix) =>
      isPackage(file) ? this.#package(file) : loadEsmModule.call(esmLoader, file, suffix);
    esmLoader.loadCjsAsEsm = (_from, file) => this.#package(file);
  }

  #package(file) {
    if (!this.#packages.has(file)) this.#packages.set(file, loadPackage(file));
    return this.#packages.get(file);
  }

  /** Modules of Jest itself. */
  requireInternalModule(from, to) {
    const file = to === undefined ? from : createRequire(from).resolve(to);
    return isCircus(file) ? super.requireInternalModule(file) : require(file);
  }

  /** Jest would put its own into the process. */
  installGetBuiltinModule() {}
};

/** A module of a package, loaded by Node, for the modules that Jest links. */
async function loadPackage(file) {
  const exported = Object.entries(await import(pathToFileURL(file)));
  const names = exported.map(([name]) => name);
  const module = new SyntheticModule(
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
