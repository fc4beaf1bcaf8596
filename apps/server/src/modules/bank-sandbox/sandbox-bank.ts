/** The sandbox bank: the `Bank` interface over tables of Portico's own database, so that booking and signing share one transaction. */

import { type Bank, ordinaryExecutionTime } from '#modules/bank/index.ts';
import type { Db } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { findAccount, listAccounts } from './store/account-store.ts';
import {
  findCustomer,
  findCustomerByIdentity,
  findCustomerByUserNumber,
  findDebtorDetails,
  listSignatories,
  listSignedFor,
} from './store/customer-store.ts';
import { endHolds } from './store/hold-store.ts';
import { listRoles } from './store/role-store.ts';
import { AUTH_METHODS_OF } from './terms/auth-methods.ts';
import { transferFeeCents } from './terms/fees.ts';
import { type AtTheBank, readCoSignature } from './transfers/co-signature.ts';
import { holdAllFunds, holdEachFunds } from './transfers/hold-funds.ts';
import { settleHolds } from './transfers/settle-hold.ts';
import { transferInstantly } from './transfers/transfer-instantly.ts';
import { verifyPayees } from './transfers/verify-payee.ts';

/** `isAtTheBank` comes from the sign-in module, which depends on this one; default: no customer is signed in. */
export function createSandboxBank(deps: { db: Db; clock: Clock; random: Random; isAtTheBank?: AtTheBank }): Bank {
  return {
    kind: 'sandbox',
    movesMoney: 'withTheSignature',
    authMethodsOf: (country) => AUTH_METHODS_OF[country],
    findCustomerByIdentity: (country, nationalIdentityNumber) => findCustomerByIdentity(deps.db, country, nationalIdentityNumber),
    findCustomerByUserNumber: (country, userNumber) => findCustomerByUserNumber(deps.db, country, userNumber),
    findCustomer: (owner, reader = deps.db) => findCustomer(reader, owner),
    listAccounts,
    findAccount,
    listRoles,
    listSignatories,
    listSignedFor,
    readCoSignature: (reader, payment) => readCoSignature(deps, reader, payment),
    feeCents: transferFeeCents,
    verifyPayees,
    debtorDetails: (owner) => findDebtorDetails(deps.db, owner),
    transferInstantly: (tx, transfer) => transferInstantly(deps, tx, transfer),
    holdEach: (tx, transfers) => holdEachFunds(deps, tx, transfers),
    holdAll: (tx, transfers) => holdAllFunds(deps, tx, transfers),
    settleHolds: (tx, transfers) => settleHolds(deps, tx, transfers),
    releaseHolds: async (tx, paymentIds) => void (await endHolds(tx, paymentIds, 'released')),
    ordinaryExecutionTime: (receivedAt, requestedDate) => ordinaryExecutionTime(receivedAt, requestedDate),
  };
}
