/** The privileges that the calls of Prisma's client need, by their arguments. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodesOf, root } from './sourceGraph.mjs';

const METHOD = /^(find\w+|count|aggregate|groupBy|create\w*|update\w*|upsert|delete\w*)$/;

/**
 * @typedef {object} Model
 * @property {string} table
 * @property {Map<string, string>} columns by the name of the field
 * @property {Map<string, string>} relations the model, by the name of the field
 * @property {string[]} touched columns that Prisma sets in every update
 * @returns {Map<string, Model>} by the name in the client
 */
export function readModels() {
  const schema = readFileSync(path.join(root, 'prisma/schema.prisma'), 'utf8');
  const blocks = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const names = new Set(blocks.map(([, name]) => name));
  return new Map(blocks.map(([, name, body]) => [lowerFirst(name), modelOf(body, names)]));
}

const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);

function modelOf(body, names) {
  const fields = [...body.matchAll(/^\s+(\w+)\s+(\w+)([^\n]*)/gm)].map(([, field, type, rest]) => ({
    field,
    type,
    rest,
    column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
  }));
  const own = fields.filter(({ type }) => !names.has(type));
  const related = fields.filter(({ type }) => names.has(type));
  return {
    table: /@@map\("(\w+)"\)/.exec(body)[1],
    columns: new Map(own.map(({ field, column }) => [field, column])),
    relations: new Map(related.map(({ field, type }) => [field, lowerFirst(type)])),
    touched: own.flatMap(({ rest, column }) => (/@updatedAt/.test(rest) ? [column] : [])),
  };
}

/** @returns {import('./sqlNeeds.mjs').Need[]} */
export function prismaNeeds({ node }, models) {
  const nodes = [...nodesOf(node)];
  return nodes.flatMap((call) => {
    const method = call.type === 'CallExpression' && call.callee.property?.value;
    if (!method || !METHOD.test(method)) return [];
    return modelsOf(call.callee.object, nodes, models).flatMap((model) =>
      needsOf(model, method, call.arguments[0]?.expression, { nodes, models }),
    );
  });
}

/** `tx.user`, `user` of a client that was taken apart, or each of a list of them. */
function modelsOf(object, nodes, models) {
  if (object.type === 'Identifier' || object.type === 'MemberExpression') {
    const model = models.get(object.property?.value ?? object.value);
    return model ? [model] : [];
  }
  if (object.type !== 'ParenthesisExpression') return [];
  const listed = nodes.flatMap(({ type, elements }) =>
    type === 'ArrayExpression' ? elements : [],
  );
  return listed.flatMap(({ expression }) => models.get(expression?.property?.value) ?? []);
}

function needsOf(model, method, given, { nodes, models }) {
  const on = model.table;
  const related = [...nodesOf(given ?? null)].flatMap(({ type, key, value }) =>
    type === 'KeyValueProperty' && model.relations.has(key.value)
      ? relatedNeeds(models.get(model.relations.get(key.value)), value)
      : [],
  );
  const verbs = [
    'SELECT',
    ...(/^(create|upsert)/.test(method) ? ['INSERT'] : []),
    ...(/^delete/.test(method) ? ['DELETE'] : []),
  ];
  const changed = method === 'upsert' ? 'update' : /^update/.test(method) ? 'data' : undefined;
  const columns = changed === undefined ? [] : columnsOf(model, given, changed, nodes);
  return [
    ...related,
    ...verbs.map((verb) => ({ on, verb })),
    ...columns.map((column) => ({ on, verb: 'UPDATE', column })),
  ];
}

/** What is nested is read; a `create` in it writes. */
function relatedNeeds({ table }, value) {
  const writes = [...nodesOf(value)].some(
    ({ type, key }) => type === 'KeyValueProperty' && key.value === 'create',
  );
  return [{ on: table, verb: 'SELECT' }, ...(writes ? [{ on: table, verb: 'INSERT' }] : [])];
}

/** The columns of a property of the argument; undefined: some that only a run knows. */
function columnsOf({ columns, touched }, given, name, nodes) {
  const value = propertyOf(resolved(given, nodes), name, nodes);
  return [...fieldsOf(value, nodes).map((field) => columns.get(field)), ...touched];
}

function propertyOf(object, name, nodes) {
  for (const each of object?.properties ?? []) {
    if (each.type === 'KeyValueProperty' && each.key.value === name) return each.value;
    if (each.type === 'Identifier' && each.value === name) return resolved(each, nodes);
  }
  return undefined;
}

/** The value of a constant of the same declaration. */
function resolved(node, nodes) {
  if (node?.type !== 'Identifier') return node;
  return nodes.find(({ type, id }) => type === 'VariableDeclarator' && id.value === node.value)
    ?.init;
}

/** The keys of an object, also of those that are spread in it. */
function fieldsOf(node, nodes) {
  switch (node?.type) {
    case 'ObjectExpression':
      return node.properties.flatMap((each) =>
        each.type === 'SpreadElement'
          ? fieldsOf(each.arguments, nodes)
          : [each.type === 'Identifier' ? each.value : each.key.value],
      );
    case 'ParenthesisExpression':
    case 'TsAsExpression':
      return fieldsOf(node.expression, nodes);
    case 'ConditionalExpression':
      return [...fieldsOf(node.consequent, nodes), ...fieldsOf(node.alternate, nodes)];
    case 'BinaryExpression':
      return fieldsOf(node.right, nodes);
    case 'Identifier': {
      const value = resolved(node, nodes);
      return value ? fieldsOf(value, nodes) : [undefined];
    }
    default:
      return [undefined];
  }
}
