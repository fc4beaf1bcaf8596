import type { OperationSlice } from '@portico/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordedConfig } from '../../../shared/api/recorded-config.ts';
import { openPart, press, settle } from '../../../shared/portal/testing/open-part.tsx';
import { Workbench } from './workbench.tsx';

const slice: OperationSlice = {
  ...{ apiId: 'consents', sectionTitle: 'Consents', list: 'main', version: '1', operationId: 'createConsent', method: 'POST', path: '/v1/consents' },
  ...{ summary: 'Ask for a consent', description: '', server: 'https://bank.example/api', isSendable: true, responses: [], errors: [], changes: [] },
  security: [{ customer: [] }],
  securitySchemes: { customer: { type: 'http', scheme: 'bearer' } },
  parameters: [{ name: 'X-Request-ID', in: 'header', required: true, schema: { type: 'string' } }],
  requestBody: {
    required: true,
    description: 'What is asked for.',
    content: [
      {
        mediaType: 'application/json',
        schema: { oneOf: [{ title: 'All accounts', properties: { all: { type: 'boolean' } } }, { $ref: '#/$defs/Node' }] },
        examples: [{ name: 'one', value: { name: 'a' } }],
      },
    ],
  },
  $defs: { Node: { type: 'object', properties: { child: { $ref: '#/$defs/Node' } } } },
};

type Customer = NonNullable<ComponentProps<typeof Workbench>['customer']>;

const customer = (more: Partial<Customer> = {}): Customer => ({
  ...{ owner: 'mari\nliis', name: 'Liis Tamm', token: 'old-token-1', isFilling: false, isRenewing: false, renewFailure: undefined },
  ...{ prefills: {}, iban: undefined, redirectUri: undefined, returnPage: undefined, lastBody: undefined },
  renew: async () => 'new-token-2',
  forgetBody: async () => undefined,
  readSecret: async () => 'secret',
  ...more,
});

const sent: { headers: Headers; body: unknown }[] = [];
const answers: (() => Response)[] = [];

// They come when they are wanted, and take their time once.
beforeAll(() => Promise.all([import('../request/sending-chunk.ts'), import('../response/reading-chunk.ts')]));

beforeEach(() => {
  sent.length = 0;
  answers.length = 0;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push({ headers: new Headers(init.headers), body: init.body });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer();
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.localStorage.clear();
});

const json = (value: unknown, status = 200) => Response.json(value, { status, headers: { 'x-request-id': 'r-1' } });
const open = (with_: Partial<Customer> = {}, children?: ReactNode) =>
  openPart(
    <Workbench url="/api-explorer" list="main" slice={slice} config={recordedConfig} customer={customer(with_)}>
      {children}
    </Workbench>,
  );
const send = async () => {
  await press('Send request');
  await settle();
};

describe('an expired token', () => {
  it('is renewed in place, and the request is sent again with the new token', async () => {
    answers.push(
      () => json({ tppMessages: [{ category: 'ERROR', code: 'TOKEN_EXPIRED' }] }, 401),
      () => json({ consentId: 'cns_1' }, 201),
    );
    open();
    await send();
    await press('Renew the token and send again');
    await settle();
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old-token-1', 'Bearer new-token-2']);
    expect(screen.getByRole('region', { name: 'Response' }).textContent).toContain('201 Created');
  });
  it('sends nothing again when the renewal fails', async () => {
    answers.push(() => json({ tppMessages: [{ category: 'ERROR', code: 'TOKEN_EXPIRED' }] }, 401));
    open({ renew: async () => undefined });
    await send();
    await press('Renew the token and send again');
    expect(sent).toHaveLength(1);
  });
});

