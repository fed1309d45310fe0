/**
 * The order in which a round of turns measures. What is measured first differs from round to round,
 * and so does what comes before each: all orders of three come in six rounds, of two in two.
 */
export function orderOf(list, round) {
  const first = Math.floor(round / 2) % list.length;
  const order = [...list.slice(first), ...list.slice(0, first)];
  return round % 2 ? order.toReversed() : order;
}
