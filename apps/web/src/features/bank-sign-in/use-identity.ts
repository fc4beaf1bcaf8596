/** The typed identity, field by field; values are kept when the customer chooses another method. */
import { type AuthMethod, IDENTITY_FIELDS_OF, type IdentityField } from '@portico/contract/values';
import { useEffect, useRef, useState } from 'react';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import type { SignInState } from './sign-in-state.ts';

export interface Identity {
  readonly fields: readonly IdentityField[];
  readonly typed: (field: IdentityField) => string;
  readonly type: (field: IdentityField, text: string) => void;
  readonly isMissing: (field: IdentityField) => boolean;
  /** Not empty, and no personal code of the three countries. */
  readonly isMalformed: (field: IdentityField) => boolean;
  /** The server's error if the method has one field; with several fields the server does not say which one is wrong. */
  readonly refused: RequestFailure | undefined;
  readonly input: (field: IdentityField) => (element: HTMLInputElement | null) => void;
  /** The values to send; undefined, with the focus on the first wrong field, when one is empty or malformed. */
  readonly check: () => Readonly<Partial<Record<IdentityField, string>>> | undefined;
}

/** Estonia and Lithuania: eleven digits; Latvia: the same, often with a hyphen. */
const PERSONAL_CODE = /^\d{6}-?\d{5}$/;

/** `sent`: initial values of the fields. */
export function useIdentity(method: AuthMethod | undefined, { refusal, sent }: Pick<SignInState, 'refusal' | 'sent'>): Identity {
  const fields = method === undefined ? [] : IDENTITY_FIELDS_OF[method];
  const [texts, setTexts] = useState<Readonly<Partial<Record<IdentityField, string>>>>(sent ?? {});
  const [missing, setMissing] = useState<readonly IdentityField[]>([]);
  const [malformed, setMalformed] = useState<readonly IdentityField[]>([]);
  const [isChanged, setIsChanged] = useState(false);
  const inputs = useRef(new Map<string, HTMLInputElement>());
  const refused = fields.length === 1 && refusal?.path === fields[0] ? refusal : undefined;

  useEffect(() => {
    setIsChanged(false);
    if (refusal?.path !== undefined) inputs.current.get(refusal.path)?.focus();
  }, [refusal]);
  // Another method has other fields, so messages about the previous fields are removed.
  useEffect(() => {
    setMissing([]);
    setMalformed([]);
    setIsChanged(method !== undefined);
  }, [method]);

  const cleaned = (field: IdentityField) => (texts[field] ?? '').replaceAll(/\s/g, '');
  return {
    fields,
    typed: (field) => texts[field] ?? '',
    type: (field, text) => {
      setTexts({ ...texts, [field]: text });
      setMissing(missing.filter((one) => one !== field));
      setMalformed(malformed.filter((one) => one !== field));
      setIsChanged(true);
    },
    isMissing: (field) => missing.includes(field),
    isMalformed: (field) => malformed.includes(field),
    refused: isChanged ? undefined : refused,
    input: (field) => (element) => {
      if (element === null) inputs.current.delete(field);
      else inputs.current.set(field, element);
    },
    check: () => {
      const empty = fields.filter((field) => cleaned(field) === '');
      const wrong = fields.filter((field) => field === 'nationalIdentityNumber' && !empty.includes(field) && !PERSONAL_CODE.test(cleaned(field)));
      setMissing(empty);
      setMalformed(wrong);
      const first = fields.find((field) => empty.includes(field) || wrong.includes(field));
      if (first === undefined) return Object.fromEntries(fields.map((field) => [field, cleaned(field)]));
      inputs.current.get(first)?.focus();
      return undefined;
    },
  };
}
