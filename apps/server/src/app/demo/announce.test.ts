import { describe, expect, it } from 'vitest';
import type { DemoLogin } from '#modules/bank/index.ts';
import { announce } from './announce.ts';

const config = { bank: 'sandbox' as const, productName: 'Portico', publicUrl: 'http://localhost:3000', apiBase: 'http://localhost:3000/api' };

const login = (change: Partial<DemoLogin>): DemoLogin => ({
  country: 'ee',
  name: 'Liis Näidis',
  userName: 'ee-liis',
  nationalIdentityNumber: '60001019906',
  type: 'person',
  authMethods: ['SMART_ID'],
  scenario: 'approves',
  ...change,
});

function said(
  logins: readonly DemoLogin[],
  shopUrl: string | undefined,
  changes: { smtpUrl?: string; standInUrl?: string; mtlsUrl?: string } = {},
): string {
  const lines: string[] = [];
  announce((text) => void lines.push(text), { ...config, smtpUrl: changes.smtpUrl }, logins, { shopUrl, ...changes });
  return lines.join('\n');
}

describe('the message of a started server', () => {
  it('names the next step and one customer first', () => {
    const text = said(
      [
        login({}),
        login({ nationalIdentityNumber: '47905209904', scenario: 'refuses' }),
        login({ country: 'lv', nationalIdentityNumber: '32900000089', type: 'company' }),
      ],
      'http://127.0.0.1:3001',
    );
    expect(text).toMatch(
      /^\nPortico is ready\.\n\nNext: open http:\/\/127\.0\.0\.1:3001\/, pay .*\(Estonia, no password\).*\n\n {2}60001019906 {3}Liis Näidis\n/,
    );
    expect(text).toContain('Estonia    47905209904 refuses\n');
    expect(text).toContain('Latvia     32900000089 approves, company\n');
    expect(text.match(/60001019906/g)).toHaveLength(1);
    expect(text).toContain('http://localhost:3000/bank/device');
  });

  it('names the second signatory of a company, and the page to sign on', () => {
    const coSigner = { name: 'Ivars Līdzparaksts', nationalIdentityNumber: '329000-00118' };
    const text = said([login({}), login({ country: 'lv', nationalIdentityNumber: '329000-00089', type: 'company', coSigner })], undefined);
    expect(text).toContain('329000-00089 approves, company (given by 329000-00118 at /bank/to-sign)');
  });

  it('names the mailbox where it exists, and the stand-in for Google where it runs', () => {
    expect(said([], undefined, { standInUrl: 'http://127.0.0.1:3002' })).toMatch(
      /localhost:3000\/mailbox\n.*Stand-in for Google .*127\.0\.0\.1:3002/,
    );
    expect(said([], undefined, { smtpUrl: 'smtp://mail.example' })).not.toMatch(/mailbox|Stand-in|smtp/i);
  });

  it('names the address for mutual TLS where there is one, and how to get a certificate', () => {
    const text = said([], undefined, { mtlsUrl: 'https://localhost:3443' });
    expect(text).toMatch(/API with a certificate \(mutual TLS\) +https:\/\/localhost:3443\/api\n/);
    expect(text).toContain('For a test certificate, sign up in the portal');
    expect(said([], undefined)).not.toContain('certificate');
  });

  it('names no shop when none runs, and no customers when there are none', () => {
    expect(said([login({})], undefined)).not.toContain('shop');
    expect(said([], undefined)).not.toMatch(/Next|customers/);
  });
});
