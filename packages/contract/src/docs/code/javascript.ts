/** Writes a call as a JavaScript module for Node 18 or newer, without packages. */
import { type ApiCall, program } from './call.js';
import { JAVASCRIPT, literal } from './literal.js';

export const javascript = ({ path, sale, file }: ApiCall): string =>
  program(
    file && "import { writeFile } from 'node:fs/promises';",
    file && '',
    sale && `const venta = ${literal(sale.body, JAVASCRIPT)};`,
    sale && '',
    `const respuesta = await fetch(process.env.RAFAGA_URL + '${path}', {`,
    sale && "  method: 'POST',",
    '  headers: {',
    "    'X-Api-Key': process.env.RAFAGA_API_KEY,",
    "    'X-Api-Secret': process.env.RAFAGA_API_SECRET,",
    sale && "    'Content-Type': 'application/json',",
    sale && `    'Idempotency-Key': '${sale.key}',`,
    '  },',
    sale && '  body: JSON.stringify(venta),',
    '  signal: AbortSignal.timeout(30_000),',
    '});',
    file && 'if (!respuesta.ok) throw new Error(await respuesta.text());',
    file
      ? `await writeFile('${file}', Buffer.from(await respuesta.arrayBuffer()));`
      : 'console.log(respuesta.status, await respuesta.json());',
  );
