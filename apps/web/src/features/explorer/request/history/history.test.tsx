import type { OperationSlice } from '@portico/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPart, press } from '../../../../shared/portal/testing/open-part.tsx';
import { HistorySection } from './history-section.tsx';
import { createSentHistory } from './sent-history.ts';
import type { SentRequest } from './sent-request.ts';
import { useStoredHistory } from './use-stored-history.ts';

const OWNER = 'mari\ncustomer-1';
const sent = (id: string, more: Partial<SentRequest> = {}): SentRequest => ({
  id,
  owner: OWNER,
  at: `2026-11-21T20:00:${id.padStart(2, '0')}.000Z`,
  pageUrl: '/api-explorer',
  apiId: 'consents',
  operationId: 'createConsent',
  method: 'POST',
  path: `/v1/consents/${id}`,
  outcome: 201,
  milliseconds: 12,
  requestId: `r-${id}`,
  values: {},
  isIncomplete: false,
  ...more,
});
const slice: OperationSlice = {
  ...{ apiId: 'consents', sectionTitle: 'Consents', list: 'main', version: '1', operationId: 'createConsent', method: 'POST', path: '/v1/consents' },
  ...{ summary: '', description: '', server: '', isSendable: true, security: [], securitySchemes: {}, parameters: [], responses: [] },
  ...{ errors: [], changes: [], $defs: {} },
};

function Section({ owner = OWNER, onAgain }: { owner?: string; onAgain?: (sent: SentRequest, isSameId: boolean) => void }) {
  const history = useStoredHistory();
  return (
    <>
      <HistorySection history={history} owner={owner} slice={slice} customerName="Liis Tamm" hasLog onAgain={onAgain} />
      <button type="button" onClick={() => createSentHistory(history, owner).add(sent('9'))}>
        add
      </button>
    </>
  );
}

const stored = (items: readonly SentRequest[]) => window.localStorage.setItem('portico-explorer-history', JSON.stringify(items));
const paths = () => screen.queryAllByText(/^\/v1\/consents\//).map(({ textContent }) => textContent);
const open = async (path: string) => {
  const details = screen.getByText(path).closest('details');
  await act(async () => {
    if (details === null) return;
    details.open = true;
    fireEvent(details, new Event('toggle'));
  });
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.localStorage.clear();
});

describe('the history of an operation', () => {
  it('says what it will show while it is empty', () => {
    openPart(<Section />);
    expect(screen.getByText(/^Nothing yet\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });
  it('shows stored requests of this developer and customer only', () => {
    stored([sent('2'), sent('1'), sent('3', { owner: 'mari\ncustomer-2' }), sent('4', { owner: 'juhan\ncustomer-1' })]);
    openPart(<Section />);
    expect(paths()).toEqual(['/v1/consents/2', '/v1/consents/1']);
  });
  it('shows other operations on request, with links to their pages and no Send again', async () => {
    stored([sent('2', { operationId: 'a/b', pageUrl: '/fallback-explorer' }), sent('1')]);
    openPart(<Section onAgain={() => undefined} />);
    expect(paths()).toEqual(['/v1/consents/1']);
    await act(async () => screen.getByRole('tab', { name: 'All operations 2' }).click());
    expect(paths()).toEqual(['/v1/consents/2', '/v1/consents/1']);
    await open('/v1/consents/2');
    expect(screen.getByRole('link', { name: 'Open with these values' }).getAttribute('href')).toBe('#/fallback-explorer/consents/a%2Fb?sent=2');
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });
  it('sends a request again with a new or the same X-Request-ID, and links to the request log', async () => {
    stored([sent('1')]);
    const onAgain = vi.fn<(again: SentRequest, isSameId: boolean) => void>();
    openPart(<Section onAgain={onAgain} />);
    await open('/v1/consents/1');
    expect(screen.getByRole('link', { name: 'Request log' }).getAttribute('href')).toBe('#/tpp/requests?requestId=r-1');
    await press('Send again');
    await press('Send again with the same X-Request-ID');
    expect(onAgain.mock.calls).toEqual([
      [sent('1'), false],
      [sent('1'), true],
    ]);
  });
  it('does not resend a request whose secret was removed, and says what to do', async () => {
    stored([sent('1', { isIncomplete: true })]);
    openPart(<Section onAgain={() => undefined} />);
    await open('/v1/consents/1');
    expect(screen.getByText(/Open it and fill that in/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });
  it('deletes a request, and Undo restores it in its place', async () => {
    stored([sent('3'), sent('2'), sent('1')]);
    openPart(<Section />);
    await open('/v1/consents/2');
    await press('Delete');
    expect(paths()).toEqual(['/v1/consents/3', '/v1/consents/1']);
    expect(document.activeElement?.textContent).toBe('Undo');
    await press('Undo');
    expect(paths()).toEqual(['/v1/consents/3', '/v1/consents/2', '/v1/consents/1']);
  });
  it('clears only the requests it shows, and Undo restores them', async () => {
    stored([sent('2'), sent('1'), sent('3', { operationId: 'other' }), sent('4', { owner: 'juhan\ncustomer-1' })]);
    openPart(<Section />);
    await press('Clear');
    expect(paths()).toEqual([]);
    expect(screen.getByText('2 requests deleted.')).toBeTruthy();
    expect(window.localStorage.getItem('portico-explorer-history')).toMatch(/"other".*juhan/);
    await press('Undo');
    expect(paths()).toEqual(['/v1/consents/2', '/v1/consents/1']);
  });
  it('shows the first 8 requests, and all of them on request', async () => {
    stored(Array.from({ length: 12 }, (_, place) => sent(String(20 - place))));
    openPart(<Section />);
    expect(paths()).toHaveLength(8);
    await press('Show all 12');
    expect(paths()).toHaveLength(12);
  });
  it('shows requests sent in another tab, and keeps them when this tab sends one', async () => {
    openPart(<Section />);
    stored([sent('1')]);
    await press('add');
    expect(paths()).toEqual(['/v1/consents/9', '/v1/consents/1']);
    stored([sent('5')]);
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'portico-explorer-history' })));
    expect(paths()).toEqual(['/v1/consents/5']);
  });
  it.each(['getItem', 'setItem'] as const)('works until the page closes when the browser refuses %s', async (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'QuotaExceededError');
    });
    openPart(<Section />);
    await press('add');
    expect(paths()).toEqual(['/v1/consents/9']);
  });
});
