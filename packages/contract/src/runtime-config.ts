import { type Static, Type } from 'typebox';
import { closed, literals } from './entities/common.ts';
import { LOCALES } from './enumerations.ts';

/** `GET /config.json`: what the browser must know before its first call. Bases have no trailing slash. */
export const RuntimeConfig = Type.Object(
  {
    productName: Type.String(),
    bankName: Type.String(),
    bankLegalName: Type.String(),
    supportContact: Type.String(),
    apiBase: Type.String(),
    contentBase: Type.String(),
    sandboxBase: Type.String(),
    identityBase: Type.String(),
    defaultLocale: literals(LOCALES),
    hasSandboxBank: Type.Boolean(),
    /** The server shows the mails it sends at `/mailbox`; development only. */
    hasMailbox: Type.Boolean(),
    timeZones: Type.Object({ ee: Type.String(), lv: Type.String(), lt: Type.String() }, closed),
  },
  closed,
);
export type RuntimeConfig = Static<typeof RuntimeConfig>;
