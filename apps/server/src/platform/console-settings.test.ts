/** The settings of the console: what a server accepts, and what stops its start. */
import { describe, expect, it } from 'vitest';
import { readConsole } from './console-settings.ts';
import { SettingReader } from './setting-reader.ts';

const COMPLETE = {
  PORTICO_CONSOLE_ADDRESS: '10.0.0.5:3004',
  PORTICO_CONSOLE_URL: 'https://console.bank.example',
  PORTICO_CONSOLE_OPENID_ISSUER: 'https://login.bank.example/realms/staff',
  PORTICO_CONSOLE_OPENID_CLIENT_ID: 'portico-console',
  PORTICO_CONSOLE_OPENID_CLIENT_SECRET: 'secret-of-the-test',
  PORTICO_CONSOLE_GROUPS: 'ob-support=support, ob-audit=auditor',
};

function readWith(env: Readonly<Record<string, string>>, isDevelopment = false) {
  const read = new SettingReader(env);
  const settings = readConsole(read, { isDevelopment, ports: [3000, 3443], origins: ['https://openbanking.example'] });
  return { settings, problems: read.problems.map(({ name, given, accepted }) => `${name}: given ${given}; accepted: ${accepted}`) };
}

describe('the console', () => {
  it('is off in production without its address, and on in development', () => {
    expect(readWith({})).toEqual({ settings: undefined, problems: [] });
    expect(readWith({}, true).settings).toMatchObject({ host: 'localhost', port: 3004, url: 'http://localhost:3004', openid: undefined });
    expect(readWith({ PORTICO_CONSOLE_ADDRESS: 'off' }, true)).toEqual({ settings: undefined, problems: [] });
  });

  it('has the provider and the roles of the settings', () => {
    const { settings, problems } = readWith(COMPLETE);
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      host: '10.0.0.5',
      port: 3004,
      url: 'https://console.bank.example',
      openid: { issuer: 'https://login.bank.example/realms/staff', clientId: 'portico-console', isStandIn: false },
    });
    expect([...(settings?.groups ?? [])]).toEqual([
      ['ob-support', 'support'],
      ['ob-audit', 'auditor'],
    ]);
  });

  it.each<[what: string, change: Readonly<Record<string, string>>, problem: string]>([
    [
      'the port of the portal',
      { PORTICO_CONSOLE_ADDRESS: '10.0.0.5:3000' },
      'PORTICO_CONSOLE_ADDRESS: given 3000; accepted: a port that no other setting names',
    ],
    ['the port of mutual TLS', { PORTICO_CONSOLE_ADDRESS: '3443' }, 'PORTICO_CONSOLE_ADDRESS: given 3443'],
    ['no port', { PORTICO_CONSOLE_ADDRESS: 'console.bank.example' }, 'PORTICO_CONSOLE_ADDRESS: given console.bank.example; accepted: a port'],
    ['a URL in place of an address', { PORTICO_CONSOLE_ADDRESS: 'https://x:3004' }, 'PORTICO_CONSOLE_ADDRESS: given'],
    [
      'the origin of the portal',
      { PORTICO_CONSOLE_URL: 'https://openbanking.example' },
      'PORTICO_CONSOLE_URL: given https://openbanking.example; accepted: another',
    ],
    ['http', { PORTICO_CONSOLE_URL: 'http://console.bank.example' }, 'PORTICO_CONSOLE_URL: given'],
    ['a provider on http', { PORTICO_CONSOLE_OPENID_ISSUER: 'http://localhost:8080' }, 'PORTICO_CONSOLE_OPENID_ISSUER: given'],
    ['no origin', { PORTICO_CONSOLE_URL: '' }, 'PORTICO_CONSOLE_URL: given undefined'],
    ['no provider', { PORTICO_CONSOLE_OPENID_ISSUER: '' }, 'PORTICO_CONSOLE_OPENID_ISSUER: given undefined'],
    ['no client', { PORTICO_CONSOLE_OPENID_CLIENT_ID: '' }, 'PORTICO_CONSOLE_OPENID_CLIENT_ID: given undefined'],
    ['no secret', { PORTICO_CONSOLE_OPENID_CLIENT_SECRET: '' }, 'PORTICO_CONSOLE_OPENID_CLIENT_SECRET: given undefined'],
    ['no groups', { PORTICO_CONSOLE_GROUPS: '' }, 'PORTICO_CONSOLE_GROUPS: given undefined; accepted: groups with their roles'],
    ['an unknown role', { PORTICO_CONSOLE_GROUPS: 'ob=owner' }, 'PORTICO_CONSOLE_GROUPS: given ob=owner'],
    ['a group twice', { PORTICO_CONSOLE_GROUPS: 'ob=support,ob=auditor' }, 'PORTICO_CONSOLE_GROUPS: given'],
    ['a group without a role', { PORTICO_CONSOLE_GROUPS: 'ob' }, 'PORTICO_CONSOLE_GROUPS: given ob'],
    [
      'settings without the address',
      { PORTICO_CONSOLE_ADDRESS: '' },
      'PORTICO_CONSOLE_URL: given (hidden); accepted: nothing, unless PORTICO_CONSOLE_ADDRESS is set',
    ],
  ])('does not start with %s', (_what, change, problem) => {
    expect(readWith({ ...COMPLETE, ...change }).problems).toContainEqual(expect.stringContaining(problem));
  });

  it('never shows the secret of its client', () => {
    expect(readWith({ ...COMPLETE, PORTICO_CONSOLE_OPENID_CLIENT_SECRET: 'with spaces in it' }).problems.join()).not.toContain('spaces in it');
  });
});
