/**
 * Executes every command of Portico that the operators' documents write, with values of an installation for the placeholders. Commands of the process
 * itself run in the tests that the table names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomeDeveloper } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, readBlocks, readCommands } from '../../../../tools/deploy/documented-commands.ts';
import { readCommandLine } from '../../src/app/operators/command-line.ts';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

/** The test that starts the command as a process, and how it is written there. */
const AS_PROCESS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  keys: ['apps/server/test/processes/operators.test.ts', "portico(['keys'])"],
  'keys rotate': ['apps/server/test/processes/operators.test.ts', "'rotate', '-'"],
  check: ['docs/operate/deployment.md', '\nportico check\n'],
  migrate: ['apps/server/test/processes/private-authority.test.ts', "'migrate'"],
  seed: ['apps/server/test/processes/commands-keep-the-bank.test.ts', "'seed'"],
  replay: ['apps/server/test/processes/replay-days.test.ts', "play('replay'"],
  'trust check': ['apps/server/test/journeys/trust-check.test.ts', 'checkTrustFolder'],
};
/** Commands that find nothing here, and what they then say. */
const FINDS_NOTHING: readonly (readonly [command: RegExp, says: RegExp])[] = [
  [/^app (?:approve|reject) /, /change/],
  [/^provider (?:show|block|unblock) /, /provider|certificate/i],
  [/^receipt verify /, /receipt/i],
  [/^developer factor-off /, /has no second factor/],
  [/^notifications (?:pause|resume) /, /No receiver at https:\/\/shop\.example/],
  [/^certificate find /, /No certificate was found/],
  // With a core: core-events.test.ts.
  [/^core compare /, /nothing to compare with/],
  // A report of days that were measured: replay-days.test.ts.
  [/^report /, /Nothing was measured in 2024Q1/],
];
const HOUR_MS = 3_600_000;
const UNFINISHED = new Set(['app admit', 'app approve', 'app rename', 'app suspend', 'provider block', 'incident update', 'incident resolve']);

let house: House;
let values: Readonly<Record<string, string>>;
beforeAll(async () => {
  house = await openHouse();
  const { email } = await becomeDeveloper(house.browse());
  const token = await house.token(house.browse());
  const { paymentId } = await house.tpp.createPayment(token, orderOf('1.00'));
  await house.portico.platform.write(({ tx }) => house.portico.modules.audit.seal(tx));
  const [application = '{}'] = (await operate(['app', 'find', email])).lines;
  const clientId = String(Object(JSON.parse(application)).clientId);
  values = {
    '<id>': paymentId,
    '<paymentId>': paymentId,
    '<X-Request-ID>': paymentId,
    '<portico.request_id>': paymentId,
    '<clientId>': clientId,
    '<text>': clientId,
    '<identifier>': clientId,
    '<email>': email,
    '<organizationId>': 'PSDEE-EFSA-12345678',
    '<thumbprint>': 'ab'.repeat(32),
    '<file>': 'receipt.json',
    '<new file>': '-',
    '<quarter>': '2024Q1',
    '<number>': 'PSDEE-EFSA-12345678',
    '<registered name>': 'Northern Harbour OÜ',
    '<name>': 'Northern Harbour',
    '<title>': 'Payments are slow',
    '<changeId>': 'chg_none',
    '<origin>': 'https://shop.example',
  };
});
afterAll(() => house.close());

interface Ended {
  readonly lines: readonly string[];
  readonly exitCode: number;
  readonly text: string;
}

async function operate(words: readonly string[]): Promise<Ended> {
  const read = readCommandLine(words);
  if (!('name' in read)) throw new Error(`${words.join(' ')}: ${'mistake' in read ? read.mistake : read.explanation}`);
  const { name, about, options } = read;
  const file = name === 'receipt verify' ? Buffer.from('{}').toString('base64') : '';
  const lines: string[] = [];
  for await (const event of playOrder(house.portico, { command: name, about, options, operator: 'mari', isConfirmed: true, file })) {
    if ('line' in event) lines.push(event.line);
    else if ('exitCode' in event) return { lines, exitCode: event.exitCode, text: event.text ?? '' };
  }
  throw new Error(`${words.join(' ')} did not end`);
}

