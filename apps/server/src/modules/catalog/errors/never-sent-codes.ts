/** Codes of the standard that this bank never sends at that status, and why. */

export interface NeverSentCodes {
  readonly status: number;
  readonly codes: readonly string[];
  readonly why: string;
}

export const NEVER_SENT_CODES: readonly NeverSentCodes[] = [
  { status: 400, codes: ['SERVICE_INVALID'], why: 'A call that is not offered is 405 at this bank: the address says it, not the body.' },
  {
    status: 400,
    codes: ['RESOURCE_BLOCKED'],
    why: 'Signing baskets, which block what is in them, are not offered. A blocked account is refused to the customer.',
  },
  { status: 400, codes: ['TIMESTAMP_INVALID'], why: 'No field is a point in time: payments have days.' },
  { status: 400, codes: ['SCA_METHOD_UNKNOWN', 'SCA_INVALID'], why: 'Customers authenticate on the bank’s pages, never through the application.' },
  { status: 400, codes: ['PAYMENT_FAILED'], why: 'A payment that was accepted and fails says so in its status.' },
  { status: 400, codes: ['CARD_INVALID'], why: 'Cards are the issuer’s: the bank keeps none, so no card is unknown to it, and the account decides.' },
  { status: 400, codes: ['NO_PIIS_ACTIVATION'], why: 'No account waits to be activated: the customer let the application in by signing in for it.' },
  { status: 401, codes: ['KID_MISSING'], why: 'keyId is a part of the header Signature: without it the signature is invalid.' },
  {
    status: 401,
    codes: ['CORPORATE_ID_INVALID', 'PSU_CREDENTIALS_INVALID'],
    why: 'Customers name themselves to the bank, never through the application.',
  },
  {
    status: 403,
    codes: ['RESOURCE_UNKNOWN'],
    why: 'For an object of another application or customer the bank returns 404, as for one that does not exist.',
  },
  { status: 403, codes: ['PRODUCT_INVALID'], why: 'No payment product is closed to some customers.' },
];
