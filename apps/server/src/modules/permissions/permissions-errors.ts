/** What the permissions page says when something cannot be done. One place, so that cases that must look alike do. */
import { UiRefusal } from '#platform/http/refusal.ts';

/** Unknown, or another customer's: nobody can tell which. */
export function permissionUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'You have given no such permission. Nothing was changed. Go back to the list.');
}

export function nothingToWithdraw(): UiRefusal {
  const text = 'This cannot be withdrawn: nobody has signed it, or it ends by itself within a quarter of an hour. Nothing was changed.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}
