/** A certificate with its key in two PEM files, named by two settings. A wrong file must be found when the server starts, not at the first handshake. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { opennessOfFile } from '../secret-file.ts';
import type { SettingReader } from '../setting-reader.ts';
import type { SettingName } from '../settings.ts';

export interface CredentialFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The settings with the two paths, and whose certificate it is, for the messages. */
export interface CredentialNames {
  readonly certFile: SettingName;
  readonly keyFile: SettingName;
  readonly whose: string;
}

/** Returns undefined where neither file is set, and where a problem was recorded. */
export function readCredentialFiles(read: SettingReader, names: CredentialNames): CredentialFiles | undefined {
  if (!read.isGiven(names.certFile) && !read.isGiven(names.keyFile)) return undefined;
  const files = { certFile: read.text(names.certFile, { fallback: undefined }), keyFile: read.text(names.keyFile, { fallback: undefined }) };
  if (files.certFile === '' || files.keyFile === '') return undefined;
  if (!read.isPrivate(names.keyFile, opennessOfFile(files.keyFile, `the key of the certificate of ${names.whose}`))) return undefined;
  const flaw = flawOfFiles(files, names);
  if (flaw === undefined) return files;
  read.problems.push({ name: names[flaw.of], given: files[flaw.of], accepted: flaw.accepted });
  return undefined;
}

interface FileFlaw {
  readonly of: keyof CredentialFiles;
  readonly accepted: string;
}

/** Returns undefined for a certificate with its key. */
export function flawOfFiles({ certFile, keyFile }: CredentialFiles, names: CredentialNames): FileFlaw | undefined {
  const certificate = attempt(() => new X509Certificate(readFileSync(certFile)));
  if (certificate === undefined) return { of: 'certFile', accepted: `a readable PEM file with the certificate of ${names.whose}, then its issuers` };
  const key = attempt(() => createPrivateKey(readFileSync(keyFile)));
  if (key === undefined) return { of: 'keyFile', accepted: 'a readable PEM file with a private key that has no password' };
  if (!certificate.checkPrivateKey(key)) return { of: 'keyFile', accepted: `the key of the certificate in ${names.certFile}` };
  return undefined;
}

export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
