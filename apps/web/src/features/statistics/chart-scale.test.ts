import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, MARGIN, scaleOf } from './chart-scale.ts';

const PLOT = { width: 700, height: 260 };

describe('the scale of a chart', () => {
  it('contains every value, between two and six ticks', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 92 }), (values) => {
        const { x, y, ticks } = scaleOf(values, values.length, PLOT, 0);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const [index, value] of values.entries()) {
          expect(y(value)).toBeGreaterThanOrEqual(MARGIN.top - 1e-6);
          expect(y(value)).toBeLessThanOrEqual(PLOT.height - MARGIN.bottom + 1e-6);
          expect(x(index)).toBeGreaterThanOrEqual(MARGIN.left);
          expect(x(index)).toBeLessThanOrEqual(PLOT.width - MARGIN.right + 1e-6);
        }
      }),
    );
  });
  it('of an availability ends at 100 and begins at or below the lowest value', () => {
    const { ticks } = scaleOf([100, 97.153, 99.9], 3, PLOT, undefined);
    expect(ticks.at(-1)).toBe(100);
    expect(ticks[0]).toBeLessThanOrEqual(97.153);
  });
  it('of equal values is from 99 to 100 for availability, and from 0 to 1 for errors', () => {
    const { ticks } = scaleOf([100, 100], 2, PLOT, undefined);
    expect([ticks[0], ticks.at(-1)]).toEqual([99, 100]);
    expect(scaleOf([0, 0], 2, PLOT, 0).ticks).toEqual([0, 1]);
  });
});

describe('a line', () => {
  it('is interrupted where a value is missing', () => {
    const scale = { x: (index: number) => index, y: (value: number) => value, ticks: [] };
    expect(linesOf([1, 2, null, 3, null, null], scale)).toEqual([
      [
        [0, 1],
        [1, 2],
      ],
      [[3, 3]],
    ]);
  });
});
