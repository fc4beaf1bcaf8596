import { type Static, Type } from 'typebox';
import { CALCULATOR_MEANINGS, CALCULATOR_NUMBER_DIGITS_MAX, CALCULATOR_RESPONSE_DIGITS } from '../auth-method-values.ts';
import { closed, literals } from './common.ts';

/**
 * The number to key into a code calculator, in the order of its digits: `amount` in cents, `account` the last digits of the payee's
 * account, `once` for this request alone.
 */
export const CalculatorNumber = Type.Array(Type.Object({ meaning: literals(CALCULATOR_MEANINGS), digits: Type.String() }, closed));
export type CalculatorNumber = Static<typeof CalculatorNumber>;

/** `POST {api}/ui/challenge/response` and `POST /bank/sign-in/{id}/response`: what the calculator showed. One for each challenge. */
export const CalculatorResponseBody = Type.Object({ response: Type.String({ pattern: `^[0-9]{${CALCULATOR_RESPONSE_DIGITS}}$` }) }, closed);
export type CalculatorResponseBody = Static<typeof CalculatorResponseBody>;

/** `POST /bank/device/challenges/{challengeId}/calculator`: a number keyed into that customer's calculator → {@link CalculatorDisplay}. */
export const CalculatorInputBody = Type.Object({ number: Type.String({ pattern: `^[0-9]{1,${CALCULATOR_NUMBER_DIGITS_MAX}}$` }) }, closed);
export type CalculatorInputBody = Static<typeof CalculatorInputBody>;

export const CalculatorDisplay = Type.Object({ response: Type.String() }, closed);
export type CalculatorDisplay = Static<typeof CalculatorDisplay>;
