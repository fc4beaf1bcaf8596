/** The access that a customer has given to providers, in the terms of `/bank/permissions`. */

/** `valid`: the provider can read now. `asked`: not signed yet. */
export const PERMISSION_STATES = ['valid', 'asked', 'ended'] as const;
export type PermissionState = (typeof PERMISSION_STATES)[number];

/**
 * How a permission ended. `withdrawn` by the customer at the bank, `provider`: by the provider, `replaced` by a newer one of the same provider,
 * `expired` on its last day, `used`: it was for one access, `bank`: a reset or a suspension. Without a signature: `refused` by the customer, or
 * `notSigned`: it expired, or the provider withdrew it.
 */
export const PERMISSION_ENDS = ['withdrawn', 'provider', 'replaced', 'expired', 'used', 'bank', 'refused', 'notSigned'] as const;
export type PermissionEnd = (typeof PERMISSION_ENDS)[number];

/** `inForce`: permissions with which providers can read now; `past`: all others. */
export const PERMISSION_VIEWS = ['inForce', 'past'] as const;
export type PermissionView = (typeof PERMISSION_VIEWS)[number];

/** The period of the usage count, in days. */
export const LATELY_DAYS = 30;

/** What a provider reads: the list of accounts, or of one account its details, balances, transactions or a single transaction. */
export const READING_KINDS = ['accounts', 'account', 'balances', 'transactions', 'transaction'] as const;
export type ReadingKind = (typeof READING_KINDS)[number];

/** Readings are stored for this long. */
export const READINGS_KEPT_DAYS = 400;
