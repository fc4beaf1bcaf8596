import { type Static, Type } from 'typebox';
import { Amount, closed } from './common.ts';

/** Body of a refused portal or signing call: the browser shows `errors[0].text`, else `message` (specification §8). */
export const UiErrorBody = Type.Object({
  errors: Type.Array(Type.Object({ code: Type.String(), text: Type.String(), path: Type.Optional(Type.String()) }, closed)),
  message: Type.String(),
  available: Type.Optional(Type.Object(Amount.properties, { ...closed, description: 'Beside FUNDS_NOT_AVAILABLE: what there is on the account.' })),
});
export type UiErrorBody = Static<typeof UiErrorBody>;

/** A 410 of this browser's own signing session also carries the way back. */
export const SigningTerminatedBody = Type.Object({
  ...UiErrorBody.properties,
  tppName: Type.Optional(Type.String()),
  tppSuccessUrl: Type.Optional(Type.String()),
  tppFailureUrl: Type.Optional(Type.String()),
});
export type SigningTerminatedBody = Static<typeof SigningTerminatedBody>;

/** Berlin Group error body (NextGenPSD2 1.3.11). */
export const TppErrorBody = Type.Object({
  tppMessages: Type.Array(
    Type.Object(
      {
        category: Type.Enum(['ERROR', 'WARNING']),
        code: Type.String(),
        path: Type.Optional(Type.String()),
        text: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
  ),
});
export type TppErrorBody = Static<typeof TppErrorBody>;

/** RFC 6749 §5.2. */
export const OAuthErrorBody = Type.Object({ error: Type.String(), error_description: Type.Optional(Type.String()) });
export type OAuthErrorBody = Static<typeof OAuthErrorBody>;
