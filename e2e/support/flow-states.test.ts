import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BANK_COUNTRIES, LOCALES } from '@portico/contract/values';
import { describe, expect, test } from 'vitest';
import { type Played, STATES, type StateCell } from './flow-states.ts';
import { FLOWS, KINDS } from './flows.ts';

const cells: readonly (readonly [string, StateCell])[] = FLOWS.flatMap((flow) =>
  STATES.map((state) => [`${flow}, ${state}`, KINDS[flow].states[state]] as const),
);
const played = (cell: StateCell): cell is Played => 'country' in cell;
const ofFlow = (flow: (typeof FLOWS)[number]) => STATES.map((state) => KINDS[flow].states[state]).filter(played);
const ofState = (state: (typeof STATES)[number]) => FLOWS.map((flow) => KINDS[flow].states[state]).filter(played);

test('every flow has every state, and a state that a flow cannot have says why', () => {
  for (const flow of FLOWS) expect(Object.keys(KINDS[flow].states)).toEqual([...STATES]);
  for (const [name, cell] of cells) {
    if (!played(cell)) expect(cell.notApplicable, name).toMatch(/\w+ \w+ \w+/);
  }
});

describe('countries, languages and windows rotate', () => {
  test.each(FLOWS)('%s is played in every country, every language and both windows', (flow) => {
    const rows = ofFlow(flow);
    expect(new Set(rows.map(({ country }) => country))).toEqual(new Set(BANK_COUNTRIES));
    expect(new Set(rows.map(({ locale }) => locale))).toEqual(new Set(LOCALES));
    expect(new Set(rows.map(({ window }) => window))).toEqual(new Set(['desktop', 'phone']));
  });

  test.each(STATES)('%s is played in every country, every language and both windows', (state) => {
    const column = ofState(state);
    expect(new Set(column.map(({ country }) => country))).toEqual(new Set(BANK_COUNTRIES));
    expect(new Set(column.map(({ locale }) => locale))).toEqual(new Set(LOCALES));
    expect(new Set(column.map(({ window }) => window))).toEqual(new Set(['desktop', 'phone']));
  });
});

test('every country is played in every language', () => {
  const pairs = STATES.flatMap(ofState).map(({ country, locale }) => `${country} ${locale}`);
  expect(BANK_COUNTRIES.flatMap((country) => LOCALES.map((locale) => `${country} ${locale}`)).filter((pair) => !pairs.includes(pair))).toEqual([]);
});

test('docs/evidence/flows.md has the table; UPDATE_RECORDED=1 writes it', () => {
  const file = join(import.meta.dirname, '../../docs/evidence/flows.md');
  const page = readFileSync(file, 'utf8');
  const begin = page.indexOf('| flow |');
  expect(begin).toBeGreaterThan(0);
  const table = [
    ['flow', ...STATES],
    ['---', ...STATES.map(() => '---')],
    ...FLOWS.map((flow) => [flow, ...STATES.map((state) => toCell(KINDS[flow].states[state]))]),
  ];
  const written = `${page.slice(0, begin)}${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
  if (process.env.UPDATE_RECORDED === '1') writeFileSync(file, written);
  expect(page).toBe(written);
});

function toCell(cell: StateCell): string {
  if (!played(cell)) return cell.notApplicable;
  const { country, locale, window, mishap, end } = cell;
  return [country, locale, window, mishap ?? end].filter((word) => word !== undefined).join(' ');
}

test('every mishap and every end comes about in more than one flow', () => {
  const mishaps = ofState('error').map(({ mishap }) => mishap);
  for (const mishap of ['refuse', 'wrongCode', 'timeOut', 'cut']) expect(mishaps.filter((each) => each === mishap).length).toBeGreaterThan(1);
  const ends = ofState('terminated').map(({ end }) => end);
  for (const end of ['scenario', 'clock', 'elsewhere']) expect(ends.filter((each) => each === end).length).toBeGreaterThan(1);
});
