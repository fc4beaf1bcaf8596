/** How the process ends, for scripts and supervisors (sysexits.h where it has a word), and what it says to a person. */
import { LockedFolder } from '#platform/db/exclusive-lock.ts';
import { KeysMismatch } from '#platform/db/keys-fingerprint-store.ts';
import { ConfigError } from '#platform/setting-reader.ts';

export const EXIT = { ok: 0, failure: 1, usage: 64, dataFolderLocked: 75, addressInUse: 76, configuration: 78 } as const;

export interface Ending {
  readonly exitCode: number;
  readonly text: string;
}

/** Undefined when the failure is no known case: then the error itself is shown. */
export function knownEnding(error: unknown, address: { host: string; port: number } | undefined): Ending | undefined {
  if (error instanceof ConfigError || error instanceof KeysMismatch) return { exitCode: EXIT.configuration, text: error.message };
  if (error instanceof LockedFolder) return { exitCode: EXIT.dataFolderLocked, text: error.message };
  if (address !== undefined && error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const text = `Port ${address.port} on ${address.host} is already in use. Stop the program that uses it, or set PORT to another number.`;
    return { exitCode: EXIT.addressInUse, text };
  }
  return undefined;
}
