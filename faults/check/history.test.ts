import { appendFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHistory } from './history.ts';

let folder: string;
beforeAll(async () => {
  folder = await createFolder('history');
});
afterAll(() => rm(folder, { recursive: true }));

const intent = { deed: 'sign', subject: 'pay-1', amountCents: 500 } as const;

describe('the history on disk', () => {
  it('tells of each operation what was sent and how it ended, and what never ended', () => {
    const history = openHistory(join(folder, 'a.jsonl'));
    const first = history.sent(intent);
    history.sent(intent);
    history.ended(first, { outcome: 'ok', answer: '200', body: 'digest' });
    expect(history.read()).toEqual([
      { number: 1, ...intent, outcome: 'ok', answer: '200', body: 'digest' },
      { number: 2, ...intent, outcome: 'unfinished' },
    ]);
    history.close();
  });

  it('is refused when it ends what it never sent', () => {
    const path = join(folder, 'b.jsonl');
    const history = openHistory(path);
    appendFileSync(path, '{"at":"ended","number":7,"outcome":"ok","answer":"200"}\n');
    expect(() => history.read()).toThrow('operation 7');
    history.close();
  });
});
