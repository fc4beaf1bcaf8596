import type { Locale, ReceiptLine, ReceiptView } from '@portico/contract';
import bulkAnswer from '@portico/contract/recorded/receipt-bulk-payment';
import listAnswer from '@portico/contract/recorded/receipt-list';
import paymentAnswer from '@portico/contract/recorded/receipt-payment';
import unknownAnswer from '@portico/contract/recorded/receipt-unknown';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, type FakeServer, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { leavePage } from '../../shared/page/leave-page.ts';
import { receiptsCatalogue } from './messages.ts';
import { ReceiptsPage } from './receipts-page.tsx';

vi.mock('../../shared/page/leave-page.ts', () => ({ leavePage: vi.fn() }));

const LIST = 'GET /bank/receipts/signed';
const ONE = `${LIST}/sgn_1`;
const VISIT = { visitor: { name: 'Liis Näidis', bankCountry: 'ee', authMethod: 'SMART_ID' }, secondsLeft: 300 };
const payment: object = paymentAnswer.body;
const bulk: object = bulkAnswer.body;
const lines: readonly object[] = listAnswer.body.receipts;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function pass(ms = 0): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

interface Shown {
  readonly receiptId?: string;
  readonly query?: string;
  readonly locale?: Locale;
}

async function show(answers: Readonly<Record<string, object>>, { receiptId, query = '', locale = 'en' }: Shown = {}): Promise<FakeServer> {
  const server = createFakeServer({ 'GET /bank/session': VISIT, ...answers });
  const i18n = createI18n();
  await activateLocale(i18n, locale, [sharedCatalogue, doorCatalogue, receiptsCatalogue]);
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(
    <I18nProvider i18n={i18n}>
      <ReceiptsPage receiptId={receiptId} query={query} api={api} config={recordedConfig} />
    </I18nProvider>,
  );
  await pass();
  return server;
}

const showOne = (answer: object, locale?: Locale) => show({ [ONE]: answer }, { receiptId: 'sgn_1', ...(locale && { locale }) });
const main = () => within(screen.getByRole('main'));
const rowOf = (label: string | RegExp) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ');

