/** npm run bench -- NAME [args]: one of test/bench, on built programs and servers of its own. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../processes/places.mjs';
import { run } from '../../processes/run.mjs';
import { UserError } from '../../processes/userError.mjs';
import { inTestCheckout } from '../setup/checkout.mjs';

const folder = path.join(root, 'test', 'bench');

export function command([name, ...words]) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => path.basename(file, '.mjs'));
  if (!names.includes(name)) throw new UserError(`Uso: npm run bench -- ${names.join(' | ')}`);
  const args = [path.join(folder, `${name}.mjs`), ...words];
  return inTestCheckout('.rafaga-bench', async () => {
    const { code } = await run(process.execPath, args, { loud: true, anyCode: true });
    return code;
  });
}
