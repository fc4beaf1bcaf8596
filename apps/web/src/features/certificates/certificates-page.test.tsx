import type { Certificate, CertificatesPage as Page } from '@portico/contract';
import recordedApplication from '@portico/contract/recorded/application';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isApplicationIdentity } from '../../shared/api/answers.ts';
import { createFakeServer, type RecordedCall, recordedBody, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { DEVELOPER, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { CertificatesPage } from './index.ts';

const PATH = '/api/tpp/certificates';
const READ = `GET ${PATH}`;
const ISSUE = `POST ${PATH}`;
const SIGN = `POST ${PATH}/signing-requests`;
const UPLOAD = `POST ${PATH}/uploads`;
const PROFILE = `PUT ${PATH}/profile`;
const APPLICATION = recordedBody(recordedApplication, isApplicationIdentity);
const NOW = '2026-11-25T12:00:00.000Z';

const certificate = (changes: Partial<Certificate> = {}): Certificate => ({
  certificateId: 'crt_1',
  use: 'web',
  thumbprint: `5e21${'0'.repeat(58)}c4`,
  organizationId: 'PSDEE-SANDBOX-4711',
  roles: ['pis', 'ais'],
  keyType: 'P-256',
  notBefore: '2026-11-25T00:00:00.000Z',
  notAfter: '2027-11-25T00:00:00.000Z',
  source: 'issued',
  state: 'active',
  pem: '-----BEGIN CERTIFICATE-----',
  ...changes,
});
const page = (changes: Partial<Page> = {}): Page => ({
  certificates: [certificate()],
  perUseMax: 5,
  now: NOW,
  security: { profile: 'basic', signsRequests: false },
  mtlsOrigin: 'https://localhost:3443',
  testAuthority: { caPem: '-----BEGIN CERTIFICATE-----' },
  ...changes,
});

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  window.sessionStorage.clear();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(answer: Partial<Page> = {}, answers: Record<string, object> = {}, config = recordedConfig) {
  const server = createFakeServer({
    [READ]: page(answer),
    'GET /api/tpp': APPLICATION,
    'GET /api/tpp/applications': [{ clientId: APPLICATION.clientId, clientName: APPLICATION.clientName, isSuspended: false }],
    ...answers,
  });
  const part = openPart(<CertificatesPage config={config} />, { server, user: DEVELOPER, at: '/tpp/certificates' });
  await settle();
  await settle();
  const body = (call: string) => server.calls.findLast((recorded) => recorded.call === call)?.body;
  return { ...part, server, body, said: () => part.toasts.list().map(({ text }) => text) };
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const row = () => screen.getAllByRole('row')[1]?.textContent ?? '';
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the list of certificates', () => {
  it('names use, thumbprint, key, roles, end and state, and how many there can be', async () => {
    await open();
    for (const text of ['QWAC', '5E:21…C4', 'P-256, never used', 'PI, AI', 'November 25, 2027', 'Active']) expect(row()).toContain(text);
    expect(region('Your certificates').getByText('QWAC 1 of 5, QSealC 0 of 5')).toBeTruthy();
  });
  it('says what is meant where there is none', async () => {
    await open({ certificates: [] });
    expect(region('Your certificates').getByText('No certificate yet.')).toBeTruthy();
  });
  it.each([
    [{ notAfter: '2026-11-25T16:20:00.000Z' }, 'Expires in 4 h'],
    [{ notAfter: '2026-11-25T12:20:00.000Z' }, 'Expires within an hour'],
    [{ notAfter: '2026-11-28T13:00:00.000Z' }, 'Expires in 3 d'],
    [{ state: 'unproved', source: 'uploaded' }, 'Waits for a handshake'],
    [{ state: 'unproved', source: 'uploaded', use: 'seal' }, 'Waits for a signature'],
    [{ state: 'expired' }, 'Expired'],
    [{ state: 'early' }, 'Not yet valid'],
    [{ state: 'revoked', stateSince: NOW }, 'RevokedNovember 25, 2026 at '],
    [{ state: 'blocked' }, 'Blocked by the bank'],
  ] as const)('shows %j as “%s”', async (changes, text) => {
    await open({ certificates: [certificate(changes)] });
    expect(row()).toContain(text);
  });
  it.each([
    ['revoke', { state: 'active' }, 'Revoke QWAC 5E:21…C4', `PUT ${PATH}/crt_1/revocation`, /is revoked/],
    ['undo a revocation', { state: 'revoked' }, 'Undo QWAC 5E:21…C4', `DELETE ${PATH}/crt_1/revocation`, /counts again/],
    ['block', { state: 'active' }, 'Block QWAC 5E:21…C4', `PUT ${PATH}/crt_1/block`, /is blocked/],
    ['undo a block', { state: 'blocked' }, 'Undo QWAC 5E:21…C4', `DELETE ${PATH}/crt_1/block`, /counts again/],
  ] as const)('can %s, and reads the list again', async (_what, changes, button, call, text) => {
    const { server, said } = await open({ certificates: [certificate(changes)] }, { [call]: certificate() });
    await press(button);
    expect(server.count(call)).toBe(1);
    expect(server.count(READ)).toBe(2);
    expect(said()).toEqual([expect.stringMatching(text)]);
  });
  it('removes a certificate after a question', async () => {
    const call = `DELETE ${PATH}/crt_1`;
    const { server } = await open(
      { certificates: [certificate({ state: 'unproved', source: 'uploaded' })] },
      { [call]: () => reply(undefined, 204) },
    );
    await press('Remove QWAC 5E:21…C4');
    expect(server.count(call)).toBe(0);
    await press('Remove');
    expect(server.count(call)).toBe(1);
  });
  it('removes nothing when the question is cancelled', async () => {
    const { server } = await open({ certificates: [certificate({ state: 'expired' })] });
    await press('Remove QWAC 5E:21…C4');
    await press('Cancel');
    expect(screen.queryByText('Remove QWAC 5E:21…C4?')).toBeNull();
    expect(server.calls.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  });
  it('shows a refusal below its certificate', async () => {
    const call = `PUT ${PATH}/crt_1/revocation`;
    await open({}, { [call]: () => refuse(404, 'NOT_FOUND', 'The test authority did not issue this certificate.') });
    await press('Revoke QWAC 5E:21…C4');
    expect(region('Your certificates').getByText('The test authority did not issue this certificate.')).toBeTruthy();
  });
  it('can only remove certificates of others', async () => {
    await open({ certificates: [certificate({ source: 'call' })] });
    expect(screen.queryByRole('button', { name: /Revoke|Block/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove QWAC 5E:21…C4' })).toBeTruthy();
  });
  it.each([{ certificates: 1 }, { ...page(), now: 'soon' }, { ...page(), certificates: [{ use: 'web' }] }])(
    'refuses the answer %#',
    async (answer) => {
      await open({}, { [READ]: () => reply(answer) });
      expect(screen.getByRole('alert').textContent).toContain('unexpected answer');
    },
  );
});

describe('issuing', () => {
  const files = { 'qwac.pem': 'A', 'qwac.key': 'B', 'qwac.p12': btoa('C'), 'portico-ca.pem': 'D' };
  const issued = { certificates: [certificate()], files, password: 'Harbour7Tide' };

  it('sends roles, lifetime and type of key, and shows the files once', async () => {
    const { server, body } = await open({}, { [ISSUE]: () => reply(issued, 201) });
    fireEvent.click(screen.getAllByLabelText('PSP_IC, funds confirmation')[0] ?? document.body);
    fireEvent.click(screen.getAllByLabelText('1 day')[0] ?? document.body);
    fireEvent.click(screen.getByLabelText('RSA 2048'));
    await press('Issue test certificates');
    expect(body(ISSUE)).toEqual({ roles: ['pis', 'ais', 'piis'], lifetime: 'day', keyType: 'rsa2048' });
    expect(region('New certificates').getByText('Harbour7Tide')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('New certificates');
    expect(server.count(READ)).toBe(2);
    await press('Save all files');
    expect(saved).toEqual(Object.keys(files));
    await press('I have saved the keys');
    expect(screen.queryByText('Harbour7Tide')).toBeNull();
  });
  it('moves to the newer files when it is done again', async () => {
    const { server } = await open({}, { [ISSUE]: () => reply(issued, 201) });
    await press('Issue test certificates');
    await press('Save all files');
    screen.getByRole('button', { name: 'Issue test certificates' }).focus();
    await press('Issue test certificates');
    expect(server.count(ISSUE)).toBe(2);
    expect(document.activeElement?.textContent).toBe('New certificates');
  });
  it.each([
    ['issuing again', () => press('Issue test certificates'), ISSUE, 2],
    [
      'signing a request',
      async () => {
        type('Certificate signing request', 'CSR');
        await press('Sign request');
      },
      SIGN,
      1,
    ],
  ] as const)('asks before %s replaces private keys that were not saved', async (_what, again, call, count) => {
    const signed = { certificate: certificate({ use: 'seal' }), files: { 'qseal.pem': 'A' } };
    const { server } = await open({}, { [ISSUE]: () => reply(issued, 201), [SIGN]: () => reply(signed, 201) });
    await press('Issue test certificates');
    await press('Save qwac.pem');
    await again();
    expect(screen.getByRole('group', { name: 'Replace these files?' })).toBe(document.activeElement);
    expect(server.count(call)).toBe(count - 1);
    await press('Cancel');
    expect(region('New certificates').getByText('Harbour7Tide')).toBeTruthy();
    await again();
    await press('Replace files');
    expect(server.count(call)).toBe(count);
  });
  it.each(['qwac.key', 'qwac.p12'])('asks nothing after %s was saved, which has the only key', async (file) => {
    const { server } = await open({}, { [ISSUE]: () => reply(issued, 201) });
    await press('Issue test certificates');
    await press(`Save ${file}`);
    await press('Issue test certificates');
    expect(server.count(ISSUE)).toBe(2);
  });
  it('asks before another application is chosen, and then shows none of the files', async () => {
    const listed = ['one-1', 'two-2'].map((clientId) => ({ clientId, clientName: `Name of ${clientId}`, isSuspended: false }));
    await open({}, { [ISSUE]: () => reply(issued, 201), 'GET /api/tpp/applications': listed });
    await press('Issue test certificates');
    fireEvent.change(screen.getByRole('combobox', { name: 'Application' }), { target: { value: 'two-2' } });
    await settle();
    expect(screen.getByRole('combobox', { name: 'Application' })).toHaveProperty('value', 'one-1');
    await press('Replace files');
    await settle();
    expect(screen.getByRole('combobox', { name: 'Application' })).toHaveProperty('value', 'two-2');
    expect(screen.queryByText('Harbour7Tide')).toBeNull();
  });
  it('saves one file', async () => {
    await open({}, { [ISSUE]: () => reply(issued, 201) });
    await press('Issue test certificates');
    await press('Save qwac.key');
    expect(saved).toEqual(['qwac.key']);
  });
  it('asks for a role, and sends nothing without one', async () => {
    const { server } = await open();
    for (const name of ['PSP_PI, payment initiation', 'PSP_AI, account information'])
      fireEvent.click(screen.getAllByLabelText(name)[0] ?? document.body);
    await press('Issue test certificates');
    expect(server.count(ISSUE)).toBe(0);
    expect(screen.getByText('Choose one role at least.')).toBeTruthy();
  });
  it('shows why it was refused', async () => {
    await open({}, { [ISSUE]: () => refuse(409, 'LIMIT_REACHED', 'Five QWAC are the most. Remove one first.') });
    await press('Issue test certificates');
    expect(region('Issue').getByText('Five QWAC are the most. Remove one first.')).toBeTruthy();
  });
  it('is not offered without a test authority; uploading is', async () => {
    await open({}, { [READ]: () => reply({ ...page(), testAuthority: undefined }) });
    expect(screen.queryByText('Issue test certificates')).toBeNull();
    expect(screen.getByRole('button', { name: 'Upload certificate' })).toBeTruthy();
    expect(screen.queryByText(/Tokens page/)).toBeNull();
  });
});

describe('the developer’s own key', () => {
  it('is signed by a request for a certificate', async () => {
    const { body } = await open({}, { [SIGN]: () => reply({ certificate: certificate({ use: 'seal' }), files: { 'qseal.pem': 'A' } }, 201) });
    type('Certificate signing request', 'CSR');
    fireEvent.click(screen.getByLabelText('QSealC'));
    await press('Sign request');
    expect(body(SIGN)).toEqual({ pem: 'CSR', use: 'seal', roles: ['pis', 'ais'], lifetime: 'year' });
    expect(region('New QSealC').getByText('qseal.pem')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  });
  it('shows at the field why a request is refused', async () => {
    const { said } = await open({}, { [SIGN]: () => refuse(400, 'FORMAT_ERROR', 'The request is not signed by its key.') });
    type('Certificate signing request', 'CSR');
    await press('Sign request');
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('The request is not signed by its key.')).toHaveLength(1);
    expect(said()).toEqual([]);
  });
  it('is uploaded with its certificate', async () => {
    const { body, said } = await open({}, { [UPLOAD]: () => reply(certificate({ state: 'unproved' }), 201) });
    fireEvent.click(screen.getByRole('tab', { name: 'Upload' }));
    type('Certificate', 'PEM');
    await press('Upload certificate');
    expect(body(UPLOAD)).toEqual({ pem: 'PEM' });
    expect(said()).toEqual(['The QWAC is listed. A call with it proves its key.']);
  });
  it.each([
    ['Certificate signing request', 'Sign request', 'Sign a CSR'],
    ['Certificate', 'Upload certificate', 'Upload'],
  ])('never leaves the browser as a private key in the field %s', async (label, button, tab) => {
    const { server } = await open();
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    type(label, `-----${'BEGIN'} EC PRIVATE KEY-----\nMHc`);
    await press(button);
    expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
    expect(screen.getByText(/This is a private key, and it was not sent/)).toBeTruthy();
  });
});

describe('the security profile', () => {
  it('is saved with the rule for signatures', async () => {
    const { body, said } = await open({}, { [PROFILE]: ({ body: security }: RecordedCall) => reply(page({ security: Object(security) })) });
    fireEvent.click(screen.getByRole('radio', { name: /^Certificate/ }));
    fireEvent.click(screen.getByLabelText('Calls must be signed with a QSealC'));
    await press('Save');
    expect(body(PROFILE)).toEqual({ profile: 'mtls', signsRequests: true });
    expect(said()).toEqual(['Saved. It holds for the next call.']);
  });
  it('takes public keys for FAPI 2.0 only', async () => {
    const { body } = await open({}, { [PROFILE]: () => reply(page()) });
    expect(screen.queryByLabelText('Public keys (JWK set)')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^FAPI/ }));
    type('Public keys (JWK set)', '{"keys":[{"kty":"EC"}]}');
    await press('Save');
    expect(body(PROFILE)).toEqual({ profile: 'fapi2', signsRequests: false, jwks: { keys: [{ kty: 'EC' }] } });
  });
  it.each(['{', '[]', '{"keys":1}', 'null', '"text"'])('does not send the keys %s', async (text) => {
    const { server } = await open();
    fireEvent.click(screen.getByRole('radio', { name: /^FAPI/ }));
    type('Public keys (JWK set)', text);
    await press('Save');
    expect(server.count(PROFILE)).toBe(0);
    expect(screen.getByText('This is not a JSON object with a list of keys.')).toBeTruthy();
  });
  it('shows a refused key at its field, and in no toast', async () => {
    const refusal = { tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'jwks.keys', text: 'A key is private.' }] };
    const { said } = await open({}, { [PROFILE]: () => reply(refusal, 400) });
    fireEvent.click(screen.getByRole('radio', { name: /^FAPI/ }));
    type('Public keys (JWK set)', '{"keys":[{"kty":"EC"}]}');
    await press('Save');
    expect(document.activeElement).toBe(screen.getByLabelText('Public keys (JWK set)'));
    expect(said()).toEqual([]);
  });
  it('shows why it was refused', async () => {
    await open({}, { [PROFILE]: () => refuse(400, 'FORMAT_ERROR', 'The application has no certificate yet.') });
    await press('Save');
    expect(region('How the application proves itself').getByText('The application has no certificate yet.')).toBeTruthy();
  });
});

describe('the sample calls', () => {
  it('name the address of mutual TLS and the files of the page', async () => {
    await open();
    const code = () => region('Sample calls').getByRole('tabpanel').textContent ?? '';
    expect(code()).toContain("curl -sS 'https://localhost:3443/api/v1/account-list'");
    for (const file of ['--cert qwac.pem --key qwac.key', '--cacert portico-ca.pem']) expect(code()).toContain(file);
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'OAuth version 2' })));
    expect(code()).toContain(`client_id=${APPLICATION.clientId}`);
    expect(code()).not.toContain('client_secret');
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Signed payment' })));
    expect(code()).toContain('ecdsa-sha256');
  });
  it('with a bank’s own core name no call, file or page of the sandbox', async () => {
    await open({}, {}, { ...recordedConfig, hasSandboxBank: false });
    const panel = () => region('Sample calls').getByRole('tabpanel').textContent ?? '';
    expect(panel()).toContain("curl -sS 'https://localhost:3443/api/v1/accounts'");
    expect(panel()).toContain('TOKEN is an access token that a customer’s sign-in gave you, CONSENT the id of a consent.');
    for (const word of ['account-list', 'portico-ca.pem', 'Tokens']) expect(panel()).not.toContain(word);
  });
  it('sign with the algorithm of the active QSealC', async () => {
    await open({ certificates: [certificate({ use: 'seal', keyType: 'RSA 2048' })] });
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Signed payment' })));
    expect(region('Sample calls').getByRole('tabpanel').textContent).toContain('rsa-sha256');
  });
  it('are absent where the installation has no such address', async () => {
    await open({}, { [READ]: () => reply({ ...page(), mtlsOrigin: undefined }) });
    expect(screen.queryByText('Sample calls')).toBeNull();
  });
});
