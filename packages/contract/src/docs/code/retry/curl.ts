/** Writes the shell program that issues a sale until there is an answer about it. */
import { program, type Sale } from '../call.js';
import { JSON_TEXT, literal } from '../literal.js';

export const curlRetry = ({ path, body, key }: Sale): string =>
  program(
    "cat > venta.json <<'FIN'",
    literal(body, JSON_TEXT),
    'FIN',
    'pausa=1',
    'while true; do',
    `  estado=$(curl -s "$RAFAGA_URL${path}" --max-time 30 -o respuesta.json -w '%{http_code}' \\`,
    '    -H "X-Api-Key: $RAFAGA_API_KEY" \\',
    '    -H "X-Api-Secret: $RAFAGA_API_SECRET" \\',
    '    -H "Content-Type: application/json" \\',
    `    -H "Idempotency-Key: ${key}" \\`,
    '    --data @venta.json) || estado=000  # se cortó: puede estar registrada o no',
    '  case $estado in',
    '    000|408|429|5??) ;;',
    '    409) grep -q referencia_en_proceso respuesta.json || break ;;',
    '    *) break ;;',
    '  esac',
    '  sleep $pausa',
    '  pausa=$((pausa < 32 ? pausa * 2 : 60))',
    'done',
    'cat respuesta.json',
  );
