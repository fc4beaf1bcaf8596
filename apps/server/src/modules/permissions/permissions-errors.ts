/** The refusals of the permissions page, in one file so that cases an attacker must not tell apart get the same response. */
import { UiRefusal } from '#platform/http/refusal.ts';

/** Unknown, or another customer's: the response is the same for both. */
export function permissionUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'You have given no such permission. Nothing was changed. Go back to the list.');
}

export function nothingToWithdraw(): UiRefusal {
  const text = 'This cannot be withdrawn: it is not signed, or it ends within a quarter of an hour. Nothing was changed.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}
