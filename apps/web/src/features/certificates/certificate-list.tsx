/** The certificates of the application: what they are, whether they work, and what can be played with them. */
import type { Certificate, CertificatesPage } from '@portico/contract';
import { CERTIFICATE_USES, type CertificateState } from '@portico/contract/values';
import { useState } from 'react';
import { shortThumbprint } from '../../shared/application/certificates.ts';
import { formatDate, formatDateTime } from '../../shared/format/dates.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Card } from '../../shared/portal/card.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import tableStyles from '../../shared/portal/stacked-table.module.css';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import type { CertificateCalls } from './certificate-calls.ts';
import { ROLE_NAMES, stateText, USE_NAMES } from './certificate-texts.ts';
import styles from './certificates.module.css';

interface CertificateListProps {
  page: CertificatesPage;
  calls: CertificateCalls;
  onChanged: () => void;
}

const sayTime = (instant: string) => formatDateTime(instant, 'en', browserTimeZone());

export function CertificateList({ page, calls, onChanged }: CertificateListProps) {
  const { certificates, perUseMax } = page;
  const counts = CERTIFICATE_USES.map((use) => `${USE_NAMES[use]} ${certificates.filter((one) => one.use === use).length} of ${perUseMax}`);
  return (
    <Card title="Your certificates" aside={<p className="micro muted">{counts.join(', ')}</p>}>
      {certificates.length === 0 ? (
        <div className="stack-2">
          <p className="strong">No certificate yet.</p>
          <p className="small second">
            {page.testAuthority === undefined
              ? 'Upload the certificates with which your application calls.'
              : 'Without one the application proves itself by its client secret, as the Tokens page does.'}
          </p>
        </div>
      ) : (
        <table className={classNames(tableStyles.table, styles.table)}>
          <thead>
            <tr>
              <th>Certificate</th>
              <th>Roles</th>
              <th>Expires</th>
              <th>State</th>
              <th>
                <span className="vh">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {certificates.map((certificate) => (
              <Row key={certificate.certificateId} certificate={certificate} now={page.now} calls={calls} onChanged={onChanged} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

interface RowProps extends Omit<CertificateListProps, 'page'> {
  certificate: Certificate;
  now: string;
}

type Act = 'revoke' | 'restore' | 'block' | 'unblock' | 'remove';

const LABELS: Readonly<Record<Act, string>> = { revoke: 'Revoke', restore: 'Undo', block: 'Block', unblock: 'Undo', remove: 'Remove' };

/** What can be done in a state to a certificate of the test authority; others can only be removed. */
const ACTS: Readonly<Record<CertificateState, readonly Act[]>> = {
  active: ['revoke', 'block'],
  unproved: ['remove'],
  expired: ['remove'],
  early: ['remove'],
  revoked: ['restore', 'remove'],
  blocked: ['unblock', 'remove'],
};

const MARKS = {
  revoke: { what: 'revocation', isIn: true },
  restore: { what: 'revocation', isIn: false },
  block: { what: 'block', isIn: true },
  unblock: { what: 'block', isIn: false },
} as const;

const DONE: Readonly<Record<Act, string>> = {
  revoke: 'is revoked. Its calls are refused from now on.',
  restore: 'counts again.',
  block: 'is blocked, as a bank can do.',
  unblock: 'counts again.',
  remove: 'is removed.',
};

function Row({ certificate, now, calls, onChanged }: RowProps) {
  const { certificateId, use, thumbprint, keyType, roles, notAfter, source, state, stateSince } = certificate;
  const [isAsking, setIsAsking] = useState(false);
  const { toasts } = useExtra();
  const { isPending, failure, run } = useAction();
  const name = `${USE_NAMES[use]} ${shortThumbprint(thumbprint)}`;
  const acts = source === 'issued' ? ACTS[state] : (['remove'] as const);
  const perform = (act: Act) =>
    run(async () => {
      await (act === 'remove' ? calls.remove(certificateId) : calls.mark(certificateId, MARKS[act].what, MARKS[act].isIn));
      toasts.show({ kind: 'ok', text: `${name} ${DONE[act]}` });
      onChanged();
    });
  const { kind, icon, text } = stateText(certificate, now);
  return (
    <>
      <tr>
        <td>
          <span className="strong">{USE_NAMES[use]}</span>{' '}
          <code className={styles.thumbprint} translate="no" title={thumbprint}>
            {shortThumbprint(thumbprint)}
          </code>
          <span className={styles.detail}>{detailOf(certificate, keyType)}</span>
        </td>
        <td data-label="Roles" className={styles.short}>
          {roles.length === 0 ? 'none' : roles.map((role) => ROLE_NAMES[role].short).join(', ')}
        </td>
        <td data-label="Expires" className={styles.short}>
          {formatDate(notAfter.slice(0, 10), 'en')}
        </td>
        <td data-label="State">
          <div>
            <Badge kind={kind} {...(icon && { icon })}>
              {text}
            </Badge>
            {stateSince === undefined ? null : <span className={styles.detail}>{sayTime(stateSince)}</span>}
          </div>
        </td>
        <td className={styles.acts}>
          {acts.map((act) => (
            <Button
              key={act}
              kind={act === 'restore' || act === 'unblock' ? 'secondary' : 'quiet'}
              isDense
              isBusy={isPending}
              aria-label={`${LABELS[act]} ${name}`}
              onClick={() => (act === 'remove' ? setIsAsking(true) : void perform(act))}
            >
              {LABELS[act]}
            </Button>
          ))}
        </td>
      </tr>
      {isAsking || failure !== undefined ? (
        <tr>
          <td colSpan={5} className={styles.below}>
            {isAsking ? (
              <Confirm
                question={`Remove ${name}?`}
                yes="Remove"
                isPending={isPending}
                onYes={() => void perform('remove')}
                onNo={() => setIsAsking(false)}
              >
                <p>The application can no longer call with it. Tokens that are bound to it stop working; consents stay.</p>
              </Confirm>
            ) : null}
            {failure === undefined ? null : <ActionFailure failure={failure} />}
          </td>
        </tr>
      ) : null}
    </>
  );
}

const SOURCES: Readonly<Record<Certificate['source'], string>> = { issued: '', uploaded: ', uploaded', call: ', first seen in a call' };

function detailOf({ source, lastUsedAt }: Certificate, keyType: string): string {
  return `${keyType}${SOURCES[source]}, ${lastUsedAt === undefined ? 'never used' : `used ${sayTime(lastUsedAt)}`}`;
}
