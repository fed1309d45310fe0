/** Sales that a change of the law touches, beside the golden ones: what ends or begins on a day. */
import type { Sale } from '@rafaga/fiscal';
import { aBoleta, aLine, aSale } from './aSale.js';

const plate = (igvPercent: string) =>
  aLine({ code: 'MENU', description: 'Menú del día', igvPercent, unitPrice: '22.10' });
const free = (igvPercent: string) =>
  aLine({ code: 'POSTRE', affectation: '15', igvPercent, unitPrice: '5' });
const detracted = (goods: string) =>
  aSale({
    operation: '1001',
    detraction: { goods, percent: '10', amount: '11.80', account: '00-068-123456', means: '001' },
  });

export const LAW_CASES: Readonly<Record<string, Sale>> = {
  'restaurante-10.5-boleta': aBoleta({ lines: [plate('10.5')] }),
  'restaurante-10.5-con-regalo': aSale({ lines: [plate('10.5'), free('10.5')] }),
  'restaurante-15-factura': aSale({ lines: [plate('15')] }),
  'restaurante-15-boleta': aBoleta({ lines: [plate('15'), plate('15')] }),
  'restaurante-12-factura': aSale({ lines: [plate('12')] }),
  'restaurante-12-boleta': aBoleta({ lines: [plate('12')] }),
  'restaurante-15-y-12': aSale({ lines: [plate('15'), plate('12')] }),
  'restaurante-10': aSale({ lines: [plate('10')] }),
  'codigo-de-producto-fuera-del-catalogo': aSale({ lines: [aLine({ sunatCode: '01234567' })] }),
  'codigo-de-producto-del-catalogo': aSale({ lines: [aLine({ sunatCode: '50161509' })] }),
  'detraccion-038': detracted('038'),
  'detraccion-047': detracted('047'),
};
