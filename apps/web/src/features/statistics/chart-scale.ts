/** The coordinates of a chart's points. */

export interface Plot {
  readonly width: number;
  readonly height: number;
}

export interface Scale {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  /** Round values of the grid lines, in ascending order. */
  readonly ticks: readonly number[];
}

export const MARGIN = { left: 52, right: 10, top: 12, bottom: 28 };
const LINES = 4;
/** Figures have three decimals. */
const FINEST = 0.000_25;
const STEPS = [1, 2, 2.5, 5, 10];

/** @param from start of the scale; undefined: for percentages, the round value below the lowest figure, at most 99 */
export function scaleOf(values: readonly number[], count: number, plot: Plot, from: number | undefined): Scale {
  const [least, most] = [from ?? Math.min(...values, 99), Math.max(...values, from ?? 100)];
  const step = roundStep((most - least) / LINES);
  const low = Math.floor(least / step) * step;
  const lines = Math.max(1, Math.ceil((most - low) / step - 1e-9));
  const ticks = Array.from({ length: lines + 1 }, (_, index) => Number((low + index * step).toPrecision(12)));
  const high = low + lines * step;
  const [inner, tall] = [plot.width - MARGIN.left - MARGIN.right, plot.height - MARGIN.top - MARGIN.bottom];
  return {
    x: (index) => MARGIN.left + (count < 2 ? inner / 2 : (index / (count - 1)) * inner),
    y: (value) => MARGIN.top + (1 - (value - low) / (high - low)) * tall,
    ticks,
  };
}

function roundStep(rough: number): number {
  if (rough < FINEST) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (STEPS.find((step) => step * power >= rough) ?? 10);
}

/** Lines of consecutive values; a single value becomes a line of one point, drawn as a dot. */
export function linesOf(values: readonly (number | null)[], { x, y }: Scale): readonly (readonly (readonly [number, number])[])[] {
  const lines: (readonly [number, number])[][] = [];
  let isOpen = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const point = [x(index), y(value)] as const;
    if (isOpen) lines.at(-1)?.push(point);
    else lines.push([point]);
    isOpen = true;
  }
  return lines;
}
