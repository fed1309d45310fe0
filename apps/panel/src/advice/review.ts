/** The advice for a reference whose document is in review, by reason and return code. Pure. */
import type { Compared, PendingEmission, ReviewReason } from '@rafaga/db';
import { type Meaning, verdict } from '@rafaga/fiscal';
import { plainError, REVIEW } from '@rafaga/operations';
import { isQueryCode } from './codeWords.js';
import type { Advice, Surroundings } from './sentences.js';
import {
  codeSentence,
  deadlineSentence,
  forOperators,
  ISSUE_AGAIN,
  isLate,
  NOT_TWICE,
  quoted,
} from './sentences.js';
import { stopOf } from './stops.js';

export function adviseOnReview(emission: PendingEmission, around: Surroundings): Advice {
  const { reviewReason: reason, deadline } = emission;
  const stop = stopOf(emission, around);
  const words = reason ? REVIEW[reason] : 'una persona debe decidir';
  return {
    happened: `Está en revisión: ${words}.${lastAnswer(emission)}`,
    next:
      'Nada por sí solo: espera a que una persona decida. Mientras tanto, repetir la ' +
      `referencia responde 409. ${deadlineSentence(deadline, around)}` +
      (stop ? ` Por ahora ${stop.next}` : ''),
    you:
      forOperators(steps(emission, around), around) +
      (isLate(deadline, around) ? ' Enviado ahora, es probable que SUNAT no lo acepte.' : ''),
  };
}

/** Reasons that no answer of SUNAT led to: what it last answered was to another question. */
const WITHOUT_ANSWER: readonly ReviewReason[] = [
  'crashes',
  'broken',
  'other_environment',
  'decided',
];

/**
 * The reason of a retired document was stored as a sentence for others once: its code says enough.
 */
function lastAnswer({ reviewReason, lastCode, lastError }: PendingEmission): string {
  const answered = !reviewReason || !WITHOUT_ANSWER.includes(reviewReason);
  const code = answered ? codeSentence(lastCode) : '';
  if (!lastError || reviewReason === 'certificate') return code;
  return `${code} Lo último que se anotó: ${quoted(plainError(lastError))}.`;
}

/** Before the sale is issued again, a person looks for a send that had no answer. */
function steps(emission: PendingEmission, around: Surroundings): string {
  const advice = ofReason(emission, around);
  return emission.sends > 0 && advice.includes(DISCARD) ? `${EARLIER} ${advice}` : advice;
}

const EARLIER = 'Un envío anterior pudo llegar: mira antes en SOL si SUNAT tiene este comprobante.';

function ofReason(
  { reviewReason, lastCode, compared }: PendingEmission,
  around: Surroundings,
): string {
  const advice = reviewReason ? STEPS[reviewReason] : LOOK;
  if (typeof advice === 'string') return advice;
  const means = lastCode ? verdict(lastCode).means : null;
  return advice({ ...around, code: lastCode, means, onlyTimeDiffers: onlyTimeDiffers(compared) });
}

interface Case extends Surroundings {
  code: string | null;
  means: Meaning | null;
  onlyTimeDiffers: boolean;
}

/** A CDR of our client, which a wrong clock alone may put outside the time of our sends. */
const onlyTimeDiffers = (compared: Compared | null): boolean =>
  compared?.theirs.receivedAt !== undefined &&
  compared.theirs.digest === undefined &&
  compared.theirs.receiver === compared.ours.receiver;

const DISCARD = `propón descartarlo: cuando otra persona lo apruebe, ${ISSUE_AGAIN}.`;
const CLOCKS =
  'Su constancia es para el mismo cliente y solo no encaja la hora: si un reloj iba mal (rafaga ' +
  'doctor los compara), puede ser la de este comprobante. ';
const LOOK = `Mira en SOL qué consta de este comprobante y propón resolverlo con eso. ${NOT_TWICE}`;

