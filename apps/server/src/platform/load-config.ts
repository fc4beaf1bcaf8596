/** Reads the settings of one process from its environment. All invalid settings are collected, so that one start reports them together. */
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Brand } from './brand/brand.ts';
import { readBrand } from './brand/read-brand.ts';
import type { Config, ConsoleSettings, Keys, OpenIdClient } from './config.ts';
import { type ReadConsole, readConsole } from './console-settings.ts';
import { readCore } from './core-settings.ts';
import { crashPointNames, parseCrashOrder } from './crash-points.ts';
import { hmacSha256Hex } from './crypto/hash.ts';
import { DATABASE_CONNECTIONS } from './db/connection.ts';
import { readEgress } from './egress/egress-settings.ts';
import { type KeysSource, readKeys } from './keys.ts';
import { KEYS_COMMAND_ACCEPTED, parseKeysCommand } from './keys-command.ts';
import { opennessOfFile, opennessOfFolder, opennessOfProgram, replaceabilityOf } from './secret-file.ts';
import { ConfigError, EMBEDDED, SettingReader } from './setting-reader.ts';
import type { SettingName } from './settings.ts';
import { readTelemetry } from './telemetry/telemetry-settings.ts';
import { type MtlsSettings, readMtls } from './tls/mtls-settings.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
/** A name that no real bank has. */
const DEFAULT_BANK = { name: 'Portico Bank', legalName: 'Portico Bank AS (fictitious)' };
const PORT_MAX = 65_535;
const DEVICE_ANSWER_SECONDS_MAX = 120;
/** The names that PostgreSQL accepts without quotes. */
const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

type Settings = Omit<Config, 'keys' | 'console'> & { readonly console: ReadConsole | undefined };

/** @throws ConfigError naming each invalid setting, its value (never a secret) and the accepted values. */
export function loadConfig(env: NodeJS.ProcessEnv, read: SettingReader = new SettingReader(env)): Config {
  const { settings, keysSource } = readSettings(read);
  const keys = readKeys(keysSource, { isDevelopment: settings.mode === 'development', env });
  const { google, demoIdpPort } = settings;
  return { ...settings, google: google ?? standIn('portico', demoIdpPort, keys), console: consoleOf(settings, keys), keys };
}

/**
 * Reads the settings without the keys, and creates none: for commands that only look for an installation.
 * @throws ConfigError as {@link loadConfig}.
 */
export const loadSettings = (env: NodeJS.ProcessEnv): Settings => readSettings(new SettingReader(env)).settings;

