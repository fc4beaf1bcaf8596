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
  it('has its members, required ones first', () => {
    const { nature, members } = readSchema({ $ref: '#/$defs/Amount' }, $defs);
    expect(nature).toBe('Amount');
    expect(members.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['amount', true],
      ['currency', false],
    ]);
  });
  it('of a list has the members of its entries', () => {
    const node = readSchema({ type: 'array', items: { $ref: '#/$defs/Amount' }, maxItems: 5 }, $defs);
    expect([node.nature, node.rules, node.members.length]).toEqual(['list of Amount', ['at most 5 entries'], 2]);
  });
  it('is all its parts, even when it is a part of itself', () => {
    expect(readSchema({ $ref: '#/$defs/All' }, $defs).members.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['amount', 'currency', 'note']),
    );
  });
  it('that names itself stops after one step', () => {
    expect(readSchema({ $ref: '#/$defs/Tree' }, $defs).members.map(({ name }) => name)).toEqual(['child']);
  });
  it('says its alternatives', () => {
    const node = readSchema({ oneOf: [{ $ref: '#/$defs/Amount' }, { type: 'string' }] }, $defs);
    expect([node.alternatives.map(({ title }) => title), node.isExclusive]).toEqual([['Amount', 'choice 2'], true]);
    expect(readSchema({ anyOf: [true] }, $defs).isExclusive).toBe(false);
  });
  it.each([
    [{ $ref: '#/$defs/a~1b~0c' }, 'integer', ['from 1', 'to 9']],
    [{ type: ['string', 'null'], format: 'date' }, 'string or null, date', []],
    [{ enum: ['a', 1], default: 'a' }, 'any', ['one of "a", 1', 'otherwise "a"']],
    [{ const: 'x' }, 'any', ['always "x"']],
    [true, 'any', []],
    [{ $ref: '#/$defs/Loop' }, 'Loop', []],
    [{ $ref: '#/$defs/gone' }, 'gone', []],
    [{ $ref: '#/$defs/__proto__' }, '__proto__', []],
    [{ $ref: 'https://elsewhere.example/x' }, 'any', []],
  ])('%j is %s', (schema, nature, rules) => {
    const node = readSchema(schema, $defs);
    expect([node.nature, node.rules]).toEqual([nature, rules]);
  });
});
