/** Each table belongs to one module, and a store uses only the tables of its module. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Tables by module; the module is the folder below `apps/server/src`. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'modules/access': ['consent', 'consent_account', 'consent_use', 'transactions_statement'],
  'modules/accounts': ['transactions_cursor'],
  'modules/audit': ['audit_chain', 'audit_content', 'audit_entry', 'audit_seal', 'audit_sealed_head'],
  'modules/bank-core': ['core_feed', 'core_finding'],
  'modules/bank-sandbox': ['account', 'account_balance', 'account_hold', 'customer', 'ledger_entry', 'ledger_transaction'],
  'modules/console': ['console_request', 'console_session'],
  'modules/developers': [
    ...['developer', 'developer_device', 'developer_reset_code', 'developer_session', 'developer_sign_up'],
    ...['developer_social_account', 'developer_social_sign_in'],
    ...['developer_second_factor', 'developer_recovery_code', 'developer_factor_setup', 'developer_half_sign_in'],
  ],
  'modules/fallback': ['fallback_payment', 'fallback_session'],
  'modules/funds-confirmations': ['funds_confirmation_count'],
  'modules/maintenance': ['maintenance'],
  'modules/notifications': [
    ...['notification_attempt', 'notification_channel', 'notification_delivery', 'notification_endpoint'],
    ...['notification_registration', 'notification_sequence', 'notification_stop'],
  ],
  'modules/oauth': ['oauth_artifact', 'proof_used'],
  'modules/payee-verifications': ['payee_name_check', 'payee_verification_count'],
  'modules/payments': ['payment', 'payment_status_change'],
  'modules/provider-identity': ['app_certificate', 'certificate_status', 'provider', 'revocation_list'],
  'modules/request-log': ['request_log', 'request_measure'],
  'modules/sandbox': ['client_payload', 'current_customer'],
  'modules/sca': ['challenge', 'method_attempt', 'person_attempt'],
  'modules/second-signature': ['co_signing'],
  'modules/sign-in': ['bank_session', 'known_browser', 'sign_in', 'sign_in_request'],
  'modules/signing': ['decoupled_signing', 'signing_entry', 'signing_session', 'signing_sign_in'],
  'modules/statistics': ['statistics_day', 'statistics_quarter'],
  'modules/status': ['incident', 'incident_update', 'status_hour', 'status_service'],
  'modules/subscriptions': ['announcement', 'subscription'],
  'modules/test-authority': ['test_authority', 'test_certificate'],
  'modules/test-device': ['device_preference'],
  'modules/tpp-apps': ['tpp_app'],
  'platform/allowances': ['spent_allowance'],
  'platform/db': ['idempotent_answer', 'installation'],
  'platform/mail': ['mail'],
  'platform/tenant': ['sandbox'],
};

/** This store reads a person's rows by a list of tables (decision 0045). */
const BY_A_LIST = 'held-rows-store.ts';

/** Stores that use a table of another module. The list may become shorter, never longer. */
const FOREIGN: readonly string[] = [
  'oauth/artifact-store.ts: tpp_app',
  'receipts/receipts-store.ts: payment',
  'receipts/receipts-store.ts: signing_session',
  'request-log/request-log-store.ts: tpp_app',
  'status/status-store.ts: request_measure',
];

const created = globSync('apps/server/migrations/*.sql', { cwd: root }).flatMap((path) =>
  [...read(path).matchAll(/^create (?:unlogged )?table (?:if not exists )?([a-z_]+)/gim)].map(([, table = '']) => table),
);
const ownerOf = new Map(Object.entries(OWNERS).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)));

/** Matches `from payment`, `insertInto('payment')`, `update payment`, and the second table of a list after a comma. */
const names = (text: string, table: string): boolean =>
  new RegExp(`(?:\\b(?:from|join|into|update|using|table)\\s+|(?:From|Into|Join|updateTable|Table)\\(\\s*')${table}\\b`, 'i').test(text);

describe('a table', () => {
  it('has one owner', () => {
    expect([...ownerOf.keys()].sort()).toEqual([...new Set(created)].sort());
    expect(ownerOf.size).toBe(Object.values(OWNERS).flat().length);
  });

  it('is used only by its owner’s stores and by the listed exceptions', () => {
    const stores = globSync('apps/server/src/**/*-store.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
    expect(stores.length).toBeGreaterThan(70);
    const foreign = stores
      .filter((path) => basename(path) !== BY_A_LIST)
      .flatMap((path) => {
        const text = read(path);
        return [...ownerOf].flatMap(([table, owner]) =>
          path.startsWith(`apps/server/src/${owner}/`) || !names(text, table) ? [] : [`${path.split('/')[4]}/${basename(path)}: ${table}`],
        );
      });
    expect(foreign.sort()).toEqual([...FOREIGN].sort());
  });
});
