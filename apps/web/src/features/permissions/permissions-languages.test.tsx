/** The permissions page in all five languages: nothing missing, nothing left in English, nothing withdrawn by it. */
import { CONSENT_ACCESS_FORMS, PERMISSION_ENDS, PERMISSION_STATES, READING_KINDS } from '@portico/contract/values';
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type createFakeServer, hold, refuse } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { drawPage, pass } from '../../shared/i18n/testing/draw-page.tsx';
import { expectEveryLanguage } from '../../shared/i18n/testing/every-language.ts';
import { permissionsCatalogue } from './messages.ts';
import { PermissionsPage } from './permissions-page.tsx';
import { answerOf, chosen, everything, listOf, READINGS, readingsOf, statement, VISIT, withdrawn } from './testing/permissions-fixtures.ts';

/** Names in the fixtures and in the bank's settings. */
const DATA = /Portico|Lumen Books|Näidis|Everyday account|support@|request-1|^[A-Z]{2}\d{2}|^\w{3}_\d$/;
const LIST = 'GET /bank/permissions/given';
const refused = (status: number, code: string) => () => refuse(status, code, 'In the bank’s words.');

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:07:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(answers: Parameters<typeof createFakeServer>[0], permissionId?: string, query = '') {
  return drawPage(
    { 'GET /bank/session': VISIT, 'POST /bank/session': VISIT, ...answers },
    [sharedCatalogue, doorCatalogue, permissionsCatalogue],
    (api) => <PermissionsPage permissionId={permissionId} query={query} api={api} config={recordedConfig} />,
  );
}

test.each([
  ['one of each kind', listOf([everything, chosen, statement, withdrawn])],
  ['more than one page, for companies', listOf([everything], { companies: ['Näidis Puidutöökoda OÜ'], next: '2' })],
  ['none', listOf([])],
  ['nobody signed in', refused(410, 'SIGN_IN_UNKNOWN')],
  ['our own fault', refused(500, 'INTERNAL_ERROR')],
  ['a busy bank', refused(503, 'UNAVAILABLE')],
])('the list: %s', async (_, list) => {
  const { language } = await open({ [LIST]: list });
  await expectEveryLanguage(language, DATA);
});

test.each(['?view=past', '?view=all&search=nobody', '?search=Lumen'])('the list that is empty for %s', async (query) => {
  const { language } = await open({ [LIST]: listOf([]) }, undefined, query);
  await expectEveryLanguage(language, DATA);
});

test.each([...PERMISSION_STATES.map((state) => ({ ...everything, state })), ...CONSENT_ACCESS_FORMS.map((form) => ({ ...chosen, form })), statement])(
  'one permission: $kind $form $state',
  async (permission) => {
    const { language } = await open({ [`${LIST}/${permission.permissionId}`]: answerOf(permission) }, permission.permissionId);
    await expectEveryLanguage(language, DATA);
  },
);

test.each(PERMISSION_ENDS)('one permission that is over: %s', async (how) => {
  const over = { ...withdrawn, end: { how, on: '2026-11-21', at: '2026-11-21T07:00:00.000Z', by: 'Kaur Näidis' } };
  const { language } = await open({ [`${LIST}/cns_1`]: answerOf(over) }, 'cns_1');
  await expectEveryLanguage(language, DATA);
});

test('withdrawing: the question, which is asked in five languages and answered in none', async () => {
  const { language, server } = await open({ [`${LIST}/cns_1`]: answerOf(everything) }, 'cns_1');
  const withdraw = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === 'Withdraw');
  expect(withdraw).toBeDefined();
  if (withdraw !== undefined) fireEvent.click(withdraw);
  await pass(600);
  await expectEveryLanguage(language, DATA);
  expect(server.count('POST /bank/permissions/given/cns_1/withdrawal')).toBe(0);
});

test('one permission that is not there', async () => {
  const { language } = await open({ [`${LIST}/cns_1`]: refused(404, 'NOT_FOUND') }, 'cns_1');
  await expectEveryLanguage(language, DATA);
});

const EACH_KIND = READING_KINDS.map((what, index) => ({
  ...READINGS[0],
  on: '2026-11-21',
  what,
  withCustomer: index,
  withoutCustomer: index === 0 ? 1 : 5 - index,
  lastAt: '2026-11-21T06:30:00.000Z',
}));

test.each([
  ['each kind, on more than one page', readingsOf([...EACH_KIND, ...READINGS.slice(2)], '2026-11-20')],
  ['nothing', readingsOf([])],
  ['a failure', refused(503, 'UNAVAILABLE')],
])('what was read: %s', async (_, readings) => {
  const newer = { ...everything, representative: 'Tõnu Näidis', replaces: { permissionId: 'cns_0', givenAt: '2026-08-20T12:07:00.000Z' } };
  const { language } = await open({ [`${LIST}/cns_1`]: answerOf(newer), [`${LIST}/cns_1/readings`]: readings }, 'cns_1');
  await expectEveryLanguage(language, DATA);
});

test('a permission that was replaced, with the way to the newer one', async () => {
  const older = { ...withdrawn, end: { how: 'replaced', on: '2026-11-21', replacedBy: 'cns_9' } } as const;
  const { language } = await open({ [`${LIST}/cns_1`]: answerOf(older) }, 'cns_1');
  await expectEveryLanguage(language, DATA);
});

const inForce = listOf([everything, { ...chosen, representative: 'Tõnu Näidis', accountHolder: 'Näidis OÜ' }, statement]);

test.each([
  ['several', inForce],
  ['one', listOf([everything])],
  ['none', listOf([statement])],
  ['nobody signed in', refused(410, 'SIGN_IN_UNKNOWN')],
])('withdrawing all: %s', async (_, list) => {
  const { language, server } = await open({ [LIST]: list }, 'withdraw-all');
  await pass(600);
  await expectEveryLanguage(language, DATA);
  expect(server.calls.filter(({ call }) => call.endsWith('/withdrawal'))).toEqual([]);
});

test.each([
  ['under way', hold],
  ['stopped', refused(503, 'UNAVAILABLE')],
  ['done', answerOf(withdrawn)],
])('withdrawing all: %s', async (_, second) => {
  const withdrawals = {
    'POST /bank/permissions/given/cns_1/withdrawal': answerOf(withdrawn),
    'POST /bank/permissions/given/cns_2/withdrawal': second,
  };
  const { language } = await open({ [LIST]: inForce, ...withdrawals }, 'withdraw-all');
  await pass(600);
  const withdraw = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === 'Withdraw all');
  expect(withdraw).toBeDefined();
  if (withdraw !== undefined) fireEvent.click(withdraw);
  await pass(600);
  await expectEveryLanguage(language, DATA);
});
