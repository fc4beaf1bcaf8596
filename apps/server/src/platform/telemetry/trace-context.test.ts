import { describe, expect, it } from 'vitest';
import { createSampler, readTraceParent, writeTraceParent } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('traceparent (W3C Trace Context, level 1)', () => {
  it('is read, with its flag', () => {
    expect(readTraceParent(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true });
    expect(readTraceParent(`00-${TRACE}-${SPAN}-02`)).toMatchObject({ isSampled: false });
    expect(readTraceParent(`cc-${TRACE}-${SPAN}-01-what-the-future-brings`)).toMatchObject({ traceId: TRACE });
  });

  it.each([
    ['nothing', undefined],
    ['several', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
    ['an empty one', ''],
    ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${TRACE}-${SPAN}-01`],
    ['more than version 00 has', `00-${TRACE}-${SPAN}-01-more`],
    ['too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['words', 'EE471000001020145685'],
    ['spaces around', ` 00-${TRACE}-${SPAN}-01`],
  ])('is not read: %s', (_case, header) => {
    expect(readTraceParent(header)).toBeUndefined();
  });

  it('is written so that it can be read', () => {
    expect(readTraceParent(writeTraceParent({ traceId: TRACE, spanId: SPAN }))).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true });
  });
});

describe('sampling', () => {
  const unsampled = { traceId: TRACE, spanId: SPAN, isSampled: false };

  it('follows the parent only where it is told to', () => {
    expect(createSampler('always_on', 1)(TRACE, unsampled)).toBe(true);
    expect(createSampler('parentbased_always_on', 1)(TRACE, unsampled)).toBe(false);
    expect(createSampler('parentbased_always_off', 1)(TRACE, { ...unsampled, isSampled: true })).toBe(true);
    expect(createSampler('parentbased_always_off', 1)(TRACE, undefined)).toBe(false);
  });

  it('takes the share that it is told, the same traces on every server', () => {
    const ids = Array.from({ length: 4_096 }, (_, each) => `${'1'.repeat(24)}${(each * 0x10_0000).toString(16).padStart(8, '0')}`);
    const share = (ratio: number) => ids.filter((id) => createSampler('traceidratio', ratio)(id, undefined)).length / ids.length;
    expect([share(0), share(0.25), share(1)]).toEqual([0, 0.25, 1]);
  });
});
