/** Rows about the attributes that name the list of a code. */
import { type AnswerRow, listed } from './answer.js';

export const ATTRIBUTES: readonly AnswerRow[] = [
  listed('4251, 4252, 4253, 4254, 4255, 4256, 4257, 4258, 4259, 4260, 4261', 'engine/lists.LIST'),
];
