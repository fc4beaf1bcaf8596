/** Documents of others, in small: what a slice makes of the two versions of OpenAPI and of everything they allow. */
import type { OperationSlice } from '@portico/contract';
import { OperationSlice as SliceSchema } from '@portico/contract';
import { Compile } from 'typebox/compile';
import { Compile as CompileSchema } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { prepareSection } from './prepare-section.ts';

const API_BASE = 'https://bank.example/api';
const check = Compile(SliceSchema);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function sliceOf(operation: object, more: object = {}, path = '/cards/{id}'): OperationSlice {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Cards', version: '1' },
    paths: { [path]: { post: { operationId: 'one', ...operation } } },
    ...more,
  };
  const { slices } = prepareSection({
    apiId: 'cards',
    title: 'Cards',
    list: 'main',
    document: JSON.parse(JSON.stringify(document)),
    apiBase: API_BASE,
  });
  const slice: unknown = JSON.parse(slices.get('one') ?? '');
  expect([...check.Errors(slice)]).toEqual([]);
  if (!check.Check(slice)) throw new Error('This is no slice.');
  return slice;
}

const bodyOf = (schema: unknown, more: object = {}) =>
  sliceOf({ requestBody: { content: { 'application/json': { schema } } } }, more).requestBody?.content[0];
const old = { openapi: '3.0.3' };

describe('schemas of OpenAPI 3.0 are converted to 3.1', () => {
  it.each<[string, object, object]>([
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['nullable with values', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    ['nullable false', { type: 'string', nullable: false }, { type: 'string' }],
    ['nullable of a composition', { nullable: true, allOf: [{ type: 'object' }] }, { anyOf: [{ allOf: [{ type: 'object' }] }, { type: 'null' }] }],
    [
      'exclusive bounds',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
      { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 9 },
    ],
    ['inclusive bounds', { type: 'number', minimum: 1, exclusiveMinimum: false }, { type: 'number', minimum: 1 }],
    ['example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    ['byte', { type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64' }],
  ])('%s', (_what, given, expected) => {
    expect(bodyOf(given, old)?.schema).toEqual(expected);
  });

  it('within properties, items and compositions too', () => {
    const given = { type: 'object', properties: { nullable: { type: 'array', items: { type: 'string', nullable: true } } } };
    expect(bodyOf(given, old)?.schema).toEqual({ type: 'object', properties: { nullable: { type: 'array', items: { type: ['string', 'null'] } } } });
  });

  it('but schemas of 3.1 are not changed', () => {
    const given = { type: ['string', 'null'], exclusiveMinimum: 3, examples: ['x'], const: null };
    expect(bodyOf(given)?.schema).toEqual(given);
  });
});

describe('schemas', () => {
  it('keep their recursion, each once', () => {
    const components = {
      schemas: { Node: { type: 'object', properties: { next: ref('Node'), other: ref('Other') } }, Other: { items: ref('Node') }, Unused: {} },
    };
    const { requestBody, $defs } = sliceOf({ requestBody: { content: { 'application/json': { schema: ref('Node') } } } }, { components });
    expect(requestBody?.content[0]?.schema).toEqual({ $ref: '#/$defs/Node' });
    expect($defs).toEqual({
      Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, other: { $ref: '#/$defs/Other' } } },
      Other: { items: { $ref: '#/$defs/Node' } },
    });
  });

  it('are resolved at any reference, and get different names on a collision', () => {
    const components = { schemas: { 'a/b c': { type: 'string' }, Thing: { properties: { id: { type: 'integer' } } } }, responses: {} };
    const given = {
      properties: {
        one: { $ref: '#/components/schemas/a~1b%20c' },
        two: { $ref: '#/components/schemas/Thing/properties/id' },
        id: { $ref: '#/components/schemas/Thing/properties' },
      },
    };
    const { $defs } = sliceOf({ requestBody: { content: { 'application/json': { schema: given } } } }, { components });
    expect($defs).toMatchObject({ a_1b_20c: { type: 'string' }, id: { type: 'integer' } });
  });

  it('may have properties that are called like words of JSON Schema', () => {
    const given = {
      type: 'object',
      properties: { $ref: { type: 'string' }, description: { type: 'string' }, items: { type: 'string' }, allOf: { type: 'string' } },
    };
    expect(bodyOf(given)?.schema).toEqual(given);
  });

  it('keep a discriminator that maps to names or references', () => {
    const components = { schemas: { Cat: { type: 'object' }, Dog: { type: 'object' } } };
    const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat', dog: '#/components/schemas/Dog' } };
    expect(bodyOf({ oneOf: [ref('Cat'), ref('Dog')], discriminator }, { components })?.schema).toEqual({
      oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' } },
    });
  });

  it('lose ids, anchors, xml, externalDocs and extensions', () => {
    const given = { $id: 'https://evil.example/', $anchor: 'a', 'x-internal': 'geheim', xml: {}, externalDocs: { url: 'x' }, type: 'string' };
    expect(bodyOf(given)?.schema).toEqual({ type: 'string' });
  });

  it('can be true or false', () => {
    expect(bodyOf(true)?.schema).toBe(true);
    expect(bodyOf({ additionalProperties: false })?.schema).toEqual({ additionalProperties: false });
  });
});

