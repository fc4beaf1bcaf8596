/** Certificates for a key that the developer has: the test authority signs a request, or an existing test certificate is uploaded. */
import type { Certificate } from '@portico/contract';
import { CERTIFICATE_USES, type CertificateUse } from '@portico/contract/values';
import { useState } from 'react';
import { Card } from '../../shared/portal/card.tsx';
import { Tabs } from '../../shared/portal/tabs.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import type { CertificateCalls } from './certificate-calls.ts';
import { USE_NAMES } from './certificate-texts.ts';
import styles from './certificates.module.css';
import type { GivenFiles } from './new-files-card.tsx';
import { PemForm } from './pem-form.tsx';
import { Segments } from './segments.tsx';
import { FIRST_WISH, WantedFields } from './wanted-certificate.tsx';

const WAYS = [
  { id: 'sign', label: 'Sign a CSR' },
  { id: 'upload', label: 'Upload' },
] as const;
const USES = CERTIFICATE_USES.map((value) => ({ value, label: USE_NAMES[value] }));

interface OwnKeyCardProps {
  calls: CertificateCalls;
  hasAuthority: boolean;
  /** Runs an action, after a question where it would replace files. */
  guard: (action: () => void) => void;
  onSigned: (given: GivenFiles) => void;
  onUploaded: () => void;
}

export function OwnKeyCard({ calls, hasAuthority, guard, onSigned, onUploaded }: OwnKeyCardProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]['id']>('sign');
  if (!hasAuthority) {
    return (
      <Card title="Upload">
        <UploadForm calls={calls} onUploaded={onUploaded} />
      </Card>
    );
  }
  return (
    <Card title="Use your own key">
      <Tabs
        label="Use your own key"
        tabs={WAYS}
        chosen={way}
        onChoose={setWay}
        bar={(list) => <div className={styles.tabs}>{list}</div>}
        panelClassName="stack"
      >
        {way === 'sign' ? <SignForm calls={calls} guard={guard} onSigned={onSigned} /> : <UploadForm calls={calls} onUploaded={onUploaded} />}
      </Tabs>
    </Card>
  );
}

function SignForm({ calls, guard, onSigned }: Pick<OwnKeyCardProps, 'calls' | 'guard' | 'onSigned'>) {
  const [use, setUse] = useState<CertificateUse>('web');
  const [wanted, setWanted] = useState(FIRST_WISH);
  return (
    <PemForm
      label="Certificate signing request"
      hint="Portico takes the public key only. Name and number come from your organisation."
      placeholder="-----BEGIN CERTIFICATE REQUEST-----"
      button="Sign request"
      pending="Signing"
      isReady={wanted.roles.length > 0}
      guard={guard}
      send={async (pem) => {
        const { files } = await calls.sign({ pem, use, ...wanted, roles: [...wanted.roles] });
        onSigned({ title: `New ${USE_NAMES[use]}`, files });
      }}
    >
      <Segments label="Use" options={USES} value={use} onChange={setUse} />
      <WantedFields wanted={wanted} onChange={setWanted} />
    </PemForm>
  );
}

function UploadForm({ calls, onUploaded }: Pick<OwnKeyCardProps, 'calls' | 'onUploaded'>) {
  const { toasts } = useExtra();
  return (
    <PemForm
      label="Certificate"
      hint="A test certificate of another authority. It counts once your application has used its key. Never paste a private key."
      placeholder="-----BEGIN CERTIFICATE-----"
      button="Upload certificate"
      pending="Uploading"
      send={async (pem) => {
        const certificate = await calls.upload(pem);
        toasts.show({ kind: 'ok', text: uploadedText(certificate) });
        onUploaded();
      }}
    />
  );
}

const uploadedText = ({ use }: Certificate) =>
  use === 'web' ? 'The QWAC is listed. A call with it proves its key.' : 'The QSealC is listed. A signed call proves its key.';
