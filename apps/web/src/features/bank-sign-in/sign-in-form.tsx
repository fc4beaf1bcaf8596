/** The first step of a sign-in: the method and the customer's identity. */
import type { RuntimeConfig, SignInDetails } from '@portico/contract';
import type { AuthMethod, IdentityField } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { useRefusalText } from '../../shared/i18n/refusal-text.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { useArmed } from '../../shared/page/use-armed.ts';
import { bankLabel, isOnBankPage, spokenMethod } from '../../shared/sca/bank-methods.ts';
import { DeviceLinkChoice } from '../../shared/sca/device-link-choice.tsx';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import type { IconName } from '../../shared/ui/icon.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Picker } from '../../shared/ui/picker.tsx';
import { type SignInKey, useSignInText } from './messages.ts';
import type { SignInState } from './sign-in-state.ts';
import { type Identity, useIdentity } from './use-identity.ts';
import type { SignIn } from './use-sign-in.ts';

const ICONS: Readonly<Record<AuthMethod, IconName>> = {
  SMART_ID: 'phone',
  MOBILE_ID: 'sim',
  IDCARD: 'card',
  CODE_CALCULATOR: 'calculator',
  EPARAKSTS_MOBILE: 'phone',
  BANK_PAGE: 'external',
  BANK_APP: 'phone',
};

export function SignInForm({ signIn, details, config }: { signIn: SignIn; details: SignInDetails; config: RuntimeConfig }) {
  const text = useSignInText();
  const refusalText = useSignInRefusalText(signIn.state);
  const { refusal, sent } = signIn.state;
  const [method, setMethod] = useState<AuthMethod | undefined>(sent?.method ?? details.methods[0]);
  const [isByLink, setByLink] = useState(sent?.form === 'deviceLink');
  const isArmed = useArmed();
  const isStarting = signIn.state.step === 'starting';
  const locale = usePageLocale();
  const isByRedirect = isOnBankPage(method, details.bankMethods);
  const identity = useIdentity(isByRedirect ? 'BANK_PAGE' : method, signIn.state);
  const hasLink = method !== undefined && details.deviceLinkMethods?.includes(method) === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isArmed || isStarting || method === undefined) return;
    const said = identity.check();
    if (said !== undefined) signIn.start({ method, ...said, ...(hasLink && isByLink && { form: 'deviceLink' }) });
  };
  const isAboutOneField = identity.fields.length === 1 && refusal?.path === identity.fields[0];
  return (
    <form className="stack-5" onSubmit={submit} noValidate>
      <div className="stack-2">
        <Headline>{text('signIn.title', { bankName: config.bankName })}</Headline>
        <p className="second">{text(`signIn.then.${details.purpose}`, { tppApplicationName: details.tppApplicationName })}</p>
      </div>
      {refusal === undefined || isAboutOneField ? null : (
        <Note kind="error" role="alert">
          {refusalText(refusal)}
        </Note>
      )}
      <TestCustomerButton signIn={signIn} details={details} isArmed={isArmed} />
      {method === undefined ? (
        <Note kind="error" role="alert">
          {text('signIn.noMethods', { bankName: config.bankName })}
        </Note>
      ) : (
        <Picker
          label={text('signIn.methods')}
          options={details.methods.map((value) => ({
            value,
            label: bankLabel(value, details.bankMethods, locale) ?? text(`signIn.method.${value}`),
            icon: ICONS[value],
          }))}
          value={method}
          isDisabled={isStarting}
          onChange={setMethod}
        />
      )}
      {method === undefined
        ? null
        : identity.fields.map((field) => (
            <IdentityInput
              key={field}
              field={field}
              method={method}
              identity={identity}
              details={details}
              isLocked={isStarting}
              refusalText={refusalText}
            />
          ))}
      {hasLink ? (
        <DeviceLinkChoice
          isChosen={isByLink}
          isDisabled={isStarting}
          texts={{ here: text('signIn.app.chooseHere'), code: text('signIn.app.chooseCode'), hint: text('signIn.app.chooseHint') }}
          onChange={setByLink}
        />
      ) : null}
      <div className="stack-2">
        {method === undefined ? null : (
          <Button kind="primary" type="submit" isBlock isBusy={isStarting} aria-disabled={!isArmed || undefined}>
            {text(isStarting ? 'signIn.starting' : `signIn.continue.${spokenMethod(method, details.bankMethods)}`)}
          </Button>
        )}
        <Button kind="secondary" isBlock isBusy={signIn.state.step === 'leaving'} onClick={signIn.cancel}>
          {text('signIn.cancel', { tppApplicationName: details.tppApplicationName })}
        </Button>
      </div>
    </form>
  );
}

