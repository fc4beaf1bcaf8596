// Review of 25 November 2026, S15: each act of a sandbox while its application is deleted.
import { jsonOf, member, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Owner } from '#modules/bank/index.ts';
import { createSandbox, type Sandbox } from '#modules/sandbox/index.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

let house: DevelopersHouse;
let number = 0;
beforeAll(async () => {
  house = await openDevelopersHouse();
});
afterAll(() => house.close());

const nothing = async () => {};

interface Setting {
  readonly developerId: string;
  readonly owner: Owner;
  readonly userName: string;
  readonly forget: () => Promise<void>;
}

async function newDeveloper(): Promise<Setting> {
  number += 1;
  const developerId = `dev_deleted_${number}`;
  expect((await house.send(developerId, 'POST', '/api/tpp')).status).toBe(204);
  const [user] = await house.sandbox.listUsers({ developerId });
  const app = await house.modules.tppApps.requireOfDeveloper(house.database.db, { developerId });
  if (user === undefined || app === undefined) throw new Error('No sandbox was made.');
  const forget = () => house.platform.write((context) => house.modules.onboarding.forgetDeveloper(context, developerId));
  return { developerId, owner: { sandboxId: app.sandboxId, customerId: user.id }, userName: user.userName, forget };
}

/** The service, to which something happens at two places: after it has read the application, and when it looks for what is due. */
function sandboxWith({
  afterReading = nothing,
  beforeDue = nothing,
}: {
  afterReading?: () => Promise<void>;
  beforeDue?: () => Promise<void>;
}): Sandbox {
  const { tppApps, payments } = house.modules;
  let reads = 0;
  return createSandbox({
    platform: house.platform,
    tppApps: {
      ...tppApps,
      async requireOfDeveloper(...given) {
        const app = await tppApps.requireOfDeveloper(...given);
        reads += 1;
        if (reads === 1) await afterReading();
        return app;
      },
    },
    takeTurn: house.modules.developers.takeTurn,
    payments: {
      async nextExecution(...given) {
        await beforeDue();
        return payments.nextExecution(...given);
      },
      execute: payments.execute,
    },
    endPayments: nothing,
    endAccess: nothing,
    endSignings: nothing,
    endOverdueSignings: nothing,
    liftBlocks: nothing,
    endBankSessions: nothing,
  });
}

const ANNA = { country: 'ee', type: 'person', firstName: 'Anna', surname: 'Proovija' } as const;

type Act = (sandbox: Sandbox, setting: Setting) => Promise<unknown>;
const ACTS: readonly (readonly [string, Act])[] = [
  [
    'choose a customer',
    (sandbox, { developerId, owner, userName }) => sandbox.activate({ developerId }, { id: owner.customerId, userName, shownToken: undefined }),
  ],
  ['renew the token', (sandbox, { developerId }) => sandbox.refresh({ developerId })],
  ['create a customer', (sandbox, { developerId }) => sandbox.createCustomer({ developerId }, ANNA)],
  ['remove a customer', (sandbox, { developerId, owner }) => sandbox.removeCustomer({ developerId }, owner.customerId)],
  ['list accounts', (sandbox, { developerId, owner }) => sandbox.listAccounts({ developerId }, owner.customerId)],
  [
    'add an account',
    (sandbox, { developerId, owner }) =>
      sandbox.addAccount({ developerId }, owner.customerId, { name: 'Holiday', currency: 'EUR', openingBalance: '1.00' }),
  ],
  ['remove an account', (sandbox, { developerId, owner }) => sandbox.removeAccount({ developerId }, owner.customerId, 'EE749900111313760010')],
  ['set the scenario', (sandbox, { developerId, owner }) => sandbox.setScenario({ developerId }, owner.customerId, 'refuses')],
  ['read the clock', (sandbox, { developerId }) => sandbox.readClock({ developerId })],
  ['advance the clock', (sandbox, { developerId }) => sandbox.advanceClock({ developerId }, { days: 1 })],
  ['go back to real time', (sandbox, { developerId }) => sandbox.backToRealTime({ developerId })],
];

