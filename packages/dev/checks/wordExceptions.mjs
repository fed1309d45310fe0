/** Lists which sources may contain which words, with the reason. */

/** @type {{ file: RegExp, words?: string[], reason: string }[]} */
const ALLOWED = [
  { file: /^packages\/dev\/checks\//, reason: 'has to name them' },
  { file: /^prisma\/migrations\//, reason: 'was applied, and never changes' },
  {
    file: /^(packages\/contract|test)\//,
    words: ['solicitud_id'],
    reason: 'a member of the JSON that callers read',
  },
  {
    file: /^packages\/dev\/servers\/postgresProgram\.mjs$/,
    words: ['nobody'],
    reason: 'the user of that name',
  },
  {
    file: /^packages\/fiscal\/src\/(advances|rules\/)/,
    words: ['tally', 'nobody', 'somebody'],
    reason: 'sums of a sale, and its client: a person, or none',
  },
];

/** Whether a file may have a word of the list. */
export const mayHave = (file, word) =>
  ALLOWED.some(({ file: files, words }) => files.test(file) && (words?.includes(word) ?? true));
