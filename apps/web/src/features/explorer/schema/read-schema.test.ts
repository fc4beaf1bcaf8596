import { describe, expect, it } from 'vitest';
import { readSchema } from './read-schema.ts';

const $defs = {
  Amount: {
    type: 'object',
    title: 'Amount',
    required: ['amount'],
    properties: { currency: { type: 'string' }, amount: { type: 'string', maxLength: 18 } },
  },
  Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } } },
  Loop: { $ref: '#/$defs/Loop' },
  All: { allOf: [{ $ref: '#/$defs/Amount' }, { properties: { note: { type: 'string' } }, required: ['note'] }, { $ref: '#/$defs/All' }] },
  'a/b~c': { type: 'integer', minimum: 1, maximum: 9 },
};

describe('one level of a schema', () => {
  it('lists its properties, required ones first', () => {
    const { nature, members } = readSchema({ $ref: '#/$defs/Amount' }, $defs);
    expect(nature).toBe('Amount');
    expect(members.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['amount', true],
      ['currency', false],
    ]);
  });
  it('uses the singular for one character and one entry', () => {
    expect(readSchema({ type: 'string', minLength: 1, maxLength: 70 }, {}).rules).toEqual(['at least 1 character', 'at most 70 characters']);
    expect(readSchema({ type: 'array', minItems: 1, maxItems: 2 }, {}).rules).toEqual(['at least 1 entry', 'at most 2 entries']);
  });
  it('of a list has the properties of its entries', () => {
    const node = readSchema({ type: 'array', items: { $ref: '#/$defs/Amount' }, maxItems: 5 }, $defs);
    expect([node.nature, node.rules, node.members.length]).toEqual(['list of Amount', ['at most 5 entries'], 2]);
  });
  it('combines all its parts, even when it contains itself', () => {
    expect(readSchema({ $ref: '#/$defs/All' }, $defs).members.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['amount', 'currency', 'note']),
    );
  });
  it('applies required to properties of another part', () => {
    const { members } = readSchema({ allOf: [{ $ref: '#/$defs/Amount' }], required: ['currency'] }, $defs);
    expect(members.map(({ isRequired }) => isRequired)).toEqual([true, true]);
  });
  it('stops after one step when it is recursive', () => {
    expect(readSchema({ $ref: '#/$defs/Tree' }, $defs).members.map(({ name }) => name)).toEqual(['child']);
  });
  it('of nested lists has the properties of the innermost entries', () => {
    const node = readSchema({ items: { items: { $ref: '#/$defs/Amount' } } }, $defs);
    expect([node.nature, node.members.length]).toEqual(['list of list of Amount', 2]);
  });
  it('with additional properties describes their values', () => {
    const node = readSchema({ type: 'object', properties: { id: { type: 'string' } }, additionalProperties: { type: 'integer' } }, $defs);
    expect(node.members.map(({ name }) => name)).toEqual(['id', 'any other name']);
    expect(readSchema({ additionalProperties: { type: 'integer' } }, $defs).members.map(({ name }) => name)).toEqual(['any name']);
    for (const anything of [true, {}]) expect(readSchema({ additionalProperties: anything }, $defs).members).toEqual([]);
  });
  it('lists its alternatives', () => {
    const { choices } = readSchema({ oneOf: [{ $ref: '#/$defs/Amount' }, { type: 'string' }, { properties: {} }] }, $defs);
    expect(choices.map(({ isExclusive, alternatives }) => [isExclusive, alternatives.map(({ title }) => title)])).toEqual([
      [true, ['Amount', 'string', 'choice 3']],
    ]);
    expect(readSchema({ anyOf: [true] }, $defs).choices[0]?.isExclusive).toBe(false);
  });
  it('has the alternatives of all its parts', () => {
    const { choices } = readSchema({ oneOf: [true], anyOf: [true], allOf: [{ oneOf: [true, true] }, { $ref: '#/$defs/All' }] }, $defs);
    expect(choices.map(({ isExclusive, alternatives }) => [isExclusive, alternatives.length])).toEqual([
      [true, 2],
      [true, 1],
      [false, 1],
    ]);
  });
  it.each([
    [{ $ref: '#/$defs/a~1b~0c' }, 'integer', ['from 1', 'to 9']],
    [{ type: ['string', 'null'], format: 'date' }, 'string or null, date', []],
    [{ enum: ['a', 1], default: 'a' }, 'any', ['one of "a", 1', 'otherwise "a"']],
    [{ const: 'x' }, 'any', ['always "x"']],
    [{ oneOf: [true, true, true] }, 'one of 3', []],
    [{ anyOf: [{ $ref: '#/$defs/Amount' }, { properties: {} }] }, 'any of 2', []],
    [{ anyOf: [{ $ref: '#/$defs/Amount' }, { type: 'null' }] }, 'Amount or null', []],
    [{ items: { oneOf: [{ type: 'string' }, { type: 'integer' }] } }, 'list of string or integer', []],
    [true, 'any', []],
    [{ $ref: '#/$defs/Loop' }, 'Loop', []],
    [{ $ref: '#/$defs/gone' }, 'gone', []],
    [{ $ref: '#/$defs/__proto__' }, '__proto__', []],
    [{ $ref: 'https://elsewhere.example/x' }, 'any', []],
  ])('%j is described as %s', (schema, nature, rules) => {
    const node = readSchema(schema, $defs);
    expect([node.nature, node.rules]).toEqual([nature, rules]);
  });
});
