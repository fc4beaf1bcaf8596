/** What proves a signed-in developer once more (contract `ProofBody`): the password, and the code where the account has a second factor. */
import type { IdentitySession, ProofBody } from '@portico/contract';
import type { Ref } from 'react';
import type { RequestFailure } from '../store/request-failure.ts';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';
import { errorOfField } from './use-form-request.ts';

export interface Proof {
  readonly password: string;
  readonly code: string;
}

export const NO_PROOF: Proof = { password: '', code: '' };

/** Before the session is known, as most accounts: with a password, without a second factor. */
type Account = Pick<IdentitySession, 'hasPassword' | 'hasSecondFactor'> | undefined;

const needsPassword = (account: Account) => account?.hasPassword ?? true;
const needsCode = (account: Account) => account?.hasSecondFactor ?? false;

/** The codes of refusals that {@link ProofFields} shows at a field. */
const OF_FIELDS: readonly string[] = ['CREDENTIALS_WRONG', 'SECOND_FACTOR_WRONG'];

export const isProofFailure = (failure: RequestFailure): boolean => OF_FIELDS.includes(failure.code ?? '');

export function isProofComplete(account: Account, { password, code }: Proof): boolean {
  return (!needsPassword(account) || password !== '') && (!needsCode(account) || code.trim() !== '');
}

/** Undefined for an account that has nothing to prove. */
export function toProofBody(account: Account, { password, code }: Proof): ProofBody | undefined {
  if (!needsPassword(account) && !needsCode(account)) return undefined;
  return { ...(needsPassword(account) && { password }), ...(needsCode(account) && { code }) };
}

interface ProofFieldsProps {
  account: Account;
  value: Proof;
  onChange: (proof: Proof) => void;
  failure: RequestFailure | undefined;
  /** Instead of the refusals of the server, while a field is empty. */
  missing?: { readonly password?: string; readonly code?: string };
  passwordRef?: Ref<HTMLInputElement>;
  codeRef?: Ref<HTMLInputElement>;
}

export function ProofFields({ account, value, onChange, failure, missing = {}, passwordRef, codeRef }: ProofFieldsProps) {
  return (
    <>
      {needsPassword(account) ? (
        <PasswordField
          {...(passwordRef === undefined ? {} : { ref: passwordRef })}
          label="Your password"
          autoComplete="current-password"
          value={value.password}
          error={missing.password ?? errorOfField(failure, 'CREDENTIALS_WRONG')}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
        />
      ) : null}
      {needsCode(account) ? (
        <CodeField
          {...(codeRef === undefined ? {} : { ref: codeRef })}
          value={value.code}
          error={missing.code ?? errorOfField(failure, 'SECOND_FACTOR_WRONG')}
          onChange={(code) => onChange({ ...value, code })}
        />
      ) : null}
    </>
  );
}
