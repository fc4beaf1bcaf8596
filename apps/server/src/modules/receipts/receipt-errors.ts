import { UiRefusal } from '#platform/http/refusal.ts';

/** Unknown, somebody else's, never signed, or erased: nobody can tell which. */
export function receiptUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'There is no such receipt for you. Go back to the list of your receipts.');
}
