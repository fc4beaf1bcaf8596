import { afterEach, describe, expect, it } from 'vitest';
import { type RecordedMetrics, recordMetrics } from '../../testing/record-metrics.ts';
import { counter, gauge, histogram, isRecording, observedCounter, upDownCounter } from './instrument.ts';

let metrics: RecordedMetrics | undefined;
afterEach(async () => {
  await metrics?.end();
  metrics = undefined;
});
function record(): RecordedMetrics {
  metrics = recordMetrics();
  return metrics;
}

let number = 0;
const text = (attributes: readonly string[] = []) => {
  number += 1;
  return { name: `test.number_${number}`, unit: '1', about: 'a test', attributes };
};

describe('an instrument', () => {
  it('records nothing before the recording starts, nothing after it ends, and begins at zero again', async () => {
    const [counted, measured] = [counter(text(['what'])), histogram(text(), [1])];
    counted.add(1, { what: 'before' });
    measured.record(1);
    expect(isRecording()).toBe(false);
    const first = record();
    expect([await first.points(counted), await first.points(measured), isRecording()]).toEqual([[], [], true]);
    counted.add(2, { what: 'now' });
    expect(await first.points(counted)).toEqual([{ attributes: { what: 'now' }, value: 2 }]);
    await first.end();
    counted.add(4, { what: 'now' });
    expect(isRecording()).toBe(false);
    expect(await record().points(counted)).toEqual([]);
  });

  it('keeps only the attributes that it declares', async () => {
    const [counted, measured, read] = [counter(text(['route'])), histogram(text(['route']), [1]), gauge(text(['route']))];
    const all = record();
    const given = { route: '/accounts', iban: 'EE471000001020145685' };
    counted.add(1, given);
    counted.add(1, { ...given, name: 'Mari Maasikas' });
    measured.record(1, given);
    const end = read.observe(() => [[1, given]]);
    for (const instrument of [counted, measured, read])
      expect((await all.points(instrument)).map(({ attributes }) => attributes)).toEqual([{ route: '/accounts' }]);
    end();
  });

  it('leaves out a declared attribute without a value', async () => {
    const counted = counter(text(['route', 'error.type']));
    const all = record();
    counted.add(1, { route: '/a', 'error.type': undefined });
    counted.add(1, { route: '/a' });
    expect(JSON.stringify(await all.points(counted))).toBe('[{"attributes":{"route":"/a"},"value":2}]');
  });

  it('has at most 2,000 series over several collections, of which the last counts all others', async () => {
    const counted = counter(text(['route']));
    const all = record();
    for (let each = 0; each < 2_500; each += 1) {
      counted.add(1, { route: `/${each}` });
      if (each % 500 === 0) await all.points(counted);
    }
    const points = await all.points(counted);
    expect(points).toHaveLength(2_000);
    expect(points.filter(({ attributes }) => attributes['otel.metric.overflow'] === true)).toEqual([
      { attributes: { 'otel.metric.overflow': true }, value: 501 },
    ]);
  });

  it('puts a value into the bucket of the first bound that is not less', async () => {
    const measured = histogram(text(), [1, 5]);
    const all = record();
    for (const value of [0, 1, 1.1, 5, 6]) measured.record(value);
    expect(await all.points(measured)).toEqual([
      { attributes: {}, value: expect.objectContaining({ count: 5, sum: 13.1, buckets: { boundaries: [1, 5], counts: [2, 2, 1] } }) },
    ]);
  });

  it('reports 0 for a counter that never counted, but only without attributes', async () => {
    const [bare, attributed, upDown] = [counter(text()), counter(text(['route'])), upDownCounter(text())];
    const all = record();
    expect(await all.points(bare)).toEqual([{ attributes: {}, value: 0 }]);
    expect([await all.points(attributed), await all.points(upDown)]).toEqual([[], []]);
  });

  it('leaves out a gauge that fails or does not return in time, and reports the others', async () => {
    const [failing, hanging, fine] = [gauge(text()), gauge(text()), gauge(text())];
    const all = record();
    const ends = [failing.observe(() => Promise.reject(new Error('away'))), hanging.observe(() => new Promise(() => {})), fine.observe(() => [[7]])];
    expect(await Promise.all([failing, hanging, fine].map(all.points))).toEqual([[], [], [{ attributes: {}, value: 7 }]]);
    for (const end of ends) end();
  });

  it('does not report old values of a gauge that fails, or of its removed series', async () => {
    const [failing, shrinking] = [gauge(text()), gauge(text(['queue']))];
    const all = record();
    let isAway = false;
    const ends = [
      failing.observe(() => (isAway ? Promise.reject(new Error('away')) : [[1]])),
      shrinking.observe(() =>
        isAway
          ? [[3, { queue: 'a' }]]
          : [
              [1, { queue: 'a' }],
              [2, { queue: 'b' }],
            ],
      ),
    ];
    expect([await all.points(failing), (await all.points(shrinking)).length]).toEqual([[{ attributes: {}, value: 1 }], 2]);
    isAway = true;
    expect([await all.points(failing), await all.points(shrinking)]).toEqual([[], [{ attributes: { queue: 'a' }, value: 3 }]]);
    for (const end of ends) end();
  });

  it('has the same value in two simultaneous collections', async () => {
    const read = gauge(text());
    const all = record();
    const end = read.observe(async () => [[5]]);
    expect(await Promise.all([all.points(read), all.points(read)])).toEqual(Array.from({ length: 2 }, () => [{ attributes: {}, value: 5 }]));
    end();
  });

  it('reports an observed counter without adding it up over collections', async () => {
    const read = observedCounter(text());
    const all = record();
    const end = read.observe(() => [[5]]);
    expect([await all.points(read), await all.points(read)]).toEqual(Array.from({ length: 2 }, () => [{ attributes: {}, value: 5 }]));
    end();
  });

  it('is refused when it is declared after the recording starts', () => {
    record();
    expect(() => counter(text())).toThrow('must be declared before the recording starts');
  });
});
