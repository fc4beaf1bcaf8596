/** Certificates for a key that the developer has: the test authority signs a request, or an existing test certificate is uploaded. */
import type { Certificate } from '@portico/contract';
import { CERTIFICATE_USES, type CertificateUse, PEM_LENGTH_MAX } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { Tabs } from '../../shared/portal/tabs.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { CertificateCalls } from './certificate-calls.ts';
import { USE_NAMES } from './certificate-texts.ts';
import styles from './certificates.module.css';
import type { GivenFiles } from './new-files-card.tsx';
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
  onSigned: (given: GivenFiles) => void;
  onUploaded: () => void;
}

export function OwnKeyCard({ calls, hasAuthority, onSigned, onUploaded }: OwnKeyCardProps) {
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
        {way === 'sign' ? <SignForm calls={calls} onSigned={onSigned} /> : <UploadForm calls={calls} onUploaded={onUploaded} />}
      </Tabs>
    </Card>
  );
}

function SignForm({ calls, onSigned }: Pick<OwnKeyCardProps, 'calls' | 'onSigned'>) {
  const [pem, setPem] = useState('');
  const [use, setUse] = useState<CertificateUse>('web');
  const [wanted, setWanted] = useState(FIRST_WISH);
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const hasPrivateKey = isPrivateKey(pem);
  const sign = (event: FormEvent) => {
    event.preventDefault();
    if (wanted.roles.length === 0 || hasPrivateKey) return;
    void run(async () => {
      const { files } = await calls.sign({ pem, use, ...wanted, roles: [...wanted.roles] });
      setPem('');
      onSigned({ title: `New ${USE_NAMES[use]}`, files });
    });
  };
  return (
    <form ref={form} className="stack" onSubmit={sign} noValidate>
      <PemField
        label="Certificate signing request"
        hint="Portico takes the public key only. Name and number come from your organisation."
        placeholder="-----BEGIN CERTIFICATE REQUEST-----"
        value={pem}
        error={hasPrivateKey ? PRIVATE_KEY : failure?.code === 'FORMAT_ERROR' ? failure.message : undefined}
        onChange={setPem}
      />
      <Segments label="Use" options={USES} value={use} onChange={setUse} />
      <WantedFields wanted={wanted} onChange={setWanted} />
      {failure === undefined || failure.code === 'FORMAT_ERROR' ? null : <ActionFailure failure={failure} />}
      <Button type="submit" kind="secondary" isBlock isBusy={isPending}>
        {isPending ? 'Signing' : 'Sign request'}
      </Button>
    </form>
  );
}

function UploadForm({ calls, onUploaded }: Pick<OwnKeyCardProps, 'calls' | 'onUploaded'>) {
  const [pem, setPem] = useState('');
  const { toasts } = useExtra();
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const hasPrivateKey = isPrivateKey(pem);
  const upload = (event: FormEvent) => {
    event.preventDefault();
    if (hasPrivateKey) return;
    void run(async () => {
      const certificate = await calls.upload(pem);
      setPem('');
      toasts.show({ kind: 'ok', text: uploadedText(certificate) });
      onUploaded();
    });
  };
  return (
    <form ref={form} className="stack" onSubmit={upload} noValidate>
      <PemField
        label="Certificate"
        hint="A test certificate of another authority. It counts once your application has used its key. Never paste a private key."
        placeholder="-----BEGIN CERTIFICATE-----"
        value={pem}
        error={hasPrivateKey ? PRIVATE_KEY : failure?.code === 'FORMAT_ERROR' ? failure.message : undefined}
        onChange={setPem}
      />
      {failure === undefined || failure.code === 'FORMAT_ERROR' ? null : <ActionFailure failure={failure} />}
      <Button type="submit" kind="secondary" isBlock isBusy={isPending}>
        {isPending ? 'Uploading' : 'Upload certificate'}
      </Button>
    </form>
  );
}

/** A private key never leaves the browser. */
const isPrivateKey = (pem: string) => pem.includes('PRIVATE KEY');
const PRIVATE_KEY = 'This is a private key, and it was not sent. Remove it; paste only what belongs here.';

const uploadedText = ({ use }: Certificate) =>
  use === 'web' ? 'The QWAC is listed. A call with it proves its key.' : 'The QSealC is listed. A signed call proves its key.';

interface PemFieldProps {
  label: string;
  hint: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function PemField({ label, hint, placeholder, value, error, onChange }: PemFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <textarea
          {...ids}
          className={styles.pem}
          rows={5}
          maxLength={PEM_LENGTH_MAX}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
