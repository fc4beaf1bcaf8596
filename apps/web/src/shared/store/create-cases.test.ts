import { createAction, isAnyOf } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import { createCases } from './create-cases.ts';

const renamed = createAction<string>('renamed');
const cleared = createAction('cleared');
const touched = createAction('touched');

interface State {
  name?: string;
  count: number;
}

const initial: State = Object.freeze({ count: 0 });
const reduce = createCases<State>(initial, (on) => {
  on(renamed, (copy, { payload }) => {
    copy.name = payload;
  });
  on(cleared, () => initial);
  on(isAnyOf(renamed, touched), (copy) => {
    copy.count += 1;
  });
});

describe('a reducer of cases', () => {
  it('begins with its initial state, and leaves what it does not know as it is', () => {
    const state = reduce(undefined, { type: '@@init' });
    expect(state).toBe(initial);
    expect(reduce(state, { type: 'unknown' })).toBe(state);
  });
  it('runs every case that fits, in their order, and never writes into the state it was given', () => {
    const before: State = Object.freeze({ count: 1 });
    expect(reduce(before, renamed('x'))).toEqual({ name: 'x', count: 2 });
    expect(before).toEqual({ count: 1 });
  });
  it('takes another state for an answer', () => {
    expect(reduce({ name: 'x', count: 5 }, cleared())).toBe(initial);
  });
  it('makes a new object also where nothing was written', () => {
    expect(reduce(initial, touched())).not.toBe(initial);
  });
});
