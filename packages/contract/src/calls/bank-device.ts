import { type Static, Type } from 'typebox';
import { DEVICE_ANSWERS } from '../auth-method-values.ts';
import { CalculatorNumber } from '../entities/calculator.ts';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';
import { AUTH_METHODS, CHALLENGE_STATES } from '../enumerations.ts';

/** One challenge as the customer's phone shows it. */
export const DeviceChallenge = Type.Object(
  {
    challengeId: Type.String(),
    method: literals(AUTH_METHODS),
    purpose: literals(['signIn', 'signing']),
    state: literals(CHALLENGE_STATES),
    controlCode: Type.Optional(Type.String()),
    /** The device's user, as the device itself identifies them: phone number, user number, personal code, or the name in the card's certificate. */
    identity: Type.Optional(Type.String()),
    calculatorNumber: Type.Optional(CalculatorNumber),
    /** For a calculator of the automatic device: the code that it shows after the number was entered. */
    response: Type.Optional(Type.String()),
    customerName: Type.String(),
    /** The text of the PIN request, at most 200 characters. */
    displayText: Type.String(),
    amount: Type.Optional(Amount),
    payee: Type.Optional(Type.String()),
    createdAt: IsoInstant,
    secondsLeft: Type.Integer({ minimum: 0 }),
    /** Seconds until the device answers automatically; absent when it waits for a person. */
    answersInSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type DeviceChallenge = Static<typeof DeviceChallenge>;

/** `GET /bank/device/challenges`: this browser's challenges, newest first. `automatic`: the device answers without a person. */
export const DeviceState = Type.Object({ automatic: Type.Boolean(), challenges: Type.Array(DeviceChallenge) }, closed);
export type DeviceState = Static<typeof DeviceState>;

/**
 * `POST /bank/device/challenges/{challengeId}/answer` → the updated {@link DeviceChallenge}. `DEVICE_ANSWERS_OF` lists the answers of each method.
 */
export const DeviceAnswerBody = Type.Object({ answer: literals(DEVICE_ANSWERS) }, closed);
export type DeviceAnswerBody = Static<typeof DeviceAnswerBody>;

/** `PUT /bank/device` → {@link DeviceState}. */
export const DeviceModeBody = Type.Object({ automatic: Type.Boolean() }, closed);
export type DeviceModeBody = Static<typeof DeviceModeBody>;

/** `POST /bank/device/links` → the opened {@link DeviceChallenge}: the link as the page or its QR code has it. */
export const DeviceLinkBody = Type.Object({ link: Type.String({ maxLength: 1000 }) }, closed);
export type DeviceLinkBody = Static<typeof DeviceLinkBody>;
