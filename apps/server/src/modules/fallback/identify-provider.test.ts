/** What the fallback interface answers while it cannot be asked whether a certificate is revoked. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { CertificateFault } from '../provider-identity/index.ts';
import type { OpenedClient } from '../tpp-apps/index.ts';
import { identifyProvider } from './identify-provider.ts';

const CLIENT: OpenedClient = {
  app: { appId: 'app_1', sandboxId: 'sbx_1', clientId: 'tpp_1', clientName: 'Lumen', registeredName: 'Lumen Books OÜ', redirectUris: [] },
  roles: undefined,
  security: { profile: 'mtls', signsRequests: false },
  isSecret: () => false,
};

/** The refusal of a call whose certificate has this fault. */
async function refusalOf(fault: CertificateFault): Promise<unknown> {
  const request = {
    headers: { authorization: `Basic ${Buffer.from('tpp_1:').toString('base64')}` },
    method: 'GET',
    raw: new IncomingMessage(new Socket()),
    routeOptions: { url: '/api/fallback/v1/accounts' },
  } as unknown as Parameters<typeof identifyProvider>[1];
  try {
    return await identifyProvider({ tppApps: { openClient: async () => CLIENT }, identify: async () => ({ fault }) }, request);
  } catch (error) {
    return error;
  }
}

describe('a certificate whose authority does not answer', () => {
  it('is answered 503 with the time to come again, not as a fault of the caller', async () => {
    const text = 'The status of the certificate could not be read for a day.';
    expect(await refusalOf({ code: 'SERVICE_UNAVAILABLE', text })).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      message: text,
      options: { headers: { 'retry-after': '60' } },
    });
  });

  it('is another refusal than that of a certificate that was read', async () => {
    expect(await refusalOf({ code: 'CERTIFICATE_EXPIRED', text: 'x' })).toMatchObject({ status: 401, code: 'CERTIFICATE_EXPIRED' });
  });
});
