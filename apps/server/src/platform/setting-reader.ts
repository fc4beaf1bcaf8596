/** Reads single settings. An invalid one is recorded and replaced by a harmless value, so that the other settings are read too. */
import { readFileSync } from 'node:fs';
import { isNetwork, NETWORK_NAMES } from './http/address-list.ts';
import { type Openness, opennessOfFile } from './secret-file.ts';
import type { SettingName } from './settings.ts';

export interface SettingProblem {
  readonly name: string;
  /** The value; `undefined` when the setting is absent. Never a secret. */
  readonly given: string | undefined;
  readonly accepted: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly SettingProblem[];
  constructor(problems: readonly SettingProblem[]) {
    const lines = problems.map(
      ({ name, given, accepted }) => `  ${name}: ${given === undefined ? 'not set' : `given ${JSON.stringify(given)}`}; accepted: ${accepted}`,
    );
    super(['The configuration cannot be used:', ...lines].join('\n'));
    this.problems = problems;
  }
}

interface UrlOptions {
  /** Undefined: the setting is required. */
  readonly fallback?: string | undefined;
  /** Plain http is accepted for loopback hosts only. */
  readonly httpOnLoopback: boolean;
}

/** Instead of a URL: the database in the data folder. */
export const EMBEDDED = 'embedded';
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A file that holds the setting. */
type SettingFile = `${SettingName}_FILE`;

export interface AskedSetting {
  /** Undefined: there is none. */
  readonly fallback: string | undefined;
  /** A file may hold it. */
  readonly isSecret: boolean;
}

export class SettingReader {
  readonly problems: SettingProblem[] = [];
  /** Every setting that was asked for. `settings.md` is made from it. */
  readonly asked = new Map<SettingName, AskedSetting>();
  readonly #env: NodeJS.ProcessEnv;
  #refusesOpenFiles = false;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** From this call on, a file with a secret must be accessible to its owner only. */
  refuseOpenFiles(): void {
    this.#refusesOpenFiles = true;
  }