/** Spares developers the eleven digits of their own test customer. */
function TestCustomerButton({ signIn, details: { testCustomer }, isArmed }: { signIn: SignIn; details: SignInDetails; isArmed: boolean }) {
  const text = useSignInText();
  if (testCustomer === undefined) return null;
  const { name, method, nationalIdentityNumber } = testCustomer;
  const isStarting = signIn.state.step === 'starting';
  return (
    <Button
      kind="secondary"
      isBlock
      aria-disabled={!isArmed || undefined}
      onClick={() => {
        if (isArmed && !isStarting) signIn.start({ method, nationalIdentityNumber });
      }}
    >
      {text('signIn.testCustomer', { name })}
    </Button>
  );
}

interface IdentityInputProps {
  readonly field: IdentityField;
  readonly method: AuthMethod;
  readonly identity: Identity;
  readonly details: SignInDetails;
  readonly isLocked: boolean;
  readonly refusalText: RefusalText;
}

function IdentityInput({ field, method, identity, details, isLocked, refusalText }: IdentityInputProps) {
  const text = useSignInText();
  // The sandbox has no card reader, so the customer types whose card it is.
  const isCard = method === 'IDCARD';
  const errorOf = () => {
    if (identity.isMissing(field)) return text(`signIn.${field}Missing`);
    if (identity.isMalformed(field)) return text('signIn.nationalIdentityNumberMalformed');
    return identity.refused && refusalText(identity.refused);
  };
  return (
    <TextField
      ref={identity.input(field)}
      label={text(isCard ? 'signIn.cardOwner' : `signIn.${field}`)}
      hint={
        isCard
          ? text('signIn.cardOwnerHint')
          : hintKeys(field, details)
              .map((key) => text(key))
              .join(' ')
      }
      error={errorOf()}
      isTabular
      name={field}
      inputMode={field === 'phoneNumber' ? 'tel' : 'numeric'}
      autoComplete={field === 'phoneNumber' ? 'tel' : 'off'}
      spellCheck={false}
      maxLength={24}
      required
      readOnly={isLocked}
      value={identity.typed(field)}
      onChange={(event) => identity.type(field, event.target.value)}
    />
  );
}

type RefusalText = (refusal: RequestFailure) => string;

/** An unknown identity gets the text of the method that was sent, because each method has other fields. */
function useSignInRefusalText({ sent }: SignInState): RefusalText {
  const text = useSignInText();
  const refusalText = useRefusalText();
  return (refusal) =>
    refusal.code === 'CUSTOMER_UNKNOWN' && sent !== undefined ? text(`signIn.unknown.${sent.method}`) : refusalText(refusal, sent?.method);
}

/** Latvian personal codes are printed with a hyphen. */
function hintKeys(field: IdentityField, { bankCountry, hasTestDevice }: SignInDetails): readonly SignInKey[] {
  if (field !== 'nationalIdentityNumber') return [hasTestDevice ? `signIn.${field}SandboxHint` : `signIn.${field}Hint`];
  const form: SignInKey = bankCountry === 'lv' ? 'signIn.nationalIdentityNumberLatvianHint' : 'signIn.nationalIdentityNumberHint';
  return hasTestDevice ? [form, 'signIn.nationalIdentityNumberSandboxHint'] : [form];
}