describe('an act of a sandbox', () => {
  it.each(ACTS)('%s: is a 404 when the application is deleted right after the act has read it', async (_name, act) => {
    const setting = await newDeveloper();
    const sandbox = sandboxWith({ afterReading: setting.forget });
    await expect(act(sandbox, setting)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('create a customer: is a 404 when the oldest application is deleted right after the act has read it, and the next one gets none', async () => {
    const { developerId } = await newDeveloper();
    const added = await house.send(developerId, 'POST', '/api/tpp/applications', { body: { clientName: 'Second' } });
    const next = { developerId, clientId: String(member(added.body, 'clientId')) };
    const before = await house.sandbox.listUsers(next);
    const afterReading = () => house.modules.onboarding.forgetApplication({ developerId });
    const sandbox = sandboxWith({ afterReading });
    await expect(sandbox.createCustomer({ developerId }, ANNA)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await house.sandbox.listUsers({ developerId })).toEqual(before);
  });

  it('advance the clock: is a 404 when the application is deleted between two steps', async () => {
    const setting = await newDeveloper();
    const sandbox = sandboxWith({ beforeDue: setting.forget });
    await expect(sandbox.advanceClock(setting, { months: 1 })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('reset a customer: is a 404 when the token outlived its sandbox', async () => {
    const setting = await newDeveloper();
    await setting.forget();
    await expect(house.sandbox.reset(setting.owner)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('still fails as unexpected where the sandbox is there', async () => {
    const setting = await newDeveloper();
    const sandbox = sandboxWith({
      beforeDue: async () => {
        throw new Error('The disk is full.');
      },
    });
    await expect(sandbox.advanceClock(setting, { days: 1 })).rejects.toThrow('The disk is full.');
  });
});

describe('a request that has found something of a sandbox', () => {
  /** The token of a test customer, an account, and a link at which a consent is signed. */
  async function newConsent() {
    const setting = await newDeveloper();
    const { body } = await house.send(setting.developerId, 'POST', '/api/tpp/psu', {
      body: { id: setting.owner.customerId, userName: setting.userName },
    });
    const [token] = [body].flat().map((user) => member(user, 'access_token'));
    const transport = overInject(house.app, house.config.publicUrl);
    const headers = {
      authorization: `Bearer ${String(token)}`,
      'content-type': 'application/json',
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${house.config.publicUrl}/welcome`,
    };
    const call = (method: 'GET' | 'POST', path: string, sent?: object) =>
      transport({ method, path, headers: { ...headers, 'x-request-id': crypto.randomUUID() }, body: sent && JSON.stringify(sent) });
    const consent = jsonOf(await call('POST', '/api/v1/consents', EVERY_ACCOUNT));
    return { ...setting, call, link: textOf(consent, '_links', 'scaRedirect', 'href').replace(house.config.publicUrl, '') };
  }

  /** Deletes the application when the server asks for the sandbox's time, before it learns it. */
  function deleteBeforeTheTime(forget: () => Promise<void>) {
    const { clock } = house.platform;
    const now = clock.now.bind(clock);
    return vi.spyOn(clock, 'now').mockImplementationOnce(async (_reader, sandboxId) => {
      await forget();
      return now(house.database.db, sandboxId);
    });
  }

  it('leads to the page of an unknown link when the application is deleted while a link is opened', async () => {
    const { call, link, forget } = await newConsent();
    const spy = deleteBeforeTheTime(forget);
    const { status, headers } = await call('GET', link);
    expect([status, headers.location, spy.mock.calls.length]).toEqual([303, '/?m=signingError', 1]);
    expect((await call('GET', link)).headers.location).toBe('/?m=signingError');
    spy.mockRestore();
  });
});