describe('a body without an example gets one from its schema', () => {
  it.each<[string, object, unknown]>([
    [
      'required and optional',
      { properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 3 }, c: { type: 'boolean' } } },
      { a: 'string', b: 3, c: true },
    ],
    ['formats', { properties: { at: { type: 'string', format: 'date' } } }, { at: '2026-06-01' }],
    ['what is read only is not sent', { properties: { id: { type: 'string', readOnly: true }, a: { const: 1 } } }, { a: 1 }],
    ['values', { enum: ['one', 'two'] }, 'one'],
    ['compositions', { allOf: [{ properties: { a: { default: 1 } } }, { properties: { b: { examples: [2] } } }] }, { a: 1, b: 2 }],
    ['the first of several', { oneOf: [{ type: 'number' }, { type: 'string' }] }, 0],
    ['lists', { type: 'array', minItems: 2, items: { type: ['null', 'string'] } }, ['string', 'string']],
  ])('%s', (_what, schema, value) => {
    expect(bodyOf(schema)?.examples).toEqual([{ name: 'generated', value, isGenerated: true }]);
  });

  it('that is finite for a recursive schema', () => {
    const components = { schemas: { Node: { type: 'object', properties: { next: ref('Node'), text: { type: 'string' } } } } };
    expect(bodyOf(ref('Node'), { components })?.examples?.[0]?.value).toEqual({ next: { text: 'string' }, text: 'string' });
    expect(JSON.stringify(bodyOf(ref('Node'), { components })?.examples).length).toBeLessThan(500);
  });

  it('with every member of a deeply nested definition', () => {
    const named = (name: string, inner: object) => ({ [name]: { type: 'object', required: ['a'], properties: { a: inner } } });
    const schemas = {
      ...named('One', { type: 'array', items: ref('Two') }),
      ...named('Two', { allOf: [ref('Three')] }),
      ...named('Three', { type: 'array', items: ref('Four') }),
      ...named('Four', ref('Amount')),
      Amount: { type: 'object', properties: { amount: ref('Text'), currency: ref('Text') } },
      Text: { type: 'string' },
    };
    expect(bodyOf(ref('One'), { components: { schemas } })?.examples?.[0]?.value).toEqual({
      a: [{ a: { a: [{ a: { amount: 'string', currency: 'string' } }] } }],
    });
  });

  it.each([
    [
      'ten types that hold each other',
      (at: number) => ({ properties: Object.fromEntries(Array.from({ length: 10 }, (_type, to) => [`m${to}`, ref(`T${to}`)])), title: `${at}` }),
    ],
    ['lists of at least five lists', (at: number) => ({ type: 'array', minItems: 5, items: at === 29 ? {} : ref(`T${at + 1}`) })],
    ['a chain of references', (at: number) => (at === 29 ? { type: 'string' } : ref(`T${at + 1}`))],
    ['compositions of compositions', (at: number) => ({ allOf: [ref(`T${(at + 1) % 30}`), ref(`T${(at + 2) % 30}`)] })],
  ])('of a size that can be sent: %s', (_what, schemaAt) => {
    const schemas = Object.fromEntries(Array.from({ length: 30 }, (_schema, at) => [`T${at}`, schemaAt(at)]));
    expect(JSON.stringify(bodyOf(ref('T0'), { components: { schemas } })?.examples).length).toBeLessThan(100_000);
  });

  it('but not when there is one, and external examples are not fetched', () => {
    const given = {
      schema: { type: 'string' },
      examples: { a: { summary: 'A', value: 'x' }, b: { externalValue: 'https://evil.example/' }, c: { value: 'y'.repeat(40_000) } },
    };
    expect(sliceOf({ requestBody: { content: { 'text/plain': given } } }).requestBody?.content[0]?.examples).toEqual([
      { name: 'a', summary: 'A', value: 'x' },
      { name: 'b' },
      { name: 'c' },
    ]);
  });
});

