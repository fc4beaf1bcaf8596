import { type Static, Type } from 'typebox';
import { closed } from './common.ts';

/**
 * How the customer opens a challenge in the app (docs/decisions/0092). Both addresses are for the second of the answer: pages read them again each second
 * and show none that is older than three. Once the app has opened the challenge, neither is there.
 */
export const DeviceLink = Type.Object(
  {
    isOpened: Type.Boolean(),
    /** Opens the app on the device that shows the page. */
    href: Type.Optional(Type.String()),
    /** The text of the QR code, for the app on another device. */
    qrText: Type.Optional(Type.String()),
  },
  closed,
);
export type DeviceLink = Static<typeof DeviceLink>;
