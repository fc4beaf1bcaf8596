/** `trust check`: reads files only, so it opens no database and records nothing. */
import { basename } from 'node:path';
import { checkTrust, LIST_BYTES_MAX, readTrustedList, type TrustedList, UnreadableList } from '#modules/provider-identity/index.ts';
import type { Config } from '#platform/config.ts';
import { EXIT } from '../exit-codes.ts';
import { readGivenFile } from './operator-files.ts';
import { OperatorRefusal } from './operator-refusal.ts';

const SIGNATURE = 'not verified by this command';

/**
 * Prints a line for each authority and each list. Returns 0.
 * @param paths of trusted lists
 * @throws OperatorRefusal 1: an authority or a list has a fault, or a file is no trusted list; 66: a file cannot be read; 78: `trust.json` is wrong.
 */
export async function checkTrustFolder(
  paths: readonly string[],
  { trustDir, revocation = 'soft' }: Pick<Config, 'trustDir' | 'revocation'>,
  print: (line: string) => void,
  at = new Date(),
): Promise<number> {
  if (trustDir === undefined)
    throw new OperatorRefusal(
      'PORTICO_TRUST_DIR is not set, so there is nothing to check. Set it to the folder with trust.json.',
      EXIT.configuration,
    );
  const given = paths.map((path) => readList(path));
  const checked = await checkTrust(trustDir, given, { revocation, at }).catch((error: unknown) => {
    throw error instanceof Error ? new OperatorRefusal(error.message, EXIT.configuration) : error;
  });
  for (const anchor of checked.anchors) print(JSON.stringify(anchor));
  checked.lists.forEach((list, index) => void print(JSON.stringify({ list: basename(paths[index] ?? ''), signature: SIGNATURE, ...list })));
  const wrong = checked.anchors.filter(({ faults, listing }) => faults.length > 0 || (listing !== undefined && listing.outcome !== 'granted'));
  const wrongLists = checked.lists.filter(({ faults }) => faults.length > 0);
  if (wrong.length + wrongLists.length === 0) return EXIT.ok;
  throw new OperatorRefusal(
    [
      ...(wrong.length === 0 ? [] : [`Of ${checked.anchors.length} authorities, ${wrong.length} should be examined: ${names(wrong)}.`]),
      ...(wrongLists.length === 0 ? [] : ['A list is out of date or closed.']),
    ].join(' '),
  );
}

function readList(path: string): TrustedList {
  try {
    return readTrustedList(readGivenFile(path, LIST_BYTES_MAX));
  } catch (error) {
    throw error instanceof UnreadableList ? new OperatorRefusal(`${path} cannot be used. ${error.message} Nothing was checked.`) : error;
  }
}

const names = (anchors: readonly { readonly file: string }[]): string => anchors.map(({ file }) => file).join(', ');
