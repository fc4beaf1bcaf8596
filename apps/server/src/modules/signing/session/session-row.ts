/** The columns of `signing_session`, as the stores type them. */
import type { BankCountry, Locale, SigningKind } from '@portico/contract';
import type { ColumnType, Selectable } from 'kysely';
import type { SigningState } from './signing-state.ts';

type Json = ColumnType<unknown, string | null, string | null>;

export type SessionTable = {
  session_id: string;
  sandbox_id: string;
  reference_hash: string;
  kind: SigningKind;
  resource_id: string;
  customer_id: string;
  app_id: string;
  tpp_name: string;
  tpp_application_name: string;
  tpp_success_url: string;
  tpp_failure_url: string | null;
  bank_country: BankCountry;
  locale: Locale;
  state: SigningState;
  bank_session_hash: string | null;
  entry_version: ColumnType<number, number | undefined, number>;
  shown_digest: string | null;
  submission: Json;
  submission_digest: string | null;
  claim_id: string | null;
  claimed_until: Date | null;
  challenge_id: string | null;
  challenge_content_hash: string | null;
  held_until: Date | null;
  answer: string | null;
  created_at: Date;
  last_activity_at: Date;
  signed_at: Date | null;
  ended_at: Date | null;
};
/** With what only the database's clock can say. */
export type SessionRow = Selectable<SessionTable> & {
  is_held: boolean;
  is_claimed: boolean;
  /** Of its application, in force. */
  redirect_uris: readonly string[] | null;
  now: Date;
};