  /** Records a problem when other users could read or replace the path. Returns true when it is private, or when private files are not required. */
  isPrivate(name: SettingName | SettingFile, openness: Openness | undefined): boolean {
    if (!this.#refusesOpenFiles || openness === undefined) return true;
    this.problems.push({ name, ...openness });
    return false;
  }

  text(name: SettingName, { fallback }: { fallback: string | undefined }): string {
    const given = this.#given(name, fallback);
    return given ?? this.#refuse(name, undefined, 'a text (this setting is required)', '');
  }

  /** Without a `fallback` the setting is required. */
  oneOf<const Value extends string>(name: SettingName, accepted: readonly [Value, ...Value[]], fallback: Value | undefined): Value {
    const given = this.#given(name, fallback);
    const found = accepted.find((value) => value === given);
    return found ?? this.#refuse(name, given, `${accepted.join(', ')}${given === undefined ? ' (this setting is required)' : ''}`, accepted[0]);
  }

  integer(name: SettingName, { min, max, fallback }: { min: number; max: number; fallback: number }): number {
    const given = this.#given(name, String(fallback)) ?? '';
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? value : this.#refuse(name, given, `a whole number from ${min} to ${max}`, fallback);
  }

  /**
   * Reads a setting with its own format; `parse` returns undefined for an invalid value.
   * @param options isHidden: the value may contain a secret and is never shown.
   */
  parsed<Value>(
    name: SettingName,
    parse: (given: string) => Value | undefined,
    accepted: string,
    { isHidden = false }: { readonly isHidden?: boolean } = {},
  ): Value | undefined {
    const given = this.#given(name);
    return given === undefined ? undefined : (parse(given) ?? this.#refuse(name, isHidden ? '(hidden)' : given, accepted, undefined));
  }

  list(name: SettingName): readonly string[] {
    return (this.#given(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  /** Scheme, host and port only; returned without a trailing slash. */
  origin(name: SettingName, options: UrlOptions): string {
    return this.#url(name, this.#given(name, options.fallback), options, true);
  }

  /** A URL with a path; returned without a trailing slash. */
  base(name: SettingName, options: UrlOptions): string {
    const given = this.#given(name, options.fallback);
    // The default is built from the public URL. If that was invalid, its problem is recorded already.
    return given !== undefined && given === options.fallback ? given : this.#url(name, given, options, false);
  }

  origins(name: SettingName, options: { httpOnLoopback: boolean }): readonly string[] {
    return this.list(name).map((given) => this.#url(name, given, options, true));
  }

  /** Addresses, networks (`10.0.0.0/8`), or Fastify's names for private networks. */
  networks(name: SettingName): readonly string[] {
    return this.list(name).map((given) =>
      isNetwork(given) ? given : this.#refuse(name, given, `addresses, networks such as 10.0.0.0/8, or ${NETWORK_NAMES.join(', ')}`, '127.0.0.1'),
    );
  }

  /** The word `embedded` is returned unchanged; the caller decides whether it is accepted. */
  databaseUrl(
    name: SettingName,
    { isRequired = false, also }: { readonly isRequired?: boolean; readonly also?: typeof EMBEDDED } = {},
  ): string | undefined {
    const given = this.#secret(name);
    const accepted = `postgres://user:password@host:port/database${also === undefined ? '' : `, or the word ${also} for the database in PORTICO_DATA_DIR`}`;
    if (given === undefined) return isRequired ? this.#refuse(name, undefined, `${accepted} (this setting is required)`, undefined) : undefined;
    if (given === also) return given;
    if (!/^postgres(ql)?:\/\/[^\s]+$/.test(given) || !URL.canParse(given)) return this.#refuse(name, '(hidden)', accepted, undefined);
    const files = new URL(given).searchParams;
    // The driver reads these files when it connects, and its error names neither the setting nor the parameter.
    for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
      const unreadable = files.getAll(parameter).find((path) => path !== 'system' && !isReadable(path));
      if (unreadable !== undefined) return this.#refuse(name, '(hidden)', `a readable file as ${parameter}, not ${unreadable}`, undefined);
    }
    // The client key that the driver reads for this URL.
    const keys = files.getAll('sslkey');
    return keys.every((path) => this.isPrivate(name, opennessOfFile(path, `the client key of ${name}`))) ? given : undefined;
  }

  /** May contain a password, so it is never shown. */
  smtpUrl(name: SettingName, { isRequired }: { isRequired: boolean }): string | undefined {
    const given = this.#secret(name);
    const accepted = 'smtp://user:password@host:587 or smtps://user:password@host:465';
    if (given === undefined) return isRequired ? this.#refuse(name, undefined, `${accepted} (this setting is required)`, undefined) : undefined;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const isAccepted = url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '';
    return isAccepted ? given : this.#refuse(name, '(hidden)', accepted, undefined);
  }

  /**
   * The URL of a telemetry collector. Its path may contain a key, so it is never shown. Plain http is accepted, because telemetry contains no
   * personal data.
   */
  collector(name: SettingName): string | undefined {
    const isAccepted = (url: URL) => /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
    return this.#secretUrl(name, isAccepted, 'an address such as http://collector:4318, without user and query')?.href.replace(/\/+$/, '');
  }

  /** An http proxy. May contain a password, so it is never shown. */
  proxyUrl(name: SettingName): string | undefined {
    const isBare = ({ pathname, search, hash }: URL) => pathname === '/' && search === '' && hash === '';
    const isAccepted = (url: URL) => /^https?:$/.test(url.protocol) && isBare(url) && isEncoded(`${url.username}:${url.password}`);
    return this.#secretUrl(name, isAccepted, 'http://user:password@proxy:3128, with or without user and password')?.href;
  }

  /** `name=value,name=value`, with percent-encoded values (`%20`). May contain a key, so it is never shown. */
  headers(name: SettingName): Readonly<Record<string, string>> {
    const pairs = (this.#secret(name) ?? '').split(',').filter((pair) => pair.trim() !== '');
    const read = pairs.map((pair) => /^\s*([A-Za-z0-9-]{1,64})=([\x21-\x7e]{1,2000})\s*$/.exec(pair) ?? []);
    if (read.every(([, header, value]) => header !== undefined && value !== undefined && isEncoded(value))) {
      return Object.fromEntries(read.map(([, header = '', value = '']) => [header.toLowerCase(), decodeURIComponent(value)]));
    }
    return this.#refuse(name, '(hidden)', 'headers such as api-key=abc,other=def', {});
  }

  /** Never shown, not even its length. */
  secret(name: SettingName, { lengthMin }: { lengthMin: number }): string {
    const given = this.#secret(name);
    if (given !== undefined && given.length >= lengthMin && /^[\x21-\x7e]+$/.test(given)) return given;
    const accepted = `${lengthMin > 1 ? `at least ${lengthMin} characters` : 'a text'} without spaces${given === undefined ? ' (this setting is required)' : ''}`;
    return this.#refuse(name, given === undefined ? undefined : '(hidden)', accepted, '');
  }

  /** An e-mail address without a display name. */
  emailAddress(name: SettingName, { fallback }: { fallback: string | undefined }): string {
    const given = this.#given(name, fallback);
    if (given !== undefined && /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(given)) return given;
    return this.#refuse(
      name,
      given,
      `an e-mail address such as no-reply@bank.example${given === undefined ? ' (this setting is required)' : ''}`,
      '',
    );
  }

  /** Node reads this file itself; when it cannot, it warns and goes on without it. */
  privateAuthorities(): void {
    const name = 'NODE_EXTRA_CA_CERTS';
    const path = this.#env[name];
    if (path === undefined || path === '' || isReadable(path, '-----BEGIN CERTIFICATE-----')) return;
    this.problems.push({ name, given: path, accepted: 'the path of a readable PEM file with the certificates of private authorities' });
  }

  isGiven(name: SettingName): boolean {
    return this.#text(name) !== undefined || this.#text(`${name}_FILE`) !== undefined;
  }

  /** A secret may be in a file, as orchestrators provide it; `NAME_FILE` is its path. Returns the value, never the path. */
  #secret(name: SettingName): string | undefined {
    this.asked.set(name, { fallback: undefined, isSecret: true });
    const given = this.#text(name);
    const pathName = `${name}_FILE` as const;
    const path = this.#text(pathName);
    if (path === undefined) return given;
    if (given !== undefined) return this.#refuse(pathName, path, `nothing while ${name} is set: one of the two`, undefined);
    if (!this.isPrivate(pathName, opennessOfFile(path, name))) return undefined;
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      return this.#refuse(pathName, path, `the path of a readable file that holds ${name}`, undefined);
    }
  }

  #secretUrl(name: SettingName, isAccepted: (url: URL) => boolean, accepted: string): URL | undefined {
    const given = this.#secret(name);
    if (given === undefined) return undefined;
    const url = URL.parse(given);
    return url !== null && isAccepted(url) ? url : this.#refuse(name, '(hidden)', accepted, undefined);
  }

  #given(name: SettingName, fallback?: string): string | undefined {
    this.asked.set(name, { fallback, isSecret: false });
    return this.#text(name) ?? fallback;
  }

