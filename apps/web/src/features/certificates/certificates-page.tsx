/** `/tpp/certificates`: the certificates of an application, how it authenticates, and the sandbox's authority that issues them. */
import type { CertificatesPage as Answer, RuntimeConfig } from '@portico/contract';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { ApplicationSelect } from '../../shared/application/application-select.tsx';
import { useApplications } from '../../shared/application/use-applications.ts';
import { Confirm } from '../../shared/portal/confirm.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { type CertificateCalls, createCertificateCalls } from './certificate-calls.ts';
import { CertificateList } from './certificate-list.tsx';
import { CertificateSamples } from './certificate-samples.tsx';
import styles from './certificates.module.css';
import { IssueCard } from './issue-card.tsx';
import { type GivenFiles, NewFilesCard, unsavedKeys } from './new-files-card.tsx';
import { OwnKeyCard } from './own-key-card.tsx';
import { SecurityCard } from './security-card.tsx';

export function CertificatesPage({ config }: { config: RuntimeConfig }) {
  const applications = useApplications();
  const [latest, setLatest] = useState<Given>();
  // Files are gone with the choice of another application.
  const given = latest?.choice === applications.choice ? latest : undefined;
  const [waiting, setWaiting] = useState<() => void>();
  const pressed = useRef<Element>(null);
  /** Asks before an action replaces private keys that were not saved. */
  const guard = (action: () => void) => {
    if (given === undefined || unsavedKeys(given.files, given.saved).length === 0) return action();
    pressed.current = document.activeElement;
    setWaiting(() => action);
  };
  const close = () => {
    setWaiting(undefined);
    requestAnimationFrame(() => pressed.current instanceof HTMLElement && pressed.current.focus());
  };
  return (
    <div className="stack-6">
      <div className="stack-2">
        <PageHeading title="Certificates" />
        <p className="second">
          Certificates identify a provider. Those of the test authority open the sandbox only.{' '}
          <a className="nb" href="#/how-to-certificates">
            How to use them
          </a>
        </p>
        <ApplicationSelect applications={{ ...applications, choose: (clientId) => guard(() => applications.choose(clientId)) }} />
      </div>
      <Certificates
        key={applications.choice}
        config={config}
        given={given}
        question={
          waiting === undefined ? null : (
            <Confirm
              question="Replace these files?"
              yes="Replace files"
              isPending={false}
              onYes={() => {
                setWaiting(undefined);
                waiting();
              }}
              onNo={close}
            >
              <p>Private keys among them were not saved. Portico does not keep them and cannot show them again.</p>
            </Confirm>
          )
        }
        guard={guard}
        onSaved={(name) => setLatest((now) => now && { ...now, saved: new Set([...now.saved, name]) })}
        onGiven={(files) => {
          setWaiting(undefined);
          setLatest((before) => files && { files, saved: new Set(), choice: applications.choice, round: (before?.round ?? 0) + 1 });
        }}
      />
    </div>
  );
}

interface Given {
  readonly files: GivenFiles;
  readonly saved: ReadonlySet<string>;
  /** The application at that time: `choice` of the applications. */
  readonly choice: number;
  /** Another number for each of these. */
  readonly round: number;
}

interface CertificatesProps {
  config: RuntimeConfig;
  given: Given | undefined;
  /** About the files that wait to be saved. */
  question: ReactNode;
  onSaved: (name: string) => void;
  guard: (action: () => void) => void;
  onGiven: (files: GivenFiles | undefined) => void;
}

function Certificates(props: CertificatesProps) {
  const { api } = useExtra();
  const calls = useMemo(() => createCertificateCalls(api), [api]);
  const { value, failure, reload, setValue } = useLoaded(useCallback((signal: AbortSignal) => calls.read(signal), [calls]));
  if (value === undefined)
    return failure === undefined ? <Skeleton label="Loading the certificates" lines={8} /> : <LoadFailure failure={failure} onRetry={reload} />;
  return <Loaded {...props} page={value} calls={calls} onChanged={reload} onSecured={setValue} />;
}

interface LoadedProps extends CertificatesProps {
  page: Answer;
  calls: CertificateCalls;
  onChanged: () => void;
  onSecured: (page: Answer) => void;
}

function Loaded({ page, calls, config, given, question, guard, onSaved, onGiven, onChanged, onSecured }: LoadedProps) {
  const show = (files: GivenFiles) => {
    onGiven(files);
    onChanged();
  };
  const hasAuthority = page.testAuthority !== undefined;
  return (
    <div className={styles.columns}>
      <div className={classNames('stack-6', styles.list)}>
        {given === undefined ? null : (
          <NewFilesCard key={given.round} given={given.files} question={question} onSaved={onSaved} onClose={() => onGiven(undefined)} />
        )}
        <CertificateList page={page} calls={calls} onChanged={onChanged} />
      </div>
      <aside className={classNames('stack-6', styles.ways)} aria-label="New certificates">
        {hasAuthority ? <IssueCard calls={calls} isMain={given === undefined} guard={guard} onIssued={show} /> : null}
        <OwnKeyCard calls={calls} hasAuthority={hasAuthority} guard={guard} onSigned={show} onUploaded={onChanged} />
      </aside>
      <div className={classNames('stack-6', styles.use)}>
        <SecurityCard security={page.security} calls={calls} onSaved={onSecured} />
        <CertificateSamples page={page} config={config} />
      </div>
    </div>
  );
}
