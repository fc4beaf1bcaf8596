/** Parameters: OpenAPI 3.1.1, "Style Examples" and "Parameter Object". */
import type { Cell, Place } from './cell.ts';

const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };
const SCHEMAS = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  list: { type: 'array', items: { type: 'string' } },
  object: { type: 'object' },
  'list in an object': { type: 'object' },
  'object in a list': { type: 'array', items: { type: 'object' } },
  'empty list': { type: 'array' },
  'empty object': { type: 'object' },
  'null in a list': { type: 'array' },
  'null in an object': { type: 'object' },
  reserved: { type: 'string' },
  unicode: { type: 'string' },
  'names of every object': { type: 'object' },
};
type Kind = keyof typeof SCHEMAS;
const VALUES: Readonly<Record<Kind, unknown>> = {
  text: 'blue',
  // Written as text, because a number of this size has lost digits before the explorer reads it.
  integer: '9007199254740993',
  boolean: true,
  list: LIST,
  object: OBJECT,
  'list in an object': { a: [1, 2] },
  'object in a list': [{ a: 1 }],
  'empty list': [],
  'empty object': {},
  'null in a list': ['blue', null],
  'null in an object': { R: 100, G: null },
  reserved: ':/?#[]@!$&\'()*+,;= %"{}',
  unicode: 'ž🏛️',
  'names of every object': JSON.parse('{"toString":1,"__proto__":2,"constructor":3}'),
};

type Row = readonly [style: string | undefined, explode: boolean | undefined, kind: Kind, expected: string];

/** Reserved and other characters, all percent-encoded. */
const RESERVED = '%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%25%22%7B%7D';
const UNICODE = '%C5%BE%F0%9F%8F%9B%EF%B8%8F';

const QUERY: readonly Row[] = [
  [undefined, undefined, 'text', '?c=blue'],
  [undefined, undefined, 'integer', '?c=9007199254740993'],
  [undefined, undefined, 'boolean', '?c=true'],
  [undefined, undefined, 'list', '?c=blue&c=black&c=brown'],
  [undefined, undefined, 'object', '?R=100&G=200&B=150'],
  [undefined, undefined, 'list in an object', '?a=%5B1%2C2%5D'],
  [undefined, undefined, 'object in a list', '?c=%7B%22a%22%3A1%7D'],
  [undefined, undefined, 'empty list', ''],
  [undefined, undefined, 'empty object', ''],
  [undefined, undefined, 'null in a list', '?c=blue'],
  [undefined, undefined, 'null in an object', '?R=100'],
  [undefined, undefined, 'reserved', `?c=${RESERVED}`],
  [undefined, undefined, 'unicode', `?c=${UNICODE}`],
  [undefined, undefined, 'names of every object', '?toString=1&__proto__=2&constructor=3'],
  ['form', true, 'list', '?c=blue&c=black&c=brown'],
  ['form', true, 'object', '?R=100&G=200&B=150'],
  ['form', false, 'text', '?c=blue'],
  ['form', false, 'list', '?c=blue,black,brown'],
  ['form', false, 'object', '?c=R,100,G,200,B,150'],
  ['form', false, 'empty list', ''],
  ['form', false, 'null in a list', '?c=blue'],
  ['form', false, 'names of every object', '?c=toString,1,__proto__,2,constructor,3'],
  ['spaceDelimited', undefined, 'list', '?c=blue%20black%20brown'],
  ['spaceDelimited', false, 'list', '?c=blue%20black%20brown'],
  ['spaceDelimited', false, 'object', '?c=R%20100%20G%20200%20B%20150'],
  ['spaceDelimited', true, 'list', '?c=blue&c=black&c=brown'],
  ['pipeDelimited', undefined, 'list', '?c=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, 'list', '?c=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, 'object', '?c=R%7C100%7CG%7C200%7CB%7C150'],
  ['pipeDelimited', true, 'list', '?c=blue&c=black&c=brown'],
  ['deepObject', true, 'object', '?c%5BR%5D=100&c%5BG%5D=200&c%5BB%5D=150'],
  ['deepObject', undefined, 'object', '?c%5BR%5D=100&c%5BG%5D=200&c%5BB%5D=150'],
  ['deepObject', true, 'list in an object', '?c%5Ba%5D=%5B1%2C2%5D'],
  ['deepObject', true, 'null in an object', '?c%5BR%5D=100'],
  ['deepObject', true, 'names of every object', '?c%5BtoString%5D=1&c%5B__proto__%5D=2&c%5Bconstructor%5D=3'],
];

