/**
 * Writes a call as a Python program that needs no package. A sale has only data that JSON and
 * Python write alike: texts, numbers, lists and objects.
 */
import { type ApiCall, program } from './call.js';
import { JSON_TEXT, literal } from './literal.js';

export const python = ({ path, sale, file }: ApiCall): string =>
  program(
    !file && 'import json',
    'import os',
    'import urllib.error',
    'import urllib.request',
    '',
    sale && `venta = ${literal(sale.body, JSON_TEXT)}`,
    sale && '',
    'peticion = urllib.request.Request(',
    `  os.environ["RAFAGA_URL"] + "${path}",`,
    sale && '  data=json.dumps(venta).encode(),',
    '  headers={',
    '    "X-Api-Key": os.environ["RAFAGA_API_KEY"],',
    '    "X-Api-Secret": os.environ["RAFAGA_API_SECRET"],',
    sale && '    "Content-Type": "application/json",',
    sale && `    "Idempotency-Key": "${sale.key}",`,
    '  },',
    ')',
    'try:',
    '  respuesta = urllib.request.urlopen(peticion, timeout=30)',
    'except urllib.error.HTTPError as error:  # un 4xx o un 503 también trae JSON',
    file ? '  raise SystemExit(error.read().decode())' : '  respuesta = error',
    file
      ? `open("${file}", "wb").write(respuesta.read())`
      : 'print(respuesta.code, json.load(respuesta))',
  );
