/** One application: its values, certificates, usage and what its customers signed; and the way to suspend it. */
import type { ConsoleProvider } from '@portico/contract';
import type { CertificateState, ConsoleAct } from '@portico/contract/values';
import { useCallback, useState } from 'react';
import { formatMoment } from '../shared/format/dates.ts';
import { Button } from '../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../shared/ui/definition-list.tsx';
import { ScrollRegion } from '../shared/ui/scroll-region.tsx';
import styles from './console.module.css';
import { Looks } from './looks.tsx';
import { followIn, type PageProps, TIME_ZONE } from './page-props.ts';
import { Failure, PageTitle } from './page-title.tsx';
import { ProviderState } from './provider-state.tsx';
import { KIND_TEXTS } from './request-texts.ts';
import { useLoad } from './use-load.ts';
import { WordsDialog } from './words-dialog.tsx';

const CERTIFICATE_STATES: Readonly<Record<CertificateState, string>> = {
  active: 'Active',
  unproved: 'Key not proved',
  expired: 'Expired',
  early: 'Not valid yet',
  revoked: 'Revoked',
  blocked: 'Blocked',
};

interface ProviderPageProps extends PageProps {
  readonly id: string;
  readonly acts: readonly ConsoleAct[];
}

export function ProviderPage({ id, acts, calls, onGo, onEnded }: ProviderPageProps) {
  const { value, failure } = useLoad(
    useCallback(() => calls.provider(id), [calls, id]),
    onEnded,
  );
  const [isAsking, setIsAsking] = useState(false);
  if (value === undefined) {
    return (
      <>
        <PageTitle title="Provider" />
        <Failure text={failure} />
      </>
    );
  }
  const { registeredName, clientName, clientId, isSuspended } = value;
  const kind = isSuspended ? 'lift' : 'suspend';
  return (
    <>
      <PageTitle title={clientName}>
        <p>
          {registeredName} · <code>{clientId}</code>
        </p>
      </PageTitle>
      <Conversion {...value.conversion} />
      <div className={styles.grid}>
        <Certificates certificates={value.certificates} />
        <section className={styles.panel} aria-labelledby="details">
          <h2 id="details">Details</h2>
          <Facts provider={value} />
          {acts.includes('suspend') || value.waiting !== undefined ? (
            <div className={styles.bar}>
              {value.waiting === undefined ? (
                <Button kind="secondary" isDense onClick={() => setIsAsking(true)}>
                  {KIND_TEXTS[kind].ask}
                </Button>
              ) : (
                <p role="status">
                  {value.waiting.askedBy} asked: {KIND_TEXTS[value.waiting.kind].act.toLowerCase()}.{' '}
                  {acts.includes('requests') ? (
                    <a href="/requests" onClick={followIn(onGo)}>
                      Open the request
                    </a>
                  ) : null}
                </p>
              )}
            </div>
          ) : null}
          <Looks looks={value.lookedAtBy} />
        </section>
      </div>
      {isAsking ? (
        <WordsDialog
          title={KIND_TEXTS[kind].ask}
          button={KIND_TEXTS[kind].ask}
          onEnded={onEnded}
          onClose={() => setIsAsking(false)}
          onSubmit={async (words) => {
            await calls.ask({ kind, about: clientId, words });
            onGo('/requests');
          }}
        >
          <p>Another person confirms it within 24 hours. Until then nothing changes.</p>
          <ul className={styles.changes}>
            {KIND_TEXTS[kind].changes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </WordsDialog>
      ) : null}
    </>
  );
}

function Conversion({ asked, shown, signed, refused, expired }: ConsoleProvider['conversion']) {
  const figures = [
    ['Asked to sign', asked],
    ['Page opened', shown],
    ['Signed', signed],
    ['Refused', refused],
    ['Expired', expired],
  ] as const;
  return (
    <section aria-labelledby="conversion">
      <div className={styles.above}>
        <h2 id="conversion">What customers were asked to sign</h2>
        <p>in the last 30 days</p>
      </div>
      <dl className={styles.figures}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Facts({ provider }: { provider: ConsoleProvider }) {
  const { roles, authorisationNumber, admittedAt, redirectUris, usage } = provider;
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Roles', roles.length === 0 ? 'none recorded' : roles.join(', ')],
    ['Authorisation number', authorisationNumber],
    ['Admitted', admittedAt && formatMoment(admittedAt, TIME_ZONE)],
    ['Redirect URIs', redirectUris.join(', ')],
    ['Calls, 30 days', `${usage.calls.toLocaleString('en')}, of them failed ${usage.failed.toLocaleString('en')}`],
    ['Slowest 5 %', usage.p95Ms === undefined ? undefined : `from ${usage.p95Ms.toLocaleString('en')} ms`],
  ];
  return (
    <DefinitionList isDense>
      <Definition label="State">
        <ProviderState provider={provider} />
      </Definition>
      {rows.map(([label, value]) =>
        value === undefined ? null : (
          <Definition key={label} label={label}>
            {value}
          </Definition>
        ),
      )}
    </DefinitionList>
  );
}

function Certificates({ certificates }: Pick<ConsoleProvider, 'certificates'>) {
  return (
    <section className={styles.panel} aria-labelledby="certificates">
      <h2 id="certificates">Certificates</h2>
      {certificates.length === 0 ? <p>The application has no certificate.</p> : null}
      {certificates.length === 0 ? null : (
        <ScrollRegion label="Certificates" className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Organisation</th>
                <th scope="col">Expires</th>
                <th scope="col">State</th>
                <th scope="col">Last used</th>
              </tr>
            </thead>
            <tbody>
              {certificates.map(({ thumbprint, organizationId, notAfter, state, lastUsedAt }) => (
                <tr key={thumbprint}>
                  <td>
                    {organizationId}
                    <small>{thumbprint.slice(0, 16)}</small>
                  </td>
                  <td>{formatMoment(notAfter, TIME_ZONE)}</td>
                  <td>{CERTIFICATE_STATES[state]}</td>
                  <td>{lastUsedAt === undefined ? 'never' : formatMoment(lastUsedAt, TIME_ZONE)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
