/** What was typed to say who one is, field by field; it stays when another method is tried. */
import { type AuthMethod, IDENTITY_FIELDS_OF, type IdentityField } from '@portico/contract/values';
import { useEffect, useRef, useState } from 'react';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import type { SignInState } from './sign-in-state.ts';

export interface Identity {
  readonly fields: readonly IdentityField[];
  readonly typed: (field: IdentityField) => string;
  readonly type: (field: IdentityField, text: string) => void;
  readonly isMissing: (field: IdentityField) => boolean;
  /** The server's word on the one field; with several, nobody says which was wrong. */
  readonly refused: RequestFailure | undefined;
  readonly input: (field: IdentityField) => (element: HTMLInputElement | null) => void;
  /** The values to send; undefined, with the focus on the first empty field, when one is missing. */
  readonly check: () => Readonly<Partial<Record<IdentityField, string>>> | undefined;
}

/** `sent`: what the fields begin with. */
export function useIdentity(method: AuthMethod | undefined, { refusal, sent }: Pick<SignInState, 'refusal' | 'sent'>): Identity {
  const fields = method === undefined ? [] : IDENTITY_FIELDS_OF[method];
  const [texts, setTexts] = useState<Readonly<Partial<Record<IdentityField, string>>>>(sent ?? {});
  const [missing, setMissing] = useState<readonly IdentityField[]>([]);
  const [isChanged, setIsChanged] = useState(false);
  const inputs = useRef(new Map<string, HTMLInputElement>());
  const refused = fields.length === 1 && refusal?.path === fields[0] ? refusal : undefined;

  useEffect(() => {
    setIsChanged(false);
    if (refusal?.path !== undefined) inputs.current.get(refusal.path)?.focus();
  }, [refusal]);
  // Another method has other fields: what was said about the first one's is over.
  useEffect(() => {
    setMissing([]);
    setIsChanged(method !== undefined);
  }, [method]);

  const cleaned = (field: IdentityField) => (texts[field] ?? '').replaceAll(/\s/g, '');
  return {
    fields,
    typed: (field) => texts[field] ?? '',
    type: (field, text) => {
      setTexts({ ...texts, [field]: text });
      setMissing(missing.filter((one) => one !== field));
      setIsChanged(true);
    },
    isMissing: (field) => missing.includes(field),
    refused: isChanged ? undefined : refused,
    input: (field) => (element) => {
      if (element === null) inputs.current.delete(field);
      else inputs.current.set(field, element);
    },
    check: () => {
      const empty = fields.filter((field) => cleaned(field) === '');
      setMissing(empty);
      const [first] = empty;
      if (first === undefined) return Object.fromEntries(fields.map((field) => [field, cleaned(field)]));
      inputs.current.get(first)?.focus();
      return undefined;
    },
  };
}
