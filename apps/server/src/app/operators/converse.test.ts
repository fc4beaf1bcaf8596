import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { complain, converse, say } from './converse.ts';
import type { OperatorEvent } from './operator-order.ts';

let printed: { out: string; error: string };
beforeEach(() => {
  printed = { out: '', error: '' };
  for (const [name, stream] of [
    ['out', process.stdout],
    ['error', process.stderr],
  ] as const) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed[name] += text;
      return true;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

/** Colours, the title of the window, an override of the direction, a return to the begin of the line. */
const STEERING = '\u001b[31m\u001b]0;x\u0007\u202egnp\r';
const ESCAPED = '\\u001b[31m\\u001b]0;x\\u0007\\u202egnp\\u000d';
const ORDER = { command: 'receipt verify', about: '', isConfirmed: false, operator: 'tester', file: '', options: {} };

async function* events(...given: readonly OperatorEvent[]): AsyncGenerator<OperatorEvent> {
  yield* given;
}

describe('what a command prints', () => {
  it('does not steer the terminal, also where the name of a received file does', () => {
    complain(`There is no file /tmp/${STEERING}.`);
    say(`/tmp/${STEERING}\tholds\neverything.`);
    expect(printed).toEqual({ out: `/tmp/${ESCAPED}\tholds\neverything.\n`, error: `There is no file /tmp/${ESCAPED}.\n` });
  });

  it('does not steer the terminal with a line or an end from a server of an earlier version', async () => {
    const never = () => Promise.reject(new Error('Nothing is sent again.'));
    expect(await converse(events({ line: STEERING }, { exitCode: 1, text: STEERING }), ORDER, never)).toBe(1);
    expect(printed).toEqual({ out: `${ESCAPED}\n`, error: `${ESCAPED}\n` });
  });
});