it.each(['get', 'head', 'trace'])('a request body of the method %s is left out', (method) => {
  const body = { content: { 'application/json': { schema: { type: 'object' } } } };
  const operation = { operationId: 'one', requestBody: body, responses: {} };
  const document = { openapi: '3.1.0', info: { title: 'Cards', version: '1' }, paths: { '/cards': { [method]: operation } } };
  const { slices } = prepareSection({ apiId: 'cards', title: 'Cards', list: 'main', document, apiBase: API_BASE });
  expect(JSON.parse(slices.get('one') ?? '')).not.toHaveProperty('requestBody');
});

describe('parameters', () => {
  it('of the path come before those of the operation, which take precedence', () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Cards', version: '1' },
      paths: {
        '/cards/{id}/{part}': {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'q', in: 'query', schema: { type: 'string' } },
          ],
          get: { operationId: 'one', parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'integer' } }] },
        },
      },
    };
    const { slices } = prepareSection({ apiId: 'cards', title: 'Cards', list: 'main', document, apiBase: API_BASE });
    expect(JSON.parse(slices.get('one') ?? '').parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'q', in: 'query', required: true, schema: { type: 'integer' } },
      // A placeholder without a parameter in the document still needs a field.
      { name: 'part', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });

  it('have a style where it is not the default', () => {
    const parameters = [
      { name: 'a', in: 'query', style: 'form', explode: true, schema: {} },
      { name: 'b', in: 'query', style: 'deepObject', explode: true, schema: {} },
      { name: 'c', in: 'query', explode: false, schema: {}, allowReserved: true },
      { name: 'd', in: 'header', deprecated: true, content: { 'application/json': { schema: { type: 'object' } } } },
    ];
    expect(sliceOf({ parameters }, {}, '/cards').parameters).toEqual([
      { name: 'a', in: 'query', required: false, schema: {} },
      { name: 'b', in: 'query', required: false, schema: {}, style: 'deepObject', explode: true },
      { name: 'c', in: 'query', required: false, schema: {}, explode: false, allowReserved: true },
      { name: 'd', in: 'header', required: false, isDeprecated: true, schema: { type: 'object' }, mediaType: 'application/json' },
    ]);
  });

  it('that repeat security or media types are left out', () => {
    const parameters = ['Authorization', 'content-type', 'Accept'].map((name) => ({ name, in: 'header', schema: {} }));
    expect(sliceOf({ parameters }, {}, '/cards').parameters).toEqual([]);
  });
});

describe('references are resolved', () => {
  it('of parameters, bodies, responses, headers, examples and security schemes', () => {
    const components = {
      parameters: { P: { name: 'p', in: 'query', schema: {} } },
      requestBodies: { B: { required: true, content: { 'application/json': { examples: { e: { $ref: '#/components/examples/E' } } } } } },
      responses: { R: { description: 'Fine.', headers: { 'X-Left': { $ref: '#/components/headers/H' } } } },
      headers: { H: { schema: { type: 'integer' }, required: true } },
      examples: { E: { value: { a: 1 } } },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, other: { type: 'http', scheme: 'basic' } },
    };
    const operation = {
      parameters: [{ $ref: '#/components/parameters/P' }],
      requestBody: { $ref: '#/components/requestBodies/B' },
      responses: { 200: { $ref: '#/components/responses/R' }, default: { description: 'Else.' } },
    };
    const slice = sliceOf(operation, { components, security: [{ key: [] }, {}] }, '/cards');
    expect(slice.parameters).toMatchObject([{ name: 'p' }]);
    expect(slice.requestBody).toEqual({ required: true, content: [{ mediaType: 'application/json', examples: [{ name: 'e', value: { a: 1 } }] }] });
    expect(slice.responses).toEqual([
      { status: '200', description: 'Fine.', headers: [{ name: 'X-Left', required: true, schema: { type: 'integer' } }] },
      { status: 'default', description: 'Else.' },
    ]);
    expect([slice.security, slice.securitySchemes]).toEqual([[{ key: [] }, {}], { key: components.securitySchemes.key }]);
  });
});

