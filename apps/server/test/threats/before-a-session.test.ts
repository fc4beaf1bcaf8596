// Review of 25 November 2026, S1: the bank's sign-in page, which every visitor opens, and the test customers of developers.
import { addDays, buildLatvianCode, buildPersonalCode, normalizePersonalCode } from '@portico/primitives';
import { type Browser, jsonOf, signInAtBank, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '#modules/sandbox/index.ts';
import { createSandboxService } from '../../src/app/composition/sandbox-edition.ts';
import { type House, openHouse } from '../house/open-house.ts';

const DEVELOPERS = ['dev_first', 'dev_second', 'dev_third'] as const;
const BIRTH_DATES = [
  ['2000-01-01', 'female'],
  ['1988-03-14', 'male'],
  ['1990-02-16', 'female'],
  ['1985-07-06', 'male'],
  ['1930-01-01', 'female'],
  ['1957-05-19', 'male'],
] as const;

let house: House;
let sandbox: Sandbox;
beforeAll(async () => {
  house = await openHouse();
  const { platform, modules } = house.portico;
  sandbox = createSandboxService({ platform, modules: () => modules });
  for (const developerId of DEVELOPERS) await house.portico.modules.onboarding.start({ developerId, email: `${developerId}@example.com` });
});
afterAll(() => house.close());

/** A fresh browser without any session, at the sign-in page of the bank's own pages. */
async function openPage(bankCountry: string): Promise<{ browser: Browser; page: string }> {
  const browser = house.browse();
  const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry, returnTo: '/bank/permissions' } });
  return { browser, page: textOf(jsonOf(opened), 'location') };
}

/** True when the visitor is signed in at the end. */
async function tries(bankCountry: string, body: object): Promise<boolean> {
  const { browser, page } = await openPage(bankCountry);
  const asked = await browser.send('POST', `${page}/authentication`, { body });
  expect([200, 400, 422, 429]).toContain(asked.status);
  await browser.send('GET', `${page}/challenge`);
  const completed = await browser.send('POST', `${page}/completion`);
  return completed.setCookies.some((set) => set.startsWith('portico-bank=')) || (await browser.send('GET', '/bank/session')).status === 200;
}

/** What versions before this one gave to customers of sandbox `number`. */
function earlierCodes(number: number): readonly string[] {
  const slot = number + 89;
  const dated = BIRTH_DATES.map(([date, sex]) =>
    buildPersonalCode({ birthDate: addDays(date, Math.floor(slot / 100)), sex, serial: 900 + (slot % 100) }),
  );
  const latvian = Array.from({ length: 64 }, (_, index) => buildLatvianCode(90_000_000 + (number - 1) * 64 + index)).filter(
    (code) => code !== undefined,
  );
  return [...dated, ...latvian.map(normalizePersonalCode)];
}

describe('the test customers of developers', () => {
  it('have no codes or numbers that can be computed from the number of their sandbox', async () => {
    const { rows } = await house.database.query(
      `select country, national_identity_number as code, phone_number as phone, user_number as number from customer where sandbox_id <> 'demo'`,
    );
    expect(rows.length).toBeGreaterThan(60);
    const computed = new Set(Array.from({ length: 200 }, (_, index) => earlierCodes(index + 1)).flat());
    // Random numbers of so many customers may equal a few computed ones. Computed numbers would all be equal.
    expect(rows.filter((row) => computed.has(String(Object(row).code))).length).toBeLessThan(5);
    const counted = Array.from({ length: 200 * 16 }, (_, index) => String(16 + index).padStart(7, '0'));
    const numbers = new Set(counted.flatMap((digits) => [`+3720${digits}`, `+3700${digits}`, `9${digits}`]));
    const equal = rows.filter((row) => numbers.has(String(Object(row).phone)) || numbers.has(String(Object(row).number)));
    expect(equal.length).toBeLessThan(5);
  });

  it('cannot be signed in without their national identity number or with an earlier one', async () => {
    const [user] = (await sandbox.listUsers({ developerId: DEVELOPERS[1] })).filter(
      ({ phoneNumber, country }) => phoneNumber !== undefined && country === 'ee',
    );
    const [, , third] = earlierCodes(3);
    const attempts: readonly (readonly [string, object])[] = [
      ['ee', { method: 'SMART_ID', nationalIdentityNumber: user?.userName ?? '' }],
      ['ee', { method: 'SMART_ID', nationalIdentityNumber: user?.id ?? '' }],
      ['ee', { method: 'SMART_ID', nationalIdentityNumber: third }],
      ['ee', { method: 'MOBILE_ID', nationalIdentityNumber: third, phoneNumber: user?.phoneNumber }],
      ['ee', { method: 'MOBILE_ID', nationalIdentityNumber: '38001085718', phoneNumber: user?.phoneNumber }],
      ['lv', { method: 'EPARAKSTS_MOBILE', userNumber: '90000032' }],
      ['lv', { method: 'SMART_ID', nationalIdentityNumber: earlierCodes(2)[6] }],
      ['lt', { method: 'SMART_ID', nationalIdentityNumber: user?.customer.nationalIdentityNumber ?? '' }],
    ];
    for (const [country, body] of attempts) expect([country, body, await tries(country, body)]).toEqual([country, body, false]);
  });

  it('include the co-signer, who signs in with the code of the Tokens page in a new browser', async () => {
    const company = (await sandbox.listUsers({ developerId: DEVELOPERS[2] })).find(({ coSigner }) => coSigner !== undefined);
    const { browser, page } = await openPage(company?.country ?? 'ee');
    const nationalIdentityNumber = company?.coSigner?.nationalIdentityNumber ?? '';
    await signInAtBank(browser, page, { country: company?.country ?? 'ee', nationalIdentityNumber, method: 'SMART_ID' });
    const visit = await browser.send('GET', '/bank/session');
    expect([visit.status, visit.text]).toEqual([200, expect.stringContaining(company?.coSigner?.name ?? 'nobody')]);
  });

  it('cannot be searched for: after thirty unknown codes the network gets 429', async () => {
    const statuses: number[] = [];
    for (let serial = 0; serial < 34; serial += 1) {
      const { browser, page } = await openPage('ee');
      const nationalIdentityNumber = buildPersonalCode({ birthDate: '1871-02-03', sex: 'female', serial });
      statuses.push((await browser.send('POST', `${page}/authentication`, { body: { method: 'SMART_ID', nationalIdentityNumber } })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
    // Nobody is refused who signs in by a right code in a browser that is known: the limit is of misses alone.
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
