// Review of 25 November 2026, S1 and S3.
import { isIban, isPersonalCode, normalizePersonalCode } from '@portico/primitives';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createTestCustomer, listDemoLogins, listTestCustomers, seedSandbox } from '../index.ts';
import { AUTH_METHODS_OF } from '../terms/auth-methods.ts';
import { openTestBank, type TestBank } from '../testing/open-test-bank.ts';
import { drawIban, drawIdentity } from './draw-identity.ts';
import { renewPredictableNumbers } from './renew-numbers.ts';

const clock = createClock();
const random = createRandom();
const COUNTRIES = ['ee', 'lv', 'lt'] as const;

let test: TestBank;
beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
});
afterAll(() => test.close());

/** Everything by which the bank's sign-in page could find the customers of a sandbox. */
async function keysOf(sandboxId: string): Promise<readonly string[]> {
  const { rows } = await test.database.query(
    `select country || ' ' || national_identity_number as code, phone_number as phone, user_number as number from customer where sandbox_id = $1`,
    [sandboxId],
  );
  return rows.flatMap((row) => Object.values(Object(row)).flatMap((value) => (typeof value === 'string' ? [value] : [])));
}

/** Bytes that count upwards from `first`: the draws of two such sources are the same. */
function countingRandom(first: number): Random {
  let next = first;
  return createRandom((length) => {
    const bytes = Buffer.alloc(length);
    for (let index = 0; index < length; index += 1) bytes[index] = next = (next * 197 + 31) % 251;
    return bytes;
  });
}

describe('a drawn identity', () => {
  it.each(COUNTRIES)('of %s passes the check rules and tells the sex of the name, draw by draw', (country) => {
    for (let draw = 0; draw < 300; draw += 1) {
      const sex = draw % 2 === 0 ? 'female' : 'male';
      const identity = drawIdentity(random, { country, sex, names: ['Mari', 'Näidis'], authMethods: AUTH_METHODS_OF[country] });
      expect(isPersonalCode(country, identity.nationalIdentityNumber), identity.nationalIdentityNumber).toBe(true);
      if (country === 'lv') expect(identity.nationalIdentityNumber).toMatch(/^32/);
      else expect(Number(identity.nationalIdentityNumber[0]) % 2 === 0 ? 'female' : 'male').toBe(sex);
      expect(identity.userName).toMatch(/^mari\.naidis\.[a-z2-9]{8}$/);
      expect(isIban(drawIban(random, country))).toBe(true);
    }
  });

  it.each(COUNTRIES)('of %s is chosen by the bytes of chance alone, over the whole range', (country) => {
    const draw = (bytes: number) =>
      normalizePersonalCode(
        drawIdentity(
          createRandom((length) => Buffer.alloc(length, bytes)),
          { country, sex: 'male', names: ['A'], authMethods: ['SMART_ID'] },
        ).nationalIdentityNumber,
      );
    expect(draw(1)).toBe(draw(1));
    expect(new Set([1, 2, 3, 40, 77, 150, 200].map(draw)).size).toBe(7);
  });
});

describe('the numbers of a sandbox', () => {
  it('do not follow from the order in which sandboxes are made: two installations with the same order share none', async () => {
    const second = await openTestBank(await openTestDatabase());
    try {
      const own = await keysOf(test.sandboxId);
      const { rows } = await second.database.query(
        `select country || ' ' || national_identity_number as code, phone_number as phone, user_number as number from customer`,
      );
      const others = rows.flatMap((row) => Object.values(Object(row)));
      expect(own.length).toBeGreaterThan(30);
      expect(others.length).toBeGreaterThan(30);
      expect(own.filter((key) => others.includes(key))).toEqual([]);
    } finally {
      await second.close();
    }
  });

  it('are none of the demonstration’s, which are published', async () => {
    await test.write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: 'demo', name: 'Demo', numbers: 'published' }));
    const logins = await listDemoLogins(test.database.db, 'demo');
    expect(logins[0]?.nationalIdentityNumber).toBe('60001019906');
    const published = await keysOf('demo');
    expect((await keysOf(test.sandboxId)).filter((key) => published.includes(key))).toEqual([]);
  });

  it('are drawn again where another customer has them, for every number and for IBANs', async () => {
    const seedWith = (sandboxId: string) =>
      test.write(({ tx }) =>
        seedSandbox({ clock, random: { ...countingRandom(7), id: random.id } }, tx, { sandboxId, name: 'Same chance', history: 'later' }),
      );
    await seedWith('sbx_chance_1');
    await expect(seedWith('sbx_chance_2')).resolves.toEqual({ isNew: true });
    const [first, second] = [await keysOf('sbx_chance_1'), await keysOf('sbx_chance_2')];
    expect(second).toHaveLength(first.length);
    expect(second.filter((key) => first.includes(key))).toEqual([]);
    const { rows } = await test.database.query(`select iban from account where kind = 'customer' group by iban having count(*) > 1`);
    expect(rows).toEqual([]);
  });

  it('need no sequence that ends: the developer after the last number of earlier versions gets a sandbox', async () => {
    await test.database.query('alter sequence sandbox_number_seq restart with 99911');
    for (const sandboxId of ['sbx_last', 'sbx_after']) expect(await test.seed(sandboxId)).toEqual({ isNew: true });
    await test.database.query('alter sequence sandbox_number_seq restart with 2147483647');
    for (const sandboxId of ['sbx_integer', 'sbx_beyond']) expect(await test.seed(sandboxId)).toEqual({ isNew: true });
    const made = await test.write(({ tx }) =>
      createTestCustomer({ clock, random }, tx, 'sbx_beyond', { country: 'ee', type: 'company', firstName: 'A', surname: 'B', companyName: 'C OÜ' }),
    );
    expect(made?.nationalIdentityNumber).toMatch(/^\d{11}$/);
    expect(await listTestCustomers(test.database.db, 'sbx_beyond')).toHaveLength(20);
  });
});

describe('numbers that an earlier version made', () => {
  const renew = () => renewPredictableNumbers({ write: test.write, random, log: pino({ level: 'silent' }) });

  it('are replaced, customer by customer, once; the demonstration keeps its own', async () => {
    await test.seed('sbx_old');
    await test.database.query(`update customer set has_settled_numbers = false where sandbox_id in ('sbx_old', 'demo')`);
    await test.write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: 'demo', name: 'Demo', numbers: 'published' }));
    const [before, demo] = [await keysOf('sbx_old'), await keysOf('demo')];
    expect(await renew()).toBe(before.filter((key) => /^[a-z]{2} /.test(key)).length);
    const after = await keysOf('sbx_old');
    expect(after).toHaveLength(before.length);
    expect(after.filter((key) => before.includes(key))).toEqual([]);
    expect(await keysOf('demo')).toEqual(demo);
    expect(await renew()).toBe(0);
    expect(await keysOf('sbx_old')).toEqual(after);
    for (const { country, nationalIdentityNumber } of await listTestCustomers(test.database.db, 'sbx_old'))
      expect(isPersonalCode(country, nationalIdentityNumber)).toBe(true);
  });
});
