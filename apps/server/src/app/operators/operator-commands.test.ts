/** Every operators' command has a help text, an implementation and an entry in the runbook. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS, readCommandLine } from './command-line.ts';
import { PLAYS } from './operator-commands.ts';

const runbook = readFileSync(new URL('../../../../../docs/operate/runbook.md', import.meta.url), 'utf8');
/** Commands of the process itself: they open no installation, or create one (`cli.ts`). */
const OF_THE_PROCESS = ['keys', 'keys rotate', 'migrate', 'seed', 'trust check'];

describe('an operators’ command', () => {
  it.each(COMMANDS)('%s says with --help what it takes, what it does and what one should know before', (name) => {
    const said = readCommandLine([...name.split(' '), '--help']);
    const lines = 'explanation' in said ? said.explanation.split('\n') : [];
    expect(lines[0]).toMatch(new RegExp(`^npm run portico -- ${name}( <\\w+>| \\[<\\w+>…\\])?( …)?$`));
    expect(lines.at(-2)).toMatch(new RegExp(`^${name}: .{10,}\\.$`));
    expect(lines.at(-1)).toMatch(/^.{20,}\.$/);
  });

  it.each(COMMANDS)('docs/operate/runbook.md describes the command %s', (name) => {
    expect(runbook).toMatch(new RegExp(`\`portico ${name}[ \`]`));
  });

  it('that is explained does something, and the other way round', () => {
    expect([...PLAYS.keys(), ...OF_THE_PROCESS].toSorted()).toEqual([...COMMANDS].toSorted());
  });
});
