/** The marks of a vertical axis: round values from zero to just above the largest. */

const STEPS = [1, 2, 2.5, 5, 10];
const MARKS = 4;

/** Rising, the first is 0; the last is never below `most`. */
export function axisMarks(most: number): number[] {
  const rough = Math.max(most, 1) / MARKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (STEPS.find((each) => each * power >= rough) ?? 10));
  const count = Math.ceil(Math.max(most, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
