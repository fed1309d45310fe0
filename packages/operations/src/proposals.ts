/** The Spanish messages for proposals that cannot be made, approved or declined. */
import type { ProposalProblem } from '@rafaga/db';

export const PROPOSAL_PROBLEM: Readonly<Record<ProposalProblem['reason'], string>> = {
  waits_already:
    'Ya hay una propuesta que espera por lo mismo: apruébala o recházala antes de proponer otra.',
  gone: 'Otra persona ya decidió sobre esta propuesta.',
  own: 'Es tu propia propuesta: la aprueba otra persona.',
  cannot:
    'Ya no se puede hacer lo que se propuso: algo cambió desde entonces. Recházala y mira ' +
    'otra vez.',
  shown_accepted:
    'SUNAT contestó que tiene este comprobante, aceptado: descartarlo haría emitir la venta otra ' +
    'vez. Propón resolverlo como aceptado.',
  restoring:
    'Hay una restauración abierta, y la base de datos puede no saber lo último: apruébala ' +
    'cuando termine. Un cambio de ambiente, después de reconstruir.',
  not_kept:
    'El almacén de archivos no guarda la decisión, y una restauración de la base de datos la ' +
    'olvidaría: nada cambió. Repítelo cuando funcione.',
};
