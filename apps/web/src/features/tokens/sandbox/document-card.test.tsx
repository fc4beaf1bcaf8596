import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, refuse } from '../../../shared/api/fake-server.ts';
import { recordedConfig } from '../../../shared/api/recorded-config.ts';
import { DEVELOPER, openPart, press, settle } from '../../../shared/portal/testing/open-part.tsx';
import { TokensPage } from '../index.ts';
import { tokensServer } from '../testing/tokens-fixtures.ts';

const IMPORT = 'POST /api/tpp/sandbox/document';
const DONE = { customers: 2, accounts: 3, transactions: 40, removedCustomers: 0 };
const DOCUMENT = { format: 'portico-sandbox', version: 1 };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Named = readonly [name: string, text: string];
const JSON_FILE: Named = ['sandbox.json', JSON.stringify(DOCUMENT)];
const CSV_FILES: readonly Named[] = [
  ['customers (1).CSV', 'User name,Scenario'],
  ['accounts.csv', 'IBAN,Booked balance'],
];

async function open(server: FakeServer, ...named: readonly Named[]) {
  openPart(<TokensPage title="Tokens" config={recordedConfig} />, { server, user: DEVELOPER, at: '/tokens' });
  await settle();
  const details = document.querySelector('details');
  if (details === null) throw new Error('there is no sandbox on the page');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await settle();
  await settle();
  const files = (named.length === 0 ? [JSON_FILE] : named).map(([name, text]) => Object.assign(new File([text], name), { text: async () => text }));
  fireEvent.change(screen.getByLabelText('Files to import'), { target: { files } });
}

const choose = (value: string) => fireEvent.change(screen.getByLabelText('What the import does'), { target: { value } });
const sent = ({ calls }: FakeServer) => calls.filter(({ call }) => call.startsWith(IMPORT));

describe('the import of a sandbox', () => {
  it('adds the customers of the file without a question', async () => {
    const server = tokensServer({ [IMPORT]: DONE });
    await open(server);
    await press('Import');
    await settle();
    expect(sent(server).map(({ body }) => body)).toEqual([DOCUMENT]);
    expect(screen.getByText('2 customers and 40 transactions are imported.')).toBeTruthy();
  });

  it('replaces the sandbox only after a confirmation that names what goes', async () => {
    const server = tokensServer({ [IMPORT]: DONE });
    await open(server);
    choose('replace');
    await press('Import');
    expect(sent(server)).toEqual([]);
    expect(screen.getByRole('group', { name: 'Replace your sandbox?' }).textContent).toContain('consents and payments end');
    await press('Replace');
    await settle();
    expect(sent(server)).toHaveLength(1);
  });

  it('sends nothing after Cancel', async () => {
    const server = tokensServer({ [IMPORT]: DONE });
    await open(server);
    choose('replace');
    await press('Import');
    await press('Cancel');
    expect(sent(server)).toEqual([]);
  });

  it('shows the path and the text of a refusal', async () => {
    const text = 'The opening balance and the transactions add up to 2.00, not 1.00. Nothing was changed.';
    await open(tokensServer({ [IMPORT]: () => refuse(400, 'FORMAT_ERROR', text) }));
    await press('Import');
    await settle();
    expect(screen.getAllByText(text, { exact: false }).length).toBeGreaterThan(0);
  });

  it('refuses a file that is no JSON, without a call', async () => {
    const server = tokensServer({ [IMPORT]: DONE });
    await open(server, ['sandbox.json', 'a;b']);
    await press('Import');
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('This file is not JSON');
    expect(sent(server)).toEqual([]);
  });

  it('sends CSV files with any names, and lists the names', async () => {
    const server = tokensServer({ 'POST /api/tpp/sandbox/tables': DONE });
    await open(server, ...CSV_FILES);
    expect(screen.getByText('customers (1).CSV, accounts.csv')).toBeTruthy();
    await press('Import');
    await settle();
    expect(server.calls.filter(({ call }) => call.startsWith('POST /api/tpp/sandbox')).map(({ body }) => body)).toEqual([
      { tables: ['User name,Scenario', 'IBAN,Booked balance'] },
    ]);
  });

  it.each<[string, readonly Named[], string]>([
    ['one CSV file', CSV_FILES.slice(0, 1), 'belong together'],
    ['JSON beside CSV', [JSON_FILE, ...CSV_FILES], 'do not belong together'],
    ['two JSON files', [JSON_FILE, JSON_FILE], 'do not belong together'],
  ])('refuses %s without a call', async (_what, files, text) => {
    const server = tokensServer({ [IMPORT]: DONE });
    await open(server, ...files);
    await press('Import');
    await settle();
    expect(screen.getByRole('alert').textContent).toContain(text);
    expect(server.calls.filter(({ call }) => call.startsWith('POST /api/tpp/sandbox'))).toEqual([]);
  });
});
