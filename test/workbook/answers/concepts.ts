/** Rows about what the API has no field for: delivery, concepts of lines (catalogue 55). */
import { type AnswerRow, absent, checked, reportedAs } from './answer.js';

const OPERATION = 'operation.operationRules';
const DELIVERY = '//cac:Delivery';
const CONCEPT = '//cac:AdditionalItemProperty';

export const CONCEPTS: readonly AnswerRow[] = [
  // the operation is refused, by the first of the rules about its data
  reportedAs('2595, 2596, 2597', OPERATION, '2595'),
  reportedAs('2898, 2899, 3242', OPERATION, '3242'),
  reportedAs('3063, 3130, 3131, 3132, 3133, 3134', OPERATION, '3063'),
  reportedAs('3098, 3099', OPERATION, '3098'),
  reportedAs('3116, 3117, 3118, 3119, 3120, 3122, 3123, 3124, 3125, 3126', OPERATION, '3116'),
  reportedAs('3136, 3137, 3138, 3139, 3140, 3141, 3142, 3143, 3144, 3145', OPERATION, '3136'),
  reportedAs('3159, 3160, 3161, 3162, 3163, 3164, 3165, 3166, 3167, 3204', OPERATION, '3156'),
  reportedAs('3173, 3175', OPERATION, '3156'),
  reportedAs('3168, 3169, 3170, 3171', OPERATION, '3168'),
  checked('3241', OPERATION),
  reportedAs('3150, 3151, 3152, 3153, 3154, 3155', 'lines.lineRules', '3150'),

  absent('3064, 3065, 3115, 3135, 3172, 3243', CONCEPT),
  absent('3146, 3147, 3148, 3149', CONCEPT),
  absent('4202, 4235, 4280, 4281, 4282, 4313, 4366', CONCEPT),

  absent('4041', DELIVERY, { tag: 'Delivery' }),
  absent('4200, 4231, 4236, 4238, 4239, 4240, 4241', DELIVERY),
  absent('4270, 4271, 4272, 4273, 4274, 4275, 4276, 4277, 4278', DELIVERY),
];
