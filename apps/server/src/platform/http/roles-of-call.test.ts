/** A call needs its role from the bank's admission and from the certificate of the call. */
import { describe, expect, it } from 'vitest';
import { missingRole, missingRoleOfCertificate } from './roles-of-call.ts';

const PAYMENT = { method: 'POST', route: '/api/v1/payments/:paymentProduct' };
const ACCOUNTS = { method: 'GET', route: '/api/v1/accounts' };
const END = { method: 'DELETE', route: '/api/v1/payments/:paymentProduct/:paymentId' };

describe('the role of a certificate', () => {
  it('is named with those that the certificate has', () => {
    expect(missingRoleOfCertificate(['ais', 'piis'], PAYMENT)).toBe(
      'This call needs the role payment initiation (PSP_PI), and the certificate has account information (PSP_AI) and confirmation of funds (PSP_IC). Nothing was done. Call with a certificate that has the role.',
    );
    expect(missingRoleOfCertificate([], ACCOUNTS)).toContain('the certificate has no role of a provider');
  });

  it.each([
    [undefined, PAYMENT],
    [['pis'], PAYMENT],
    [['ais', 'pis'], ACCOUNTS],
    [[], END],
    [[], { method: 'GET', route: '/api/maintenance' }],
  ] as const)('is not missed among %j for %j', (roles, call) => {
    expect(missingRoleOfCertificate(roles, call)).toBeUndefined();
  });

  it('is asked for beside that of the admission', () => {
    expect(missingRole(['ais'], PAYMENT)).toContain('the bank admitted your application without it');
    expect([missingRole(['pis'], PAYMENT), missingRoleOfCertificate(['ais'], PAYMENT)]).toEqual([undefined, expect.stringContaining('PSP_PI')]);
  });
});