const PATH: readonly Row[] = [
  [undefined, undefined, 'text', 'blue'],
  [undefined, undefined, 'integer', '9007199254740993'],
  [undefined, undefined, 'boolean', 'true'],
  [undefined, undefined, 'list', 'blue,black,brown'],
  [undefined, undefined, 'object', 'R,100,G,200,B,150'],
  [undefined, undefined, 'reserved', RESERVED],
  [undefined, undefined, 'unicode', UNICODE],
  [undefined, undefined, 'null in a list', 'blue'],
  ['simple', true, 'list', 'blue,black,brown'],
  ['simple', true, 'object', 'R=100,G=200,B=150'],
  ['simple', true, 'names of every object', 'toString=1,__proto__=2,constructor=3'],
  ['label', undefined, 'text', '.blue'],
  ['label', false, 'list', '.blue,black,brown'],
  ['label', false, 'object', '.R,100,G,200,B,150'],
  ['label', true, 'list', '.blue.black.brown'],
  ['label', true, 'object', '.R=100.G=200.B=150'],
  ['matrix', undefined, 'text', ';c=blue'],
  ['matrix', false, 'list', ';c=blue,black,brown'],
  ['matrix', false, 'object', ';c=R,100,G,200,B,150'],
  ['matrix', true, 'list', ';c=blue;c=black;c=brown'],
  ['matrix', true, 'object', ';R=100;G=200;B=150'],
];

const HEADER: readonly Row[] = [
  [undefined, undefined, 'text', 'blue'],
  [undefined, undefined, 'integer', '9007199254740993'],
  [undefined, undefined, 'boolean', 'true'],
  [undefined, undefined, 'list', 'blue,black,brown'],
  [undefined, undefined, 'object', 'R,100,G,200,B,150'],
  [undefined, undefined, 'null in a list', 'blue'],
  [undefined, undefined, 'reserved', ':/?#[]@!$&\'()*+,;= %"{}'],
  [undefined, undefined, 'list in an object', 'a,[1,2]'],
  ['simple', true, 'list', 'blue,black,brown'],
  ['simple', true, 'object', 'R=100,G=200,B=150'],
];

const COOKIE: readonly Row[] = [
  [undefined, undefined, 'text', 'c=blue'],
  [undefined, undefined, 'integer', 'c=9007199254740993'],
  [undefined, undefined, 'list', 'c=blue&c=black&c=brown'],
  [undefined, undefined, 'object', 'R=100&G=200&B=150'],
  [undefined, undefined, 'reserved', `c=${RESERVED}`],
  ['form', false, 'list', 'c=blue,black,brown'],
  ['form', false, 'object', 'c=R,100,G,200,B,150'],
];

const IN = { path: PATH, query: QUERY, header: HEADER, cookie: COOKIE } as const;

function parameterCell(place: keyof typeof IN, [style, explode, kind, expected]: Row): Cell {
  const name = place === 'header' ? 'X-C' : 'c';
  const given = { ...(style === undefined ? {} : { style }), ...(explode === undefined ? {} : { explode }) };
  const sent = { path: { path: '/{c}', target: `/${expected}` }, query: { target: expected }, header: { headers: { 'x-c': expected } } };
  return {
    place,
    what: [style ?? 'usual style', explode === undefined ? '' : `explode ${explode}`, kind].filter((part) => part !== '').join(', '),
    operation: { parameters: [{ name, in: place, required: true, ...given, schema: SCHEMAS[kind], example: VALUES[kind] }] },
    ...(place === 'cookie' ? { headers: { cookie: expected } } : sent[place]),
  };
}

