/** SQL with named parameters: `:total` in the text is the property `total` of the values. */
import type pg from 'pg';

export type Statement<Values> = (values: Values) => pg.QueryConfig;

/**
 * Numbers the parameters once, so that a call costs no more than with a handwritten array.
 * @param name of the prepared statement
 */
export function statement<Values extends object>(name: string, text: string): Statement<Values> {
  const keys: (keyof Values)[] = [];
  const numbered = text.replace(PARAMETER, (_, key) => {
    if (!keys.includes(key)) keys.push(key);
    return `$${keys.indexOf(key) + 1}`;
  });
  return (values) => ({ name, text: numbered, values: keys.map((key) => values[key]) });
}

/** A parameter, but not the type of a cast (`::text`). */
const PARAMETER = /(?<!:):([a-z]\w*)/gi;