function readSettings(read: SettingReader): { readonly settings: Settings; readonly keysSource: KeysSource } {
  const mode = read.oneOf('PORTICO_MODE', ['development', 'production'], 'development');
  const isDevelopment = mode === 'development';
  if (!isDevelopment) read.refuseOpenFiles();
  read.privateAuthorities();
  const port = read.integer('PORT', { min: 1, max: PORT_MAX, fallback: 3000 });
  const publicUrl = read.origin('PORTICO_PUBLIC_URL', {
    fallback: isDevelopment ? `http://localhost:${port}` : undefined,
    httpOnLoopback: isDevelopment,
  });
  const base = (name: SettingName, path: string) => read.base(name, { fallback: `${publicUrl}${path}`, httpOnLoopback: isDevelopment });
  const dataDir = resolve(read.text('PORTICO_DATA_DIR', { fallback: './data' }));
  const brand = readBrandFolder(read);
  const startsDemoTpp = read.oneOf('PORTICO_DEMO_TPP', ['on', 'off'], 'on') === 'on';
  const demoTppPort = read.integer('PORTICO_DEMO_TPP_PORT', { min: 1, max: PORT_MAX, fallback: 3001 });
  const startsDemoIdp = read.oneOf('PORTICO_DEMO_IDP', ['on', 'off'], 'on') === 'on';
  const demoIdpPort = read.integer('PORTICO_DEMO_IDP_PORT', { min: 1, max: PORT_MAX, fallback: 3002 });
  const google = readGoogle(read, isDevelopment);
  const bank = read.oneOf('PORTICO_BANK', ['sandbox', 'adapter'], isDevelopment ? 'sandbox' : undefined);
  // A bank with a core is a real one: customers never read the name of the fictitious bank there.
  const isFictitious = isDevelopment || bank === 'sandbox';
  const bankName = read.text('PORTICO_BANK_NAME', { fallback: brand?.names.bankName ?? (isFictitious ? DEFAULT_BANK.name : undefined) });
  const trustedProxies = read.networks('PORTICO_TRUSTED_PROXIES');
  const mtls = readMtls(read, { isDevelopment, port, hasAuthority: bank === 'sandbox', trustedProxies });
  const settings: Settings = {
    mode,
    bank,
    core: readCore(read, bank, isDevelopment),
    host: read.text('HOST', { fallback: isDevelopment ? 'localhost' : '0.0.0.0' }),
    port,
    publicUrl,
    apiBase: base('PORTICO_API_BASE', '/api'),
    contentBase: base('PORTICO_CONTENT_BASE', '/content'),
    sandboxBase: base('PORTICO_SANDBOX_BASE', '/api'),
    identityBase: base('PORTICO_IDENTITY_BASE', '/identity'),
    allowedOrigins: read.origins('PORTICO_ALLOWED_ORIGINS', { httpOnLoopback: isDevelopment }),
    ...readDatabases(read, isDevelopment),
    dataDir,
    productName: read.text('PORTICO_PRODUCT_NAME', { fallback: brand?.names.productName ?? 'Portico' }),
    bankName,
    bankLegalName: read.text('PORTICO_BANK_LEGAL_NAME', { fallback: legalName(bankName, brand) }),
    accessibilityAuthority: readAuthority(read),
    supportContact: read.text('PORTICO_SUPPORT_CONTACT', {
      fallback: brand?.names.supportContact ?? (isDevelopment ? 'support@portico-bank.example' : undefined),
    }),
    brand,
    contentDir: readFolder(read, 'PORTICO_CONTENT_DIR'),
    specsDir: readFolder(read, 'PORTICO_SPECS_DIR'),
    deviceAnswerSeconds: read.integer('PORTICO_DEVICE_ANSWER_SECONDS', { min: 0, max: DEVICE_ANSWER_SECONDS_MAX, fallback: 3 }),
    decoupledSca: readDecoupledSca(read, bank),
    logLevel: read.oneOf('PORTICO_LOG_LEVEL', LOG_LEVELS, isDevelopment ? 'warn' : 'info'),
    rateLimitPerMinute: read.integer('PORTICO_RATE_LIMIT_PER_MINUTE', { min: 0, max: 1_000_000, fallback: 12_000 }),
    busyDelayMs: read.integer('PORTICO_BUSY_DELAY_MS', { min: 0, max: 60_000, fallback: 500 }),
    trustedProxies,
    mtls,
    trustDir: readTrustFolder(read, { bank, isDevelopment, mtls }),
    revocation: read.oneOf('PORTICO_REVOCATION', ['hard', 'soft'], isDevelopment ? 'soft' : 'hard'),
    registration: readRegistration(read, mtls),
    egress: readEgress(read, isDevelopment),
    notifications: read.oneOf('PORTICO_NOTIFICATIONS', ['on', 'off'], 'on') === 'on',
    demoTppPort: isDevelopment ? demoTppPort : undefined,
    startsDemoTpp: isDevelopment && startsDemoTpp,
    crashAt: isDevelopment
      ? read.parsed('PORTICO_CRASH_AT', parseCrashOrder, `a crash point, or one with a number such as name:3: ${crashPointNames().join(', ')}`)
      : read.parsed('PORTICO_CRASH_AT', () => undefined, 'nothing: only a development server may be told to crash'),
    mailFrom: read.emailAddress('PORTICO_MAIL_FROM', { fallback: isDevelopment ? 'no-reply@portico-bank.example' : undefined }),
    smtpUrl: read.smtpUrl('PORTICO_SMTP_URL', { isRequired: !isDevelopment }),
    // Requests to a development server all come from one machine.
    mailsPerNetworkPerHour: read.integer('PORTICO_MAILS_PER_NETWORK_PER_HOUR', { min: 1, max: 1_000_000, fallback: isDevelopment ? 1_000 : 10 }),
    google,
    console: readConsole(read, {
      isDevelopment,
      ports: [port, mtls?.port, mtls?.proxy?.port].filter((each) => each !== undefined),
      origins: [publicUrl, ...(mtls === undefined ? [] : [mtls.url])],
    }),
    demoIdpPort: isDevelopment && startsDemoIdp && google === undefined ? demoIdpPort : undefined,
    telemetry: readTelemetry(read),
  };
  const keysSource = readKeysSource(read, isDevelopment ? developmentKeysFile(dataDir) : undefined);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return { settings, keysSource };
}

