/** Tests that files whose buffers are shared cannot be mixed. */
import { expect, test } from '@jest/globals';
import { createCanvas } from './canvas.js';
import { createPdfFile } from './file/pdfFile.js';

const INFO = { title: 'F001-1', author: 'A', subject: 'S', createdAt: new Date(0) };
const open = () => {
  const canvas = createCanvas(INFO);
  canvas.page(100, 100);
  canvas.rule(10, 10, 80, 1);
  return canvas;
};

test('a canvas that another one interrupts is an error, of both if they took turns', () => {
  const [first, second] = [open(), open()];
  expect(() => first.finish()).toThrow('a second canvas was opened');
  expect(() => second.finish()).toThrow('a second canvas was opened');
  expect(open().finish()).toEqual(open().finish());
});

test('objects that are packed while others are, are an error', () => {
  const file = createPdfFile();
  const nested = () => file.pack(1, () => file.pack(1, () => undefined));
  expect(nested).toThrow('objects are packed while others are');
  const ref = createPdfFile().pack(1, ({ next, text }) => {
    next();
    text('null');
  });
  expect(ref).toBe('1 0 R');
});
