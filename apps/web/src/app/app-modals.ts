/** The modals that exist. */
import type { ModalRegistry } from './modal-registry.ts';
import type { Page } from './start.ts';

export function createModalRegistry(_page: Page): ModalRegistry {
  return new Map();
}
