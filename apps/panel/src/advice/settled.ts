/** The advice for a reference whose document is settled. Pure. */
import type { DocumentSummary } from '@rafaga/db';
import { type Meaning, verdict } from '@rafaga/fiscal';
import { many } from '@rafaga/operations';
import { codeSays } from './codeWords.js';
import { adviseOnContradicted, adviseOnShownAccepted } from './contradicted.js';
import type { Advice, Surroundings } from './sentences.js';
import { codeSentence, forOperators, ISSUE_AGAIN } from './sentences.js';

type Settled = Pick<
  DocumentSummary,
  'code' | 'description' | 'withoutCdr' | 'evidence' | 'resolution'
>;

export function adviseOnSettled(
  found: Settled,
  state: 'accepted' | 'rejected',
  around: Surroundings,
): Advice {
  const { otherCdr } = around;
  if (otherCdr) return adviseOnContradicted(found, state, otherCdr, around);
  if (state === 'rejected' && around.shownAccepted) return adviseOnShownAccepted(found, around);
  if (found.resolution === 'discarded') return discarded(found);
  if (state === 'rejected') return rejected(found);
  return found.evidence === 'presumed' ? presumed(found, around) : accepted(found, around);
}

const discarded = ({ code }: Settled): Advice => ({
  happened:
    'Dos personas lo descartaron: según ellas, SUNAT no lo tiene.' +
    (code ? ` Lo último que contestó SUNAT fue ${code}: ${codeSays(code)}.` : ''),
  next: 'Nada: terminó. No se envía, y su número no se vuelve a usar.',
  you:
    'Esta venta quedó sin comprobante. Si la venta se anuló o ya se emitió otra vez, no hace ' +
    `falta nada más; si no, ${ISSUE_AGAIN}: avisa a quien la hizo.`,
});

function rejected({ code, description, evidence, resolution }: Settled): Advice {
  const byPersons = evidence === 'person' || resolution === 'rejected';
  return {
    happened: byPersons
      ? 'Dos personas lo resolvieron como rechazado, según lo que consta en SUNAT.'
      : `SUNAT lo rechazó${said(code, description)}.`,
    next: 'Nada: terminó, y su número quedó usado.',
    you: byPersons ? UNLESS_CANCELLED : (code && REMEDY[verdict(code).means]) || CORRECT,
  };
}

const CORRECT = `Haz corregir en la venta lo que SUNAT señala: ${ISSUE_AGAIN}.`;

/** Persons resolve so what was voided as well: a sale that was undone needs no other document. */
const UNLESS_CANCELLED =
  'Mira en la línea de tiempo qué señaló SUNAT. Si la venta se anuló, no hace falta nada ' +
  `más; si sigue en pie, ${ISSUE_AGAIN}.`;

/** What to correct first, where it is not the sale. */
const REMEDY: Partial<Record<Meaning, string>> = {
  number_spent:
    'Ese número ya no sirve. Si se dio de baja porque la venta se anuló, no hace falta nada más; ' +
    `si sigue en pie, ${ISSUE_AGAIN}.`,
  late: `Ya no se puede enviar con esa fecha: ${ISSUE_AGAIN}, y con fecha de hoy.`,
  issuer_not_active: `Primero el negocio regulariza su RUC en SUNAT; después, ${ISSUE_AGAIN}.`,
  certificate: `Revisa el certificado del negocio y regístralo en SUNAT; después, ${ISSUE_AGAIN}.`,
  altered:
    'Avisa a quien mantiene el programa: lo que SUNAT recibió no corresponde a su firma. ' +
    `Al emitirla se firma de nuevo: ${ISSUE_AGAIN}.`,
};

const presumed = ({ code }: Settled, { cdrArrived }: Surroundings): Advice => ({
  happened: `Se da por aceptado sin prueba, porque así lo eligió el negocio.${codeSentence(code)}`,
  next: cdrArrived ? CDR_ARRIVED : 'Nada: terminó, y no habrá constancia (CDR).',
  you: cdrArrived ? DONE : LOOK_IN_SOL,
});

const LOOK_IN_SOL =
  'Mira en SOL si consta. Con credenciales de Consulta Integrada, los siguientes se pueden ' +
  'preguntar a SUNAT en vez de presumirse.';
const DONE = 'Nada más: está hecho.';
const CDR_ARRIVED =
  'Terminó. Su constancia (CDR) ya llegó; falta que un procesador la ponga entre sus archivos.';

function accepted(
  { code, description, withoutCdr, evidence }: Settled,
  around: Surroundings,
): Advice {
  return {
    happened:
      evidence === 'person'
        ? 'Dos personas lo resolvieron como aceptado, según lo que consta en SUNAT.'
        : `SUNAT lo aceptó${observed(around)}${said(code, description)}.`,
    next: cdrSentence(withoutCdr, around),
    you:
      withoutCdr && !around.cdrArrived
        ? forOperators('Si se necesita la constancia, descárgala de SOL y adjúntala abajo.', around)
        : around.observations
          ? CORRECT_LATER
          : DONE,
  };
}

const observed = ({ observations }: Surroundings): string =>
  observations ? ` con ${many(observations, 'observación', 'observaciones')}` : '';

const CORRECT_LATER =
  'Vale así: no se emite otra vez. Haz corregir en las próximas ventas lo que SUNAT observó: ' +
  'está abajo, en «Datos».';

function cdrSentence(withoutCdr: boolean, { cdrArrived }: Surroundings): string {
  if (!withoutCdr) return 'Nada: terminó.';
  return cdrArrived ? CDR_ARRIVED : 'Nada: terminó, y su constancia (CDR) no se pudo obtener.';
}

/** SUNAT's own description where it gave one. */
function said(code: string | null, description: string | null): string {
  const text = description?.trim().replace(/\.$/, '') || (code ? codeSays(code) : '');
  return code || text ? ` (${[code, text].filter(Boolean).join(': ')})` : '';
}
