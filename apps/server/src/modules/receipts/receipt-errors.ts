import { UiRefusal } from '#platform/http/refusal.ts';

/** Unknown, another customer's, never signed, or erased: the response is the same for all four. */
export function receiptUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'There is no such receipt for you. Go back to the list of your receipts.');
}
