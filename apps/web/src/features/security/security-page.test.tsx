import type { SecondFactorState } from '@portico/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { DEVELOPER, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { SecurityPage } from './index.ts';

const STATE = 'GET /identity/second-factor';
const SESSION = 'GET /identity/session';
const BEGIN = 'POST /identity/second-factor/setup';
const CONFIRM = 'POST /identity/second-factor';
const MAKE = 'POST /identity/second-factor/recovery-codes';
const OFF = 'DELETE /identity/second-factor';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mno${index}`);
const ON: SecondFactorState = { isOn: true, since: '2026-11-20T12:00:00Z', recoveryCodesLeft: 8 };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A server whose developer has this second factor. */
async function open(state: SecondFactorState, answers: Parameters<typeof createFakeServer>[0] = {}, hasPassword = true) {
  let now = state;
  const server = createFakeServer({
    [STATE]: () => reply(now),
    [SESSION]: () => reply({ user: DEVELOPER, socialProviders: [], hasPassword, hasSecondFactor: now.isOn }),
    [BEGIN]: { secret: SECRET, address: `otpauth://totp/Portico:mari?secret=${SECRET}` },
    [CONFIRM]: () => {
      now = { ...ON, recoveryCodesLeft: 10 };
      return reply({ recoveryCodes: CODES });
    },
    [MAKE]: { recoveryCodes: CODES },
    [OFF]: () => {
      now = { isOn: false };
      return reply(undefined, 204);
    },
    ...answers,
  });
  const part = openPart(<SecurityPage />, { server, user: DEVELOPER, at: '/tpp/security' });
  await settle();
  return { server, said: () => part.toasts.list().map(({ text }) => text) };
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const bodyOf = (server: ReturnType<typeof createFakeServer>, wanted: string) => server.calls.find(({ call }) => call === wanted)?.body;

describe('the page Security without a second factor', () => {
  async function beginSetup(answers: Parameters<typeof createFakeServer>[0] = {}) {
    const opened = await open({ isOn: false }, answers);
    await press('Set up');
    fill('Your password', 'Harbour-1');
    await press('Continue');
    return opened;
  }

  it('asks for the password, shows the secret as a QR code and as text, and the recovery codes after the first code', async () => {
    const { server, said } = await beginSetup();
    expect(bodyOf(server, BEGIN)).toEqual({ password: 'Harbour-1' });
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await press('Copy key');
    expect(writeText).toHaveBeenCalledWith(SECRET);
    fill('Code that the app shows', '123456');
    await press('Switch on');
    expect(bodyOf(server, CONFIRM)).toEqual({ code: '123456' });
    expect(said()).toEqual(['The second factor is on. Your other sessions have ended.']);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES);
    expect(document.activeElement?.textContent).toBe('Your recovery codes');
    await press('I have stored the codes');
    expect(screen.getByText('10 of 10 left')).toBeDefined();
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  it('saves the recovery codes as a file and copies them', async () => {
    await beginSetup();
    fill('Code that the app shows', '123456');
    await press('Switch on');
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:codes';
    });
    await press('Save as a file');
    expect(await saved[0]?.text()).toBe(`${CODES.join('\n')}\n`);
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await press('Copy the codes');
    expect(writeText).toHaveBeenCalledWith(`${CODES.join('\n')}\n`);
  });

  it('says beside the field that a code is wrong, and keeps the secret', async () => {
    await beginSetup({ [CONFIRM]: () => refuse(401, 'SECOND_FACTOR_WRONG', 'This code is wrong.') });
    fill('Code that the app shows', '000000');
    await press('Switch on');
    expect(screen.getByRole('alert').textContent).toBe('This code is wrong.');
    expect(document.activeElement).toBe(screen.getByLabelText('Code that the app shows'));
    expect(screen.getByRole('img')).toBeDefined();
  });

  it.each([
    [401, 'CREDENTIALS_WRONG'],
    [429, 'RATE_LIMITED'],
    [409, 'SECOND_FACTOR_ON'],
  ])('shows no secret after the refusal %i %s', async (status, code) => {
    await beginSetup({ [BEGIN]: () => refuse(status, code, 'What to do.') });
    expect(screen.getAllByText('What to do.').length).toBeGreaterThan(0);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('asks for no password where the account has none, and can be cancelled', async () => {
    const { server } = await open({ isOn: false }, {}, false);
    await press('Set up');
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await press('Continue');
    expect(bodyOf(server, BEGIN)).toEqual({});
    await press('Cancel');
    expect(screen.getByRole('button', { name: 'Set up' })).toBeDefined();
    expect(server.count(CONFIRM)).toBe(0);
  });
});

describe('the page Security with a second factor', () => {
  it('says since when, how many recovery codes are left, and warns of few', async () => {
    await open(ON);
    expect(screen.getByText('8 of 10 left')).toBeDefined();
    expect(screen.queryByText(/Make new recovery codes\./)).toBeNull();
    cleanup();
    await open({ ...ON, recoveryCodesLeft: 2 });
    expect(screen.getByText(/Without your phone and without a code/)).toBeDefined();
  });

  it('makes new recovery codes with password and code', async () => {
    const { server } = await open(ON);
    await press('Make new recovery codes');
    const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Make new codes' });
    fill('Your password', 'Harbour-1');
    expect(send().disabled).toBe(true);
    fill('Code of your authenticator app', '123456');
    await press('Make new codes');
    expect(bodyOf(server, MAKE)).toEqual({ password: 'Harbour-1', code: '123456' });
    expect(screen.getAllByRole('listitem')).toHaveLength(10);
  });

  it('is switched off with password and code, and not with wrong ones', async () => {
    const { server, said } = await open(ON, { [OFF]: () => refuse(401, 'SECOND_FACTOR_WRONG', 'This code is wrong.') });
    await press('Switch off');
    fill('Your password', 'Harbour-1');
    await press('Use a recovery code');
    fill('Recovery code', CODES[0] ?? '');
    await press('Switch off');
    expect(screen.getByRole('alert').textContent).toBe('This code is wrong.');
    server.on(OFF, () => reply(undefined, 204));
    server.on(STATE, () => reply({ isOn: false }));
    await press('Switch off');
    expect(bodyOf(server, OFF)).toEqual({ password: 'Harbour-1', code: CODES[0] });
    expect(said()).toEqual(['The second factor is off.']);
    expect(screen.getByRole('button', { name: 'Set up' })).toBeDefined();
  });

  it('says that it is loading, and offers another try when it cannot', async () => {
    await open(ON, { [STATE]: hold });
    expect(screen.getByText('Loading your second factor')).toBeDefined();
    cleanup();
    await open(ON, { [STATE]: () => refuse(500, 'INTERNAL', 'Something went wrong.') });
    expect(screen.getByText('Something went wrong.')).toBeDefined();
  });
});
