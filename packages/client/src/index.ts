/** Typed client of the Portico API; README.md shows its use. */

export { ApiError, orThrow, type TppMessage } from './api-error.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  type ReceivedNotification,
  readNotification,
  type StatusNotification,
  UnverifiedNotification,
  type VerifiedNotification,
} from './notifications.ts';
export { readPages } from './pages.ts';
export type { components, operations, paths } from './recorded/api-types.d.ts';
export type { Fetch } from './repetition.ts';
export { createSignIn, keepTokens, type SignIn, type SignInOptions, type Tokens, type Visit } from './sign-in.ts';
export { UnreadableAnswer } from './unreadable-answer.ts';
