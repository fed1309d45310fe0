/** The chapters of the guide: the first boleta, polling, retries, annulment. */
import type { DateText } from '@rafaga/fiscal';
import { sampleKey } from '../samples/sample.js';
import { samplesOf } from '../samples/samples.js';
import { codeBlock, inEveryLanguage, retryInEveryLanguage } from './code/tabs.js';
import { type Html, html } from './html.js';
import { prose, table } from './table.js';

const EXPORTS = `export RAFAGA_URL=https://tu-servidor/v1
export RAFAGA_API_KEY=…
export RAFAGA_API_SECRET=…`;

export interface Chapter {
  id: string;
  title: string;
  content(today: DateText): Html;
}

export const GUIDE: readonly Chapter[] = [
  { id: 'empezar', title: 'Emite tu primera boleta', content: firstSteps },
  { id: 'consultar', title: 'Cuándo dejar de preguntar', content: () => POLLING },
  { id: 'reintentos', title: 'Si no llega respuesta', content: retries },
  { id: 'anular', title: 'Cómo se anula', content: () => ANNULMENT },
];

function firstSteps(today: DateText): Html {
  const sale = firstSale(today);
  return html`<p>${prose(
    'Necesitas tres cosas del panel: la empresa activada, una serie de boletas (aquí `B001`) y ' +
      'las credenciales de integración. Guárdalas en tu servidor, nunca en el navegador ni en la ' +
      'caja; los ejemplos las leen del entorno:',
  )}</p>
${codeBlock(EXPORTS, 'una terminal')}
<h3 id="paso-emitir">1. Emite</h3>
${inEveryLanguage({ path: '/boletas', sale })}
<p>${prose(
    'El `201` trae `datos.id` y `datos.numero_completo`: guárdalos con tu venta. El comprobante ' +
      'ya existe y está en camino a SUNAT; todavía no dice que SUNAT lo aceptó.',
  )}</p>
<h3 id="paso-consultar">2. Consulta qué dijo SUNAT</h3>
${inEveryLanguage({ path: '/boletas/48213' })}
<p>${prose(
    'Cambia `48213` por tu `datos.id`. Lo usual es una respuesta en menos de un segundo.',
  )}</p>
<h3 id="paso-descargar">3. Descarga el PDF</h3>
${inEveryLanguage({ path: '/boletas/48213/pdf?format=ticket-80', file: 'boleta.pdf' })}
<p>${prose(
    'Está listo desde que el comprobante se firma, casi al instante. Antes responde 404 ' +
      '`archivo_no_disponible`: espera un segundo y repite.',
  )}</p>`;
}

function firstSale(today: DateText): { body: unknown; key: string } {
  const [first] = samplesOf('boleta');
  if (first === undefined) throw new Error('There is a sample of a boleta');
  return { body: first.body(today), key: sampleKey(first, today) };
}

const POLLING = html`<p>${prose(
  'Emite y consulta con la cabecera `Prefer: wait=10`: la respuesta espera hasta diez segundos ' +
    'el resultado de SUNAT, que casi siempre llega antes, y la emisión trae el comprobante ' +
    'entero. Pregunta otra vez solo mientras `datos.en_espera_de` sea `sunat`; con `revision` ' +
    'o `null` deja de hacerlo. Un comprobante en revisión sigue `pendiente`, y preguntar no lo ' +
    'mueve. Con `null` el estado ya no cambia; su constancia puede llegar después.',
)}</p>
${table(
  'Cuándo termina una consulta',
  ['Lo que lees', 'Qué significa', 'Qué haces'],
  [
    {
      cells: [
        prose('`fiscal.estado` = `aceptado`'),
        prose(
          'SUNAT lo aceptó; con `sustento` `presumido` o `personas`, se da por aceptado. ' +
            '`observaciones` puede traer advertencias suyas.',
        ),
        'Terminaste: deja de preguntar.',
      ],
    },
    {
      cells: [
        prose('`fiscal.estado` = `rechazado`'),
        prose(
          'SUNAT lo rechazó o, con `sustento` `personas`, dos personas lo dieron por rechazado o ' +
            'lo descartaron. No vale, y su número no se emite otra vez: `codigo` y `descripcion` ' +
            'dicen por qué.',
        ),
        'Deja de preguntar. Corrige la causa y emite la venta con otra Idempotency-Key.',
      ],
    },
    {
      cells: [
        prose('`en_espera_de` = `revision`'),
        'Una persona debe decidir: SUNAT dio una respuesta que no prueba nada.',
        'Deja de preguntar y avisa al operador. Vuelve a mirar en horas, no en segundos. No ' +
          'emitas la venta de nuevo.',
      ],
    },
    {
      cells: [
        prose('`en_espera_de` = `sunat`, minutos después'),
        'SUNAT no respondió todavía (por ejemplo, está caída). Se envía solo, las veces que haga ' +
          'falta.',
        'Entrega el PDF al cliente y sigue vendiendo. Pregunta cada minuto, después cada hora.',
      ],
    },
  ],
)}`;

