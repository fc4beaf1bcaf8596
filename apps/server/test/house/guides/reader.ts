/** The developer who follows a guide: has signed up, looks values up on the portal's pages, and plays the test customer in the browser. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, becomeDeveloper, type Customer, jsonOf, member, openBrowser, overHttp, patient, textOf } from '@portico/testkit';
import { visitBank } from './customer-at-bank.ts';

export interface GuideReader {
  /** `text` with every `<…>` replaced by what the reader knows. @throws Error for words that nobody can fill in */
  fillIn(text: string): Promise<string>;
  /** Opens an address of the bank as the test customer, who approves; answers where the browser ends. */
  open(address: string): Promise<string>;
  /** A step on a page of the portal, such as `advance-31-days`. */
  act(name: string): Promise<void>;
  /** What the last block printed. */
  answered(output: string): void;
}

const DAY_MS = 86_400_000;
/** `<a day in 30 days>`, `<a day 200 days ago>`. */
const DAY = /^a day (?:in (\d+) days|(\d+) days ago)$/;
const ADVANCE = /^advance-(\d+)-days$/;
const OF_RESPONSE = /^(\w+) of the response$/;

/** @param folder where the reader saves files, and where the blocks run */
export async function becomeReader(origin: string, folder: string): Promise<GuideReader> {
  const browser = openBrowser(patient(overHttp(origin)), origin);
  const { email, password } = await becomeDeveloper(browser);
  await chooseCustomer(browser);
  const read = async (path: string) => jsonOf(await browser.send('GET', path));
  const customerOfPage = async (): Promise<unknown> =>
    Object(await read('/api/tpp/psu')).find((user: unknown) => Object(user).access_token !== undefined);
  let answer = '';
  let address = '';

  const LOOKED_UP: Readonly<Record<string, () => Promise<string>>> = {
    'your client id': async () => textOf(await read('/api/tpp'), 'clientId'),
    'your client secret': async () => textOf(jsonOf(await browser.send('POST', '/api/tpp/secret/reveal', { body: {} })), 'clientSecret'),
    'your mail address': async () => email,
    'your password': async () => password,
    'your access token': async () =>
      textOf(jsonOf(await browser.send('GET', '/api/tpp/refresh', { headers: pageHeaders(origin) })), '0', 'access_token'),
    'user name of your test customer': async () => textOf(await customerOfPage(), 'userName'),
    'address of the page': async () => address,
    'code of the page': async () => new URL(address).searchParams.get('code') ?? '',
  };

  async function wordsToValue(words: string): Promise<string> {
    const lookUp = LOOKED_UP[words];
    if (lookUp !== undefined) return lookUp();
    const [, ahead, ago] = DAY.exec(words) ?? [];
    if (ahead !== undefined || ago !== undefined) return isoDay(Number(ahead ?? 0) - Number(ago ?? 0));
    const [, field] = OF_RESPONSE.exec(words) ?? [];
    const found = field === undefined ? undefined : findField(JSON.parse(answer), field);
    if (found === undefined) throw new Error(`nobody can fill in <${words}>; the last answer was ${answer}`);
    return found;
  }

  async function press(method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
    const done = await browser.send(method, path, { body });
    if (done.status >= 300) throw new Error(`${method} ${path} was answered ${done.status}: ${done.text}`);
    return jsonOf(done);
  }
  const advance = (name: string) => press('POST', '/api/tpp/clock/advance', { days: Number(ADVANCE.exec(name)?.[1]) });
  const CERTIFICATES = '/api/tpp/certificates';
  const STEPS: Readonly<Record<string, () => Promise<unknown>>> = {
    'issue-certificates': async () => {
      const issued = await press('POST', CERTIFICATES, { roles: ['pis', 'ais'], lifetime: 'year', keyType: 'p256' });
      for (const [file, content] of Object.entries(Object(member(issued, 'files'))))
        await writeFile(join(folder, file), Buffer.from(String(content), file.endsWith('.p12') ? 'base64' : 'utf8'));
    },
    'use-profile-mtls': () => press('PUT', `${CERTIFICATES}/profile`, { profile: 'mtls', signsRequests: false }),
    'sign-calls': () => press('PUT', `${CERTIFICATES}/profile`, { profile: 'mtls', signsRequests: true }),
  };

  return {
    async fillIn(text) {
      const parts = text.split(/<([a-z][\w ]*)>/i);
      return (await Promise.all(parts.map((part, place) => (place % 2 === 0 ? part : wordsToValue(part))))).join('');
    },
    async open(target) {
      const user = await customerOfPage();
      const customer: Customer = {
        country: textOf(user, 'country'),
        nationalIdentityNumber: textOf(user, 'customer', 'nationalIdentityNumber'),
        method: 'SMART_ID',
      };
      address = await visitBank(openBrowser(patient(overHttp(origin)), origin), target, origin, customer);
      return address;
    },
    async act(name) {
      const step = ADVANCE.test(name) ? advance : STEPS[name];
      if (step === undefined) throw new Error(`the reader does not know how to ${name}`);
      await step(name);
    },
    answered(output) {
      answer = output;
    },
  };
}

/** As the guides say: the test customer Liis Näidis, of Estonia. */
async function chooseCustomer(browser: Browser): Promise<void> {
  const users: unknown = jsonOf(await browser.send('GET', '/api/tpp/psu'));
  const found: unknown = Object(users).find((user: unknown) => member(user, 'customer', 'surname') === 'Näidis' && member(user, 'type') === 'person');
  const chosen = await browser.send('POST', '/api/tpp/psu', { body: { id: textOf(found, 'id'), userName: textOf(found, 'userName') } });
  if (chosen.status !== 200) throw new Error(`the customer was not chosen: ${chosen.text}`);
}

/** `GET /tpp/refresh` counts as changing something. */
function pageHeaders(origin: string) {
  return { origin, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() };
}

function isoDay(daysAhead: number): string {
  return new Date(Date.now() + daysAhead * DAY_MS).toISOString().slice(0, 10);
}

/** The first field of that name, wherever it stands; a link is its address. */
function findField(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const [key, value] of Object.entries(body)) {
    const text = typeof value === 'object' && value !== null ? Object(value).href : value;
    if (key === name && typeof text === 'string') return text;
    const deeper = findField(value, name);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}
