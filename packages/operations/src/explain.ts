/**
 * A reference in three sentences: what happened, what the system will do by itself and when, what a
 * person can do.
 */
import type { DocumentSummary, PendingEmission, ReviewReason, WaitClass } from '@rafaga/db';
import { limaTime, verdict } from '@rafaga/fiscal';
import { withoutKeys } from './withoutKeys.js';
import { REVIEW } from './words.js';

export interface Explanation {
  happened: string;
  next: string;
  you: string;
}

const NEVER_ANOTHER = 'No emitas con otra referencia: habría dos ventas.';

/** What happened and what can be done, by what a document waits for. */
const WAITS: Readonly<Record<WaitClass, Pick<Explanation, 'happened' | 'you'>>> = {
  unreachable: {
    happened: 'No se llega a SUNAT: el comprobante está guardado y espera.',
    you: `Nada: se enviará solo cuando SUNAT vuelva. ${NEVER_ANOTHER}`,
  },
  unknown: {
    happened: 'Se envió a SUNAT y la respuesta no llegó: no se sabe si lo tiene.',
    you: `Preguntar a SUNAT ahora. ${NEVER_ANOTHER}`,
  },
  unavailable: {
    happened: 'SUNAT contestó que no puede atender ahora.',
    you: `Nada: es un problema de SUNAT. ${NEVER_ANOTHER}`,
  },
  throttled: { happened: 'SUNAT pidió ir más despacio.', you: 'Nada: el turno llega solo.' },
  in_process: { happened: 'SUNAT lo está procesando.', you: `Nada por ahora. ${NEVER_ANOTHER}` },
  paused: {
    happened: 'El envío de este negocio está en pausa.',
    you:
      'Corregir lo que lo detiene (usuario SOL, certificado o perfil): al guardarlo, el ' +
      'envío sigue solo.',
  },
  trouble: {
    happened: 'Falta algo nuestro: el almacén de archivos o una clave.',
    you: 'Avisar a quien cuida los servidores y reanudar cuando esté corregido.',
  },
};

/** What a person can do, by why a document is in review. */
const REVIEWS: Readonly<Record<ReviewReason, string>> = {
  crashes: 'Reanudar el envío; si vuelve a detenerse, avisar a quien mantiene el programa.',
  foreign_number:
    'Comparar lo que enviamos con lo que SUNAT dice, y buscar en SOL quién usó ese número. ' +
    'Si no es este comprobante, proponer descartarlo y, una vez descartado, emitir la ' +
    'venta con otra referencia.',
  unproven:
    'Registrar las credenciales de Consulta Integrada: se resuelve solo. Sin ellas, ver en ' +
    'SOL si el comprobante es este, y proponer cómo resolverlo.',
  other_document: 'Ver en SOL si SUNAT tiene este comprobante, y resolver con lo que conste ahí.',
  unreadable: 'Ver en SOL si SUNAT tiene este comprobante; si no, reanudar.',
  contradiction: 'Ver en SOL qué consta de este comprobante y resolver con eso.',
  voided: 'Ver en SOL quién lo dio de baja, y resolver como rechazada si es así.',
  unknown_code:
    'Leer qué contestó SUNAT, ver en SOL si tiene el comprobante, y resolver o reanudar.',
  needs_decision: 'Seguir lo que indica el código de SUNAT, y después reanudar o resolver.',
  certificate:
    'Registrar en SUNAT el certificado con que se firmó y reanudar; si no se puede, ' +
    'descartar y emitir de nuevo.',
  our_fault: 'Avisar a quien mantiene el programa: el mismo archivo sería rechazado otra vez.',
  cdr_signature:
    'Ver en SOL si SUNAT tiene este comprobante y quién firmó la constancia (rafaga ' +
    'firmante probar); con eso, reanudar o resolver.',
  broken:
    'Avisar a quien cuida los servidores: hay que recuperar el archivo o la clave, y reanudar.',
  other_environment:
    'Ver en el ambiente anterior si consta, y resolver con eso; si el negocio vuelve a ese ' +
    'ambiente, reanudar.',
};

const STAGES: Readonly<Record<Exclude<PendingEmission['stage'], 'review'>, string>> = {
  recorded: 'Se registró con su número y todavía no se firma.',
  signed: 'Se firmó y todavía no se envía a SUNAT.',
  sending: 'Se envió a SUNAT y aún no se conoce su respuesta.',
};