const STEPS: Readonly<Record<ReviewReason, string | ((of: Case) => string)>> = {
  crashes: `Reanuda. Si vuelve a terminar aquí, avisa a quien mantiene el programa. ${NOT_TWICE}`,
  foreign_number: ({ canAsk, onlyTimeDiffers: timeDiffers }) =>
    (timeDiffers ? CLOCKS : '') +
    `${canAsk ? 'Consulta a SUNAT y compara' : 'Compara'} lo que enviamos con lo que SUNAT dice, ` +
    `y busca en SOL quién usó ese número. Si no es este comprobante, ${DISCARD}`,
  unproven: ({ canAsk }) =>
    canAsk
      ? `Consulta a SUNAT y propón resolverlo con lo que conteste. ${NOT_TWICE}`
      : 'Registra en el negocio las credenciales de Consulta Integrada: con ellas se le puede ' +
        'preguntar a SUNAT. Sin ellas, mira en SOL si el comprobante es este y propón cómo ' +
        `resolverlo. ${NOT_TWICE}`,
  other_document: LOOK,
  contradiction: LOOK,
  unreadable: `Mira en SOL si SUNAT tiene este comprobante; si no lo tiene, reanuda. ${NOT_TWICE}`,
  unknown_code:
    'Mira en SOL si SUNAT tiene este comprobante: propón resolverlo con lo que conste ahí, o ' +
    `reanuda si no lo tiene. ${NOT_TWICE}`,
  voided:
    'Mira en SOL quién lo dio de baja y, si es así, propón resolverlo como ' +
    `rechazado. ${NOT_TWICE}`,
  needs_decision: ({ means }) => (means && DECISION[means]) || LOOK,
  certificate: ({ means }) =>
    means === 'altered'
      ? 'Abre abajo el XML firmado y avisa a quien mantiene el programa: reanudar envía el ' +
        `mismo archivo, y SUNAT lo daría por alterado otra vez. Si es así, ${DISCARD}`
      : 'Reanudar envía la misma firma: sirve si ese certificado todavía vale y el negocio lo ' +
        `registra en SUNAT. Si venció, se dio de baja o se revocó, ${DISCARD}`,
  our_fault: ({ code }) =>
    code && isQueryCode(code)
      ? `Avisa a quien mantiene el programa: SUNAT no admitió nuestra pregunta. ${LOOK}`
      : 'Avisa a quien mantiene el programa y pásale el informe de abajo: reanudar envía el ' +
        `mismo archivo, que SUNAT no puede leer. Con el programa corregido, ${DISCARD}`,
  cdr_signature:
    'Mira en SOL si SUNAT tiene este comprobante y quién firmó la constancia. Si es un firmante ' +
    `de SUNAT, regístralo y reanuda; si no, propón resolverlo con lo que conste ahí. ${NOT_TWICE}`,
  broken:
    'Avisa a quien cuida los servidores: hay que recuperar el archivo, la clave o la versión del ' +
    `programa. Después, reanuda. ${NOT_TWICE}`,
  other_environment:
    'Mira en el ambiente anterior si consta y propón resolverlo con eso; si el negocio vuelve a ' +
    `ese ambiente, reanuda. ${NOT_TWICE}`,
  decided: `Su historia dice qué decidieron: propón resolverlo igual. ${NOT_TWICE}`,
};

/** What a code that leaves the decision to a person asks for. */
const DECISION: Partial<Record<Meaning, string>> = {
  late_boleta:
    'Si el negocio la informa en un resumen diario por otra vía, propón resolverla como aceptada ' +
    `cuando conste en SOL. Si no, ${DISCARD}`,
  unknown_client:
    'Verifica en SUNAT el RUC del cliente. Si el RUC existe, reanuda. Si está mal escrito, ' +
    DISCARD,
  supervised:
    'Si SUNAT tiene al negocio entre las empresas supervisadas, emite la venta por ese sistema y ' +
    'propón descartar este comprobante. Si el tipo de operación estaba mal, ' +
    DISCARD,
  in_summary: `Corrígelo por la vía del resumen en que se informó. ${LOOK}`,
};
