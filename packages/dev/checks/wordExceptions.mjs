/** Which sources may have which private words, and why. */

const PEOPLE = ['anybody', 'everybody', 'nobody', 'somebody', 'whoever'];

/** @type {{ file: RegExp, words?: string[], reason: string }[]} */
const ALLOWED = [
  { file: /^packages\/dev\/checks\//, reason: 'has to name them' },
  { file: /^prisma\/migrations\//, reason: 'was applied, and never changes' },
  {
    file: /^(packages\/contract|test)\//,
    words: ['solicitud_id'],
    reason: 'a member of the wire, which callers read',
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

/** Words that a part still has. A row is deleted when its words are gone, and none is added. */
const REMAINING = {
  'apps/panel/': ['bell', ...PEOPLE],
  'packages/db/': ['bell', 'house', 'rung', 'twin', 'vitals', ...PEOPLE],
  'prisma/schema.prisma': ['bell', ...PEOPLE],
  'test/': ['twin', ...PEOPLE],
};

export const mayHave = (file, word) => isAllowed(file, word) || remains(file, word);

const isAllowed = (file, word) =>
  ALLOWED.some(({ file: files, words }) => files.test(file) && (words?.includes(word) ?? true));

const remains = (file, word) =>
  Object.entries(REMAINING).some(([part, words]) => file.startsWith(part) && words.includes(word));
