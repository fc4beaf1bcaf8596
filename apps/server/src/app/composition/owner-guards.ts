/** The guards of developers, each with the application that the request names. */
import type { Developers } from '#modules/developers/index.ts';
import { asOwner } from '#modules/tpp-apps/index.ts';

export type OwnerGuards = ReturnType<typeof createOwnerGuards>;

export function createOwnerGuards({ currentDeveloper, requireDeveloper, requirePassword }: Developers) {
  return {
    currentOwner: asOwner(currentDeveloper),
    requireOwner: asOwner(requireDeveloper),
    requirePassword: asOwner(requirePassword),
  };
}
