/** The message to operators about a phase of a key rotation that was just written. */
import type { RotatedKeys } from '#platform/rotate-keys.ts';

const PHASES: Readonly<Record<RotatedKeys['phase'], string>> = {
  publish: 'Phase 1 of 3, publish: every server will know the new keys, the present ones still sign.',
  use: 'Phase 2 of 3, use: the new keys sign, the old ones are still accepted.',
  retire: 'Phase 3 of 3, retire: the old keys are gone.',
};

export function describeRotation({ phase, signingKid, nextAt }: RotatedKeys): string {
  const next =
    nextAt === undefined
      ? 'The rotation is over when every server has been restarted with it.'
      : `The next phase may run when every server has been restarted with this file, and not before ${nextAt.toISOString()}: run keys rotate on this file then.`;
  return `${PHASES[phase]} ID tokens are signed with the key ${signingKid}.\nPut the file in place of the old one (chmod 600) and restart the servers one by one, in any order. ${next}`;
}
