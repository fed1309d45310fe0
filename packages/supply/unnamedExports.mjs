/** Refuses what a bundle breaks: CommonJS that is imported dynamically lacks its named exports. */

/** Loaded for the identity of a machine, which no trace tells. */
const UNUSED = /@opentelemetry\/resources\/.*\/machine-id\//;

/**
 * @param inputs those of esbuild's metafile
 * @throws an error that names the module
 */
export function refuseUnnamed(inputs) {
  const unnamed = Object.values(inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind, path: file }) => kind === 'dynamic-import' && inputs[file]?.format === 'cjs')
    .filter(({ path: file }) => !UNUSED.test(file));
  for (const { path: file } of unnamed) throw new Error(`CommonJS imported dynamically: ${file}`);
}