describe('a receipt', () => {
  test('shows what was signed, by whom, how and when, and its hash', async () => {
    await showOne(payment);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment');
    expect([rowOf('Amount'), rowOf('Beneficiary account'), rowOf('Signed by'), rowOf('Signed with')]).toEqual([
      '46.80 EUR',
      'EE86 9800 1000 4508 1764',
      'Liis Näidis',
      'Smart-ID',
    ]);
    expect(rowOf('Hash of what was signed (SHA-256)')).toMatch(/^[0-9a-f]{64}$/);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'What was signed',
      'Signature',
      'Bank and provider',
      'Status',
      'Evidence',
    ]);
  });

  test.each([
    ['payment', payment],
    ['bulk payment', bulk],
  ])('of a %s has its summary, each note and each label', async (_kind, recorded) => {
    await showOne(recorded);
    const view = recorded as ReceiptView;
    const said = document.querySelector('article')?.textContent ?? '';
    expect(view.notes.length).toBeGreaterThan(0);
    for (const text of [view.summary, ...view.notes, ...view.sections.flatMap(({ rows }) => rows.map(({ label }) => label))])
      expect(said).toContain(text);
  });

  test('of a bulk payment shows payee, account, payee check, status and amount of each payment', async () => {
    await showOne(bulk);
    const [head, ...rows] = within(screen.getByRole('table', { name: 'Payments' })).getAllByRole('row');
    expect(
      within(head as HTMLElement)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['No.', 'Beneficiary', 'Beneficiary account', 'Description', 'Check of the name', 'Status', 'Amount']);
    expect(rows).toHaveLength(5);
    const cells = within(rows[0] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect([cells[0], cells[1], cells[4]]).toEqual(['1', 'Lumen Books OÜ', 'Match']);
    expect(cells[2]).toMatch(/^EE86\d{16}$/);
    expect(cells.at(-1)).toMatch(/EUR$/);
    expect(rows.slice(3).map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['Total signed', 'Paid']);
  });

  test('of a bulk payment from an earlier version has neither marks nor sums', async () => {
    const { items, ...view } = bulk as { items: { marks: unknown; totals: unknown } };
    const { marks: _marks, totals: _totals, ...earlier } = items;
    await showOne({ ...view, items: earlier });
    expect(screen.getByRole('table', { name: 'Payments' }).querySelectorAll('tfoot, svg')).toHaveLength(0);
  });

  test('shows a hash in groups that are copied as one word, and the address of the receipt as a link', async () => {
    await showOne(payment);
    const hash = rowOf('Hash of what was signed (SHA-256)') ?? '';
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const [group] = screen.getAllByText(hash.slice(0, 8));
    expect(Array.from(group?.parentElement?.children ?? [], ({ textContent }) => textContent?.length)).toEqual(Array.from({ length: 8 }, () => 8));
    const address = rowOf('Address of this receipt') ?? '';
    expect(screen.getByRole('link', { name: address }).getAttribute('href')).toBe(address);
  });

  test('links to its PDF in the language of the page and to its JSON, and can be printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await showOne(payment);
    expect(screen.getByRole('link', { name: 'Save as PDF' }).getAttribute('href')).toBe('/bank/receipts/signed/sgn_1/pdf?language=en');
    expect(screen.getByRole('link', { name: 'Save the evidence (JSON)' }).getAttribute('href')).toBe('/bank/receipts/signed/sgn_1/json');
    fireEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  test('is requested in the language of the page', async () => {
    const server = await showOne(payment, 'lt');
    expect(server.calls[0]?.url).toBe('/bank/receipts/signed/sgn_1?language=lt');
    expect(screen.getByRole('link', { name: 'Išsaugoti kaip PDF' })).toBeDefined();
  });

  test('that is unknown or another customer’s says so and links to the list', async () => {
    await showOne(() => reply(unknownAnswer.body, unknownAnswer.status));
    expect(screen.getByRole('alert').textContent).toContain('There is no such receipt.');
    expect(main().getByRole('link').getAttribute('href')).toBe('/bank/receipts');
  });

  test('that cannot be loaded is loaded by Try again', async () => {
    const server = await showOne(() => refuse(503, 'UNAVAILABLE', 'Later.'));
    server.on(ONE, payment);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass();
    expect(rowOf('Amount')).toBe('46.80 EUR');
  });

  test('requires a sign-in, which returns to this receipt', async () => {
    const server = await showOne(() => refuse(410, 'SIGN_IN_UNKNOWN', 'Sign in again.'));
    expect(screen.queryByText(/no longer signed in/)).toBeNull();
    server.on('POST /bank/sign-in', { location: '/bank/sign-in/s-1' });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await pass();
    expect(server.calls.at(-1)?.body).toMatchObject({ returnTo: '/bank/receipts/sgn_1' });
    expect(leavePage).toHaveBeenCalledWith('/bank/sign-in/s-1');
  });

  test('shows the lines of a value on separate lines', async () => {
    const value = 'EE74 9900 0100 0000 EUR\nEE14 9900 0100 0001 EUR\nAll accounts you open later';
    await showOne({
      ...{ receiptId: 'sgn_1', language: 'en', title: 'Access', summary: '', notes: [] },
      sections: [{ title: 'What was signed', rows: [{ label: 'View account', value, form: 'code' }] }],
    });
    const cell = main().getByText('View account').nextElementSibling;
    expect(Array.from(cell?.children ?? [], ({ textContent }) => textContent)).toEqual(value.split('\n'));
  });

  test('shows markup as text', async () => {
    const view: ReceiptView = {
      receiptId: 'sgn_1',
      language: 'en',
      title: 'Payment',
      summary: '',
      sections: [{ title: 'What was signed', rows: [{ label: 'Beneficiary', value: '<img src=x onerror=alert(1)>', form: 'text' }] }],
      notes: [],
    };
    await showOne(view);
    expect(rowOf('Beneficiary')).toBe('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });
});

describe('the list of receipts', () => {
  test('shows kind, amount, payee and time of each receipt', async () => {
    await show({ [LIST]: { receipts: lines } });
    const [link] = main().getAllByRole('link');
    expect(link?.textContent).toContain('Payment');
    expect(link?.textContent).toContain('46.80\u00a0EUR · Lumen Books OÜ');
    expect(link?.textContent).toContain('Signed on November 20, 2026 at 14:07 EET');
    expect(link?.getAttribute('href')).toBe('/bank/receipts/sgn_1');
  });

  test('loads more pages on request', async () => {
    const server = await show({ [LIST]: { receipts: lines, next: 'sgn_1' } });
    server.on(LIST, { receipts: lines.map((line) => ({ ...line, receiptId: 'sgn_0' })) });
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await pass();
    expect(server.calls.at(-1)?.url).toBe('/bank/receipts/signed?after=sgn_1');
    expect(main().getAllByRole('link')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('sends the search from its address, and says when nothing was found', async () => {
    const server = await show({ [LIST]: { receipts: [] } }, { query: '?search=46.80' });
    expect(server.calls[0]?.url).toBe('/bank/receipts/signed?search=46.80');
    expect(main().getByRole('status').textContent).toContain('No receipt was found.');
    expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/bank/receipts');
  });

  test('explains receipts to a customer who has signed nothing', async () => {
    await show({ [LIST]: { receipts: [] } });
    expect(main().getByRole('status').textContent).toContain('You have not signed anything yet.');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  test('asks for a sign-in after signing out', async () => {
    const server = await show({ [LIST]: { receipts: lines } });
    server.on('DELETE /bank/session', () => reply(undefined, 204));
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await pass();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined();
  });

  test('refuses an answer of another form', async () => {
    const broken: readonly Partial<ReceiptLine>[] = [];
    await show({ [LIST]: { lines: broken } });
    expect(screen.getByRole('alert')).toBeDefined();
  });
});
