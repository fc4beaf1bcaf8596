import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ordinaryExecutionTime } from './execution-time.ts';

const executed = (receivedAt: string, requestedDate?: string): string => ordinaryExecutionTime(new Date(receivedAt), requestedDate).toISOString();

describe('an ordinary payment', () => {
  it.each([
    ['before 16:00 on a business day: at once', '2026-11-20T13:59:59.000Z', undefined, '2026-11-20T13:59:59.000Z'],
    ['before 16:00 in summer: at once', '2026-07-01T12:59:00.000Z', undefined, '2026-07-01T12:59:00.000Z'],
    ['early in the morning: at once', '2026-11-19T22:30:00.000Z', undefined, '2026-11-19T22:30:00.000Z'],
    ['at 16:00: next business day', '2026-11-19T14:00:00.000Z', undefined, '2026-11-20T06:00:00.000Z'],
    ['at 16:00 in summer: next business day', '2026-07-01T13:00:00.000Z', undefined, '2026-07-02T05:00:00.000Z'],
    ['late on Friday: Monday', '2026-11-20T20:00:00.000Z', undefined, '2026-11-23T06:00:00.000Z'],
    ['on Saturday: Monday', '2026-11-21T09:00:00.000Z', undefined, '2026-11-23T06:00:00.000Z'],
    ['on Good Friday: Tuesday', '2026-04-03T09:00:00.000Z', undefined, '2026-04-07T05:00:00.000Z'],
    ['on Christmas Eve after 16:00: the 28th', '2026-12-24T15:00:00.000Z', undefined, '2026-12-28T06:00:00.000Z'],
    ['on a national holiday: at once', '2026-02-24T09:00:00.000Z', undefined, '2026-02-24T09:00:00.000Z'],
    ['asked for today: at once', '2026-11-20T09:00:00.000Z', '2026-11-20', '2026-11-20T09:00:00.000Z'],
    ['asked for a past day: at once', '2026-11-20T09:00:00.000Z', '2026-11-01', '2026-11-20T09:00:00.000Z'],
    ['asked for a later business day: its morning', '2026-11-20T09:00:00.000Z', '2026-11-25', '2026-11-25T06:00:00.000Z'],
    ['asked for a Sunday: Monday', '2026-11-20T09:00:00.000Z', '2026-11-22', '2026-11-23T06:00:00.000Z'],
    ['asked for tomorrow, received after 16:00: tomorrow', '2026-11-18T20:00:00.000Z', '2026-11-19', '2026-11-19T06:00:00.000Z'],
    ['asked for the next local day near midnight: that morning', '2026-11-18T21:59:00.000Z', '2026-11-19', '2026-11-19T06:00:00.000Z'],
  ])('received %s', (_, receivedAt, requestedDate, expected) => expect(executed(receivedAt, requestedDate)).toBe(expected));

  it('is never executed before it was received', () => {
    const instant = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(fc.property(instant, (receivedAt) => ordinaryExecutionTime(receivedAt, undefined) >= receivedAt));
  });
});
