/** `/tpp/certificates`: the certificates of an application, how it authenticates, and the sandbox's authority that issues them. */
import type { CertificatesPage as Answer, RuntimeConfig } from '@portico/contract';
import { useCallback, useMemo, useState } from 'react';
import { ApplicationSelect } from '../../shared/application/application-select.tsx';
import { useApplications } from '../../shared/application/use-applications.ts';
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
import { type GivenFiles, NewFilesCard } from './new-files-card.tsx';
import { OwnKeyCard } from './own-key-card.tsx';
import { SecurityCard } from './security-card.tsx';

export function CertificatesPage({ config }: { config: RuntimeConfig }) {
  const applications = useApplications();
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
        <ApplicationSelect applications={applications} />
      </div>
      <Certificates key={applications.choice} config={config} />
    </div>
  );
}

/** Files with private keys are gone with the choice of another application. */
function Certificates({ config }: { config: RuntimeConfig }) {
  const { api } = useExtra();
  const calls = useMemo(() => createCertificateCalls(api), [api]);
  const { value, failure, reload, setValue } = useLoaded(useCallback((signal: AbortSignal) => calls.read(signal), [calls]));
  if (value === undefined)
    return failure === undefined ? <Skeleton label="Loading the certificates" lines={8} /> : <LoadFailure failure={failure} onRetry={reload} />;
  return <Loaded page={value} calls={calls} config={config} onChanged={reload} onSecured={setValue} />;
}

interface LoadedProps {
  page: Answer;
  calls: CertificateCalls;
  config: RuntimeConfig;
  onChanged: () => void;
  onSecured: (page: Answer) => void;
}

function Loaded({ page, calls, config, onChanged, onSecured }: LoadedProps) {
  const [given, setGiven] = useState<{ readonly files: GivenFiles; readonly round: number }>();
  const show = (files: GivenFiles) => {
    setGiven((before) => ({ files, round: (before?.round ?? 0) + 1 }));
    onChanged();
  };
  const hasAuthority = page.testAuthority !== undefined;
  return (
    <div className={styles.columns}>
      <div className={classNames('stack-6', styles.list)}>
        {given === undefined ? null : <NewFilesCard key={given.round} given={given.files} onClose={() => setGiven(undefined)} />}
        <CertificateList page={page} calls={calls} onChanged={onChanged} />
      </div>
      <aside className={classNames('stack-6', styles.ways)} aria-label="New certificates">
        {hasAuthority ? <IssueCard calls={calls} isMain={given === undefined} onIssued={show} /> : null}
        <OwnKeyCard calls={calls} hasAuthority={hasAuthority} onSigned={show} onUploaded={onChanged} />
      </aside>
      <div className={classNames('stack-6', styles.use)}>
        <SecurityCard security={page.security} calls={calls} onSaved={onSecured} />
        <CertificateSamples page={page} config={config} />
      </div>
    </div>
  );
}
