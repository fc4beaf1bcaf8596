/** The blocks of commands in docs/operate: each is executed by its id (`deployment.round.ts`, `documented-commands.test.ts`), or says why not. */
import { describe, expect, it } from 'vitest';
import { NOT_RUN, readBlocks } from './documented-commands.ts';

const DOCUMENTS = ['commands.md', 'deployment.md', 'maintenance.md', 'runbook.md', 'scale.md', 'settings.md'];
const blocks = DOCUMENTS.flatMap((file) => readBlocks(file));

describe('a block of commands', () => {
  it('in docs/operate has an id, or says why no test executes it', () => {
    const faults = blocks.flatMap(({ where, language, marks }) => {
      if (language === 'sql') return [];
      if (language !== 'sh') return [`${where}: a block is sh or sql`];
      const unknown = Object.keys(marks).filter((mark) => mark !== 'id' && mark !== 'not-run');
      if (unknown.length > 0) return [`${where}: the mark ${unknown.join()} is not known`];
      if (marks['not-run'] !== undefined) return marks['not-run'] in NOT_RUN ? [] : [`${where}: ${marks['not-run']} is no reason`];
      return marks.id === undefined ? [`${where}: it has no id`] : [];
    });
    expect(faults).toEqual([]);
    const ids = blocks.flatMap(({ marks }) => marks.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('that is not executed needs what a test has not', () => {
    const needed: Readonly<Record<string, RegExp>> = { packages: /^apt-get install /m, systemd: /^systemctl /m };
    const skipped = blocks.filter(({ marks }) => marks['not-run'] !== undefined);
    expect(skipped.filter(({ marks, code }) => needed[marks['not-run'] ?? '']?.test(code) !== true)).toEqual([]);
  });
});
