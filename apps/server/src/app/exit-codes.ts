/** Exit codes of the process for scripts and supervisors (from sysexits.h where it has one), and the messages for operators. */
import { CoreUnreachable } from '#modules/bank-core/index.ts';
import { ContentError } from '#modules/content/index.ts';
import { OtherBankKind } from '#platform/db/bank-kind-store.ts';
import { DatabaseUnreachable } from '#platform/db/database-unavailable.ts';
import { LockedFolder } from '#platform/db/exclusive-lock.ts';
import { KeysMismatch } from '#platform/db/keys-fingerprint-store.ts';
import { MigrationRefused, NewerSchema } from '#platform/db/migrate.ts';
import { OtherDatabase } from '#platform/db/other-database.ts';
import { ConfigError } from '#platform/setting-reader.ts';
import type { MetricsAddress } from '#platform/telemetry/metrics-listener.ts';

export const EXIT = {
  ok: 0,
  failure: 1,
  receiptErased: 2,
  usage: 64,
  noInput: 66,
  databaseUnreachable: 69,
  coreUnreachable: 69,
  cannotWrite: 73,
  dataFolderLocked: 75,
  addressInUse: 76,
  notAllowed: 77,
  configuration: 78,
} as const;

export interface Ending {
  readonly exitCode: number;
  readonly text: string;
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly mtls?: { readonly port?: number | undefined; readonly proxy?: { readonly port: number } | undefined } | undefined;
  readonly telemetry?: { readonly metrics?: MetricsAddress | undefined } | undefined;
}

/** Returns undefined for an unknown failure; the error itself is then shown. */
export function knownEnding(error: unknown, address: Address | undefined): Ending | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof KeysMismatch ||
    error instanceof OtherBankKind ||
    error instanceof OtherDatabase ||
    error instanceof MigrationRefused ||
    error instanceof NewerSchema ||
    error instanceof ContentError
  ) {
    return { exitCode: EXIT.configuration, text: error.message };
  }
  if (error instanceof LockedFolder) return { exitCode: EXIT.dataFolderLocked, text: error.message };
  if (error instanceof DatabaseUnreachable) return { exitCode: EXIT.databaseUnreachable, text: error.message };
  if (error instanceof CoreUnreachable) return { exitCode: EXIT.coreUnreachable, text: error.message };
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return listenEnding(error, error.code, address) ?? fileEnding(error, error.code);
}

function listenEnding(error: Error, code: string, address: Address | undefined): Ending | undefined {
  const isNameLookup = 'hostname' in error && error.hostname === address?.host;
  if (address === undefined || !(isNameLookup || ('syscall' in error && error.syscall === 'listen'))) return undefined;
  const { host, port, portSetting, hostSetting } = listenerOf('port' in error ? error.port : undefined, address);
  switch (code) {
    case 'EADDRINUSE':
      return {
        exitCode: EXIT.addressInUse,
        text: `Port ${port} on ${host} is already in use. Stop the program that uses it, or set ${portSetting} to another number.`,
      };
    case 'EACCES':
    case 'EPERM':
      return { exitCode: EXIT.configuration, text: `This user may not open port ${port} on ${host}. Set ${portSetting} to a number from 1024 on.` };
    default:
      return {
        exitCode: EXIT.configuration,
        text: `${host} is no address of this machine (${code}). Set ${hostSetting} to one, e.g. localhost or 0.0.0.0.`,
      };
  }
}

/** The listener on a port, with its settings; default: the ordinary one. */
function listenerOf(port: unknown, { host, port: ordinary, mtls, telemetry }: Address) {
  const metrics = telemetry?.metrics;
  const listeners = [
    ...(metrics === undefined ? [] : [{ ...metrics, portSetting: 'PORTICO_METRICS_ADDRESS', hostSetting: 'PORTICO_METRICS_ADDRESS' }]),
    { host, port: mtls?.port, portSetting: 'PORTICO_MTLS_PORT', hostSetting: 'HOST' },
    { host, port: mtls?.proxy?.port, portSetting: 'PORTICO_MTLS_PROXY_PORT', hostSetting: 'HOST' },
  ];
  const found = listeners.find((listener) => listener.port !== undefined && listener.port === port);
  return found ?? { host, port: ordinary, portSetting: 'PORT', hostSetting: 'HOST' };
}

const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT', 'ENAMETOOLONG', 'ELOOP']);
/** Of the data folder, its lock and the keys beside it. */
const WRITING: ReadonlySet<unknown> = new Set(['mkdir', 'link', 'open', 'scandir']);

/** Only for files to be written or created. A missing file of the program is a bug. */
function fileEnding(error: Error, code: string): Ending | undefined {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the data folder';
  if (DISK_FULL.has(code)) {
    return { exitCode: EXIT.cannotWrite, text: `The disk is full: ${path} cannot be written (${code}). Free some space and start again.` };
  }
  if (!('syscall' in error && WRITING.has(error.syscall)) || !NOT_WRITABLE.has(code)) return undefined;
  return {
    exitCode: EXIT.cannotWrite,
    text: `${path} cannot be made or opened (${code}). Give this user the right to it, or correct PORTICO_DATA_DIR.`,
  };
}
