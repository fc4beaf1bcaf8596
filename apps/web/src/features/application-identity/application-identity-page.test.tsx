import application from '@portico/contract/recorded/application';
import changeRefused from '@portico/contract/recorded/application-change-refused';
import secretRevealed from '@portico/contract/recorded/application-secret';
import secretRotated from '@portico/contract/recorded/application-secret-rotated';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isApplicationIdentity } from '../../shared/api/answers.ts';
import { createFakeServer, hold, recordedBody, refuse, replay, reply } from '../../shared/api/fake-server.ts';
import { signedOut, userFound } from '../../shared/auth/auth-slice.ts';
import { DEVELOPER, openPart, press, pressOne, Reopened, settle } from '../../shared/portal/testing/open-part.tsx';
import { fieldOfPath } from './field-of-path.ts';
import { ApplicationIdentityPage } from './index.ts';

const READ = 'GET /api/tpp';
const LIST = 'GET /api/tpp/applications';
const CHANGE = 'PUT /api/tpp';
const REVEAL = 'POST /api/tpp/secret/reveal';
const ROTATE = 'POST /api/tpp/secret/rotation';
/** With a second redirect URI, because the first row of a list proves little. */
const RECORDED = recordedBody(application, isApplicationIdentity);
const APPLICATION = { ...RECORDED, redirectionUris: ['https://lumen.example/back', ...RECORDED.redirectionUris] };
const LISTED = [{ clientId: APPLICATION.clientId, clientName: APPLICATION.clientName, isSuspended: false }];
const MASK = APPLICATION.clientSecret;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(answers: Record<string, object> = {}) {
  const server = createFakeServer({ [READ]: APPLICATION, [LIST]: LISTED, ...answers });
  const part = openPart(<ApplicationIdentityPage title="Application identity" />, { server, user: DEVELOPER, at: '/tpp' });
  await settle();
  return part;
}

const shown = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;
const items = (label: string) => [...(shown(label)?.querySelectorAll('li') ?? [])].map((item) => item.textContent);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the application identity', () => {
  it('shows Client Id, Client Secret, Client Name, Redirect Uri and Contacts', async () => {
    await open();
    expect(shown('Client Id')?.textContent).toContain(APPLICATION.clientId);
    expect(shown('Client Secret')?.textContent).toContain(MASK);
    expect(shown('Client Name')?.textContent).toBe(APPLICATION.clientName);
    expect(items('Redirect Uri')).toEqual(APPLICATION.redirectionUris);
    expect(items('Contacts')).toEqual(APPLICATION.contacts);
  });
  it('shows the error and Try again when it cannot be loaded', async () => {
    const { server } = await open({ [READ]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    server.on(READ, APPLICATION);
    await press('Try again');
    expect(shown('Client Id')?.textContent).toContain(APPLICATION.clientId);
  });
  it('that was read before stays on the page when it cannot be read again, and a toast says so', async () => {
    const server = createFakeServer({ [READ]: APPLICATION, [LIST]: LISTED });
    const page = <ApplicationIdentityPage title="Application identity" />;
    const { toasts } = openPart(<Reopened>{page}</Reopened>, { server, user: DEVELOPER, at: '/tpp' });
    await settle();
    await press('Close');
    server.on(READ, () => refuse(503, 'UNAVAILABLE', 'Not now.'));
    await press('Open');
    expect(shown('Client Name')?.textContent).toBe(APPLICATION.clientName);
    expect(toasts.list()).toMatchObject([{ kind: 'error', text: 'Not now.' }]);
  });
  it('refuses an answer that is not an application', async () => {
    await open({ [READ]: { clientId: 'x' } });
    expect(screen.getByRole('alert').textContent).toContain('unexpected answer');
  });
  it('says that a suspended application is suspended', async () => {
    await open({ [READ]: { ...APPLICATION, isSuspended: true } });
    expect(screen.getByText('This application is suspended.')).toBeTruthy();
  });
});

