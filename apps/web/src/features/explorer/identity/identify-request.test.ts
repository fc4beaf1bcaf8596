import { describe, expect, it } from 'vitest';
import type { SampleRequest } from '../request/samples/sample-request.ts';
import { identifyRequest, type SampleIdentity } from './identify-request.ts';

const PAYMENT: SampleRequest = {
  method: 'POST',
  url: 'http://127.0.0.1:3000/api/v1/payments/sepa-credit-transfers?a=b%20c',
  headers: [
    ['Authorization', 'Bearer YOUR_ACCESS_TOKEN'],
    ['X-Request-ID', 'r-1'],
    ['PSU-ID', ' mari '],
    ['Content-Type', 'application/json'],
  ],
  body: '{"amount":"1.00"}',
};
const TOKEN: SampleRequest = {
  method: 'POST',
  url: 'http://127.0.0.1:3000/api/v2/openam/token',
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  body: 'grant_type=authorization_code&client_id=one-1&client_secret=YOUR_CLIENT_SECRET&code=c',
};
const NONE: SampleIdentity = { certificate: undefined, signature: undefined, requestId: 'r-2' };
const SEAL: SampleIdentity = { ...NONE, signature: { algorithm: 'ecdsa-sha256' } };
const WEB: SampleIdentity = {
  ...NONE,
  certificate: { mtlsOrigin: 'https://localhost:3443', isOfTestAuthority: true, replacesSecret: true },
};

describe('the request of a sample', () => {
  it('is the one of the page without a certificate and a signature', () => {
    expect(identifyRequest(PAYMENT, NONE)).toEqual(PAYMENT);
  });
  it('goes to the address of mutual TLS with a certificate, and is otherwise the same', () => {
    expect(identifyRequest(PAYMENT, WEB)).toEqual({
      ...PAYMENT,
      url: 'https://localhost:3443/api/v1/payments/sepa-credit-transfers?a=b%20c',
      certificate: { isOfTestAuthority: true },
    });
  });
  it('has no client secret where the certificate replaces it', () => {
    expect(identifyRequest(TOKEN, WEB).body).toBe('grant_type=authorization_code&client_id=one-1&code=c');
  });
  it('keeps the client secret where the profile asks for it', () => {
    const basic = { ...WEB, certificate: { mtlsOrigin: 'https://localhost:3443', isOfTestAuthority: true, replacesSecret: false } };
    expect(identifyRequest(TOKEN, basic).body).toBe(TOKEN.body);
  });
  it('keeps a text of JSON that looks like a secret of a form', () => {
    const body = '{"a":"x&client_secret=1"}';
    expect(identifyRequest({ ...PAYMENT, body }, WEB).body).toBe(body);
  });
  it('is signed with its id, and with values as HTTP sends them', () => {
    const { signature, headers } = identifyRequest(PAYMENT, SEAL);
    expect(signature).toEqual({ algorithm: 'ecdsa-sha256' });
    expect(headers).toContainEqual(['PSU-ID', 'mari']);
    expect(headers.filter(([name]) => name === 'X-Request-ID')).toEqual([['X-Request-ID', 'r-1']]);
  });
  it('gets an id to be signed when the operation has none', () => {
    const headers = PAYMENT.headers.filter(([name]) => name !== 'X-Request-ID');
    expect(identifyRequest({ ...PAYMENT, headers }, SEAL).headers).toContainEqual(['X-Request-ID', 'r-2']);
  });
  it('is not signed without an access token', () => {
    expect(identifyRequest(TOKEN, SEAL)).toEqual(TOKEN);
  });
});
