/** The body of a payment's `PUT`: the account it is paid from, and what the customer sends along. */
import type { DebtorDetails, SignPaymentBody } from '@portico/contract';
import type { SigningState } from '../../engine/signing-slice.ts';

/** Undefined until an account is chosen. */
export function paymentSubmission(state: SigningState): SignPaymentBody | undefined {
  if (state.debtorAccountIban === undefined) return undefined;
  const debtorDetails = chosenDebtorDetails(state);
  const body = { debtorAccountIban: state.debtorAccountIban };
  return Object.keys(debtorDetails).length === 0 ? body : { ...body, debtorDetails };
}

function chosenDebtorDetails({ customer, sendsAddress, sendsId }: SigningState): DebtorDetails {
  if (customer === undefined) return {};
  const { debtorId, debtorIdType, debtorType, street, townName, countrySubDivision, postCode, country } = customer;
  const chosen = {
    ...(sendsId ? { debtorId, debtorIdType, debtorType } : {}),
    ...(sendsAddress ? { street, townName, countrySubDivision, postCode, country } : {}),
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}
