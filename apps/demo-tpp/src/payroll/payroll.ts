/** A payroll: whom to pay, from which bank, on which day. */

import { addDays, formatCents } from '@portico/primitives';
import { EXECUTION_DAYS_AHEAD_MAX } from '../bank-limits.ts';
import type { BulkPaymentInitiation } from '../bank-types.ts';
import { type NewInstruction, newNumber } from '../instructions/instruction.ts';
import { dayFault, type OrderForm, readBank, readSpeed, textOf, wrongFields } from '../instructions/order-form.ts';
import { decodeFile, type FileFault, readPayroll, type Salary } from './payroll-file.ts';

export interface PayrollForm extends OrderForm<'date' | 'bank' | 'speed' | 'batch' | 'text'> {
  readonly faults: readonly FileFault[];
}

export function firstPayroll(): PayrollForm {
  return { fields: { date: '', bank: 'ee', speed: 'ordinary', batch: 'yes', text: '' }, errors: {}, faults: [] };
}

/** What to order, or the form with what is wrong. A file goes before pasted lines. The bank checks all of it again. */
export function readPayrollForm(form: Readonly<Record<string, unknown>>, today: string): NewInstruction | PayrollForm {
  const file = form.file instanceof Uint8Array && form.file.length > 0 ? decodeFile(form.file) : textOf(form.text);
  const text = typeof file === 'string' ? file : '';
  const fields = { date: textOf(form.date), bank: textOf(form.bank), speed: textOf(form.speed), batch: textOf(form.batch), text };
  const read = typeof file === 'string' ? readPayroll(file) : { faults: [file] };
  const [country, product] = [readBank(fields.bank), readSpeed(fields.speed)];
  const latest = addDays(today, EXECUTION_DAYS_AHEAD_MAX);
  const errors = wrongFields<keyof typeof fields>({
    date: fields.date === '' ? undefined : dayFault(fields.date, { from: today, to: latest }),
    bank: country === undefined ? 'Choose your bank.' : undefined,
    speed: product === undefined ? 'Choose how fast.' : undefined,
  });
  const isIncomplete = 'faults' in read || country === undefined || product === undefined;
  if (isIncomplete || Object.keys(errors).length > 0) return { fields, errors, faults: 'faults' in read ? read.faults : [] };
  return { kind: 'payroll', country, product, initiation: toInitiation(read.salaries, fields.date, fields.batch === 'yes') };
}

function toInitiation(salaries: readonly Salary[], date: string, isBatch: boolean): BulkPaymentInitiation {
  const number = newNumber();
  return {
    ...(date === '' ? {} : { requestedExecutionDate: date }),
    batchBookingPreferred: isBatch,
    payments: salaries.map(({ name, iban, cents, reference }, place) => ({
      endToEndIdentification: `${number}-${place + 1}`,
      instructedAmount: { amount: formatCents(cents), currency: 'EUR' },
      creditorAccount: { iban },
      creditorName: name,
      remittanceInformationUnstructured: reference,
    })),
  };
}
