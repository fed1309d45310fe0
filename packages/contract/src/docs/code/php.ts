/** Writes a call as a PHP program that needs the extension curl. */
import { type ApiCall, program } from './call.js';
import { literal, PHP } from './literal.js';

export const php = ({ path, sale, file }: ApiCall): string =>
  program(
    '<?php',
    sale && `$venta = ${literal(sale.body, PHP)};`,
    sale && '',
    `$curl = curl_init(getenv('RAFAGA_URL') . '${path}');`,
    'curl_setopt_array($curl, [',
    '  CURLOPT_RETURNTRANSFER => true,',
    '  CURLOPT_TIMEOUT => 30,',
    '  CURLOPT_HTTPHEADER => [',
    "    'X-Api-Key: ' . getenv('RAFAGA_API_KEY'),",
    "    'X-Api-Secret: ' . getenv('RAFAGA_API_SECRET'),",
    sale && "    'Content-Type: application/json',",
    sale && `    'Idempotency-Key: ${sale.key}',`,
    '  ],',
    sale && '  CURLOPT_POSTFIELDS => json_encode($venta),',
    ']);',
    '$respuesta = curl_exec($curl);',
    '$estado = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);',
    file && 'if ($estado !== 200) exit("$estado $respuesta");',
    file ? `file_put_contents('${file}', $respuesta);` : "echo $estado, ' ', $respuesta, PHP_EOL;",
  );
