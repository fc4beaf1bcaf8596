import { describe, expect, it } from 'vitest';
import { keepValues } from './kept-values.ts';

describe('kept values', () => {
  it('are made once for each name, and the oldest is made again when there are too many', () => {
    const made: string[] = [];
    const read = keepValues(2, (name) => {
      made.push(name);
      return { name };
    });
    expect(read('one')).toBe(read('one'));
    read('two');
    read('three');
    expect(made).toEqual(['one', 'two', 'three']);
    read('three');
    read('one');
    expect(made).toEqual(['one', 'two', 'three', 'one']);
  });

  it('keep no failure', () => {
    let calls = 0;
    const read = keepValues(2, (name) => {
      calls += 1;
      if (calls === 1) throw new RangeError(name);
      return name;
    });
    expect(() => read('one')).toThrow(RangeError);
    expect(read('one')).toBe('one');
  });
});