describe('a generated sample is valid against its schema', () => {
  const Shape = { oneOf: [ref('Circle'), ref('Square')], discriminator: { propertyName: 'kind', mapping: { round: '#/components/schemas/Circle' } } };
  const shape = (name: string) => ({
    type: 'object',
    required: ['kind', name],
    properties: { kind: { type: 'string' }, [name]: { type: 'number' } },
  });
  it.each<[string, object]>([
    ['maxLength', { type: 'string', maxLength: 3 }],
    ['minLength', { type: 'string', minLength: 12 }],
    ['multipleOf', { type: 'number', multipleOf: 0.5, minimum: 0.6 }],
    ['exclusive bounds', { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 }],
    ['numbers below zero', { type: 'integer', maximum: -7 }],
    ['a fraction', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    ['uniqueItems of numbers', { type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }],
    ['uniqueItems of texts', { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true }],
    ['uniqueItems of choices', { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, uniqueItems: true }],
    ['uniqueItems of booleans', { type: 'array', items: { type: 'boolean' }, minItems: 2, uniqueItems: true }],
    ['an IBAN', { type: 'string', pattern: '^[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}$' }],
    ['a BIC', { type: 'string', pattern: '^[A-Z]{6,6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3,3}){0,1}$' }],
    ['an amount', { type: 'string', pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,3})?$' }],
    ['alternatives', { type: 'string', pattern: '^(?:ab|cd)\\d+\\w?$', minLength: 5 }],
    ['letters', { type: 'string', pattern: '^\\p{Lu}[^a-z]+$' }],
    ['oneOf', { oneOf: [{ type: 'string', maxLength: 2 }, { type: 'object' }] }],
    ['discriminator', ref('Shape')],
  ])('%s', (_what, schema) => {
    const components = { components: { schemas: { Shape, Circle: shape('radius'), Square: shape('side') } } };
    const { requestBody, $defs } = sliceOf({ requestBody: { content: { 'application/json': { schema } } } }, components);
    const [content] = requestBody?.content ?? [];
    const value = content?.examples?.[0]?.value;
    expect(CompileSchema({ ...Object(content?.schema), $defs }).Check(value), JSON.stringify(value)).toBe(true);
  });
  it('a discriminator names its alternative', () => {
    const components = { components: { schemas: { Shape, Circle: shape('radius'), Square: shape('side') } } };
    expect(bodyOf(ref('Shape'), components)?.examples?.[0]?.value).toMatchObject({ kind: 'round' });
  });
  it('a pattern that is none under the u flag is left alone', () => {
    expect(bodyOf({ type: 'string', pattern: '(?i)[' })?.examples?.[0]?.value).toBe('string');
  });
});

describe('references within a schema with an `$id`', () => {
  const Card = {
    $id: 'https://example.com/card',
    type: 'object',
    properties: { limit: { $ref: '#/$defs/Limit' }, next: { $ref: '#' }, other: { $ref: '#/components/schemas/Other' } },
    $defs: { Limit: { type: 'integer' } },
  };
  it('begin at that schema', () => {
    const components = { components: { schemas: { Card, Other: { type: 'boolean' } } } };
    const { requestBody, $defs } = sliceOf({ requestBody: { content: { 'application/json': { schema: ref('Card') } } } }, components);
    const check = CompileSchema({ ...Object(requestBody?.content[0]?.schema), $defs });
    expect([check.Check({ limit: 1, next: { limit: 2 }, other: true }), check.Check({ limit: 'x' }), check.Check({ next: { limit: 'x' } })]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('are refused where they lead nowhere', () => {
    expect(() => bodyOf({ $id: 'https://example.com/x', $ref: '#/$defs/Gone' })).toThrow(/leads nowhere/);
  });
});

describe('bodies in XML and in parts', () => {
  const contentOf = (mediaType: string, media: object) => sliceOf({ requestBody: { content: { [mediaType]: media } } }).requestBody?.content[0];
  it('have a sample in XML', () => {
    const schema = {
      type: 'object',
      xml: { name: 'card', namespace: 'urn:cards', prefix: 'c' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        name: { type: 'string', examples: ['A & B'] },
        tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
        codes: { type: 'array', items: { type: 'integer' }, minItems: 2 },
      },
    };
    expect(contentOf('application/xml', { schema })?.examples?.[0]?.value).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<c:card xmlns:c="urn:cards" id="0"><name>A &amp; B</name><tags><tag>string</tag></tags><codes>0</codes><codes>0</codes></c:card>',
    );
  });
  it('name the properties that are files or have an encoding', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, file: { type: 'string', format: 'binary' }, more: { type: 'array' } } };
    const encoding = { more: { style: 'form', explode: false } };
    expect(contentOf('multipart/form-data', { schema, encoding })?.encoding).toEqual({
      file: { isFile: true, contentType: 'application/octet-stream' },
      more: { style: 'form', explode: false },
    });
  });
});