it.each([
  ['signed out', signedOut()],
  ['found to be somebody else', userFound({ userId: 'subject-2', userName: 'ona@lumen.example' })],
])('the page shows nothing of the previous developer once they are %s', async (_what, action) => {
  const { server, dispatch } = await open();
  server.on(READ, hold);
  act(() => void dispatch(action));
  expect(document.body.textContent).not.toContain(APPLICATION.clientId);
});

describe('the client secret', () => {
  it('is masked until the developer shows it, and can be hidden again', async () => {
    const { server } = await open({ [REVEAL]: replay(secretRevealed) });
    expect(server.count(REVEAL)).toBe(0);
    await press('Show client secret');
    expect(shown('Client Secret')?.textContent).toContain('secret-1');
    await press('Hide client secret');
    expect(shown('Client Secret')?.textContent).toContain(MASK);
  });
  it('is copied unmasked while the page shows the mask', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open({ [REVEAL]: replay(secretRevealed) });
    await press('Copy client secret');
    expect(writeText).toHaveBeenCalledWith('secret-1');
    expect(shown('Client Secret')?.textContent).toContain(MASK);
  });
  it('stays masked, with the reason, when it cannot be shown', async () => {
    await open({ [REVEAL]: () => refuse(429, 'RATE_LIMITED', 'Too often. Wait a minute.') });
    await press('Show client secret');
    expect(screen.getByRole('alert').textContent).toContain('Too often.');
    expect(shown('Client Secret')?.textContent).toContain(MASK);
  });
  it('is rotated only after a confirmation that names the 24 hours of overlap', async () => {
    const { server } = await open();
    await press('Rotate secret');
    expect(screen.getByRole('group', { name: 'Make a new client secret?' }).textContent).toContain('24 hours');
    await press('Cancel');
    expect(server.count(ROTATE)).toBe(0);
    expect(screen.queryByRole('group')).toBeNull();
  });
  it('is shown after the rotation, with the time until which the old one is accepted', async () => {
    const { server } = await open({ [ROTATE]: replay(secretRotated) });
    server.on(READ, { ...APPLICATION, previousSecretValidUntil: '2026-11-22T12:00:00Z' });
    await press('Rotate secret');
    await press('Make a new secret');
    expect(shown('Client Secret')?.textContent).toContain('secret-1');
    expect(screen.getByText('Two secrets are valid.').parentElement?.textContent).toMatch(/accepted until November 22, 2026 at \d\d:00 /);
  });
  it('stays masked, with the reason in the open confirmation, when the rotation fails', async () => {
    await open({ [ROTATE]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    await press('Rotate secret');
    await press('Make a new secret');
    expect(within(screen.getByRole('group')).getByText('Not now.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    expect(shown('Client Secret')?.textContent).toContain(MASK);
  });
});

describe('editing an application', () => {
  it('sends name, redirect URIs and contacts without empty rows, and shows the saved values', async () => {
    const { server } = await open({ [CHANGE]: (call: { body: unknown }) => reply({ ...APPLICATION, ...Object(call.body) }) });
    await press('Edit');
    type('Client Name', ' Lumen Shop ');
    await pressOne('Add another', 0);
    type('Redirect Uri 3', 'https://shop.lumen.example/cb');
    await pressOne('Add another', 1);
    await press('Remove Redirect Uri 1');
    await press('Save');
    expect(server.calls.at(-1)?.body).toEqual({
      clientName: 'Lumen Shop',
      redirectionUris: [...RECORDED.redirectionUris, 'https://shop.lumen.example/cb'],
      contacts: APPLICATION.contacts,
    });
    expect(shown('Client Name')?.textContent).toBe('Lumen Shop');
    expect(screen.getByText('Your changes are saved.')).toBeTruthy();
  });
  it.each([
    ['clientName', 'Client Name'],
    ['redirectionUris.1', 'Redirect Uri 2'],
    ['redirectionUris[0]', 'Redirect Uri 1'],
    ['/contacts/0', 'Contacts 1'],
  ])('shows the server’s message about %s beside %s', async (path, label) => {
    const body = { errors: [{ code: 'FORMAT_ERROR', text: 'This is not accepted.', path }], message: 'x' };
    await open({ [CHANGE]: () => reply(body, 400) });
    await press('Edit');
    await press('Save');
    const field = screen.getByLabelText(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('This is not accepted.');
    // Beside the field, and the toast.
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });
  it('shows the recorded refusal of a redirect URI beside that URI', async () => {
    await open({ [CHANGE]: replay(changeRefused) });
    await press('Edit');
    await press('Save');
    expect(screen.getByLabelText('Redirect Uri 1').getAttribute('aria-invalid')).toBe('true');
    for (const alert of screen.getAllByRole('alert')) expect(alert.textContent).toContain('A redirect URI is a complete address');
  });
  it('shows any other refusal below the form', async () => {
    await open({ [CHANGE]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    await press('Edit');
    await press('Save');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
  });
  it('changes nothing when it is cancelled', async () => {
    const { server } = await open();
    await press('Edit');
    type('Client Name', 'Other');
    await press('Cancel');
    expect(shown('Client Name')?.textContent).toBe(APPLICATION.clientName);
    expect(server.count(CHANGE)).toBe(0);
  });
  it.each([undefined, '', 'clientId', 'toString'])('finds no field for the path %s', (path) => {
    expect(fieldOfPath(path)).toBeUndefined();
  });
});

describe('a change that requires the bank’s approval', () => {
  const WITHDRAW = 'DELETE /api/tpp/change';
  const ADMITTED = {
    ...APPLICATION,
    registeredName: 'Lumen Finance OÜ',
    admission: { authorisationNumber: 'PSDEE-EFSA-12345678', roles: ['ais', 'pis'], admittedAt: '2026-11-20T10:00:00.000Z' },
  };
  const pendingChange = { requestedAt: '2026-11-25T10:00:00.000Z', clientName: 'Lumen Two', redirectionUris: ['https://two.lumen.example/cb'] };
  const WAITING = { ...ADMITTED, pendingChange };

  it('is announced in the form, and the page shows authorisation number and roles', async () => {
    await open({ [READ]: ADMITTED });
    expect(shown('Authorisation number')?.textContent).toBe('PSDEE-EFSA-12345678');
    expect(shown('Roles')?.textContent).toBe('account information, payment initiation');
    await press('Edit');
    expect(document.body.textContent).toContain('waits for the bank’s approval');
  });
  it('is shown beside the current values after it is saved', async () => {
    const { server } = await open({ [READ]: ADMITTED, [CHANGE]: () => reply(WAITING) });
    await press('Edit');
    type('Client Name', 'Lumen Two');
    await press('Save');
    expect(server.count(CHANGE)).toBe(1);
    expect(screen.getByText('Your changes wait for the bank’s approval.')).toBeTruthy();
    expect(shown('Client Name')?.textContent).toBe(APPLICATION.clientName);
    expect(shown('New Client Name')?.textContent).toBe('Lumen Two');
    expect(items('New Redirect Uri')).toEqual(pendingChange.redirectionUris);
    expect(screen.queryByText('New Contacts')).toBeNull();
  });
  it('fills the form while it is pending', async () => {
    await open({ [READ]: WAITING });
    await press('Edit');
    expect(screen.getByLabelText('Client Name')).toHaveProperty('value', 'Lumen Two');
    expect(screen.getByLabelText('Redirect Uri 1')).toHaveProperty('value', 'https://two.lumen.example/cb');
  });
  it('disappears after the developer withdrew it', async () => {
    const { server } = await open({ [READ]: WAITING, [WITHDRAW]: () => reply(ADMITTED) });
    await press('Withdraw this change');
    expect(server.count(WITHDRAW)).toBe(1);
    expect(screen.queryByText('New Client Name')).toBeNull();
    expect(screen.getByText('Your change is withdrawn.')).toBeTruthy();
  });
  it('remains, with the reason, when the withdrawal fails', async () => {
    await open({ [READ]: WAITING, [WITHDRAW]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    await press('Withdraw this change');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    expect(shown('New Client Name')?.textContent).toBe('Lumen Two');
  });
});
