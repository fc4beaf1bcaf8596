/** Types of what the shop sends to the bank, as the bank's document names them. */
import type { components, SignIn } from '@portico/client';

type Schemas = components['schemas'];

export type AccountAccess = Schemas['AccountAccess'];
export type ConsentRequest = Schemas['ConsentRequest'];
export type StatementRequest = Schemas['StatementRequest'];
export type PaymentInitiation = Schemas['PaymentInitiation'];
export type PeriodicPaymentInitiation = Schemas['PeriodicPaymentInitiation'];
export type BulkPaymentInitiation = Schemas['BulkPaymentInitiation'];
export type BankCountry = Parameters<SignIn['begin']>[0]['country'];
export type PaymentProductPath = 'sepa-credit-transfers' | 'instant-sepa-credit-transfers';
