/** How the application proves itself: its security profile, whether it signs its calls, and its public keys. */
import type { CertificatesPage, SecuritySettings } from '@portico/contract';
import { SECURITY_PROFILES } from '@portico/contract/values';
import { type FormEvent, useId, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { CertificateCalls } from './certificate-calls.ts';
import { PROFILE_NAMES } from './certificate-texts.ts';
import styles from './certificates.module.css';

interface SecurityCardProps {
  security: SecuritySettings;
  calls: CertificateCalls;
  onSaved: (page: CertificatesPage) => void;
}

export function SecurityCard({ security, calls, onSaved }: SecurityCardProps) {
  const [profile, setProfile] = useState(security.profile);
  const [signsRequests, setSignsRequests] = useState(security.signsRequests);
  const [keys, setKeys] = useState(security.jwks === undefined ? '' : JSON.stringify(security.jwks, null, 2));
  const { isPending, failure, run } = useAction();
  const { toasts } = useExtra();
  const form = useFocusAfterRefusal(failure);
  const name = useId();
  const jwks = readKeys(keys);
  const isKeysFailure = failure !== undefined && isOfKeys(failure);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (jwks === 'unreadable') return;
    void run(async () => {
      onSaved(await calls.secure({ profile, signsRequests, ...(jwks && { jwks }) }));
      toasts.show({ kind: 'ok', text: 'Saved. It holds for the next call.' });
    }, isOfKeys);
  };
  return (
    <Card title="How the application proves itself">
      <form ref={form} className="stack" onSubmit={save} noValidate>
        <fieldset className={styles.choice}>
          <legend>Security profile</legend>
          {SECURITY_PROFILES.map((one) => (
            <label key={one} className={styles.profile}>
              <input type="radio" name={name} checked={profile === one} onChange={() => setProfile(one)} />
              <span>
                <span className="strong">{PROFILE_NAMES[one].name}</span> <code translate="no">{one}</code>
                <span className={styles.detail}>{PROFILE_NAMES[one].meaning}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label className="check">
          <input type="checkbox" checked={signsRequests} onChange={(event) => setSignsRequests(event.target.checked)} />
          Calls must be signed with a QSealC
        </label>
        {profile === 'fapi2' ? (
          <Field
            label="Public keys (JWK set)"
            hint="For assertions signed with a private key. Not needed with a certificate."
            error={jwks === 'unreadable' ? 'This is not a JSON object with a list of keys.' : isKeysFailure ? failure.message : undefined}
          >
            {(ids) => (
              <textarea
                {...ids}
                className={styles.pem}
                rows={5}
                placeholder='{ "keys": [] }'
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                value={keys}
                onChange={(event) => setKeys(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        {failure === undefined || isKeysFailure ? null : <ActionFailure failure={failure} />}
        <Button type="submit" kind="secondary" isBusy={isPending}>
          {isPending ? 'Saving' : 'Save'}
        </Button>
      </form>
    </Card>
  );
}

const isOfKeys = ({ path }: RequestFailure) => path?.startsWith('jwks') === true;

/** Undefined: none. */
function readKeys(text: string): SecuritySettings['jwks'] | 'unreadable' {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isKeySet(value) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function isKeySet(value: unknown): value is NonNullable<SecuritySettings['jwks']> {
  return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
}