/** Where the keys are: in a file, or a program prints them. The program runs only when every other setting is valid. */
function readKeysSource(read: SettingReader, fallback: string | undefined): KeysSource {
  const [file, program] = ['PORTICO_KEYS_FILE', 'PORTICO_KEYS_COMMAND'] as const;
  const command = read.parsed(program, parseKeysCommand, KEYS_COMMAND_ACCEPTED, { isHidden: true });
  if (!read.isGiven(program)) {
    const keysFile = read.text(file, { fallback });
    if (keysFile !== '') read.isPrivate(file, opennessOfFile(keysFile, 'the keys'));
    return { file: keysFile };
  }
  if (read.isGiven(file))
    read.problems.push({ name: file, given: read.text(file, { fallback }), accepted: `nothing while ${program} is set: one of the two` });
  if (command === undefined) return { file: '' };
  read.isPrivate(program, opennessOfProgram(command[0]));
  return { command };
}

type Databases = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'databaseConnections' | 'databaseServerRole'>;

/** In production the embedded database must be chosen by name, and its folder must be set. Otherwise a missing setting would open an empty bank. */
function readDatabases(read: SettingReader, isDevelopment: boolean): Databases {
  const given = read.databaseUrl('DATABASE_URL', { isRequired: !isDevelopment, also: EMBEDDED });
  const databaseUrl = given === EMBEDDED ? undefined : given;
  if (given === EMBEDDED && !isDevelopment) readEmbeddedFolder(read);
  const further = ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;
  const [databaseDirectUrl, databaseReadUrl] = further.map((name) => read.databaseUrl(name));
  const [connections, role] = ['DATABASE_CONNECTIONS', 'DATABASE_SERVER_ROLE'] as const;
  const databaseServerRole = read.parsed(role, (given) => (ROLE.test(given) ? given : undefined), 'the name of a role: a-z, 0-9 and _, at most 63');
  const databaseConnections = read.integer(connections, { min: 2, max: 200, fallback: DATABASE_CONNECTIONS });
  if (databaseUrl === undefined)
    for (const name of [...further, connections, role].filter((each) => read.isGiven(each)))
      read.problems.push({ name, given: '(hidden)', accepted: 'nothing, unless DATABASE_URL names a PostgreSQL database' });
  else if (databaseServerRole !== undefined && databaseDirectUrl === undefined)
    read.problems.push({ name: role, given: databaseServerRole, accepted: 'nothing, unless DATABASE_DIRECT_URL names the owner of the tables' });
  return { databaseUrl, databaseDirectUrl, databaseReadUrl, databaseConnections, databaseServerRole };
}

function readEmbeddedFolder(read: SettingReader): void {
  const name = 'PORTICO_DATA_DIR';
  if (read.isGiven(name)) read.isPrivate(name, opennessOfFolder(resolve(read.text(name, { fallback: undefined })), 'the database'));
  else read.problems.push({ name, given: undefined, accepted: 'the folder of the embedded database (this setting is required)' });
}

function readBrandFolder(read: SettingReader): Brand | undefined {
  const name = 'PORTICO_BRAND_DIR';
  if (!read.isGiven(name)) return undefined;
  const brand = readBrand(resolve(read.text(name, { fallback: undefined })));
  if ('names' in brand) return brand;
  read.problems.push(...brand.map((problem) => ({ name, ...problem })));
  return undefined;
}

function readAuthority(read: SettingReader): string | undefined {
  const name = 'PORTICO_ACCESSIBILITY_AUTHORITY';
  return read.isGiven(name) ? read.text(name, { fallback: undefined }) : undefined;
}

