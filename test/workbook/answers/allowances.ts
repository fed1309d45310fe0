/** Rows about discounts, charges, withholdings and the percepción among them. */
import { type AnswerRow, checked, computed, left, reportedAs, written } from './answer.js';

const WRITER = 'allowances.allowanceCharge';
const ALLOWANCE = '//cac:AllowanceCharge';
const RULES = 'allowances.allowanceRules';
const PERCEPTION_RULES = 'perception.perceptionRules';
const PERCEPTION = { tag: /percepci[oó]n/ };
const OTHERS = { tag: /^(?!.*percepci[oó]n)/ };
const AGENT = 'the register of withholding agents is SUNAT’s';

export const ALLOWANCES: readonly AnswerRow[] = [
  checked('2954', RULES),
  checked('4268, 4291', RULES),
  checked('3071', PERCEPTION_RULES, PERCEPTION),
  checked('3071', RULES, OTHERS),
  written('3072, 3073', WRITER, ALLOWANCE, 'cbc:AllowanceChargeReasonCode!=""'),
  written(
    '3114',
    WRITER,
    ALLOWANCE,
    "(cbc:ChargeIndicator='true')=contains(' 45 46 47 48 49 50 51 52 53 ', " +
      "concat(' ',cbc:AllowanceChargeReasonCode,' '))",
  ),
  computed('2955, 3016, 3053', 'fiscal/money.centsText', '2999'),
  computed('3025, 3052', 'fiscal/money.scaledText', '2999'),
  checked('3290, 3307', RULES),
  // SUNAT observes it in a boleta; here it is refused in both kinds
  reportedAs('4289', RULES, 'lines.allowances.amount'),
  reportedAs('4322', RULES, 'allowances.amount'),
  reportedAs('3074, 3092', RULES, '3092'),

  computed('2968', 'fiscal/money.centsText', '2999', { tag: 'global' }),
  checked('2968', RULES, { tag: 'Importe de la retención' }),
  reportedAs('2968', RULES, '3318', { tag: 'Monto de la retención' }),
  reportedAs('2968', PERCEPTION_RULES, '3233', { tag: 'percepción' }),
  checked('3262', RULES, { condition: '6-RUC' }),
  left('3262', AGENT, { condition: 'agente de retención' }),
  left('3269', AGENT),
  checked('3263, 3264', RULES),
  checked('3316', 'operation.operationRules'),
  checked('3317, 3318', RULES),
  checked('3282, 3287', 'advances.advanceRules'),

  checked('2797, 2798', PERCEPTION_RULES),
  checked('3093', PERCEPTION_RULES),
  checked('3233', PERCEPTION_RULES),
  checked('3308', PERCEPTION_RULES),
  reportedAs('3309', PERCEPTION_RULES, '3093'),
  checked('3310', PERCEPTION_RULES),
  computed('3311', 'fiscal/money.centsText', '3311'),
  checked('3330', PERCEPTION_RULES),
];
