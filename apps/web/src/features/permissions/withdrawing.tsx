/** Before: what it means. After: that it is so. Nothing brings a withdrawn permission back, and both say it. */
import type { Permission } from '@portico/contract';
import { useRefusalText } from '../../shared/i18n/refusal-text.ts';
import { useArmed } from '../../shared/page/use-armed.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { usePermissionsText } from './messages.ts';
import { endKeyOf } from './permission-words.ts';
import styles from './permissions.module.css';
import { PERMISSIONS_PAGE } from './permissions-address.ts';
import type { OnePermission, PermissionState } from './use-permission.ts';

interface WithdrawingProps {
  readonly one: OnePermission;
  readonly state: Extract<PermissionState, { step: 'confirming' | 'withdrawing' }>;
}

export function Withdrawing({ one, state }: WithdrawingProps) {
  const { answer, step } = state;
  const { tppName: provider, accountHolder: company, representative } = answer.permission;
  const text = usePermissionsText();
  const refusalText = useRefusalText();
  const isArmed = useArmed();
  const failure = state.step === 'confirming' ? state.failure : undefined;
  return (
    <>
      <Headline>{text('permissions.confirm.title')}</Headline>
      <ul className={styles.means}>
        <li>{text('permissions.confirm.now', { provider })}</li>
        <li>{text('permissions.confirm.kept')}</li>
        <li>{text('permissions.confirm.service')}</li>
        {representative === undefined ? null : <li>{text('permissions.confirm.company', { company })}</li>}
        <li>
          <b className="strong">{text('permissions.confirm.final')}</b>
        </li>
      </ul>
      {failure === undefined ? null : (
        <Note kind="error" role="alert">
          {refusalText(failure)}
        </Note>
      )}
      <div className={styles.acts}>
        <Button
          kind="danger"
          isBlock
          isBusy={step === 'withdrawing'}
          aria-disabled={!isArmed || undefined}
          onClick={() => {
            if (isArmed) one.withdraw();
          }}
        >
          {text(step === 'withdrawing' ? 'permissions.confirm.withdrawing' : 'permissions.confirm.withdraw')}
        </Button>
        {step === 'withdrawing' ? null : (
          <Button kind="secondary" isBlock onClick={one.keep}>
            {text('permissions.confirm.keep')}
          </Button>
        )}
      </div>
    </>
  );
}

export function Withdrawn({ permission: { tppName: provider, end } }: { permission: Permission }) {
  const text = usePermissionsText();
  const isOwn = end?.how === 'withdrawn' && end.by === undefined;
  return (
    <>
      <div className="stack-2" role="status">
        <Headline>{text(isOwn ? 'permissions.done.withdrawn' : 'permissions.done.otherwise')}</Headline>
        {isOwn || end === undefined ? null : <p className="strong">{text(endKeyOf(end), { name: end.by ?? '' })}</p>}
        <p className="second">{text(isOwn ? 'permissions.done.withdrawnText' : 'permissions.done.otherwiseText', { provider })}</p>
      </div>
      <ButtonLink kind="primary" isBlock href={PERMISSIONS_PAGE}>
        {text('permissions.back')}
      </ButtonLink>
    </>
  );
}
