/** One statement, many hands, two servers on one database: whatever comes at once, it ends once, and the answers say how. */
import { type Browser, jsonOf, member, obtainToken, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type AccessPage, type AccessPages, createAccessPages } from '../house/access-pages.ts';
import { type House, openHouse } from '../house/open-house.ts';

const CALLS = 50;
const PERIOD = { dateFrom: '2026-01-01', dateTo: '2026-06-30' };

let house: House;
let pages: AccessPages;
let browser: Browser;
let token: string;
let iban: string;

beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  const second = await house.startServer();
  await second.start();
  pages = createAccessPages(
    house.config.publicUrl,
    [house.portico.app, second.app].map((app) => overInject(app, house.config.publicUrl)),
  );
  browser = house.browse();
  token = await house.token(browser);
  iban = await pages.firstIban(token);
});
afterAll(() => house.close());

const openPage = async (): Promise<AccessPage> =>
  pages.enter(browser, await pages.ask(token, 'transactions-statement', { account: { iban }, ...PERIOD }));
const read = (page: AccessPage) => pages.call(token, 'GET', `${page.path}/transactions`);
const distinct = (answers: readonly WireAnswer[]) => [...new Set(answers.map(({ status, text }) => `${status} ${text}`))];
const many = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const codeOf = (answer: WireAnswer): unknown => member(jsonOf(answer), 'tppMessages', '0', 'code') ?? member(jsonOf(answer), 'errors', '0', 'code');

async function rowOf(text: string, ...values: unknown[]): Promise<unknown> {
  return (await house.database.query(text, values)).rows[0];
}
/** How often each kind of trace was left. */
const tracesOf = ({ id }: AccessPage) =>
  rowOf(
    `select count(*) filter (where event = 'statement.granted')::int as granted,
       count(*) filter (where event in ('signing.signed', 'signing.refused', 'signing.expired'))::int as ends,
       (select count(*)::int from challenge where audit_chain in (select 'signing:' || session_id from signing_session where resource_id = $1)) as challenges
     from audit_entry
     where chain = 'statement:' || $1 or chain in (select 'signing:' || session_id from signing_session where resource_id = $1)`,
    id,
  );
const setDevice = (body: object) => browser.send('PUT', '/bank/device', { body });

describe('a storm on one statement, over two servers', () => {
  it(`of ${CALLS} signatures at once signs once, asks the phone once and answers all the same`, async () => {
    const page = await openPage();
    const answers = await many(CALLS, () => page.sign());
    expect(distinct(answers)).toEqual([`200 ${answers[0]?.text}`]);
    expect(await tracesOf(page)).toEqual({ granted: 1, ends: 1, challenges: 1 });
    expect(await pages.statusOf(token, page)).toBe('valid');
    expect((await read(page)).status).toBe(200);
  });

  it.each([0, 1, 2, 3, 4, 5])('of signatures, refusals and the provider’s deletion ends exactly once (round %i)', async (round) => {
    const page = await openPage();
    const puts = many(8, () => page.sign());
    // The others come a little later in every round, so that each side wins some.
    await new Promise((resolve) => setTimeout(resolve, round * 40));
    const [refusals, deletions] = [many(4, () => page.refuse()), many(2, () => pages.call(token, 'DELETE', page.path))];
    const [signed, refused, deleted] = await Promise.all([puts, refusals, deletions]);
    expect(deleted.map(({ status }) => status)).toEqual([204, 204]);
    const traces = await tracesOf(page);
    const isSigned = member(traces, 'granted') === 1;
    expect(member(traces, 'ends')).toBe(1);
    expect([...new Set(signed.map(({ status }) => status))]).toEqual([isSigned ? 200 : 410]);
    const status = await pages.statusOf(token, page);
    expect(status).toBe(isSigned ? 'terminatedByTpp' : 'rejected');
    for (const { status: answered } of refused) expect(isSigned ? [409] : [200, 410]).toContain(answered);
    expect(codeOf(await read(page))).toBe('CONSENT_INVALID');
  });

  it('of ten identical requests makes one statement and one signing session', async () => {
    const requestId = crypto.randomUUID();
    const asked = await many(10, () => pages.ask(token, 'transactions-statement', { account: { iban }, ...PERIOD }, requestId));
    expect(new Set(asked.map(({ scaRedirect }) => scaRedirect)).size).toBe(1);
    expect(await rowOf('select count(*)::int as count from signing_session where resource_id = $1', asked[0]?.id)).toEqual({ count: 1 });
  });
});

