import type { IndexSection } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import type { FoundOperation } from './found-operation.ts';
import { groupBySection, groupByTag } from './group-operations.ts';

const section = (apiId: string): IndexSection => ({
  ...{ apiId, title: apiId, list: 'main', version: '1', description: '', isSendable: true, operations: [] },
});
const hit = (apiId: string, operationId: string, tag?: string): FoundOperation => ({
  section: section(apiId),
  operation: { operationId, method: 'GET', path: `/${operationId}`, summary: operationId, ...(tag === undefined ? {} : { tags: [tag, 'second'] }) },
});
const many = (count: number, tagOf: (at: number) => string | undefined) =>
  Array.from({ length: count }, (_none, at) => hit('a', `o${at}`, tagOf(at)));

describe('sections', () => {
  it('are ordered by their best hit, each with its own operations', () => {
    const groups = groupBySection([hit('b', '1'), hit('a', '2'), hit('b', '3')]);
    expect(groups.map(({ section: { apiId }, operations }) => [apiId, operations.map(({ operation }) => operation.operationId)])).toEqual([
      ['b', ['1', '3']],
      ['a', ['2']],
    ]);
  });
  it('are empty without hits', () => {
    expect(groupBySection([])).toEqual([]);
  });
});

describe('tags', () => {
  it('group a list of more than 60 operations', () => {
    expect(groupByTag(many(60, (at) => `t${at % 2}`))).toBeUndefined();
    expect(groupByTag(many(61, (at) => `t${at % 2}`))?.map(({ tag, operations }) => [tag, operations.length])).toEqual([
      ['t0', 31],
      ['t1', 30],
    ]);
  });
  it('do not group a list in which all tags are equal or missing', () => {
    expect(groupByTag(many(100, () => 'one'))).toBeUndefined();
    expect(groupByTag(many(100, () => undefined))).toBeUndefined();
  });
  it('collect operations without a tag in Other', () => {
    const groups = groupByTag(many(100, (at) => (at < 99 ? `t${at % 2}` : undefined)));
    expect(groups?.map(({ tag }) => tag)).toEqual(['t0', 't1', 'Other']);
    expect(groups?.flatMap(({ operations }) => operations)).toHaveLength(100);
  });
});
