/** A number in a query has digits only, and a flag is one of two words. Review of 25 November 2026, X11 and X15. */
import * as contract from '@portico/contract';
import {
  DeliveriesQuery,
  OperationQuery,
  RequestLogQuery,
  SpecListQuery,
  SpecQuery,
  StatementTransactionsQuery,
  TransactionsQuery,
  WithBalanceQuery,
} from '@portico/contract';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileValidator, InvalidRequest } from './validation.ts';

/** Every query with a number, and its required other parameters. */
const QUERIES: readonly (readonly [name: string, schema: TSchema, parameter: string, beside: object])[] = [
  ['transactions', TransactionsQuery, 'itemsPerPage', { bookingStatus: 'booked' }],
  ['transactions of a statement', StatementTransactionsQuery, 'itemsPerPage', {}],
  ['request log', RequestLogQuery, 'limit', {}],
  ['request log', RequestLogQuery, 'wait', {}],
  ['messages to endpoints', DeliveriesQuery, 'limit', {}],
];
const OTHERWISE = [
  '1e1',
  '1E1',
  '10.0',
  '10.',
  '.5e1',
  '+10',
  '-10',
  '-0',
  '0x0a',
  '0b1010',
  '0o12',
  ' 10',
  '10 ',
  '1_0',
  '1,0',
  '１０',
  '٣',
  'ten',
  '',
  'NaN',
];

function read(schema: TSchema, query: object): unknown {
  const validate: unknown = compileValidator({ schema, httpPart: 'querystring', method: 'GET', url: '/' });
  if (typeof validate !== 'function') throw new TypeError('A validator is a function.');
  return validate(query);
}

/** Schemas of all queries and their parameters of these types. */
function parametersOf(types: readonly string[]): ReadonlySet<unknown> {
  const queries = Object.entries(contract).filter(([name]) => name.endsWith('Query'));
  return new Set(
    queries.flatMap(([, schema]) =>
      Object.entries(Object(Object(schema).properties)).flatMap(([parameter, property]) =>
        types.includes(Object(property).type) ? [schema, parameter] : [],
      ),
    ),
  );
}

describe('a whole number in a query', () => {
  it('is a parameter of exactly the queries in this table', () => {
    expect(parametersOf(['integer', 'number'])).toEqual(new Set(QUERIES.flatMap(([, schema, parameter]) => [schema, parameter])));
  });

  it.each(QUERIES)('is read from its digits: %s', (_name, schema, parameter, beside) => {
    for (const [digits, value] of [
      ['1', 1],
      ['10', 10],
      ['010', 10],
    ] as const) {
      expect(read(schema, { ...beside, [parameter]: digits })).toEqual({ value: { ...beside, [parameter]: value } });
    }
  });

  it.each(QUERIES.flatMap(([name, schema, parameter, beside]) => OTHERWISE.map((text) => [name, parameter, text, schema, beside] as const)))(
    'is refused in another notation: %s, %s=%s',
    (_name, parameter, text, schema, beside) => {
      const { error } = Object(read(schema, { ...beside, [parameter]: text }));
      expect(error).toBeInstanceOf(InvalidRequest);
      expect(error.entries).toEqual([{ path: `query:${parameter}`, text: 'This value must be a whole number.' }]);
    },
  );

  it.each(QUERIES)('is refused twice: %s', (_name, schema, parameter, beside) => {
    expect(Object(read(schema, { ...beside, [parameter]: ['1', '1'] })).error).toBeInstanceOf(InvalidRequest);
  });
});

/** Every query with a flag, and its required other parameters. */
const FLAGS: typeof QUERIES = [
  ['transactions', TransactionsQuery, 'withBalance', { bookingStatus: 'booked' }],
  ['accounts', WithBalanceQuery, 'withBalance', {}],
  ['an operation', OperationQuery, 'brief', { id: 'getAccountList' }],
  ['documents', SpecListQuery, 'withSpec', {}],
  ['a document', SpecQuery, 'download', {}],
  ['request log', RequestLogQuery, 'portal', {}],
];

describe('a flag in a query', () => {
  it('is a parameter of exactly the queries in this table', () => {
    expect(parametersOf(['boolean'])).toEqual(new Set(FLAGS.flatMap(([, schema, parameter]) => [schema, parameter])));
  });

  it.each(FLAGS)('is true or false, in capitals or not: %s', (_name, schema, parameter, beside) => {
    for (const text of ['true', 'True', 'TRUE'])
      expect(read(schema, { ...beside, [parameter]: text })).toEqual({ value: { ...beside, [parameter]: true } });
    for (const text of ['false', 'False'])
      expect(read(schema, { ...beside, [parameter]: text })).toEqual({ value: { ...beside, [parameter]: false } });
  });

  it.each(FLAGS)('is refused with any value but true and false: %s', (_name, schema, parameter, beside) => {
    for (const text of ['1', '0', 'yes', 'no', 'on', '', ' true', 'true ', 'null', 'constructor', '__proto__']) {
      const { error } = Object(read(schema, { ...beside, [parameter]: text }));
      expect(error?.entries, text).toEqual([{ path: `query:${parameter}`, text: 'This value must be true or false.' }]);
    }
  });
});
