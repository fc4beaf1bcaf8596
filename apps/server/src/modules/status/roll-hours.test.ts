import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOutages, isDown, type MeasuredRequest, NO_RUN } from '#modules/request-log/index.ts';
import { MINUTE_MS, minutesToRead } from './roll-hours.ts';

const FROM = Date.UTC(2028, 1, 29, 12);
const SECOND = 1_000;

const request = (seconds: number, outcome: MeasuredRequest['outcome']): MeasuredRequest => ({ at: FROM + seconds * SECOND, durationMs: 40, outcome });
const minuteOf = ({ at }: MeasuredRequest) => Math.floor(at / MINUTE_MS) * MINUTE_MS;
const tally = (requests: readonly MeasuredRequest[]) =>
  new Map(
    [...Map.groupBy(requests, minuteOf)].map(([minute, of]) => [
      minute,
      { requests: of.length, failed: of.filter(({ outcome }) => outcome === 'failed').length, slow: 0 },
    ]),
  );

const before = fc.constantFrom(NO_RUN, { count: 4, since: FROM - SECOND }, { count: 9, since: FROM - MINUTE_MS });
/** Long stretches of either kind, with pauses longer than a minute. */
const hour = fc
  .array(fc.record({ pause: fc.integer({ min: 1, max: 150 }), times: fc.integer({ min: 1, max: 9 }), outcome: fc.constantFrom('ok', 'failed') }), {
    maxLength: 20,
  })
  .map((stretches) => {
    let begins = 0;
    return stretches.flatMap(({ pause, times, outcome }) => {
      const first = begins + pause;
      begins = first + (times - 1) * 7;
      return Array.from({ length: times }, (_, index) => request(first + index * 7, outcome === 'ok' ? 'ok' : 'failed'));
    });
  });

describe('the minutes that are read request by request', () => {
  it('result in the same outages as all minutes', () =>
    fc.assert(
      fc.property(hour, before, (requests, run) => {
        const minutes = new Set(minutesToRead(tally(requests), FROM, run));
        const read = requests.filter((each) => minutes.has(minuteOf(each)));
        expect(findOutages(read, run)).toEqual(findOutages(requests, run));
      }),
      { numRuns: 500 },
    ));

  it('are none while every request succeeds', () => {
    const requests = Array.from({ length: 3_000 }, (_, second) => request(second, 'ok'));
    expect(minutesToRead(tally(requests), FROM, NO_RUN)).toEqual([]);
  });

  it('include the first one when the previous hour ended in an outage', () => {
    const requests = Array.from({ length: 300 }, (_, second) => request(second, 'ok'));
    const run = { count: 5, since: FROM - SECOND };
    expect(isDown(run)).toBe(true);
    expect(minutesToRead(tally(requests), FROM, run)).toEqual([FROM]);
  });

  it('do not include earlier ones', () => {
    expect(minutesToRead(tally([request(-30, 'failed'), request(30, 'ok')]), FROM, NO_RUN)).toEqual([]);
  });
});