describe('a statement whose customer is on the phone', () => {
  it('ends with the provider’s deletion: the held signature is answered with the way back, the phone stops asking', async () => {
    await setDevice({ automatic: false });
    const page = await openPage();
    const held = page.sign();
    const state = async () => member(jsonOf(await browser.send('GET', '/api/ui/challenge', { headers: page.headers })), 'state');
    await expect.poll(state).toBe('started');
    expect((await pages.call(token, 'DELETE', page.path)).status).toBe(204);
    const answer = await held;
    expect([answer.status, member(jsonOf(answer), 'tppSuccessUrl')]).toEqual([410, expect.stringContaining('/money')]);
    const challenges = jsonOf(await browser.send('GET', '/bank/device/challenges'));
    expect(JSON.stringify(challenges)).not.toContain('"state":"started"');
    expect(await pages.statusOf(token, page)).toBe('rejected');
    await setDevice({ automatic: true });
  });

  it('shows him on the phone who wants to read which account and period', async () => {
    await setDevice({ automatic: false });
    const page = await openPage();
    const held = page.sign();
    // Those of the statements before have the same text: switched on before this one is asked, the device would not answer it.
    const shown = async () => {
      const { challenges } = Object(jsonOf(await browser.send('GET', '/bank/device/challenges')));
      return JSON.stringify((Array.isArray(challenges) ? challenges : []).filter((challenge: unknown) => member(challenge, 'state') === 'started'));
    };
    await expect.poll(shown).toContain(`view transactions of ${iban} from ${PERIOD.dateFrom} to ${PERIOD.dateTo}`);
    await setDevice({ automatic: true });
    expect((await held).status).toBe(200);
  });
});

describe('a statement', () => {
  it('that is refused is rejected, again and again, and cannot be signed or read', async () => {
    const page = await openPage();
    const answers = [await page.refuse(), await page.refuse()];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([0, 1].map(() => [200, JSON.stringify({ statementStatus: 'rejected' })]));
    expect((await page.sign()).status).toBe(410);
    expect(await pages.statusOf(token, page)).toBe('rejected');
    expect([(await read(page)).status, codeOf(await read(page))]).toEqual([401, 'CONSENT_INVALID']);
  });

  it('cannot be refused once it is signed', async () => {
    const page = await openPage();
    await page.sign();
    expect([(await page.refuse()).status, codeOf(await page.refuse())]).toEqual([409, 'ALREADY_SIGNED']);
    expect(await pages.statusOf(token, page)).toBe('valid');
  });

  it('takes no body that says anything, and no page of another kind', async () => {
    const page = await openPage();
    expect([(await page.sign({ accounts: [{ iban }] })).status, codeOf(await page.sign({ iban }))]).toEqual([400, 'FORMAT_ERROR']);
    for (const kind of ['consent', 'payment']) {
      const { status } = await browser.send('GET', `/api/ui/${kind}/details`, { headers: page.headers });
      expect([kind, status]).toEqual([kind, 404]);
    }
  });

  it.each(['lt', 'lv'])('is signed on the phone in %s, too, however fresh the sign-in is', async (country) => {
    const customer = house.customers.find((each) => each.country === country && each.method === 'SMART_ID');
    if (customer === undefined) throw new Error(`The seed has nobody in ${country}.`);
    const own = house.browse();
    const ownToken = await obtainToken(own, house.tpp, customer);
    const ownIban = await pages.firstIban(ownToken);
    const page = await pages.enter(own, await pages.ask(ownToken, 'transactions-statement', { account: { iban: ownIban }, ...PERIOD }));
    expect((await page.sign()).status).toBe(200);
    expect(await tracesOf(page)).toEqual({ granted: 1, ends: 1, challenges: 1 });
  });
});
