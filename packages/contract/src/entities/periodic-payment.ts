import { type Static, Type } from 'typebox';
import { EXECUTION_RULES, UI_FREQUENCIES } from '../enumerations.ts';
import { NOT_PAID_REASONS } from '../signing-values.ts';
import { closed, IsoDate, literals } from './common.ts';
import { PaymentDetails } from './payment.ts';

/** A run that the bank did not make. `executionDate`: the day on which it was due. */
export const UnpaidRun = Type.Object({ executionDate: IsoDate, notPaidReason: literals(NOT_PAID_REASONS) }, closed);
export type UnpaidRun = Static<typeof UnpaidRun>;

/** Periodic payment details (specification §3): those of a payment, whose `requestedExecutionDate` is the day of the first run, and when it runs. */
export const PeriodicPaymentDetails = Type.Object(
  {
    ...PaymentDetails.properties,
    startDate: IsoDate,
    /** Absent: indefinite. */
    endDate: Type.Optional(IsoDate),
    frequency: literals(UI_FREQUENCIES),
    /** `1` to `31`, 31 being the last day of every month; present where the step is months. */
    dayOfExecution: Type.Optional(Type.String()),
    /** Additions beyond specification §3: */
    /** Of ordinary payments: on which side of a day when T2 is closed it runs. */
    executionRule: Type.Optional(literals(EXECUTION_RULES)),
    /** The latest run, where the bank did not make it. The later runs go on. */
    unpaidRun: Type.Optional(UnpaidRun),
  },
  closed,
);
export type PeriodicPaymentDetails = Static<typeof PeriodicPaymentDetails>;
