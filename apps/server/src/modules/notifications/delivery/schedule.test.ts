import { describe, expect, it } from 'vitest';
import { judge, type Outcome, RETRY_SECONDS } from './schedule.ts';

const FIRST = { tries: 0, failures: 0 };
const judged = (outcome: Outcome, before = FIRST, chance = 0) => judge(outcome, before, chance);

it.each([200, 201, 204, 299])('the status %s delivers', (status) => {
  expect(judged({ status })).toEqual({ next: 'delivered' });
});

it('410 ends the registration, at the last try too', () => {
  expect(judged({ status: 410 })).toEqual({ next: 'gone' });
  expect(judged({ status: 410 }, { tries: 9, failures: 0 })).toEqual({ next: 'gone' });
});

it.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 403, 404, 409, 500, 501, 505])('the status %s delays the resource alone', (status) => {
  expect(judged({ status })).toEqual({ next: 'retry', scope: 'resource', seconds: 5 });
});

it.each([
  { status: 408 },
  { status: 429 },
  { status: 502 },
  { status: 503 },
  { status: 504 },
  { fault: 'late' },
  { fault: 'unreachable' },
  { fault: 'certificate' },
  { fault: 'address' },
])('%o pauses the channel', (outcome) => {
  expect(judged(outcome)).toEqual({ next: 'retry', scope: 'channel', seconds: 5 });
});

it('a response that is too large delays its resource alone', () => {
  expect(judged({ fault: 'too_large' })).toMatchObject({ scope: 'resource' });
});

describe('the delays', () => {
  it('are those of Standard Webhooks, and the tenth failure is the last', () => {
    const seconds = RETRY_SECONDS.map((_, tries) => judged({ status: 500 }, { tries, failures: 0 }));
    expect(seconds).toEqual(
      [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((each) => ({ next: 'retry', scope: 'resource', seconds: each })),
    );
    expect(judged({ status: 500 }, { tries: 9, failures: 0 })).toEqual({ next: 'dead' });
    expect(judged({ fault: 'late' }, { tries: 9, failures: 40 })).toEqual({ next: 'dead' });
  });

  it('grow with the failures of the channel, whichever delivery is tried', () => {
    expect(judged({ fault: 'late' }, { tries: 0, failures: 2 })).toMatchObject({ seconds: 1_800 });
    expect(judged({ fault: 'late' }, { tries: 0, failures: 50 })).toMatchObject({ seconds: 86_400 });
    expect(judged({ status: 500 }, { tries: 0, failures: 50 })).toMatchObject({ seconds: 5 });
  });

  it('grow by a fifth at most', () => {
    expect(judged({ status: 500 }, FIRST, 1)).toMatchObject({ seconds: 6 });
  });

  it.each([
    ['120', 120],
    ['1', 5],
    ['90000', 86_400],
    ['999999999', 86_400],
    ['-1', 5],
    ['Wed, 21 Oct 2099 07:28:00 GMT', 5],
    ['', 5],
  ])('Retry-After %s waits %i seconds', (retryAfter, seconds) => {
    expect(judged({ status: 503, retryAfter })).toMatchObject({ seconds });
  });
});