  #text(name: SettingName | SettingFile): string | undefined {
    const given = this.#env[name]?.trim();
    return given === '' ? undefined : given;
  }

  #url(name: SettingName, given: string | undefined, { httpOnLoopback }: UrlOptions, isOrigin: boolean): string {
    const example = isOrigin ? 'https://bank.example' : 'https://bank.example/path';
    const accepted = `an address such as ${example} without query${httpOnLoopback ? '; http only on localhost, 127.0.0.1 or [::1]' : '; https only'}${given === undefined ? ' (this setting is required)' : ''}`;
    const url = given === undefined || !URL.canParse(given) ? undefined : new URL(given);
    if (url === undefined || !isAccepted(url, httpOnLoopback, isOrigin))
      return this.#refuse(name, hidePassword(given, url), accepted, 'http://localhost');
    return url.href.replace(/\/+$/, '');
  }

  #refuse<Value>(name: SettingName | SettingFile, given: string | undefined, accepted: string, instead: Value): Value {
    this.problems.push({ name, given, accepted });
    return instead;
  }
}

/** True if the value is printable after percent-decoding. */
function isEncoded(value: string): boolean {
  try {
    return /^[\x20-\x7e]*$/.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

/** @param text that the file has to contain. */
function isReadable(path: string, text = ''): boolean {
  try {
    return readFileSync(path, 'utf8').includes(text);
  } catch {
    return false;
  }
}

function isAccepted(url: URL, httpOnLoopback: boolean, isOrigin: boolean): boolean {
  const isSchemeAccepted = url.protocol === 'https:' || (httpOnLoopback && url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname));
  const isBare = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isSchemeAccepted && isBare && (!isOrigin || url.pathname === '/');
}

function hidePassword(given: string | undefined, url: URL | undefined): string | undefined {
  return url !== undefined && (url.username !== '' || url.password !== '') ? `${url.protocol}//(hidden)@${url.host}` : given;
}
