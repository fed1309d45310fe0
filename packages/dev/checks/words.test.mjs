import { expect, test } from '@jest/globals';
import { PRIVATE, wordsIn } from './words.mjs';

test.each(Object.keys(PRIVATE))('%s is found, alone and in a name', (word) => {
  const capital = word[0].toUpperCase() + word.slice(1);
  const found = [`${word} (${PRIVATE[word]})`];
  expect(wordsIn(`// one ${word}, two`)).toEqual(found);
  expect(wordsIn(`const two = create${capital}(one);`)).toEqual(found);
});

test.each(['aggregate', 'investigate', 'workshop', 'years', 'seating', 'gateway'])(
  'the longer word %s is not',
  (word) => {
    expect(wordsIn(word)).toEqual([]);
  },
);

test('a stand-in for work is found', () => {
  expect(wordsIn('// TODO: later')).toEqual(['TODO']);
});
