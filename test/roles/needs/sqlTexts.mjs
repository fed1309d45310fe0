/** The texts of SQL in a declaration, with the constants and functions that they are made of. */
import { nodesOf } from './sourceGraph.mjs';

/** What stands for a part that only a run knows. */
export const UNKNOWN = '⁇';
const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\b|\w\(/;

/**
 * @param {import('./sourceGraph.mjs').Declaration} declaration
 * @returns {string[]}
 */
export function sqlTexts(declaration) {
  const nodes = [...nodesOf(declaration.node)];
  const raw = new Set(
    nodes.flatMap(({ type, tag, template }) =>
      type === 'TaggedTemplateExpression' && /Raw$/.test(tag.property?.value) ? [template] : [],
    ),
  );
  const context = { declaration, values: localsOf(nodes), depth: 0 };
  return nodes
    .filter(
      ({ type, expressions }) =>
        type === 'StringLiteral' || (type === 'TemplateLiteral' && expressions),
    )
    .map((node) => (raw.has(node) ? parametrized(node) : textOf(node, context)))
    .filter((text) => SQL.test(text));
}

const localsOf = (nodes) =>
  new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && id.type === 'Identifier' && init ? [[id.value, init]] : [],
    ),
  );

/** `tx.$queryRaw` makes a parameter of each value. */
const parametrized = ({ quasis }) =>
  quasis.map(({ raw }, i) => (i === 0 ? raw : `$${i}${raw}`)).join('');

const MAX_DEPTH = 12;

function textOf(node, context) {
  if (context.depth > MAX_DEPTH) return UNKNOWN;
  const deeper = { ...context, depth: context.depth + 1 };
  const inner = (each) => textOf(each, deeper);
  switch (node.type) {
    case 'StringLiteral':
      return node.value;
    case 'NumericLiteral':
      return String(node.value);
    case 'TemplateLiteral':
      return node.quasis
        .map(
          ({ cooked, raw }, i) => (i === 0 ? '' : inner(node.expressions[i - 1])) + (cooked ?? raw),
        )
        .join('');
    case 'BinaryExpression':
      return node.operator === '+' ? inner(node.left) + inner(node.right) : UNKNOWN;
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
      return inner(node.expression);
    case 'Identifier':
      return ofName(node.value, deeper);
    case 'CallExpression':
      return ofCall(node, deeper);
    default:
      return UNKNOWN;
  }
}

function ofName(name, context) {
  const local = context.values.get(name);
  if (local)
    return local.text ?? textOf(local, { ...context, values: without(context.values, name) });
  const declaration = context.declaration.named(name);
  if (declaration?.node.type !== 'VariableDeclarator' || !declaration.node.init) return UNKNOWN;
  return textOf(declaration.node.init, { ...context, declaration, values: new Map() });
}

const without = (values, name) => new Map([...values].filter(([each]) => each !== name));

/** A call of a function that is one expression, as `actingFor(4)`. */
function ofCall({ callee, arguments: given }, context) {
  const declaration =
    callee.type === 'Identifier' ? context.declaration.named(callee.value) : undefined;
  const made = declaration?.node.init;
  if (made?.type !== 'ArrowFunctionExpression' || made.body.type === 'BlockStatement')
    return UNKNOWN;
  const values = new Map(
    made.params.map((param, i) => [
      (param.pat ?? param).value,
      { text: given[i] ? textOf(given[i].expression, context) : UNKNOWN },
    ]),
  );
  return textOf(made.body, { ...context, declaration, values });
}