const parameter = (place: Place, what: string, more: object, expected: Partial<Cell>): Cell => ({
  place,
  what,
  operation: { parameters: [{ name: 'c', in: place, required: true, ...more }] },
  ...expected,
});

/** A parameter in a media type, reserved characters, and where its first value stands. */
const OTHER_PARAMETERS: readonly Cell[] = [
  parameter(
    'query',
    'allowReserved',
    { allowReserved: true, schema: SCHEMAS.text, example: 'a/b:c?d=e,f&g#h[i] ž%20' },
    {
      target: '?c=a/b:c?d=e,f%26g%23h%5Bi%5D%20%C5%BE%20',
    },
  ),
  parameter(
    'query',
    'allowReserved, list',
    { allowReserved: true, explode: false, schema: SCHEMAS.list, example: ['a/b', 'c:d'] },
    {
      target: '?c=a/b,c:d',
    },
  ),
  parameter(
    'query',
    'content JSON, object',
    { content: { 'application/json': { schema: SCHEMAS.object, example: { a: [1, 'b'] } } } },
    {
      target: '?c=%7B%22a%22%3A%5B1%2C%22b%22%5D%7D',
    },
  ),
  parameter(
    'query',
    'content JSON, text',
    { content: { 'application/json': { schema: SCHEMAS.text, example: 'blue' } } },
    { target: '?c=%22blue%22' },
  ),
  parameter('query', 'content text', { content: { 'text/plain': { schema: SCHEMAS.text, example: 'a,b' } } }, { target: '?c=a%2Cb' }),
  parameter(
    'header',
    'content JSON',
    { name: 'X-C', content: { 'application/json': { schema: SCHEMAS.object, example: { a: 1 } } } },
    {
      headers: { 'x-c': '{"a":1}' },
    },
  ),
  parameter(
    'path',
    'content JSON',
    { content: { 'application/json': { schema: SCHEMAS.object, example: { a: 1 } } } },
    {
      path: '/{c}',
      target: '/%7B%22a%22%3A1%7D',
    },
  ),
  parameter('path', 'within a segment', { schema: SCHEMAS.text, example: 'a b' }, { path: '/x-{c}.json', target: '/x-a%20b.json' }),
  parameter(
    'cookie',
    'content JSON',
    { content: { 'application/json': { schema: SCHEMAS.object, example: { a: 1 } } } },
    {
      headers: { cookie: 'c=%7B%22a%22%3A1%7D' },
    },
  ),
  { place: 'cookie', what: 'two cookies', operation: { parameters: [cookie('a'), cookie('b')] }, headers: { cookie: 'a=1; b=1' } },
  parameter('query', 'name with brackets', { name: 'filter[a b]', schema: SCHEMAS.text, example: 'x' }, { target: '?filter%5Ba%20b%5D=x' }),
  parameter('query', 'first of examples', { schema: SCHEMAS.text, examples: { one: { value: 'x' }, two: { value: 'y' } } }, { target: '?c=x' }),
  parameter('query', 'example of the schema', { schema: { type: 'string', example: 'x' } }, { target: '?c=x' }),
  parameter('query', 'examples of the schema', { schema: { type: 'string', examples: ['x', 'y'] } }, { target: '?c=x' }),
  parameter('query', 'default of the schema', { schema: { type: 'string', default: 'x' } }, { target: '?c=x' }),
  parameter('query', 'first choice of the schema', { schema: { enum: ['x', 'y'] } }, { target: '?c=x' }),
  parameter('query', 'constant of the schema', { schema: { const: 'x' } }, { target: '?c=x' }),
  parameter('query', 'not one of the Postman variables', { schema: SCHEMAS.text, example: '{{$guid}}' }, { target: '?c=%7B%7B%24guid%7D%7D' }),
];

function cookie(name: string) {
  return { name, in: 'cookie', required: true, schema: { type: 'integer' }, example: 1 };
}

export const PARAMETER_CELLS: readonly Cell[] = [
  ...(['path', 'query', 'header', 'cookie'] as const).flatMap((place) => IN[place].map((row) => parameterCell(place, row))),
  ...OTHER_PARAMETERS,
];