const RETRIES = html`<p>${prose(
  'La `Idempotency-Key` identifica la venta, no la petición. Créala y guárdala con la venta ' +
    'antes de emitir: con la misma clave y los mismos datos nunca se emite dos veces.',
)}</p>
${table(
  'Qué hacer con cada respuesta a una emisión',
  ['Respuesta', 'Qué haces'],
  [
    {
      cells: [
        '201',
        prose(
          'Terminado. Con `Idempotency-Replayed: true` es la respuesta que ya se dio antes, con ' +
            'el estado de entonces; con `Prefer: wait`, con el de ahora. Trátala igual.',
        ),
      ],
    },
    {
      cells: [
        'Ninguna, 408, 429, 503 o 409 referencia_en_proceso',
        prose(
          'Espera lo que diga `Retry-After` (o 1, 2, 4, 8… segundos, hasta 60) y repite lo mismo ' +
            'con la misma clave. Nada de esto prueba que la venta no esté registrada.',
        ),
      ],
    },
    {
      cells: [
        '422 o 400',
        'No se registró nada ni se gastó un número. Corrige y envía con la misma clave.',
      ],
    },
    {
      cells: [
        '409 referencia_con_otros_datos',
        prose(
          'La clave ya es de otra venta, la de `comprobante.enlace`, o cambiaste la venta ' +
            'después de emitirla. El orden de los campos, los espacios y escribir 2 o 2.0 no ' +
            'cambian los datos.',
        ),
      ],
    },
    {
      cells: [
        '409 referencia_en_revision',
        prose('No repitas: avisa al operador. El resultado se verá en `comprobante.enlace`.'),
      ],
    },
    {
      cells: [
        '409 referencia_archivada',
        'Ya se emitió, y el archivo de su mes no se puede leer: no la emitas otra vez, tampoco ' +
          'con otra clave.',
      ],
    },
    { cells: ['401, 403 o los demás 409', 'Falta configurar algo: lo dice el mensaje.'] },
  ],
)}`;

function retries(today: DateText): Html {
  return html`${RETRIES}
<h3 id="programa-reintentos">Un programa que no pierde ni duplica ventas</h3>
<p>${prose(
    'Una conexión puede cortarse antes de que llegue la venta, mientras llega o cuando ya vuelve ' +
      'la respuesta, y desde fuera se ven igual: repite lo mismo con la misma clave, también si ' +
      'se corta al leer el cuerpo de un `201`. Guarda la venta y su clave en disco antes del ' +
      'primer intento; si tu programa se reinicia, sigue repitiendo lo que quedó sin respuesta. ' +
      'Tras el `201`, el comprobante está en `Location`.',
  )}</p>
${retryInEveryLanguage({ path: '/boletas', ...firstSale(today) })}
<p>${prose(
    'Deja a cada intento 30 segundos y no cambies nada de la venta entre dos, tampoco ' +
      '`fecha_emision`, ni envíes como null lo que omitiste: con otros datos la misma clave ' +
      'responde 409 `referencia_con_otros_datos`, y con otra clave la venta se emitiría dos veces.',
  )}</p>`;
}

const ANNULMENT = html`<p>${prose(
  'Este servicio no borra ni anula comprobantes, y no emite notas de crédito ni comunicaciones ' +
    'de baja. Lo que puedes hacer depende de dónde está el comprobante:',
)}</p>
${table(
  'Qué hacer con un comprobante que no va',
  ['Estado', 'Qué haces'],
  [
    {
      cells: [
        'Rechazado',
        'No vale: no hay nada que anular. Emite la venta de nuevo con otra Idempotency-Key.',
      ],
    },
    {
      cells: [
        'Aceptado',
        'Se corrige o deja sin efecto con una nota de crédito, o con una comunicación de baja si ' +
          'no se entregó y está en plazo. Emítela en SUNAT Operaciones en Línea (SOL) o con el ' +
          'sistema que uses para ello; tu contador te dirá cuál corresponde.',
      ],
    },
    {
      cells: ['Pendiente', 'Ya está en camino: espera el resultado y sigue la fila que le toque.'],
    },
  ],
)}`;