describe('a sent request', () => {
  it('is stored without the token, and is sent again with another X-Request-ID after no answer', async () => {
    open();
    await send();
    expect(screen.getByText('No response arrived.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy as curl' })).toBeTruthy();
    expect(window.localStorage.getItem('portico-explorer-history')).toContain('untold');
    expect(window.localStorage.getItem('portico-explorer-history')).not.toContain('old-token-1');
    const details = screen.getByRole('region', { name: 'History' }).querySelector('details');
    await act(async () => {
      if (details === null) return;
      details.open = true;
      fireEvent(details, new Event('toggle'));
    });
    const again = screen.getByRole('region', { name: 'History' });
    await act(async () => [...again.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send again')?.click());
    await settle();
    const ids = sent.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(2);
    expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
  });
  it('is not stored when it could not be built', async () => {
    open({ lastBody: { client_secret: 'YOUR_CLIENT_SECRET' }, readSecret: () => Promise.reject(new Error('refused')) });
    await send();
    expect(screen.getByText('Nothing was sent.')).toBeTruthy();
    expect(sent).toEqual([]);
    expect(window.localStorage.getItem('portico-explorer-history')).toBeNull();
  });
});

describe('an answer', () => {
  it('shows its X-Request-ID and a link to the request log', async () => {
    answers.push(() => json({}));
    open();
    await send();
    expect(screen.getByRole('region', { name: 'Response' }).textContent).toContain('X-Request-ID r-1');
    expect(screen.getByRole('link', { name: 'Request log' }).getAttribute('href')).toBe('#/tpp/requests?requestId=r-1');
  });
  it('with an error opens on its body, not on the tab opened before', async () => {
    answers.push(
      () => json({ consentId: 'cns_1' }, 201),
      () => json({ consentId: 'cns_2' }, 201),
      () => json({ tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', text: 'validUntil is over.' }] }, 400),
    );
    open();
    await send();
    await act(async () => screen.getByRole('tab', { name: /^Headers/ }).click());
    await send();
    expect(screen.queryByText(/cns_2/)).toBeNull();
    await send();
    expect(screen.getByRole('region', { name: 'Body of the response' }).textContent).toContain('validUntil is over.');
  });
  it.each([
    ['an answer', () => answers.push(() => json({}))],
    ['that none came', () => undefined],
  ])('is scrolled into view when it is out of sight: %s', async (_what, prepare) => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, window.innerHeight - 20, 300, 400));
    // Newer browsers answer a promise, which is nothing that an effect may give back.
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve());
    prepare();
    open();
    expect(scroll).not.toHaveBeenCalled();
    await send();
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
    await send();
    expect(scroll).toHaveBeenCalledTimes(2);
    expect(String(scroll.mock.contexts[0] instanceof Element && scroll.mock.contexts[0].textContent)).toMatch(/200 OK|No response arrived/);
  });
  it('does not scroll when its top is in view', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 300, 300, window.innerHeight));
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    open();
    await send();
    expect(scroll).not.toHaveBeenCalled();
  });
  it('of megabytes is shown unformatted, and formatted on request', async () => {
    const list = Array.from({ length: 60_000 }, (_, place) => ({ resourceId: `account-${place}`, balance: '1.00' }));
    answers.push(() => json({ accounts: list }));
    open();
    await send();
    const shown = () => screen.getByRole('region', { name: 'Body of the response' }).textContent ?? '';
    expect(shown()).toBe(JSON.stringify({ accounts: list }));
    await press('Show formatted');
    expect(shown()).toBe(JSON.stringify({ accounts: list }, null, 2));
    await press('Show raw');
    expect(shown()).toHaveLength(JSON.stringify({ accounts: list }).length);
  });
});

describe('a call that a certificate alone proves', () => {
  const ofCertificate: OperationSlice = {
    ...{ ...slice, server: 'https://localhost:3443/api', isSendable: false, security: [{ certificate: [] }] },
    securitySchemes: { certificate: { type: 'mutualTLS' } },
  };
  const sample = () => screen.getByRole('region', { name: 'Code sample' }).querySelector('pre')?.textContent ?? '';

  it.each([true, false])(
    'has the certificate in its sample, also for a visitor; before a sandbox (%s) the authority of the server',
    (hasSandboxBank) => {
      openPart(
        <Workbench url="/api-explorer" list="main" slice={ofCertificate} config={{ ...recordedConfig, hasSandboxBank }} customer={undefined} />,
      );
      expect(sample()).toContain("'https://localhost:3443/api/v1/consents'");
      expect(sample()).toContain('--cert qwac.pem --key qwac.key');
      expect(sample().includes('--cacert portico-ca.pem')).toBe(hasSandboxBank);
      expect(screen.getByText(/which a browser cannot attach/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
    },
  );
  it('is not taken for one that a certificate may be added to', () => {
    open();
    expect(sample()).not.toContain('--cert');
  });
});

describe('the schema of a body', () => {
  it('expands a recursive schema step by step, with a choice between its variants', async () => {
    open();
    expect(screen.getByText('What is asked for.')).toBeTruthy();
    await press('Schema of the body');
    await settle();
    expect(screen.getByText('all')).toBeTruthy();
    await act(async () => void fireEvent.change(screen.getByRole('combobox', { name: /One of/ }), { target: { value: '1' } }));
    for (let depth = 0; depth < 3; depth += 1) {
      const folds = screen.getAllByRole('button', { name: 'child' });
      await act(async () => folds.at(-1)?.click());
    }
    expect(screen.getAllByRole('button', { name: 'child' })).toHaveLength(4);
  });
  it('without properties shows its type', async () => {
    const flat = { ...slice, requestBody: { required: true, content: [{ mediaType: 'application/json', schema: { items: { type: 'string' } } }] } };
    openPart(<Workbench url="/api-explorer" list="main" slice={flat} config={recordedConfig} customer={customer()} />);
    await press('Schema of the body');
    await settle();
    expect(screen.getByText('list of string')).toBeTruthy();
  });
});
