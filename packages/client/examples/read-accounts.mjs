/**
 * Asks a customer for a consent and lists accounts with their last transactions.
 *
 *   BANK=http://localhost:3000 TOKEN=<token of the Tokens page> node read-accounts.mjs
 *
 * BACK: where the customer returns to; its origin is that of one of the application's redirect URIs. By default a page of the portal.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, createClient, orThrow, readPages } from '@portico/client';

const { BANK: bank = 'http://localhost:3000', TOKEN: token = '', BACK: back = `${bank}/welcome` } = process.env;
const client = createClient({ bank, token });
/** The customer's address as your site sees it: the customer is there. */
const THERE = { 'PSU-IP-Address': '192.0.2.10' };
const DAYS = 80;

try {
  const consent = await orThrow(
    client.POST('/v1/consents', {
      params: { header: { ...THERE, 'TPP-Redirect-URI': back } },
      body: {
        access: { allPsd2: 'allAccounts' },
        recurringIndicator: true,
        validUntil: '9999-12-31',
        frequencyPerDay: 4,
        combinedServiceIndicator: false,
      },
    }),
  );
  console.log(`Open this address and sign:\n${consent._links.scaRedirect?.href}`);
  await signed(consent.consentId);

  const header = { ...THERE, 'Consent-ID': consent.consentId };
  const { accounts } = await orThrow(client.GET('/v1/accounts', { params: { header, query: { withBalance: true } } }));
  const dateFrom = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, 10);
  for (const { resourceId: accountId = '', iban, name } of accounts) {
    console.log(`${name} ${iban}`);
    const read = (next) =>
      orThrow(
        client.GET('/v1/accounts/{accountId}/transactions', {
          params: { header, path: { accountId }, query: { bookingStatus: 'booked', dateFrom, ...next } },
        }),
      );
    for await (const { transactions } of readPages(read))
      for (const { bookingDate, transactionAmount, creditorName, debtorName } of transactions.booked ?? [])
        console.log(`  ${bookingDate} ${transactionAmount.amount} ${transactionAmount.currency} ${creditorName ?? debtorName ?? ''}`);
  }
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  // What to do for each code: the guide "API error handling".
  console.error(error.message);
  process.exitCode = 1;
}

/** Until the customer has decided; a site waits for the customer's return instead. */
async function signed(consentId) {
  for (;;) {
    const { consentStatus } = await orThrow(client.GET('/v1/consents/{consentId}/status', { params: { path: { consentId } } }));
    if (consentStatus === 'valid') return;
    if (consentStatus !== 'received') throw new Error(`The consent is ${consentStatus}.`);
    await delay(2000);
  }
}
