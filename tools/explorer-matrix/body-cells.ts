/** Bodies: OpenAPI 3.1.1, "Encoding Object" and "XML Object"; RFC 7578. */
import type { Cell, Place } from './cell.ts';

const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };
const body = (place: Place, what: string, mediaType: string, media: object, text: string, sentType = mediaType): Cell => ({
  place,
  what,
  operation: { requestBody: { required: true, content: { [mediaType]: media } } },
  headers: { 'content-type': sentType },
  body: text,
});
const FORM = 'application/x-www-form-urlencoded';
const form = (what: string, example: unknown, text: string, encoding = {}) =>
  body('form', what, FORM, { schema: { type: 'object' }, example, encoding }, text);

const BOUNDARY = 'multipart/form-data; boundary=portico-boundary';
const part = (head: string, text: string) => `--portico-boundary\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
const END = '--portico-boundary--\r\n';
const multipart = (what: string, schema: object, example: unknown, text: string, more: object = {}, type = BOUNDARY) =>
  body('multipart', what, 'multipart/form-data', { schema, example, ...more }, text, type);
const TYPED = '"\r\nContent-Type: ';

export const BODY_CELLS: readonly Cell[] = [
  form('texts', { a: 'b c', d: 'e&f=g' }, 'a=b+c&d=e%26f%3Dg'),
  form('numbers and booleans', { n: 1.5, b: true }, 'n=1.5&b=true'),
  form('list', { c: LIST }, 'c=blue&c=black&c=brown'),
  form('object', { c: { R: 100 } }, 'c=%7B%22R%22%3A100%7D'),
  form('null', { a: null, b: 'x' }, 'b=x'),
  form('empty list', { a: [], b: 'x' }, 'b=x'),
  form('empty text', { a: '' }, 'a='),
  form('unicode and reserved', { a: 'ž+ %' }, 'a=%C5%BE%2B+%25'),
  form('names of every object', JSON.parse('{"toString":1,"__proto__":2,"constructor":3}'), 'toString=1&__proto__=2&constructor=3'),
  form('style form, no explode', { c: LIST }, 'c=blue,black,brown', { c: { style: 'form', explode: false } }),
  form('style spaceDelimited', { c: LIST }, 'c=blue%20black%20brown', { c: { style: 'spaceDelimited' } }),
  form('style pipeDelimited', { c: LIST }, 'c=blue%7Cblack%7Cbrown', { c: { style: 'pipeDelimited' } }),
  form('style deepObject', { c: OBJECT }, 'c%5BR%5D=100&c%5BG%5D=200&c%5BB%5D=150', { c: { style: 'deepObject', explode: true } }),
  form('style form of an object', { c: OBJECT }, 'R=100&G=200&B=150', { c: { style: 'form' } }),
  form('allowReserved', { c: 'a/b' }, 'c=a/b', { c: { allowReserved: true } }),
  form('list in JSON', { c: LIST }, 'c=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D', { c: { contentType: 'application/json' } }),
  multipart('texts', { type: 'object' }, { a: 'x', b: 'ž' }, part('name="a"', 'x') + part('name="b"', 'ž') + END),
  multipart('number and boolean', { type: 'object' }, { n: 1, b: false }, part('name="n"', '1') + part('name="b"', 'false') + END),
  multipart('list', { type: 'object' }, { c: ['x', 'y'] }, part('name="c"', 'x') + part('name="c"', 'y') + END),
  multipart('object', { type: 'object' }, { c: { a: 1 } }, part(`name="c${TYPED}application/json`, '{"a":1}') + END),
  multipart('null', { type: 'object' }, { a: null, b: 'x' }, part('name="b"', 'x') + END),
  multipart(
    'file',
    { type: 'object', properties: { f: { type: 'string', format: 'binary' } } },
    { f: 'bytes\r\nžž' },
    part(`name="f"; filename="f${TYPED}application/octet-stream`, 'bytes\r\nžž') + END,
  ),
  multipart(
    'files with a media type',
    { type: 'object', properties: { f: { type: 'array', items: { type: 'string', contentMediaType: 'text/csv' } } } },
    { f: ['a;b', 'c;d'] },
    part(`name="f"; filename="f${TYPED}text/csv`, 'a;b') + part(`name="f"; filename="f${TYPED}text/csv`, 'c;d') + END,
  ),
  multipart('content type of the encoding', { type: 'object' }, { a: '<a/>' }, part(`name="a${TYPED}application/xml`, '<a/>') + END, {
    encoding: { a: { contentType: 'application/xml, text/xml' } },
  }),
  multipart('name with a quote', { type: 'object' }, { 'a"b': 'x' }, part('name="a%22b"', 'x') + END),
  multipart(
    'boundary within a value',
    { type: 'object' },
    { a: 'portico-boundary' },
    (part('name="a"', 'X') + END).replaceAll('portico-boundary', 'portico-boundary-').replace('X', 'portico-boundary'),
    {},
    `${BOUNDARY}-`,
  ),
  body('JSON', 'object', 'application/json', { example: { a: [1, null, 'ž'] } }, '{\n  "a": [\n    1,\n    null,\n    "ž"\n  ]\n}'),
  body('JSON', 'text', 'application/json', { example: 'x' }, '"x"'),
  body('JSON', 'null', 'application/json', { example: null }, 'null'),
  body('JSON', 'list', 'application/vnd.bank+json', { example: [] }, '[]'),
  body('JSON', 'media type with a parameter', 'application/json; charset=utf-8', { example: { a: 1 } }, '{\n  "a": 1\n}'),
  body('JSON', 'media type in capitals', 'Application/JSON', { example: [true] }, '[\n  true\n]'),
  body('JSON', 'names of every object', 'application/json', { example: JSON.parse('{"__proto__":1}') }, '{\n  "__proto__": 1\n}'),
  body('XML', 'example as text', 'application/xml', { example: '<a b="ž">&amp;</a>' }, '<a b="ž">&amp;</a>'),
  body(
    'XML',
    'example as object',
    'application/xml',
    { schema: { type: 'object', xml: { name: 'card' } }, example: { id: '1 < 2' } },
    '<?xml version="1.0" encoding="UTF-8"?>\n<card><id>1 &lt; 2</id></card>',
  ),
  body(
    'XML',
    'generated, attribute and wrapped list',
    'text/xml; charset=utf-8',
    {
      schema: {
        type: 'object',
        xml: { name: 'card' },
        properties: {
          id: { type: 'integer', xml: { attribute: true } },
          tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
        },
      },
    },
    '<?xml version="1.0" encoding="UTF-8"?>\n<card id="0"><tags><tag>string</tag></tags></card>',
  ),
  body('text', 'lines', 'text/plain', { example: 'a\r\nb\n"c" \'d\' $e' }, 'a\r\nb\n"c" \'d\' $e'),
  body('text', 'media type with a parameter', 'text/plain; charset=utf-8', { example: 'ž🏛️' }, 'ž🏛️'),
  body('text', 'text that looks like JSON', 'text/csv', { example: '1;2' }, '1;2'),
  body('text', 'range of media types', 'text/*', { example: 'x' }, 'x', 'text/plain'),
  body('text', 'binary, typed as text', 'application/octet-stream', { example: 'bytes ž' }, 'bytes ž'),
  body('text', 'any media type', '*/*', { example: 'x' }, 'x', 'application/octet-stream'),
];
