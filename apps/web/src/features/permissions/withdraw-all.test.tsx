import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { permissionsCatalogue } from './messages.ts';
import { PermissionsPage } from './permissions-page.tsx';
import { answerOf, everything, listOf, VISIT, withdrawn } from './testing/permissions-fixtures.ts';

const GIVEN = '/bank/permissions/given';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

test('the end of all withdrawals claims none where every permission had ended meanwhile', async () => {
  const end = { how: 'replaced', on: '2026-11-21' } as const;
  const server = createFakeServer({
    [`GET ${GIVEN}`]: listOf([everything, { ...everything, permissionId: 'cns_2' }]),
    'GET /bank/session': VISIT,
    [`POST ${GIVEN}/cns_1/withdrawal`]: answerOf({ ...withdrawn, end }),
    [`POST ${GIVEN}/cns_2/withdrawal`]: answerOf({ ...withdrawn, permissionId: 'cns_2', end }),
  });
  const i18n = createI18n();
  await activateLocale(i18n, 'en', [sharedCatalogue, doorCatalogue, permissionsCatalogue]);
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(
    <I18nProvider i18n={i18n}>
      <PermissionsPage permissionId="withdraw-all" query="" api={api} config={recordedConfig} />
    </I18nProvider>,
  );
  await pass(0);
  // The button takes a moment until it can be pressed.
  await pass(500);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw all' }));
  await pass(0);
  expect(screen.getByRole('heading', { name: 'No permission withdrawn' })).toBe(document.activeElement);
  expect(screen.getByText(/^Each of them had already ended/)).toBeTruthy();
  expect(screen.queryByText(/cannot read anything more|\b0 permissions/)).toBeNull();
});
