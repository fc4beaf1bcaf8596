import type { OperationBrief } from '@portico/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { buildRequest, PLACEHOLDERS, type RequestParts, typedKeys } from '../request/build-request.ts';
import { describeSent } from '../request/history/sent-request.ts';
import { ProofFields } from './proof-fields.tsx';

afterEach(cleanup);

const KEY = 'key-of-the-developer';
const slice: OperationBrief = {
  ...{ apiId: 'cards', sectionTitle: 'Cards', list: 'main', version: '1', operationId: 'readCards', method: 'GET', path: '/cards' },
  ...{ summary: 'Read cards', description: '', server: 'https://bank.example/api', isSendable: true, responses: [], errors: [], changes: [] },
  parameters: [],
  security: [{ key: [] }, { token: [], other: [] }],
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    token: { type: 'http', scheme: 'BEARER' },
    other: { type: 'apiKey', in: 'query', name: 'k' },
  },
};

function Fields({ of, start }: { of: OperationBrief; start: number }) {
  const [alternative, setAlternative] = useState(start);
  const [values, setValues] = useState(new Map<string, string>());
  const setValue = (key: string, value: string) => setValues(new Map(values).set(key, value));
  return <ProofFields slice={of} form={{ alternative, setAlternative, values, setValue }} />;
}

describe('the fields of authentication', () => {
  it('ask for the API key of the chosen alternative only', () => {
    render(<Fields of={slice} start={0} />);
    expect([screen.queryByLabelText('X-Key'), screen.queryByLabelText('k')].map((field) => field !== null)).toEqual([true, false]);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '1' } });
    expect([screen.queryByLabelText('X-Key'), screen.queryByLabelText('k')].map((field) => field !== null)).toEqual([false, true]);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['key', 'token and other']);
  });
  it.each([
    ['no scheme', []],
    ['a token alone', [{ token: [] }]],
    ['a token or nothing', [{ token: [] }, {}]],
  ])('are not shown for %s', (_name, security) => {
    const { container } = render(<Fields of={{ ...slice, security }} start={0} />);
    expect(container.textContent).toBe('');
  });
});

describe('a typed API key', () => {
  const parts: RequestParts = { slice, values: new Map([['header:X-Key', KEY]]), body: undefined, alternative: 0 };
  it('is sent, and is a placeholder in what the page shows', () => {
    expect(buildRequest(parts, { ...PLACEHOLDERS, apiKeys: typedKeys(parts) }).headers).toEqual([['X-Key', KEY]]);
    expect(buildRequest(parts, PLACEHOLDERS).headers).toEqual([['X-Key', 'YOUR_API_KEY']]);
  });
  it('is not stored in the history, which says that a part is missing', () => {
    const sent = describeSent({
      ...{ id: 'a', owner: 'b', at: '2026-11-29T00:00:00.000Z', pageUrl: '/api-explorer', parts, secrets: [] },
      outcome: { kind: 'noAnswer', reason: 'timeout', milliseconds: 1 },
    });
    expect(JSON.stringify(sent)).not.toContain(KEY);
    expect(sent.isIncomplete).toBe(true);
  });
});
