import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { armCrashPoint, crashPoint, crashPointNames, parseCrashOrder } from './crash-points.ts';

const source = join(import.meta.dirname, '..');
const shipped = globSync('**/*.ts', { cwd: source }).filter((path) => !path.includes('.test.') && !path.includes('testing/'));
const calls = shipped.flatMap((path) => [...readFileSync(join(source, path), 'utf8').matchAll(/\bcrashPoint\('([^']+)'\)/g)].map(([, name]) => name));

describe('the crash points', () => {
  // A signature is recorded in two transactions: after the phone's answer, or with the sign-in of the same journey.
  const TWICE: readonly string[] = ['signing.beforeTransaction', 'signing.committed'];
  it.each(crashPointNames())('%s stands at every place it names and no other', (name) => {
    expect(calls.filter((called) => called === name)).toHaveLength(TWICE.includes(name) ? 2 : 1);
  });

  it('are all in the table', () => {
    expect(calls.filter((called) => !crashPointNames().some((name) => name === called))).toEqual([]);
  });

  it('do nothing until one is ordered', () => {
    for (const name of crashPointNames()) expect(() => crashPoint(name)).not.toThrow();
  });

  it('end the process at the ordered point, the ordered time, and only then', () => {
    const deaths: number[] = [];
    let reached = 0;
    armCrashPoint({ point: 'signing.committed', time: 2 }, () => deaths.push(reached));
    for (const point of ['signing.committed', 'signing.beforeAnswer', 'signing.committed', 'signing.committed'] as const) {
      reached += 1;
      crashPoint(point);
    }
    expect(deaths).toEqual([3]);
  });

  it.each([
    ['signing.committed', { point: 'signing.committed', time: 1 }],
    ['payments.settled:12', { point: 'payments.settled', time: 12 }],
  ])('are ordered as %s', (given, order) => expect(parseCrashOrder(given)).toEqual(order));

  it.each(['', 'signing', 'signing.committed:0', 'signing.committed:', 'signing.committed:x', 'toString', 'signing.committed 2'])(
    'are not ordered as %j',
    (given) => expect(parseCrashOrder(given)).toBeUndefined(),
  );
});
