/** What the plain parser accepts, it reads as the general parser does; what it refuses is left. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anIdentity, signedCdr, unsignedCdr } from '../testing/signedCdr.js';
import { plainXml } from './plainXml.js';
import { isElement, type XmlDocument, type XmlNode } from './xmlNodes.js';
import { parsed } from './xmlTree.js';

const CDR = unsignedCdr().replace(/<!\[CDATA\[.*\]\]>|&#xA;/g, '1');
const SMALL =
  '<?xml version="1.0" encoding="UTF-8"?>\n<a:r xmlns:a="u:1" xmlns="u:2" k=\'1\'>\n ' +
  '<b a="x&lt;"/>' +
  '<a:c xmlns:a="u:3">ñ ]>&amp;</a:c><b xmlns="u:4"><c></c>t<d/>u</b></a:r>\n';

test.each([
  ['a CDR', CDR],
  ['a signed CDR', signedCdr(CDR, anIdentity())],
  ['namespaces declared again, text between elements', SMALL],
])('%s is read without the general parser, as by it', (_, xml) => {
  const tree = plainXml(xml);
  expect(tree && comparable(tree)).toEqual(comparable(parsed(xml)));
});

test.each([
  ['a reference by number', '<a>&#38;</a>'],
  ['a comment', '<a><!-- x --></a>'],
  ['a section', '<a><![CDATA[x]]></a>'],
  ['an instruction', '<a><?x y?></a>'],
  ['an attribute with a prefix', '<a xmlns:b="u:b" b:c="1"/>'],
  ['a carriage return', '<a>\r\n</a>'],
  ['a character of two units', '<a>\u{1f600}</a>'],
])('%s is left to the general parser', (_, xml) => {
  expect(plainXml(xml)).toBeUndefined();
  expect(parsed(xml)).toBeDefined();
});

const PIECES = ['<', '>', '/', '"', "'", '=', ' ', ':', 'a', 'b', 'xmlns', 'xmlns:a="u:3"', '</b>'];
const MORE = [
  '<b>',
  '<d/>',
  ']]>',
  '&',
  '&#9;',
  '&gt;',
  '<!',
  '\n',
  '\t',
  '\u00a0',
  '\ufeff',
  '\u0001',
];
const change = fc.record({
  at: fc.nat({ max: SMALL.length }),
  cut: fc.nat({ max: 6 }),
  put: fc.constantFrom('', ...PIECES, ...MORE),
});

test('of any changed XML, what it accepts is what the general parser reads', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const xml = changes.reduce(
        (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
        SMALL,
      );
      const tree = plainXml(xml);
      if (!tree) return;
      accepted += 1;
      expect(comparable(tree)).toEqual(comparable(parsed(xml)));
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

const comparable = ({ root, before, after }: XmlDocument) => ({
  root: withoutParent(root),
  before,
  after,
});

function withoutParent(node: XmlNode): unknown {
  if (!isElement(node)) return node;
  const { parent: _, scope, children, ...rest } = node;
  return { ...rest, scope: [...scope].sort(), children: children.map(withoutParent) };
}