/** A value that an earlier command printed. */
async function printed(command: string, member: string): Promise<string> {
  const { lines, text } = await operate(command.split(' '));
  const found = new RegExp(`"${member}":"?([^",}]+)`).exec(lines.join('\n'))?.[1];
  if (found === undefined) throw new Error(`${command} printed no ${member}: ${lines.join('\n')} ${text}`);
  return found;
}

async function fillIn(placeholder: string, words: string): Promise<string> {
  if (placeholder === '<customerId>') return printed(`find ${String(values['<paymentId>'])}`, 'customerId').catch(() => 'cus_none');
  if (placeholder === '<fingerprint>') return printed(`app find ${String(values['<clientId>'])}`, 'fingerprint');
  if (placeholder === '<seal>' || placeholder === '12:0f3a…') return printed('audit verify', 'topSeal');
  if (placeholder === '<number>' && words.startsWith('core')) return '1';
  if (placeholder === '<id>' && words.startsWith('incident')) return printed('incident list', 'incidentId');
  if (placeholder === '<maintenanceId>' || placeholder.startsWith('mnt_')) {
    windows += 1;
    await operate(['maintenance', 'plan', '--from', at(4 * windows), '--until', at(4 * windows + 1)]);
    return printed('maintenance show', 'maintenanceId');
  }
  const value = values[placeholder];
  if (value === undefined) throw new Error(`nothing fills in ${placeholder} of: portico ${words}`);
  return value;
}

/** No window overlaps an earlier one. */
let windows = 0;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** As a shell splits it, with values for placeholders and times to come. */
async function wordsOf(text: string): Promise<readonly string[]> {
  windows += 1;
  const own = text.replace(/ > .*$/, '').match(/"[^"]*"|<[^>]*>|[^\s"<]+/g) ?? [];
  const filled: string[] = [];
  for (const word of own.map((each) => each.replaceAll('"', ''))) {
    if (/^<.*>$|^mnt_|^12:0f3a…$/.test(word)) filled.push(await fillIn(word, text));
    else if (/^\d{4}-\d\d-\d\d/.test(word)) filled.push(at(4 * windows + (filled.at(-1) === '--from' ? 2 : 3)));
    else filled.push(word === '…' ? 'A text' : word);
  }
  return filled;
}

const nameOf = (text: string) => [text.split(' ').slice(0, 2).join(' '), text.split(' ')[0] ?? ''];
const asProcess = (text: string) => nameOf(text).find((name) => Object.hasOwn(AS_PROCESS, name));
const examples = ['maintenance.md', 'deployment.md'].flatMap((file) =>
  readBlocks(file).flatMap(({ code }) => [...code.matchAll(/^portico (.*)$/gm)].map(([, words = '']) => words)),
);
const all = [...readCommands(['runbook.md', 'deployment.md', 'maintenance.md', 'scale.md', 'settings.md']), ...examples].filter(
  (text) => !UNFINISHED.has(text),
);
const isErasing = (text: string) => text.startsWith('developer erase');
const played = all.filter((text) => asProcess(text) === undefined);

describe('a command of the documents', () => {
  it.each([...played.filter((text) => !isErasing(text)), ...played.filter(isErasing)])('does what it says: portico %s', async (text) => {
    const { exitCode, lines, text: said } = await operate(await wordsOf(text));
    const nothing = FINDS_NOTHING.find(([pattern]) => pattern.test(text));
    if (nothing === undefined) expect([exitCode, exitCode === 0 ? '' : `${lines.join('\n')}${said}`]).toEqual([0, '']);
    else expect([exitCode === 0, `${lines.join('\n')}${said}`]).toEqual([false, expect.stringMatching(nothing[1])]);
  });

  it.each(Object.entries(AS_PROCESS))('%s is started as a process by a test', (_name, [file, text]) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(text);
  });

  it('is executed or named in the table', () => {
    expect(played.length).toBeGreaterThan(35);
    expect([...new Set(all.flatMap((text) => asProcess(text) ?? []))].toSorted()).toEqual(Object.keys(AS_PROCESS).toSorted());
  });
});
