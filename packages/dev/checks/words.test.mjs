/** Tests which words are found in a source. */
import { expect, test } from '@jest/globals';
import { PRIVATE, wordsIn } from './words.mjs';

test.each(Object.keys(PRIVATE))('%s is found, alone and in a name', (word) => {
  const capital = word[0].toUpperCase() + word.slice(1);
  expect(wordsIn(`// one ${word}, two`)).toEqual([word]);
  expect(wordsIn(`const two = create${capital}(one);`)).toEqual([word]);
});

test.each(['aggregate', 'investigate', 'workshop', 'years', 'seating', 'gateway', 'household'])(
  'the longer word %s is not found',
  (word) => {
    expect(wordsIn(word)).toEqual([]);
  },
);

test('a mark of unfinished work is found', () => {
  expect(wordsIn('// TODO: later')).toEqual(['TODO']);
});
