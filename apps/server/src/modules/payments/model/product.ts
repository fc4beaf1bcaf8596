/** The products of payments: Berlin Group's path, and the specification's name. */
import type { PaymentProduct, PaymentProductPath } from '@portico/contract';

const PRODUCT_OF_PATH: Readonly<Record<PaymentProductPath, PaymentProduct>> = {
  'sepa-credit-transfers': 'INDIVIDUAL_SEPA',
  'instant-sepa-credit-transfers': 'INDIVIDUAL_INSTANT_SEPA',
};

export const productOf = (path: PaymentProductPath): PaymentProduct => PRODUCT_OF_PATH[path];
export const isInstant = (path: PaymentProductPath): boolean => path === 'instant-sepa-credit-transfers';
