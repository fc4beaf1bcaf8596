import { type Static, Type } from 'typebox';
import { CALCULATOR_MEANINGS, CALCULATOR_NUMBER_DIGITS_MAX, CALCULATOR_RESPONSE_DIGITS } from '../auth-method-values.ts';
import { closed, literals } from './common.ts';

/**
 * The digits to enter in a code calculator, in their order: `amount` in cents, `account` the last digits of the payee's account, `once` a number for
 * this request only.
 */
export const CalculatorNumber = Type.Array(Type.Object({ meaning: literals(CALCULATOR_MEANINGS), digits: Type.String() }, closed));
export type CalculatorNumber = Static<typeof CalculatorNumber>;

/** `POST {api}/ui/challenge/response` and `POST /bank/sign-in/{id}/response`: the code that the calculator shows. One for each challenge. */
export const CalculatorResponseBody = Type.Object({ response: Type.String({ pattern: `^[0-9]{${CALCULATOR_RESPONSE_DIGITS}}$` }) }, closed);
export type CalculatorResponseBody = Static<typeof CalculatorResponseBody>;

/** `POST /bank/device/challenges/{challengeId}/calculator`: the number entered in that customer's calculator → {@link CalculatorDisplay}. */
export const CalculatorInputBody = Type.Object({ number: Type.String({ pattern: `^[0-9]{1,${CALCULATOR_NUMBER_DIGITS_MAX}}$` }) }, closed);
export type CalculatorInputBody = Static<typeof CalculatorInputBody>;

export const CalculatorDisplay = Type.Object({ response: Type.String() }, closed);
export type CalculatorDisplay = Static<typeof CalculatorDisplay>;
