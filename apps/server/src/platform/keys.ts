/**
 * Secrets outside the database. Development creates them once in a 0600 file beside the data folder; production gets a file. The database stores a
 * fingerprint (`keys-fingerprint-store.ts`). With lost keys the server then refuses to start, instead of failing at each client secret and audit
 * content.
 */
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Static, Type } from 'typebox';
import type { Keys } from './config.ts';
import { sha256Hex } from './crypto/hash.ts';
import { guardOf } from './guard-of.ts';
import { type KeysCommand, readKeysByCommand } from './keys-command.ts';
import { ConfigError, type SettingProblem } from './setting-reader.ts';

const Key32 = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
const KeysFile = Type.Object(
  {
    audit: Key32,
    secrets: Key32,
    cookies: Type.Array(Key32, { minItems: 1 }),
    jwks: Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 }) }, { additionalProperties: false }),
    /** During a key rotation (`rotate-keys.ts`): its phase, and the time when the phase began. */
    rotation: Type.Optional(
      Type.Object({ phase: Type.Union([Type.Literal('published'), Type.Literal('used')]), since: Type.String() }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);
export type KeysFileContent = Static<typeof KeysFile>;
const isKeysFile = guardOf(KeysFile);

/** 128 bits of security (NIST SP 800-57 part 1). */
const RSA_BITS = 3072;
/** Generated in a fifth of the time, for servers without real signatures. */
const DEVELOPMENT_RSA_BITS = 2048;
const SETTING = 'PORTICO_KEYS_FILE';
const ACCEPTED = 'the path of a JSON file with keys; `npm run portico -- keys` prints a new set';

/** Text of a new keys file: 32-byte secrets as base64url, and a private JWK set for RS256 and ES256. */
export function makeKeysText(modulusLength = RSA_BITS): string {
  const secret = () => randomBytes(32).toString('base64url');
  const keys = [
    jwkOf(generateKeyPairSync('rsa', { modulusLength }).privateKey, 'RS256'),
    jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, 'ES256'),
  ];
  return `${JSON.stringify({ audit: secret(), secrets: secret(), cookies: [secret()], jwks: { keys } }, null, 2)}\n`;
}

/** Returns undefined when the text is not a valid set of keys. */
export function parseKeysFile(text: string): KeysFileContent | undefined {
  const content = parseJson(text);
  return isKeysFile(content) && (content.rotation === undefined || !Number.isNaN(Date.parse(content.rotation.since))) ? content : undefined;
}

/** The path of a file, or a program that prints the content of such a file. */
export type KeysSource = { readonly file: string } | { readonly command: KeysCommand };

/**
 * Reads the keys. In development a missing file is created.
 * @throws ConfigError when the file or the output of the program is not a set of keys.
 */
export function readKeys(source: KeysSource, { isDevelopment, env }: { readonly isDevelopment: boolean; readonly env: NodeJS.ProcessEnv }): Keys {
  if ('command' in source) {
    const text = readKeysByCommand(source.command, env);
    if (typeof text !== 'string') throw new ConfigError([text]);
    const accepted = 'a program that prints the keys (its output is not such a set; `npm run portico -- keys` prints one)';
    return parseKeys(text, { name: 'PORTICO_KEYS_COMMAND', given: source.command[0], accepted });
  }
  const { file } = source;
  const refused = (reason: string): SettingProblem => ({ name: SETTING, given: file, accepted: `${ACCEPTED} (${reason})` });
  const text = readText(file) ?? (isDevelopment ? createKeysFile(file) : undefined);
  if (text === undefined) throw new ConfigError([refused('the file cannot be read')]);
  return parseKeys(text, refused("the file's content is not such a set"));
}

/** Two processes may start at once. The file is created completely, and the second process uses the file of the first. */
function createKeysFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(unfinished, makeKeysText(DEVELOPMENT_RSA_BITS), { mode: 0o600, flag: 'wx' });
    linkSync(unfinished, path);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readFileSync(path, 'utf8');
}

function parseKeys(text: string, refused: SettingProblem): Keys {
  const content = parseKeysFile(text);
  if (content === undefined) throw new ConfigError([refused]);
  return {
    audit: Buffer.from(content.audit, 'base64url'),
    secrets: Buffer.from(content.secrets, 'base64url'),
    cookies: content.cookies,
    jwks: content.jwks,
  };
}

function jwkOf(key: KeyObject, alg: string): Record<string, unknown> {
  const jwk = key.export({ format: 'jwk' });
  return { ...jwk, alg, use: 'sig', kid: sha256Hex(JSON.stringify([jwk.n, jwk.x, jwk.y])).slice(0, 16) };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