function readFolder(read: SettingReader, name: SettingName): string | undefined {
  if (!read.isGiven(name)) return undefined;
  const folder = resolve(read.text(name, { fallback: undefined }));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    read.problems.push({ name, given: folder, accepted: 'an existing folder' });
  return folder;
}

/** With `adapter` there are no anchors of the sandbox, so without the folder the server would refuse every certificate. */
function readTrustFolder(
  read: SettingReader,
  { bank, isDevelopment, mtls }: { bank: Config['bank']; isDevelopment: boolean; mtls: MtlsSettings | undefined },
): string | undefined {
  const name = 'PORTICO_TRUST_DIR';
  if (bank === 'adapter' && !isDevelopment && mtls !== undefined && !read.isGiven(name))
    read.problems.push({
      name,
      given: undefined,
      accepted: 'an existing folder, because an address for mutual TLS is set (this setting is required)',
    });
  const folder = readFolder(read, name);
  if (folder !== undefined) read.isPrivate(name, replaceabilityOf(folder, 'the authorities that identify providers'));
  return folder;
}

/** Returns the legal name that belongs to the bank name in use; without one, the bank name itself. */
function legalName(bankName: string, brand: Brand | undefined): string {
  const { name, legalName: legal } = brand === undefined ? DEFAULT_BANK : { name: brand.names.bankName, legalName: brand.names.bankLegalName };
  return bankName === name ? legal : bankName;
}

/** Only the sandbox bank is tested with it. */
function readDecoupledSca(read: SettingReader, bank: Config['bank']): boolean {
  const name = 'PORTICO_DECOUPLED_SCA';
  const isOn = read.oneOf(name, ['off', 'on'], 'off') === 'on';
  if (isOn && bank === 'adapter') read.problems.push({ name, given: 'on', accepted: 'off, unless PORTICO_BANK is sandbox' });
  return isOn;
}

/** Providers register with a certificate, so there must be an address that reads it. */
function readRegistration(read: SettingReader, mtls: MtlsSettings | undefined): boolean {
  const name = 'PORTICO_REGISTRATION';
  const isOn = read.oneOf(name, ['off', 'on'], 'off') === 'on';
  if (isOn && mtls === undefined)
    read.problems.push({ name, given: 'on', accepted: 'off, unless PORTICO_MTLS_PORT or PORTICO_MTLS_PROXY_PORT is set' });
  return isOn;
}

/** Client id and client secret must be set together. Without them, signing in with Google is off. */
function readGoogle(read: SettingReader, isDevelopment: boolean): OpenIdClient | undefined {
  const issuer = read.base('PORTICO_GOOGLE_ISSUER', { fallback: 'https://accounts.google.com', httpOnLoopback: isDevelopment });
  const names = ['PORTICO_GOOGLE_CLIENT_ID', 'PORTICO_GOOGLE_CLIENT_SECRET'] as const;
  if (names.every((name) => !read.isGiven(name))) return undefined;
  const [clientId, clientSecret] = [read.text(names[0], { fallback: undefined }), read.secret(names[1], { lengthMin: 1 })];
  return { issuer, clientId, clientSecret, isStandIn: false };
}

/** A development server without the settings of a provider has a console as long as it has the stand-in. */
function consoleOf({ console, demoIdpPort }: Pick<Settings, 'console' | 'demoIdpPort'>, keys: Keys): ConsoleSettings | undefined {
  const openid = console?.openid ?? standIn('portico-console', demoIdpPort, keys);
  return console === undefined || openid === undefined ? undefined : { ...console, openid };
}

/** The secret is derived from the keys, so that it is the same at every start and in every process of an installation. */
function standIn(clientId: 'portico' | 'portico-console', port: number | undefined, keys: Keys): OpenIdClient | undefined {
  if (port === undefined) return undefined;
  const clientSecret = hmacSha256Hex(keys.secrets, `client secret of ${clientId} at the stand-in identity provider`);
  return { issuer: `http://127.0.0.1:${port}`, clientId, clientSecret, isStandIn: true };
}

/** Beside the data folder, not inside it: deleting or restoring the folder alone must not silently change the keys. */
function developmentKeysFile(dataDir: string): string {
  return join(dirname(dataDir), `${basename(dataDir)}-keys.json`);
}
