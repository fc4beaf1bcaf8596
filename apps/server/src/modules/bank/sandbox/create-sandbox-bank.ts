/** The sandbox bank: the `Bank` interface over tables of Portico's own database, so that booking and signing share one transaction. */

import type { Db } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Bank } from '../bank.ts';
import { ordinaryExecutionTime } from '../execution-time.ts';
import { findAccount, findAvailableCents, listAccounts } from './account-store.ts';
import { AUTH_METHODS_OF } from './auth-methods.ts';
import { type AtTheBank, readCoSignature } from './co-signature.ts';
import {
  findCustomer,
  findCustomerByIdentity,
  findCustomerByUserNumber,
  findDebtorDetails,
  listSignatories,
  listSignedFor,
} from './customer-store.ts';
import { transferFeeCents } from './fees.ts';
import { holdAllFunds, holdEachFunds, holdFunds } from './hold-funds.ts';
import { endHolds } from './hold-store.ts';
import { settleHold, settleHolds } from './settle-hold.ts';
import { transferInstantly } from './transfer-instantly.ts';
import { verifyPayee, verifyPayees } from './verify-payee.ts';

/** `isAtTheBank` is told by the bank's door, which stands above; default: nobody is. */
export function createSandboxBank(deps: { db: Db; clock: Clock; random: Random; isAtTheBank?: AtTheBank }): Bank {
  return {
    kind: 'sandbox',
    movesMoney: 'withTheSignature',
    authMethodsOf: (country) => AUTH_METHODS_OF[country],
    findCustomerByIdentity: (country, nationalIdentityNumber) => findCustomerByIdentity(deps.db, country, nationalIdentityNumber),
    findCustomerByUserNumber: (country, userNumber) => findCustomerByUserNumber(deps.db, country, userNumber),
    findCustomer: (owner) => findCustomer(deps.db, owner),
    listAccounts,
    findAccount,
    availableCents: findAvailableCents,
    listSignatories,
    listSignedFor,
    readCoSignature: (reader, payment) => readCoSignature(deps, reader, payment),
    feeCents: transferFeeCents,
    verifyPayee,
    verifyPayees,
    debtorDetails: (owner) => findDebtorDetails(deps.db, owner),
    transferInstantly: (tx, transfer) => transferInstantly(deps, tx, transfer),
    hold: (tx, transfer) => holdFunds(deps, tx, transfer),
    settleHold: (tx, transfer) => settleHold(deps, tx, transfer),
    releaseHold: async (tx, paymentId) => void (await endHolds(tx, [paymentId], 'released')),
    holdEach: (tx, transfers) => holdEachFunds(deps, tx, transfers),
    holdAll: (tx, transfers) => holdAllFunds(deps, tx, transfers),
    settleHolds: (tx, transfers) => settleHolds(deps, tx, transfers),
    releaseHolds: async (tx, paymentIds) => void (await endHolds(tx, paymentIds, 'released')),
    ordinaryExecutionTime: (receivedAt, requestedDate) => ordinaryExecutionTime(receivedAt, requestedDate),
  };
}
