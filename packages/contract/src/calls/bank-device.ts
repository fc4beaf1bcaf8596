import { type Static, Type } from 'typebox';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';
import { AUTH_METHODS, CHALLENGE_STATES } from '../enumerations.ts';

/** One challenge as the customer's phone would show it. */
export const DeviceChallenge = Type.Object(
  {
    challengeId: Type.String(),
    method: literals(AUTH_METHODS),
    purpose: literals(['signIn', 'signing']),
    state: literals(CHALLENGE_STATES),
    controlCode: Type.Optional(Type.String()),
    customerName: Type.String(),
    /** What the phone shows with the PIN request, at most 200 characters. */
    displayText: Type.String(),
    amount: Type.Optional(Amount),
    payee: Type.Optional(Type.String()),
    createdAt: IsoInstant,
    secondsLeft: Type.Integer({ minimum: 0 }),
    /** Seconds until the device answers by itself; absent when it waits for a person. */
    answersInSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type DeviceChallenge = Static<typeof DeviceChallenge>;

/** `GET /bank/device/challenges`: this browser's challenges, newest first. `automatic` = the device answers by itself. */
export const DeviceState = Type.Object({ automatic: Type.Boolean(), challenges: Type.Array(DeviceChallenge) }, closed);
export type DeviceState = Static<typeof DeviceState>;

/** `POST /bank/device/challenges/{challengeId}/answer` → the updated {@link DeviceChallenge}. */
export const DeviceAnswerBody = Type.Object({ answer: literals(['approve', 'refuse', 'wrongCode', 'timeOut']) }, closed);
export type DeviceAnswerBody = Static<typeof DeviceAnswerBody>;

/** `PUT /bank/device` → {@link DeviceState}. */
export const DeviceModeBody = Type.Object({ automatic: Type.Boolean() }, closed);
export type DeviceModeBody = Static<typeof DeviceModeBody>;
