/** What a customer has let providers see, as `/bank/permissions` names it. */

/** `valid`: the provider can read now. `asked`: nobody has signed yet. */
export const PERMISSION_STATES = ['valid', 'asked', 'ended'] as const;
export type PermissionState = (typeof PERMISSION_STATES)[number];

/**
 * Who or what ended it: `withdrawn` by the customer at the bank, `provider`, `replaced` by a newer one of the same provider, `expired` on
 * its last day, `used`: it was for one reading, `bank`: a reset or a suspension. Before any signature: `refused` by the customer,
 * `notSigned` in time, `takenBack` by the provider.
 */
export const PERMISSION_ENDS = ['withdrawn', 'provider', 'replaced', 'expired', 'used', 'bank', 'refused', 'notSigned', 'takenBack'] as const;
export type PermissionEnd = (typeof PERMISSION_ENDS)[number];

/** `inForce`: what providers can read now; `past`: everything else. */
export const PERMISSION_VIEWS = ['inForce', 'past'] as const;
export type PermissionView = (typeof PERMISSION_VIEWS)[number];

/** "Lately", in how often a permission is used. */
export const LATELY_DAYS = 30;
