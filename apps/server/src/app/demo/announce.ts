/** Messages of a development server to the developer who started it: progress, next steps, addresses, and who can sign in. */
import type { DemoLogin } from '#modules/bank/index.ts';
import type { Config } from '#platform/config.ts';
import { databaseName } from '#platform/db/database-name.ts';

export type Say = (text: string) => void;

/** Writes nothing in production, which uses the log. */
export function createSay(config: Pick<Config, 'mode'>): Say {
  return config.mode === 'development' ? (text) => void process.stdout.write(`${text}\n`) : () => {};
}

/** For the log of a server and for `migrate`: warns operators who expected a database with customers but opened an empty one. */
export function newDatabaseText(config: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  const [named, setting] = [databaseName(config), config.databaseUrl === undefined ? 'PORTICO_DATA_DIR' : 'DATABASE_URL'];
  return `The database (${named}) was empty and is a new installation now. If an installation exists already, stop and correct ${setting}.`;
}

const NAME_LENGTH = 36;

export interface Sites {
  /** Origins of the demo sites; undefined where a site does not run. */
  readonly shopUrl?: string | undefined;
  readonly standInUrl?: string | undefined;
  /** The address for mutual TLS; undefined where there is none. */
  readonly mtlsUrl?: string | undefined;
  /** The console of the bank's staff; undefined: it has none. */
  readonly consoleUrl?: string | undefined;
}

export function announce(
  say: Say,
  config: Pick<Config, 'bank' | 'productName' | 'publicUrl' | 'apiBase' | 'smtpUrl'>,
  logins: readonly DemoLogin[],
  { shopUrl, standInUrl, mtlsUrl, consoleUrl }: Sites,
): void {
  const [first, ...others] = logins;
  say('');
  say(`${config.productName} is ready.`);
  if (first !== undefined) announceFirst(say, first, shopUrl ?? config.publicUrl);
  const addresses: readonly (readonly [string, string])[] = [
    ...(shopUrl === undefined ? [] : [['Demo shop (third-party site)', `${shopUrl}/`] as const]),
    ['Portal (sign up as a developer)', `${config.publicUrl}/`],
    ...(config.bank === 'sandbox' ? [['Test device (the customer’s phone)', `${config.publicUrl}/bank/device`] as const] : []),
    ...(config.smtpUrl === undefined ? [['Mailbox (mails to developers)', `${config.publicUrl}/mailbox`] as const] : []),
    ...(standInUrl === undefined ? [] : [['Stand-in for Google', standInUrl] as const]),
    ...(consoleUrl === undefined ? [] : [['Console (the bank’s staff)', consoleUrl] as const]),
    ['API', config.apiBase],
    ...(mtlsUrl === undefined ? [] : [['API with a certificate (mutual TLS)', `${mtlsUrl}/api`] as const]),
    ['Health', `${config.publicUrl}/readyz`],
  ];
  say('');
  for (const [name, address] of addresses) say(`  ${name.padEnd(NAME_LENGTH)}${address}`);
  if (mtlsUrl !== undefined && config.bank === 'sandbox') announceCertificates(say, mtlsUrl);
  if (consoleUrl !== undefined && standInUrl !== undefined) announceOperators(say);
  if (others.length > 0) announceOthers(say, others);
  say('');
  say('Stop with Ctrl+C.');
}

function announceFirst(say: Say, { country, nationalIdentityNumber, name }: DemoLogin, startUrl: string): void {
  say('');
  say(`Next: open ${startUrl}/, pay for something, and sign in at the bank (${COUNTRIES[country]}, no password) with the personal code`);
  say('');
  say(`  ${nationalIdentityNumber}   ${name}`);
}

function announceCertificates(say: Say, mtlsUrl: string): void {
  say('');
  say('For a test certificate, sign up in the portal and open your application. Then call:');
  say(`  curl --cert qwac.pem --key qwac.key --cacert portico-ca.pem ${mtlsUrl}/readyz`);
}

/** As the stand-in for the bank's identity provider offers them. */
const OPERATORS = [
  'Tiina Tugi (support)',
  'Mart Maksed (operations)',
  'Paula Pakkuja (providers)',
  'Aivar Audiitor (auditor)',
  'Heli Haldur (administrator)',
];

function announceOperators(say: Say): void {
  say('');
  say(`At the console sign in, without a password, as one of these invented people: ${OPERATORS.join(', ')}.`);
}

function announceOthers(say: Say, logins: readonly DemoLogin[]): void {
  say('');
  say('Other invented customers, to rehearse with:');
  for (const country of ['ee', 'lv', 'lt'] as const) {
    const entries = logins.filter((login) => login.country === country).map((login) => `${login.nationalIdentityNumber} ${whatHappens(login)}`);
    if (entries.length > 0) say(`  ${COUNTRIES[country].padEnd(11)}${entries.join(' · ')}`);
  }
}

const COUNTRIES: Readonly<Record<DemoLogin['country'], string>> = { ee: 'Estonia', lv: 'Latvia', lt: 'Lithuania' };

const SCENARIOS: Readonly<Record<DemoLogin['scenario'], string>> = {
  approves: 'approves',
  refuses: 'refuses',
  wrongCode: 'wrong code',
  timesOut: 'no answer',
  sessionExpires: 'session expires',
  needsSecondSignature: 'needs a second signature',
  notEnoughMoney: 'not enough money',
  bankSlow: 'slow bank',
  bankDown: 'bank down',
};

function whatHappens({ scenario, type, coSigner }: DemoLogin): string {
  if (type !== 'company') return SCENARIOS[scenario];
  const second = coSigner === undefined ? '' : ` (given by ${coSigner.nationalIdentityNumber} at /bank/to-sign)`;
  return `${SCENARIOS[scenario]}, company${second}`;
}
