/**
 * What the simulated SUNAT does for certain clients, and what the record shows in the end. The
 * simulator has a table of its own; a test compares the two.
 */
import { type Html, html } from './html.js';
import { prose, table } from './table.js';

export type SimulatorEnd = 'aceptado' | 'rechazado' | 'en_revision' | 'aceptado_o_en_revision';

interface SimulatorClient {
  /** The last two digits of the client's DNI and RUC. */
  digits: string;
  what: string;
  /** Only at the first send of a document; the next is accepted. */
  once: boolean;
  /** It is registered without a CDR that counts: a boleta ends when Consulta Integrada has it. */
  asked: boolean;
  end: SimulatorEnd;
}

const always = (digits: string, what: string, end: SimulatorEnd = 'aceptado'): SimulatorClient => ({
  digits,
  what,
  end,
  once: false,
  asked: false,
});

const once = (digits: string, what: string): SimulatorClient => ({
  digits,
  what,
  once: true,
  asked: false,
  end: 'aceptado',
});

const asked = (digits: string, what: string, end: SimulatorEnd = 'aceptado'): SimulatorClient => ({
  digits,
  what,
  once: true,
  asked: true,
  end,
});

/** In the order of their digits. */
export const SIMULATOR_CLIENTS: readonly SimulatorClient[] = [
  always('01', 'Lo acepta.'),
  always('02', 'Lo acepta con dos observaciones.'),
  always('03', 'Lo rechaza con el código 2017.', 'rechazado'),
  always('04', 'Responde una excepción (1083): no lo recibe.', 'en_revision'),
  once('05', 'No contesta el primer envío, y no lo registró.'),
  asked('06', 'No contesta el primer envío, aunque lo registró.'),
  once('07', 'Corta la conexión sin registrarlo.'),
  asked('08', 'Lo registra y corta la conexión.'),
  once('09', 'Contesta una página HTML con 502.'),
  once('10', 'Contesta 200 sin contenido.'),
  once('11', 'Contesta después de 20 segundos.'),
  asked('12', 'Lo registra y manda un CDR dañado.'),
  asked('13', 'Lo registra y manda el CDR de otro número.', 'aceptado_o_en_revision'),
  always('14', 'Otro sistema ya usó ese número (1033).', 'en_revision'),
  asked('15', 'Lo registra y contesta un byte por segundo.'),
  asked('16', 'Lo registra y manda un CDR cortado.'),
  asked('17', 'Lo registra y manda una bomba ZIP.'),
  asked('18', 'Lo registra y manda un CDR con entidades que explotan.'),
  once('19', 'Manda texto donde va el CDR.'),
  once('20', 'Su servicio de autenticación está caído (0109).'),
  once('21', 'Falla pasajera (0130).'),
  once('22', 'Falla pasajera (0200).'),
  once(
    '23',
    'Dice que el usuario o la contraseña SOL no son correctos (0102): los envíos de toda la ' +
      'empresa se detienen media hora, o hasta que alguien los reanude en el panel.',
  ),
  once('24', 'Dice que hay un comprobante igual en proceso (0140).'),
  once('25', 'Contesta una página HTML con 200.'),
  once('26', 'Contesta HTTP 503.'),
  asked('27', 'Lo registra y contesta 20 MB.'),
  always('28', 'Lo rechaza como la beta: con una excepción en vez de un CDR.', 'rechazado'),
  once('29', 'Contesta HTTP 500 con una página HTML.'),
  always('30', 'Lo acepta con un CDR sin firma.'),
  always('31', 'Lo acepta con un CDR que firma otro certificado.'),
  always('32', 'Lo acepta con un CDR de firma falsa.', 'en_revision'),
  always('33', 'Lo acepta con un CDR modificado después de firmarse.', 'en_revision'),
];

const END: Record<SimulatorEnd, string> = {
  aceptado: '`aceptado`',
  rechazado: '`rechazado`',
  en_revision: '`pendiente`, referencia `en_revision`',
  aceptado_o_en_revision: '`aceptado`, o `pendiente` con referencia `en_revision`',
};

const askedDigits = SIMULATOR_CLIENTS.filter((client) => client.asked).map(({ digits }) => digits);

export const simulatorTable = (): Html => html`<p>${prose(
  'En el simulador (`entorno`: `simulado`) el cliente de la venta elige la respuesta de SUNAT: ' +
    'pon este DNI (`tipo_doc` 1, en boletas) o RUC (`tipo_doc` 6) en `cliente.num_doc`. Las ' +
    'fallas pasajeras ocurren en el primer envío; el siguiente termina como dice la última ' +
    'columna. Una boleta de los clientes que terminan en ' +
    `${askedDigits.join(', ')} se confirma con Consulta Integrada: si la empresa no tiene sus ` +
    'credenciales, queda en revisión.',
)}</p>
${table(
  'Clientes del simulador',
  ['DNI', 'RUC', 'Qué hace SUNAT', 'Cómo termina'],
  SIMULATOR_CLIENTS.map(({ digits, what, end }) => ({
    cells: [
      html`<code>999900${digits}</code>`,
      html`<code>209999990${digits}</code>`,
      what,
      prose(END[end]),
    ],
  })),
)}`;
