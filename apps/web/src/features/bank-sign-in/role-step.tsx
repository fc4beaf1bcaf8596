/** After the confirmation on the device: a person with several roles chooses for whom they act. */
import type { SignInDetails } from '@portico/contract';
import { RoleButtons } from '../../shared/bank-pages/role-choice.tsx';
import type { SharedKey } from '../../shared/i18n/shared-catalogue.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { useSignInText } from './messages.ts';
import type { SignIn } from './use-sign-in.ts';

export function RoleStep({ signIn, details }: { signIn: SignIn; details: SignInDetails }) {
  const text = useText<SharedKey>();
  const signInText = useSignInText();
  const { roles = [], roleId } = signIn.state;
  return (
    <>
      <div className="stack-2">
        <Headline>{text('role.title')}</Headline>
        <p className="second">{text('role.advice')}</p>
      </div>
      <RoleButtons roles={roles} pendingId={roleId} choose={signIn.chooseRole} />
      <Button kind="quiet" isBlock disabled={roleId !== undefined} onClick={signIn.cancel}>
        {signInText('signIn.cancel', { tppApplicationName: details.tppApplicationName })}
      </Button>
    </>
  );
}
