import { type Static, Type } from 'typebox';
import { EXECUTION_RULES, UI_FREQUENCIES } from '../enumerations.ts';
import { NOT_PAID_REASONS } from '../signing-values.ts';
import { closed, IsoDate, literals } from './common.ts';
import { PaymentDetails } from './payment.ts';

/** A run that the bank did not execute. `executionDate`: its due date. */
export const UnpaidRun = Type.Object({ executionDate: IsoDate, notPaidReason: literals(NOT_PAID_REASONS) }, closed);
export type UnpaidRun = Static<typeof UnpaidRun>;

/** Periodic payment details (specification §3): those of a payment, and its schedule. `requestedExecutionDate` is the day of the first run. */
export const PeriodicPaymentDetails = Type.Object(
  {
    ...PaymentDetails.properties,
    startDate: IsoDate,
    /** Absent: indefinite. */
    endDate: Type.Optional(IsoDate),
    frequency: literals(UI_FREQUENCIES),
    /** `1` to `31`, where 31 is the last day of every month; present for monthly frequencies. */
    dayOfExecution: Type.Optional(Type.String()),
    /** Additions beyond specification §3: */
    /** For ordinary payments: whether a run on a day without T2 moves to the day before or after. */
    executionRule: Type.Optional(literals(EXECUTION_RULES)),
    /** The latest run, if the bank did not execute it. Later runs are not affected. */
    unpaidRun: Type.Optional(UnpaidRun),
  },
  closed,
);
export type PeriodicPaymentDetails = Static<typeof PeriodicPaymentDetails>;
