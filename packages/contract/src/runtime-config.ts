import { type Static, Type } from 'typebox';
import { closed, literals } from './entities/common.ts';
import { LOCALES } from './enumerations.ts';

/** `GET /config.json`: the settings that the browser needs before its first call. Bases have no trailing slash. */
export const RuntimeConfig = Type.Object(
  {
    productName: Type.String(),
    bankName: Type.String(),
    bankLegalName: Type.String(),
    supportContact: Type.String(),
    /** Who supervises accessibility, for the bank's statement. */
    accessibilityAuthority: Type.Optional(Type.String()),
    apiBase: Type.String(),
    contentBase: Type.String(),
    sandboxBase: Type.String(),
    identityBase: Type.String(),
    defaultLocale: literals(LOCALES),
    hasSandboxBank: Type.Boolean(),
    /** True: the server shows the mails that it sends at `/mailbox`; development only. */
    hasMailbox: Type.Boolean(),
    timeZones: Type.Object({ ee: Type.String(), lv: Type.String(), lt: Type.String() }, closed),
  },
  closed,
);
export type RuntimeConfig = Static<typeof RuntimeConfig>;
