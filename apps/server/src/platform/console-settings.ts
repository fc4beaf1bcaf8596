/** The operator's settings for the console of the bank's staff. */
import { CONSOLE_ROLES, type ConsoleRole } from '@portico/contract/values';
import type { ConsoleSettings, OpenIdClient } from './config.ts';
import { parseHostAndPort } from './host-and-port.ts';
import type { SettingReader } from './setting-reader.ts';
import type { SettingName } from './settings.ts';

/** The stand-in is known only when the keys are read. */
export type ReadConsole = Omit<ConsoleSettings, 'openid'> & { readonly openid: OpenIdClient | undefined };

export interface AroundConsole {
  readonly isDevelopment: boolean;
  /** Ports and origins of the public addresses. */
  readonly ports: readonly number[];
  readonly origins: readonly string[];
}

const DEVELOPMENT = { host: 'localhost', port: 3004 };
const OFF = 'off';
const [ADDRESS, URL_NAME, GROUPS] = ['PORTICO_CONSOLE_ADDRESS', 'PORTICO_CONSOLE_URL', 'PORTICO_CONSOLE_GROUPS'] as const;
const [ISSUER, CLIENT_ID, CLIENT_SECRET] = [
  'PORTICO_CONSOLE_OPENID_ISSUER',
  'PORTICO_CONSOLE_OPENID_CLIENT_ID',
  'PORTICO_CONSOLE_OPENID_CLIENT_SECRET',
] as const;
const OTHERS = [URL_NAME, GROUPS, ISSUER, CLIENT_ID, CLIENT_SECRET] as const;
/** The groups of the stand-in's people. */
const STAND_IN_GROUPS: ReadonlyMap<string, ConsoleRole> = new Map(CONSOLE_ROLES.map((role) => [role, role]));
const GROUP_PAIR = /^([^=,]{1,200})=([a-z-]{1,30})$/;

/** Returns undefined where this server has no console. */
export function readConsole(read: SettingReader, { isDevelopment, ports, origins }: AroundConsole): ReadConsole | undefined {
  const parse = (given: string) => (given === OFF ? OFF : parseHostAndPort(given));
  const given = read.parsed(ADDRESS, parse, `a port of this machine such as 3004, an address such as 10.0.0.5:3004, or ${OFF}`);
  const address = given ?? (isDevelopment && !read.isGiven(ADDRESS) ? DEVELOPMENT : OFF);
  if (address === OFF) {
    for (const name of OTHERS.filter((each) => read.isGiven(each))) refuse(read, name, '(hidden)', `nothing, unless ${ADDRESS} is set`);
    return undefined;
  }
  const { host, port } = address;
  const url = read.origin(URL_NAME, { fallback: isDevelopment ? `http://localhost:${port}` : undefined, httpOnLoopback: isDevelopment });
  // A default of development gives way to a public port that was chosen; a chosen address does not.
  if (ports.includes(port)) {
    if (given === undefined) return undefined;
    refuse(read, ADDRESS, String(port), 'a port that no other setting names: the console never shares an address with the portal');
  }
  if (origins.includes(url)) refuse(read, URL_NAME, url, 'another origin than those of PORTICO_PUBLIC_URL and PORTICO_MTLS_URL');
  const openid = readOpenId(read, isDevelopment);
  return { host, port, url, openid, groups: readGroups(read, openid !== undefined) };
}

/** In production, and with one of the three settings, all three are required. */
function readOpenId(read: SettingReader, isDevelopment: boolean): OpenIdClient | undefined {
  if (isDevelopment && [ISSUER, CLIENT_ID, CLIENT_SECRET].every((name) => !read.isGiven(name))) return undefined;
  const issuer = read.base(ISSUER, { httpOnLoopback: isDevelopment });
  return {
    issuer,
    clientId: read.text(CLIENT_ID, { fallback: undefined }),
    clientSecret: read.secret(CLIENT_SECRET, { lengthMin: 1 }),
    isStandIn: false,
  };
}

function readGroups(read: SettingReader, isRequired: boolean): ReadonlyMap<string, ConsoleRole> {
  const accepted = `groups with their roles, such as ob-support=support,ob-audit=auditor. Roles: ${CONSOLE_ROLES.join(', ')}`;
  const groups = read.parsed(GROUPS, parseGroups, accepted);
  if (groups === undefined && isRequired && !read.isGiven(GROUPS)) refuse(read, GROUPS, undefined, `${accepted} (this setting is required)`);
  return groups ?? STAND_IN_GROUPS;
}

function parseGroups(given: string): ReadonlyMap<string, ConsoleRole> | undefined {
  const groups = new Map<string, ConsoleRole>();
  for (const pair of given.split(',')) {
    const [, group = '', name] = GROUP_PAIR.exec(pair.trim()) ?? [];
    const role = CONSOLE_ROLES.find((each) => each === name);
    // A group with two roles would get the last one, so the operator must decide.
    if (role === undefined || groups.has(group.trim())) return undefined;
    groups.set(group.trim(), role);
  }
  return groups;
}

function refuse(read: SettingReader, name: SettingName, given: string | undefined, accepted: string): void {
  read.problems.push({ name, given, accepted });
}
