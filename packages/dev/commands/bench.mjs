/**
 * npm run bench -- NAME [args]: one of test/bench, on the built programs and servers of its own.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';
import { build } from '../setup/build.mjs';
import { inWorkshop } from '../setup/workshop.mjs';
import { UserError } from '../terminal/userError.mjs';

const folder = path.join(root, 'test', 'bench');

export function command([name, ...words]) {
  const names = readdirSync(folder).flatMap((file) =>
    file.endsWith('.mjs') ? [file.slice(0, -'.mjs'.length)] : [],
  );
  if (!names.includes(name)) throw new UserError(`Uso: npm run bench -- ${names.join(' | ')}`);
  return inWorkshop({ folder: '.rafaga-bench', prepare: build }, async () => {
    const { code } = await run(process.execPath, [path.join(folder, `${name}.mjs`), ...words], {
      loud: true,
      anyCode: true,
    });
    return code;
  });
}
