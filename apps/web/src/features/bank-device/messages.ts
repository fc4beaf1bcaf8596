/** The catalogue of the test device. */
import type { CatalogueLoaders } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type DeviceKey = keyof typeof import('./messages.en.json');
export const deviceCatalogue: CatalogueLoaders = { en: () => import('./messages.en.json') };

export function useDeviceText(): Text<DeviceKey> {
  return useText<DeviceKey>();
}
