/** Makes `docs/operate/settings.md`: meanings from the table of settings; names, defaults and accepted values from what the server reads and refuses. */
import { join } from 'node:path';
import { loadConfig } from '#platform/load-config.ts';
import { type AskedSetting, ConfigError, type SettingProblem, SettingReader } from '#platform/setting-reader.ts';
import { SETTINGS, type SettingName } from '#platform/settings.ts';

type Environment = Readonly<Record<string, string>>;

/** A value that no setting with rules accepts. */
const INVALID = '\u0007';
const REQUIRED = ' (this setting is required)';

interface Read {
  readonly asked: ReadonlyMap<SettingName, AskedSetting>;
  readonly problems: readonly SettingProblem[];
}

function readWith(env: Environment): Read {
  const read = new SettingReader(env);
  try {
    loadConfig(env, read);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  return { asked: read.asked, problems: read.problems };
}

const production: Environment = {
  PORTICO_MODE: 'production',
  PORTICO_BANK: 'adapter',
  PORTICO_BANK_URL: 'https://core.bank.example',
  PORTICO_BANK_SECRET: 'x'.repeat(32),
  PORTICO_BANK_CERT_FILE: 'none',
  PORTICO_BANK_KEY_FILE: 'none',
  PORTICO_BANK_CA_FILE: 'none',
  PORTICO_BANK_AUTHENTICATION_ORIGINS: 'https://login.bank.example',
  PORTICO_PUBLIC_URL: 'https://openbanking.example',
  PORTICO_SUPPORT_CONTACT: 'support@bank.example',
  PORTICO_MAIL_FROM: 'no-reply@bank.example',
  PORTICO_SMTP_URL: 'smtp://mail.bank.example:587',
  PORTICO_GOOGLE_CLIENT_ID: 'id',
  PORTICO_GOOGLE_CLIENT_SECRET: 'secret',
  PORTICO_CONSOLE_ADDRESS: '10.0.0.1:3004',
  PORTICO_ACCESSIBILITY_AUTHORITY: 'none',
  PORTICO_BRAND_DIR: 'none',
  PORTICO_CONTENT_DIR: 'none',
  PORTICO_SPECS_DIR: 'none',
  PORTICO_TRUSTED_PROXIES: '10.0.0.1',
  PORTICO_MTLS_PORT: '3443',
  PORTICO_MTLS_CERT_FILE: 'none',
  PORTICO_MTLS_KEY_FILE: 'none',
  PORTICO_MTLS_PROXY_PORT: '3444',
  PORTICO_TRUST_DIR: 'none',
  DATABASE_URL: 'postgres://db.bank.example/portico',
  DATABASE_DIRECT_URL: 'postgres://db.bank.example/portico',
};

/** @param keysFile where a development server may make its keys. */
export function describeSettings(keysFile: string): string {
  const keys = { PORTICO_KEYS_FILE: keysFile };
  const inDevelopment = readWith(keys);
  const inProduction = readWith({ PORTICO_MODE: 'production' });
  const whole = readWith({ ...production, ...keys });
  const isRequired = (name: string) => inProduction.problems.some((problem) => problem.name === name && problem.accepted.endsWith(REQUIRED));

  const defaultOf = (name: SettingName): string => {
    const own = shown((inDevelopment.asked.get(name) ?? whole.asked.get(name))?.fallback);
    const other = isRequired(name) ? 'required' : shown(inProduction.asked.get(name)?.fallback);
    return own === other || !inProduction.asked.has(name) || isOnlyInDevelopment(name) ? own : `${own}; production: ${other}`;
  };

  const acceptedOf = (name: SettingName): string => {
    const base = isOnlyInDevelopment(name) ? {} : production;
    const { problems } = readWith({ ...base, ...keys, [name]: INVALID });
    const accepted = problems.find((problem) => problem.name === name)?.accepted;
    return (accepted ?? 'a text').replace(REQUIRED, '').replaceAll('|', '\\|');
  };

  const lines = Object.entries(SETTINGS).flatMap(([title, group]) => [
    `## ${title}`,
    '',
    '| name | meaning | default | accepted |',
    '|---|---|---|---|',
    ...namesOf(group).map((name) => {
      const isSecret = whole.asked.get(name)?.isSecret === true;
      return `| \`${name}\`${isSecret ? ', `…_FILE`' : ''} | ${meaningOf(group, name)} | ${defaultOf(name)} | ${acceptedOf(name)} |`;
    }),
    '',
  ]);
  return [...HEAD, ...lines].join('\n');
}

/** Every setting that a server reads in some configuration. */
export function settingsRead(keysFile: string): readonly string[] {
  const keys = { PORTICO_KEYS_FILE: keysFile };
  return [readWith(keys), readWith({ ...production, ...keys })].flatMap(({ asked }) => [...asked.keys()]);
}

/** Every setting that a file may hold. */
export const secretsRead = (keysFile: string): readonly string[] =>
  [...readWith({ ...production, PORTICO_KEYS_FILE: keysFile }).asked].flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));

const HEAD = [
  '# Settings',
  '',
  'All settings are environment variables. The server refuses to start with wrong settings and prints each with the accepted values. A file can replace',
  'a setting with a secret: for names with `…_FILE`, `DATABASE_URL_FILE` is the path of a file that holds `DATABASE_URL`.',
  '',
  'This page is made from the code that reads the settings (`UPDATE_RECORDED=1 npm run test:one -- apps/server/src/platform/settings.test.ts`).',
  '',
];

const isOnlyInDevelopment = (name: string): boolean => name in SETTINGS['Development only'];

function namesOf(group: object): readonly SettingName[] {
  return Object.keys(group).filter((name): name is SettingName => name !== '');
}

function meaningOf(group: object, name: string): string {
  return String(Object.getOwnPropertyDescriptor(group, name)?.value);
}

/** Without this machine's folder and origin. */
function shown(fallback: string | undefined): string {
  if (fallback === undefined || fallback === '') return 'none';
  return `\`${fallback.replace(join(process.cwd(), '/'), './').replace(/^http:\/\/localhost(:\d+)?\//, '{public URL}/')}\``;
}
