/** The certificate and the signature of the samples, as the developer chooses them beside the application. */
import type { Certificate, CertificatesPage, OperationSlice, TokenUser } from '@portico/contract';
import recordedApplication from '@portico/contract/recorded/application';
import tokenUsers from '@portico/contract/recorded/token-users';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isApplicationIdentity, isTokenUserList } from '../../../shared/api/answers.ts';
import { createFakeServer, recordedBody, refuse } from '../../../shared/api/fake-server.ts';
import { recordedConfig } from '../../../shared/api/recorded-config.ts';
import { DEVELOPER, openPart, settle } from '../../../shared/portal/testing/open-part.tsx';
import { apiExplorerSlice } from '../api-explorer-slice.ts';
import { CustomerWorkbench } from './customer-workbench.tsx';

const APPLICATION = recordedBody(recordedApplication, isApplicationIdentity);
const HOLDER = recordedBody(tokenUsers, isTokenUserList).find(({ access_token: token }) => token !== undefined) as TokenUser;
const CERTIFICATES = 'GET /api/tpp/certificates';

const slice: OperationSlice = {
  ...{ apiId: 'accounts', sectionTitle: 'Accounts', list: 'main', version: '1', operationId: 'getAccountList', method: 'GET', path: '/v1/accounts' },
  ...{ summary: 'Read the accounts', description: '', server: 'https://bank.example/api', isSendable: true, responses: [], errors: [], changes: [] },
  security: [{ customer: [] }],
  securitySchemes: { customer: { type: 'http', scheme: 'bearer' } },
  parameters: [{ name: 'X-Request-ID', in: 'header', required: true, schema: { type: 'string' } }],
  $defs: {},
};

const certificate = (changes: Partial<Certificate> = {}): Certificate => ({
  ...{ certificateId: 'crt_1', use: 'web', thumbprint: `5e21${'0'.repeat(58)}c4`, organizationId: 'PSDEE-SANDBOX-1', roles: ['ais'] },
  ...{ keyType: 'P-256', notBefore: '2026-11-25T00:00:00.000Z', notAfter: '2027-11-25T00:00:00.000Z', source: 'issued', state: 'active', pem: 'PEM' },
  ...changes,
});
const QSEAL = certificate({ certificateId: 'crt_2', use: 'seal' });

const page = (changes: Partial<CertificatesPage> = {}): CertificatesPage => ({
  ...{ certificates: [certificate(), QSEAL], perUseMax: 5, now: '2026-11-26T00:00:00.000Z', security: { profile: 'mtls', signsRequests: false } },
  ...{ mtlsOrigin: 'https://localhost:3443', testAuthority: { caPem: 'PEM' } },
  ...changes,
});

beforeEach(() => window.sessionStorage.clear());
afterEach(cleanup);

async function open(answer: object, operation: OperationSlice = slice) {
  const server = createFakeServer({
    'GET /api/tpp/applications': [{ clientId: APPLICATION.clientId, clientName: APPLICATION.clientName, isSuspended: false }],
    'GET /api/tpp': APPLICATION,
    'GET /api/tpp/psu': [HOLDER],
    'GET /api/prefills': { prefills: {}, fallbackUserToUserMap: {} },
    [CERTIFICATES]: answer,
  });
  const part = <CustomerWorkbench url="/api-explorer" list="main" slice={operation} config={recordedConfig} />;
  openPart(part, { server, user: DEVELOPER, at: '/api-explorer/accounts/getAccountList', slices: [apiExplorerSlice] });
  await settle();
  await settle();
  await vi.dynamicImportSettled();
  await settle();
}
const select = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Certificate in samples' });
const box = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Sign samples with the QSealC' });
const sample = () => screen.getByRole('region', { name: 'Code sample' }).querySelector('pre')?.textContent ?? '';
async function sign() {
  fireEvent.click(box() ?? document.body);
  await vi.dynamicImportSettled();
  await settle();
}

