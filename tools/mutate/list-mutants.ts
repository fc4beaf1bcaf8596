/** Lists the small faults that can be put into a source. Types, imports, member names and tagged templates do not change. */
import { parseAst } from 'vitest/node';

export interface Mutant {
  /** The first line is 1. */
  readonly line: number;
  /** e.g. `a < b → a <= b` */
  readonly change: string;
  /** The whole source with this change. */
  readonly source: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
};
const METHODS: Readonly<Record<string, string>> = {
  every: 'some',
  some: 'every',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
};
/** TypeScript syntax around a value, which only the compiler reads. */
const AROUND_VALUES: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const CHANGE_LENGTH_MAX = 100;

export function listMutants(source: string): readonly Mutant[] {
  const edits: Edit[] = [];
  collect(toNode(parseAst(source, { lang: 'ts' })), source, edits);
  return edits.map((edit) => toMutant(source, edit));
}

function toMutant(source: string, { start, end, by }: Edit): Mutant {
  const before = source.slice(0, start);
  return {
    line: before.split('\n').length,
    change: `${shorten(source.slice(start, end))} → ${by === '' ? '(nothing)' : shorten(by)}`,
    source: before + by + source.slice(end),
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= CHANGE_LENGTH_MAX ? line : `${line.slice(0, CHANGE_LENGTH_MAX)}…`;
}

function collect(node: Node, source: string, edits: Edit[]): void {
  if (node.type.startsWith('TS') && !AROUND_VALUES.has(node.type)) return;
  // A point at which a fault test ends the process; it is not part of a rule.
  if (node.type === 'ExpressionStatement' && source.startsWith('crashPoint(', node.start)) return;
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration' || node.type === 'TaggedTemplateExpression') return;
  edits.push(...editsOf(node, source));
  for (const [name, member] of Object.entries(node)) {
    // A member's name is no value.
    if (name === 'key' && node.computed !== true) continue;
    for (const child of [member].flat()) if (isNode(child)) collect(child, source, edits);
  }
}

function editsOf(node: Node, source: string): readonly Edit[] {
  const { type, start, end } = node;
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorEdits(node, source);
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [{ start, end, by: source.slice(start + 1, end) }] : [];
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].flatMap((by) => replaceChild(node.test, by));
    case 'WhileStatement':
      return replaceChild(node.test, 'false');
    case 'Literal':
      return literalEdits(node, source);
    case 'TemplateLiteral':
      return [{ start, end, by: "''" }];
    case 'ReturnStatement':
      return source.slice(start, end) === 'return undefined;' ? [] : replaceChild(node.argument, 'undefined');
    case 'ArrowFunctionExpression':
      return isNode(node.body) && node.body.type !== 'BlockStatement' && source.slice(node.body.start, node.body.end) !== 'undefined'
        ? replaceChild(node.body, '(undefined)')
        : [];
    case 'ExpressionStatement':
    case 'ThrowStatement':
      return [{ start, end, by: ';' }];
    case 'MemberExpression':
      return methodEdits(node, source);
    default:
      return [];
  }
}

function operatorEdits({ start, end, left, right, operator }: Node, source: string): readonly Edit[] {
  if (!isNode(left) || !isNode(right)) return [];
  // Strings are concatenated, never subtracted.
  if (operator === '+' && [left, right].some(isText)) return [];
  return (OPERATORS[String(operator)] ?? []).map((other) => {
    const between = source.slice(left.end, right.start).replace(String(operator), () => other);
    return { start, end, by: source.slice(start, left.end) + between + source.slice(right.start, end) };
  });
}

function literalEdits({ start, end, value, regex }: Node, source: string): readonly Edit[] {
  if (typeof value === 'boolean') return [{ start, end, by: String(!value) }];
  if (typeof value === 'string') return [{ start, end, by: value === '' ? "'mutant'" : "''" }];
  if (regex === undefined || regex === null) return [];
  const text = source.slice(start, end);
  const closing = text.lastIndexOf('/');
  return [
    ...(text.startsWith('/^') ? [{ start, end, by: `/${text.slice(2)}` }] : []),
    ...(text[closing - 1] === '$' && text[closing - 2] !== '\\' ? [{ start, end, by: text.slice(0, closing - 1) + text.slice(closing) }] : []),
  ];
}

function methodEdits({ computed, property }: Node, source: string): readonly Edit[] {
  if (computed === true || !isNode(property)) return [];
  const other = Object.hasOwn(METHODS, source.slice(property.start, property.end)) ? METHODS[source.slice(property.start, property.end)] : undefined;
  return other === undefined ? [] : replaceChild(property, other);
}

function replaceChild(child: unknown, by: string): readonly Edit[] {
  return isNode(child) ? [{ start: child.start, end: child.end, by }] : [];
}

const isText = (node: Node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

function toNode(value: unknown): Node {
  if (!isNode(value)) throw new TypeError('The parser answered something else than a tree.');
  return value;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}
