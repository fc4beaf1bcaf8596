import type { ClientPayload, Prefills, TokenUser } from '@portico/contract';
import tokenUsers from '@portico/contract/recorded/token-users';
import { act, cleanup, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { isTokenUserList } from '../../shared/api/answers.ts';
import { createFakeServer, hold, type RecordedCall, recordedBody, refuse, reply } from '../../shared/api/fake-server.ts';
import { signedOut, userFound } from '../../shared/auth/auth-slice.ts';
import { DEVELOPER, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { apiExplorerSlice } from './api-explorer-slice.ts';
import { useClientPayload } from './use-client-payload.ts';
import { usePrefills } from './use-prefills.ts';

const READ = 'GET /api/v1/client-payload';
const RESET = 'DELETE /api/v1/client-payload';

const [USER] = recordedBody(tokenUsers, isTokenUserList);
const person = (id: string, token?: string): TokenUser => {
  if (USER === undefined) throw new Error('there is no recorded test customer');
  const { access_token: _token, expiresAt: _expiry, ...user } = USER;
  return { ...user, id, ...(token === undefined ? {} : { access_token: token, expiresAt: '2026-12-01T00:00:00Z' }) };
};
const LIIS = person('liis', 'token-liis');
const MART = person('mart', 'token-mart');

/** Returns another body for each token and section. */
const answerPayload = ({ headers, url }: RecordedCall) =>
  reply({ payload: `${headers.get('authorization')} ${url.split('apiId=')[1]}`, isReset: false } satisfies ClientPayload);

interface ShowProps {
  apiId?: string;
  customer?: TokenUser | undefined;
  isWanted?: boolean;
}

function Show({ apiId = 'payments', customer, isWanted = true }: ShowProps) {
  const { lastBody, forgetBody } = useClientPayload(apiId, customer, isWanted);
  return (
    <button type="button" onClick={() => void forgetBody()}>
      {`${customer?.id ?? 'nobody'} ${apiId}: ${JSON.stringify(lastBody) ?? 'none'}`}
    </button>
  );
}

const texts = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

async function open(parts: readonly ShowProps[], answers: Parameters<typeof createFakeServer>[0] = {}) {
  const server = createFakeServer({ [READ]: answerPayload, [RESET]: () => reply(undefined, 204), ...answers });
  const shown = parts.map((part) => <Show key={`${part.customer?.id} ${part.apiId}`} {...part} />);
  const page = openPart(shown, { server, user: DEVELOPER });
  await settle();
  return { ...page, server };
}

afterEach(cleanup);

describe('the last body of a test customer', () => {
  it('is kept for each customer and section', async () => {
    await open([{ customer: LIIS }, { customer: MART }, { customer: LIIS, apiId: 'consents' }]);
    expect(texts()).toEqual([
      'liis payments: "Bearer token-liis payments"',
      'mart payments: "Bearer token-mart payments"',
      'liis consents: "Bearer token-liis consents"',
    ]);
  });
  it.each([
    ['no customer is chosen', { customer: undefined }],
    ['the customer has no token', { customer: person('liis') }],
    ['the operation has no body', { customer: LIIS, isWanted: false }],
  ])('is not requested if %s', async (_when, part) => {
    const { server } = await open([part]);
    expect(server.calls).toEqual([]);
    expect(texts()[0]).toMatch(/: none$/);
  });
  it.each([
    ['a refusal', () => refuse(401, 'TOKEN_INVALID', 'No.')],
    ['an answer of another kind', { payload: 1 }],
    ['no answer', hold],
  ])('is absent, without a toast, after %s', async (_what, answer) => {
    const { toasts } = await open([{ customer: LIIS }], { [READ]: answer });
    expect(texts()).toEqual(['liis payments: none']);
    expect(toasts.list()).toEqual([]);
  });
  it('disappears from all sections of the customer, and of no other, before the server answers the reset', async () => {
    const { server } = await open([{ customer: LIIS }, { customer: LIIS, apiId: 'consents' }, { customer: MART }], { [RESET]: hold });
    await press(/^liis payments/);
    expect(texts()).toEqual(['liis payments: none', 'liis consents: none', 'mart payments: "Bearer token-mart payments"']);
    expect(server.calls.at(-1)).toMatchObject({ call: RESET, body: { accessToken: 'token-liis' } });
  });
  it('says when the reset is refused', async () => {
    const { toasts } = await open([{ customer: LIIS }], { [RESET]: () => refuse(503, 'SERVICE_UNAVAILABLE', 'Later.') });
    await press(/^liis payments/);
    expect(toasts.list()).toMatchObject([{ kind: 'error', text: expect.stringContaining('could not forget the last body') }]);
  });
  it.each([
    ['signs out', signedOut()],
    ['is another one', userFound({ userId: 'subject-2', userName: 'other@lumen.example' })],
  ])('is dropped when the developer %s', async (_what, action) => {
    const { dispatch } = await open([{ customer: LIIS }]);
    act(() => void dispatch(action));
    expect(texts()).toEqual(['liis payments: none']);
  });
});

describe('prefills', () => {
  const PREFILLS = 'GET /api/prefills';
  const prefills = (iban: string): Prefills => ({ prefills: {}, fallbackUserToUserMap: {}, iban });

  function ShowPrefills() {
    const { addSlices } = useExtra();
    useEffect(() => addSlices(apiExplorerSlice), [addSlices]);
    const { value, failure, reload } = usePrefills();
    return (
      <button type="button" onClick={reload}>
        {value?.iban ?? failure?.message ?? 'none'}
      </button>
    );
  }

  it('of the earlier customer are not used while those of the next are loading', async () => {
    const server = createFakeServer({ [PREFILLS]: prefills('EE1') });
    openPart(<ShowPrefills />, { server, user: DEVELOPER });
    await settle();
    expect(texts()).toEqual(['EE1']);
    server.on(PREFILLS, hold);
    await press('EE1');
    expect(texts()).toEqual(['none']);
  });
  it('that were refused leave the reason', async () => {
    openPart(<ShowPrefills />, { server: createFakeServer({ [PREFILLS]: () => refuse(503, 'SERVICE_UNAVAILABLE', 'Later.') }), user: DEVELOPER });
    await settle();
    expect(texts()).toEqual(['Later.']);
  });
  it('are dropped when the developer signs out', async () => {
    const { dispatch } = openPart(<ShowPrefills />, { server: createFakeServer({ [PREFILLS]: prefills('EE1') }), user: DEVELOPER });
    await settle();
    act(() => void dispatch(signedOut()));
    expect(texts()).toEqual(['none']);
  });
});
