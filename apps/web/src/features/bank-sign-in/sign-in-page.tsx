/** The bank's sign-in page: `/bank/sign-in/{id}`. */
import type { RuntimeConfig } from '@portico/contract';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { BankFooter } from '../../shared/bank-pages/bank-footer.tsx';
import { useJourneyLanguage } from '../../shared/i18n/page-language-provider.tsx';
import { BankBar } from '../../shared/ui/bank-bar.tsx';
import { ProviderHeader, Sheet, SheetBody, SheetPage } from '../../shared/ui/sheet.tsx';
import { SheetMain } from '../../shared/ui/sheet-main.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useSignInText } from './messages.ts';
import { RoleStep } from './role-step.tsx';
import { createSignInCalls } from './sign-in-calls.ts';
import { EndedView, ExpiredView, FailedView } from './sign-in-dead-ends.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInWaiting } from './sign-in-waiting.tsx';
import { type SignIn, useSignIn } from './use-sign-in.ts';

export function SignInPage({ id, api, config }: { id: string; api: ApiClient; config: RuntimeConfig }) {
  const calls = useMemo(() => createSignInCalls(api, id), [api, id]);
  const signIn = useSignIn(calls);
  const text = useSignInText();
  const { details } = signIn.state;
  useJourneyLanguage(details?.locale);
  useLayoutEffect(() => {
    document.title = text('signIn.documentTitle', { bankName: config.bankName });
  }, [text, config.bankName]);
  return (
    <>
      <BankBar bankName={config.bankName} />
      <SheetMain>
        <SheetPage isNarrow>
          {details === undefined || details.purpose === 'bank' ? null : (
            <ProviderHeader label={text('signIn.cameFrom')} providerName={details.tppName} />
          )}
          <Sheet timeLeft={signIn.state.step === 'expired' ? 0 : 1}>
            <SheetBody>
              <Step signIn={signIn} config={config} />
            </SheetBody>
          </Sheet>
        </SheetPage>
      </SheetMain>
      <BankFooter config={config} />
    </>
  );
}

function Step({ signIn, config }: { signIn: SignIn; config: RuntimeConfig }): ReactNode {
  const text = useSignInText();
  const { step, details, ended, challenge, over } = signIn.state;
  if (step === 'expired' || (step === 'leaving' && over !== undefined)) return <ExpiredView signIn={signIn} config={config} />;
  if (step === 'failed') return <FailedView signIn={signIn} config={config} />;
  if (step === 'loading' || details === undefined) return <Skeleton label={text('signIn.loading')} lines={6} />;
  if (step === 'ended' && ended !== undefined) return <EndedView reason={ended} signIn={signIn} details={details} />;
  const isChosen = signIn.state.roleId !== undefined;
  if (step === 'choosing' || (step === 'completing' && isChosen)) return <RoleStep signIn={signIn} details={details} />;
  if (step === 'waiting' || step === 'completing' || (step === 'leaving' && challenge !== undefined))
    return <SignInWaiting signIn={signIn} details={details} />;
  return <SignInForm signIn={signIn} details={details} config={config} />;
}
