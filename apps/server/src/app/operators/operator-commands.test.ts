/** Every operators' command has a help text, an implementation and an entry in the runbook. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS, readCommandLine } from './command-line.ts';
import { PLAYS } from './operator-commands.ts';

const explanationOf = (name: string): string => {
  const said = readCommandLine([...name.split(' '), '--help']);
  return 'explanation' in said ? said.explanation : '';
};

/** Every command that a document for operators writes with its arguments, and not by its name alone: `portico …` in the text, and in examples. */
function documentedCommands(): readonly (readonly [document: string, text: string])[] {
  return ['runbook.md', 'maintenance.md', 'deployment.md'].flatMap((document) => {
    const text = readFileSync(new URL(`../../../../../docs/operate/${document}`, import.meta.url), 'utf8');
    const inText = [...text.matchAll(/`(?:portico|npm run portico --) ([a-z][^`]*)`/g)].map(([, command = '']) => command);
    const inExamples = [...text.matchAll(/^(?:npm run portico --|portico) (.*)$/gm)].map(([, command = '']) => command);
    return [...inText, ...inExamples].filter((command) => !COMMANDS.includes(command)).map((command) => [document, command] as const);
  });
}

/** As a shell: a text in quotes, and a placeholder in `<…>`, is one word. Redirections are not the command's. */
const wordsOf = (text: string): readonly string[] =>
  (text.replace(/ >.*$/, '').match(/"[^"]*"|<[^>]*>|[^\s"<]+/g) ?? []).map((word) => word.replaceAll('"', ''));

const runbook = readFileSync(new URL('../../../../../docs/operate/runbook.md', import.meta.url), 'utf8');
/** Commands of the process itself: they open no installation, or create one (`cli.ts`). */
const OF_THE_PROCESS = ['keys', 'keys rotate', 'migrate', 'seed', 'check', 'trust check'];

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

  // Review of 25 November 2026, B8: a read-only image has no file to write and no way to bring one in.
  it.each(COMMANDS.filter((name) => /<file>/.test(explanationOf(name))))('%s works with standard input or output', (name) => {
    expect(explanationOf(name)).toMatch(/- (?:is standard output|reads standard input)/);
  });

  it.each(documentedCommands())('that %s names is accepted as it is written: %s', (_document, text) => {
    const words = wordsOf(text);
    expect(readCommandLine(words), words.join(' ')).not.toHaveProperty('mistake');
  });

  it('that is explained does something, and the other way round', () => {
    expect([...PLAYS.keys(), ...OF_THE_PROCESS].toSorted()).toEqual([...COMMANDS].toSorted());
  });
});
