/** What a first API call needs: the address, the variables of its environment, and the call. */

/** The variables as an .env file; the address carries the version, as the documentation has it. */
export const envFile = (apiUrl: string, apiKey: string, apiSecret: string): string =>
  [
    `RAFAGA_URL=${apiUrl}/v1`,
    `RAFAGA_API_KEY=${apiKey}`,
    `RAFAGA_API_SECRET=${apiSecret}`,
    '',
  ].join('\n');

interface Sender {
  address: string;
  apiKey: string;
  apiSecret: string;
}

/** The variables of the .env file in the place of their values. */
const FROM_ENVIRONMENT: Sender = {
  address: '$RAFAGA_URL',
  apiKey: '$RAFAGA_API_KEY',
  apiSecret: '$RAFAGA_API_SECRET',
};

/** A first boleta of the series, to paste into a terminal. */
export const firstCall = (
  series: string,
  { address, apiKey, apiSecret }: Sender = FROM_ENVIRONMENT,
): string => `curl -sS "${address}/${series.startsWith('F') ? 'facturas' : 'boletas'}" \\
  -H "X-Api-Key: ${apiKey}" -H "X-Api-Secret: ${apiSecret}" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: venta-1" \\
  -d "{\\"serie\\":\\"${series}\\",\\"fecha_emision\\":\\"$(TZ=America/Lima date +%F)\\",
       \\"cliente\\":${CLIENT[series.startsWith('F') ? 'F' : 'B']},
       \\"items\\":[{\\"descripcion\\":\\"Café\\",\\"unidad\\":\\"NIU\\",\\"cantidad\\":1,\\"precio_unitario\\":12.5}]}"`;

const CLIENT = {
  B: '{\\"tipo_doc\\":\\"1\\",\\"num_doc\\":\\"45678912\\",\\"razon_social\\":\\"María Quispe\\"}',
  F: '{\\"tipo_doc\\":\\"6\\",\\"num_doc\\":\\"20100070970\\",\\"razon_social\\":\\"Comercial Andina S.A.C.\\"}',
} as const;
