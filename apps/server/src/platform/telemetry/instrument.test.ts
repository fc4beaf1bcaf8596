import { afterEach, describe, expect, it } from 'vitest';
import { collectMetrics, counter, gauge, histogram, startRecording, upDownCounter } from './instrument.ts';

let end: () => void = () => {};
afterEach(() => end());

let number = 0;
const text = (attributes: readonly string[] = []) => {
  number += 1;
  return { name: `test.number_${number}`, unit: '1', about: 'a test', attributes };
};
const pointsOf = async (instrument: { readonly text: { readonly name: string } }) =>
  (await collectMetrics()).find(({ name }) => name === instrument.text.name)?.points;

describe('an instrument', () => {
  it('keeps nothing until somebody wants to know, and nothing afterwards', async () => {
    const [counted, measured] = [counter(text(['what'])), histogram(text(), [1])];
    counted.add(1, { what: 'before' });
    measured.record(1);
    expect([await pointsOf(counted), await pointsOf(measured)]).toEqual([[], []]);
    end = startRecording();
    counted.add(2, { what: 'now' });
    end();
    counted.add(4, { what: 'now' });
    expect(await pointsOf(counted)).toEqual([{ attributes: { what: 'now' }, value: 2 }]);
  });

  it('keeps the attributes that it declares and no others, whoever hands them in', async () => {
    end = startRecording();
    const counted = counter(text(['route']));
    counted.add(1, { route: '/accounts', iban: 'EE471000001020145685' });
    expect(JSON.stringify(await pointsOf(counted))).not.toContain('EE47');
  });

  it('counts together what comes after 2,000 sorts: nobody fills the memory with names of his own', async () => {
    end = startRecording();
    const counted = counter(text(['route']));
    for (let each = 0; each < 2_500; each += 1) counted.add(1, { route: `/${each}` });
    const points = (await pointsOf(counted)) ?? [];
    expect(points).toHaveLength(2_001);
    expect(points.at(-1)).toEqual({ attributes: { 'otel.metric.overflow': 'true' }, value: 500 });
  });

  it('sorts into the bucket of the first bound that is not less', async () => {
    end = startRecording();
    const measured = histogram(text(), [1, 5]);
    for (const value of [0, 1, 1.1, 5, 6]) measured.record(value);
    expect(await pointsOf(measured)).toEqual([{ attributes: {}, count: 5, sum: 13.1, buckets: [2, 2, 1] }]);
  });

  it('shows 0 for what has not happened yet, but only where nothing more is to be said of it', async () => {
    expect(await pointsOf(counter(text()))).toEqual([{ attributes: {}, value: 0 }]);
    expect(await pointsOf(upDownCounter(text()))).toEqual([]);
  });

  it('leaves out a number that cannot be had, and tells the others', async () => {
    const [failing, hanging, fine] = [gauge(text()), gauge(text()), gauge(text())];
    const ends = [failing.observe(() => Promise.reject(new Error('away'))), hanging.observe(() => new Promise(() => {})), fine.observe(() => [[7]])];
    end = () => {
      for (const each of ends) each();
    };
    const told = await collectMetrics();
    const points = [failing, hanging, fine].map(({ text: { name } }) => told.find((metric) => metric.name === name)?.points);
    expect(points).toEqual([[], [], [{ attributes: {}, value: 7 }]]);
  });
});
