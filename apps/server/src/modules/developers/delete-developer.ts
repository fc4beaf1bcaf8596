/** The end of an account: in one transaction with everything above that belongs to it. */
import { addressDigest } from './allowances.ts';
import { deleteDeveloperRow, findDeveloper } from './developer-store.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { deleteResetCodes } from './reset-code-store.ts';
import { deleteSignUps } from './sign-up-store.ts';

type Deleting = Pick<IdentityDeps, 'platform' | 'onDeleted' | 'takeTurn'>;

/** @returns false when there was no such developer. @throws UiRefusal 429. */
export async function deleteDeveloper(deps: Deleting, developerId: string): Promise<boolean> {
  const { platform, onDeleted, takeTurn } = deps;
  const isDeleted = await takeTurn(developerId, () =>
    platform.write(async (context) => {
      const { tx } = context;
      if ((await findDeveloper(tx, { developerId })) === undefined) return false;
      await onDeleted(context, developerId);
      const email = await deleteDeveloperRow(tx, developerId);
      if (email === undefined) return false;
      await deleteResetCodes(tx, addressDigest(platform.config, email));
      await deleteSignUps(tx, email);
      return true;
    }),
  );
  if (isDeleted) platform.log.info({ developerId }, 'A developer and everything that belonged to them were deleted.');
  return isDeleted;
}
