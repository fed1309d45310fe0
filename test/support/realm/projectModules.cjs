/**
 * Loads the modules of the programs once for all test files of a worker, as a process does: what
 * they keep are caches. Each test file had its own before, which it read, compiled and left behind.
 */
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const vm = require('node:vm');

/**
 * @param read gives the JavaScript of a file
 * @param resolve finds the file or builtin of a specifier in a file
 * @param loadOther loads a module of a package or of Node; gives undefined for any other file
 * @returns loads and evaluates the module of a file
 */
module.exports = function createProjectModules({ read, resolve, loadOther }) {
  /** By file. */
  const modules = new Map();
  /** One after the other: two graphs may share modules that are not linked yet. */
  let linking = Promise.resolve();

  function moduleOf(file) {
    const known = modules.get(file);
    if (known) return known;
    const module = new vm.SourceTextModule(read(file), {
      identifier: file,
      initializeImportMeta(meta) {
        meta.url = pathToFileURL(file).href;
        meta.filename = file;
        meta.dirname = path.dirname(file);
      },
      importModuleDynamically: async (specifier) => load(await resolve(specifier, file)),
    });
    modules.set(file, module);
    return module;
  }

  async function link(specifier, { identifier }) {
    const file = await resolve(specifier, identifier);
    return loadOther(file) ?? moduleOf(file);
  }

  async function load(file) {
    const other = loadOther(file);
    if (other) return other;
    const module = moduleOf(file);
    const linked = linking.then(() => module.status === 'unlinked' && module.link(link));
    linking = linked.catch(() => undefined);
    await linked;
    await module.evaluate();
    return module;
  }
  return load;
};