describe('the certificate of the samples', () => {
  it('is the newest valid one where the profile asks for it, at the address for mutual TLS', async () => {
    await open(page());
    expect([...(select()?.options ?? [])].map(({ text }) => text)).toEqual(['None', 'QWAC 5E:21…C4, until November 25, 2027']);
    expect(select()?.value).toBe('crt_1');
    expect(sample()).toContain("'https://localhost:3443/api/v1/accounts'");
    expect(sample()).toContain('--cert qwac.pem --key qwac.key');
    expect(sample()).toContain('--cacert portico-ca.pem');
  });
  it('is none for the profile of a secret until the developer chooses one', async () => {
    await open(page({ security: { profile: 'basic', signsRequests: false } }));
    expect(sample()).toContain("'https://bank.example/api/v1/accounts'");
    fireEvent.change(select() ?? document.body, { target: { value: 'crt_1' } });
    await settle();
    expect(sample()).toContain('--cert qwac.pem');
    fireEvent.change(select() ?? document.body, { target: { value: '' } });
    await settle();
    expect(sample()).not.toContain('--cert');
  });
  it('trusts no test authority before a bank that has none', async () => {
    await open({ ...page(), testAuthority: undefined });
    expect(sample()).toContain('--cert qwac.pem');
    expect(sample()).not.toContain('--cacert');
  });
  it('is offered only while it is valid, and a profile without one says where to get it', async () => {
    await open(page({ certificates: [certificate({ state: 'revoked' }), certificate({ state: 'expired' })] }));
    expect(select()).toBeNull();
    expect(screen.getByText(/This application needs a certificate/)).toBeTruthy();
    expect(sample()).toContain("'https://bank.example/api/v1/accounts'");
  });
  it('is not offered without an address for mutual TLS', async () => {
    await open({ ...page(), mtlsOrigin: undefined });
    expect(select()).toBeNull();
    expect(sample()).not.toContain('--cert');
  });
  it.each([
    ['the developer has none', page({ certificates: [], security: { profile: 'basic', signsRequests: false } })],
    ['they are refused', () => refuse(503, 'UNAVAILABLE', 'Not now.')],
  ])('is not spoken of when %s', async (_why, answer) => {
    await open(answer);
    expect([select(), box()]).toEqual([null, null]);
    expect(sample()).toContain("'https://bank.example/api/v1/accounts'");
  });
  it('is not spoken of where the browser itself is sent to the bank', async () => {
    await open(page({ security: { profile: 'mtls', signsRequests: true } }), { ...slice, apiId: 'login', path: '/v1/authorize', security: [] });
    expect([select(), box()]).toEqual([null, null]);
    expect(sample()).not.toContain('--cert');
  });
});

describe('the signature of the samples', () => {
  it('is there where the application must sign, and the page says that its calls are refused', async () => {
    await open(page({ security: { profile: 'mtls', signsRequests: true } }));
    expect(box()?.checked).toBe(true);
    for (const text of ['openssl dgst -sha256 -sign qseal.key', '-H "Digest: ', 'algorithm=\\"ecdsa-sha256\\"', '-H "TPP-Signature-Certificate: '])
      expect(sample()).toContain(text);
    expect(screen.getByText(/must sign, and the call is refused/)).toBeTruthy();
  });
  it('is added and taken away by choice, with the algorithm of the QSealC', async () => {
    await open(page({ certificates: [{ ...QSEAL, keyType: 'RSA 2048' }], security: { profile: 'basic', signsRequests: false } }));
    expect(sample()).not.toContain('Signature');
    await sign();
    expect(sample()).toContain('algorithm=\\"rsa-sha256\\"');
    await sign();
    expect(sample()).not.toContain('Signature');
  });
  it('is in every language', async () => {
    await open(page());
    await sign();
    for (const tab of screen.getAllByRole('tab')) {
      if (tab.closest('[aria-label="Code sample"]') === null) continue;
      fireEvent.click(tab);
      await settle();
      for (const text of ['TPP-Signature-Certificate', 'Digest', 'digest x-request-id', 'qwac.p']) expect(sample()).toContain(text);
    }
  });
});
