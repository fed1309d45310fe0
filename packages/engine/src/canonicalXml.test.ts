/** Our canonical XML is byte for byte that of libxml2, in both forms. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { XmlC14NMode, XmlDocument, type XmlElement } from 'libxml2-wasm';
import { canonicalDocument, canonicalXml } from './canonicalXml.js';
import { isElement } from './xmlNodes.js';
import { xmlTree } from './xmlTree.js';

const MODES = [
  [false, XmlC14NMode.XML_C14N_1_0],
  [true, XmlC14NMode.XML_C14N_EXCLUSIVE_1_0],
] as const;

/** The forms of libxml2: of the document and of the first element inside its root. */
function theirs(xml: string, mode: (typeof MODES)[number][1]): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    const options = { mode, withComments: false };
    return [
      document.canonicalizeToString(options),
      (document.get('/*/*[1]') as XmlElement).canonicalizeToString(options),
    ];
  } finally {
    document.dispose();
  }
}

function ours(xml: string, exclusive: boolean): string[] {
  const document = xmlTree(Buffer.from(xml));
  const [inside] = document.root.children.filter(isElement);
  if (!inside) throw new Error('the examples have an element in their root');
  return [canonicalDocument(document, { exclusive }), canonicalXml(inside, { exclusive })].map(
    String,
  );
}

const same = (xml: string) => {
  for (const [exclusive, mode] of MODES) expect(ours(xml, exclusive)).toEqual(theirs(xml, mode));
};

test.each([
  [
    'instructions around and inside the root',
    '<?a b?><!-- no --><?c?><r><i><?d  e ?></i></r><?f?>',
  ],
  [
    'a language that is inherited',
    '<r xml:lang="es" xml:space="preserve"><i xml:lang="qu">a</i></r>',
  ],
  ['a default namespace that ends', '<r xmlns="u:1"><i xmlns=""><j xmlns="u:2"/></i></r>'],
  [
    'a prefix declared anew',
    '<p:r xmlns:p="u:1" xmlns:q="u:3"><p:i xmlns:p="u:2"><p:j xmlns:p="u:2" q:a="1"/></p:i></p:r>',
  ],
  [
    'character references and CDATA',
    '<r><i a="&#13;&#10;&#9;&lt;&gt;&quot;\'">&#13;<![CDATA[<&>]]>&gt;\r\n</i></r>',
  ],
])('the canonical form is the one of libxml2: %s', (_, xml) => same(xml));

const NAMES = ['a', 'b', 'p:a', 'q:b'];
const DECLARATIONS = [
  '',
  ' xmlns="u:1"',
  ' xmlns=""',
  ' xmlns:p="u:1"',
  ' xmlns:q="u:2"',
  ' xmlns:p="u:3" xmlns="u:3"',
];
const ATTRIBUTES = ['', ' z="1" y="&#9;2"', ' q:z="1" p:y="2" x="3"', ' xml:lang="es"'];
const TEXTS = ['', ' texto & más ', '\r\n', '<![CDATA[<x>]]>', '<!-- c -->', '<?i n?>', 'ñ 𝟘'].map(
  (text) => text.replace('& ', '&amp; '),
);
const { element } = fc.letrec((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom(...NAMES),
      fc.constantFrom(...DECLARATIONS),
      fc.constantFrom(...ATTRIBUTES),
      fc.array(fc.oneof({ depthSize: 'small' }, fc.constantFrom(...TEXTS), tie('element')), {
        maxLength: 3,
      }),
    )
    .map(
      ([name, declared, attributes, inside]) =>
        `<${name}${declared}${attributes}>${inside.join('')}</${name}>`,
    ),
}));

test('the canonical form of generated documents is the one of libxml2', () => {
  fc.assert(
    fc.property(element, (inside) => same(`<r xmlns:p="u:0" xmlns:q="u:9">${inside}</r>`)),
    { numRuns: 300 },
  );
});