export function explain(found: DocumentSummary, now: Date): Explanation {
  if (found.state) return settled(found, found.state);
  const { emission } = found;
  if (!emission)
    return {
      happened: 'Está pendiente y no queda trabajo por hacer.',
      next: 'Nada.',
      you: 'Avisar a quien mantiene el programa.',
    };
  if (emission.stage === 'review') {
    const said = emission.lastError ? withoutKeys(emission.lastError) : emission.lastCode;
    const meaning =
      emission.lastCode && BY_CODE.includes(emission.reviewReason)
        ? ` ${verdict(emission.lastCode).text}`
        : '';
    return {
      happened: `Está en revisión: ${emission.reviewReason ? REVIEW[emission.reviewReason] : 'una persona debe decidir'}${said ? ` («${said}»)` : ''}.`,
      next:
        'Nada hasta que una persona decida. Mientras tanto, repetir la referencia responde ' +
        `409. SUNAT la recibe hasta el ${dayOf(emission.deadline)}.`,
      you: `${emission.reviewReason ? REVIEWS[emission.reviewReason] : 'Reanudar o resolver.'}${meaning}`,
    };
  }
  if (emission.elsewhere) {
    return {
      happened: STAGES[emission.stage],
      next: 'Nada: espera a un ambiente que su negocio dejó.',
      you:
        'Volver a ese ambiente, o pasar entre dos personas lo que espera, en la página SUNAT ' +
        'del negocio.',
    };
  }
  if (emission.held) {
    return {
      happened: STAGES[emission.stage],
      next: 'Un procesador la tiene en este momento.',
      you: 'Esperar unos segundos y mirar otra vez.',
    };
  }
  const again =
    emission.nextAt <= now
      ? 'en cuanto un procesador la tome'
      : `a las ${limaTime(emission.nextAt)}`;
  const action =
    emission.sends > 0
      ? 'Preguntar a SUNAT por ella, y enviarla otra vez solo si no la tiene'
      : 'Enviarla';
  const next =
    `${action}, ${again}. ` +
    `${emission.attempts === 1 ? 'Va 1 intento' : `Van ${emission.attempts} intentos`}; SUNAT la ` +
    `recibe hasta el ${dayOf(emission.deadline)}.`;
  if (emission.waitClass) {
    const { happened, you } = WAITS[emission.waitClass];
    return {
      happened: emission.lastError
        ? `${happened} Lo último: «${withoutKeys(emission.lastError)}».`
        : happened,
      next,
      you,
    };
  }
  return {
    happened: STAGES[emission.stage],
    next,
    you: 'Nada. Si pasa de un minuto, mirar si hay procesadores trabajando.',
  };
}

/**
 * Reviews in which the code says what to do; in the others it would speak of a send that is not the
 * question any more.
 */
const BY_CODE: readonly (ReviewReason | null)[] = ['needs_decision', 'our_fault'];

function settled(
  { code, description, withoutCdr, evidence }: DocumentSummary,
  state: 'accepted' | 'rejected',
): Explanation {
  const said = [evidence === 'person' ? null : code, description].filter(Boolean).join(': ');
  if (evidence === 'presumed') {
    return {
      happened:
        `Aceptada, presumida${said ? ` (${said})` : ''}: sin prueba, porque el negocio lo ` +
        'eligió.',
      next: 'Nada: terminó, y no habrá constancia (CDR).',
      you:
        'Ver en SOL si consta. Con credenciales de Consulta Integrada las siguientes no ' +
        'necesitan presumirse.',
    };
  }
  if (state === 'accepted') {
    return {
      happened: `Aceptada${said ? ` (${said})` : ''}.`,
      next: withoutCdr
        ? 'Nada: SUNAT la tiene, pero su constancia (CDR) no se pudo obtener.'
        : 'Nada: terminó.',
      you: withoutCdr
        ? 'Descargar la constancia en SOL, si se necesita.'
        : 'Descargar sus archivos.',
    };
  }
  return {
    happened: `Rechazada${said ? ` (${said})` : ''}.`,
    next: 'Nada: terminó, y su número quedó usado.',
    you:
      code && evidence !== 'person'
        ? verdict(code).text
        : 'Corregir la venta y emitirla de nuevo con otra referencia.',
  };
}

const dayOf = (date: string): string => date.slice(0, 10).split('-').reverse().join('/');
