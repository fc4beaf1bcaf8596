/** What the test authority issued, to be saved now: Portico keeps no private key. */
import type { ReactNode } from 'react';
import { saveBlob } from '../../shared/page/save-blob.ts';
import { Card } from '../../shared/portal/card.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './certificates.module.css';

export interface GivenFiles {
  readonly title: string;
  /** Contents by file name; those of `.p12` in base64. */
  readonly files: Readonly<Record<string, string>>;
  /** Opens the `.p12` files. */
  readonly password?: string;
}

const MEANINGS: Readonly<Record<string, string>> = {
  'qwac.pem': 'QWAC with its issuer',
  'qwac.key': 'private key of the QWAC',
  'qwac.p12': 'both, for browsers and Java',
  'qseal.pem': 'QSealC with its issuer',
  'qseal.key': 'private key of the QSealC',
  'qseal.p12': 'both, for browsers and Java',
  'portico-ca.pem': 'the authority: with it your client trusts the sandbox',
};

/** Names of private keys that are neither saved as PEM nor as P12. */
export function unsavedKeys({ files }: GivenFiles, saved: ReadonlySet<string>): readonly string[] {
  return Object.keys(files).filter((name) => name.endsWith('.key') && !saved.has(name) && !saved.has(name.replace(/key$/, 'p12')));
}

interface NewFilesProps {
  given: GivenFiles;
  /** A question about these files. */
  question: ReactNode;
  onSaved: (name: string) => void;
  onClose: () => void;
}

export function NewFilesCard({ given, question, onSaved, onClose }: NewFilesProps) {
  const { title, files, password } = given;
  const names = Object.keys(files);
  const hasKeys = names.some((name) => name.endsWith('.key'));
  const save = (name: string) => {
    saveBlob(toBlob(name, files[name] ?? ''), name);
    onSaved(name);
  };
  return (
    <Card title={title} hasLintel takesFocus>
      {hasKeys ? (
        <Note kind="warn">
          <strong>Save the private keys now.</strong> Portico does not keep them and cannot show them again.
        </Note>
      ) : null}
      <ul className={styles.files}>
        {names.map((name) => (
          <li key={name}>
            <code translate="no">{name}</code>
            <span className="small second grow">{MEANINGS[name] ?? ''}</span>
            <Button kind="quiet" isDense aria-label={`Save ${name}`} onClick={() => save(name)}>
              Save
            </Button>
          </li>
        ))}
      </ul>
      {password === undefined ? null : (
        <p className={styles.password}>
          <span className="small second">Password of the P12 files</span> <code translate="no">{password}</code>
          <CopyButton text={password} label="Copy password" />
        </p>
      )}
      {question}
      <div className="row wrap">
        <Button kind="primary" onClick={() => names.forEach(save)}>
          Save all files
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {hasKeys ? 'I have saved the keys' : 'Close'}
        </Button>
      </div>
    </Card>
  );
}

function toBlob(name: string, content: string): Blob {
  return name.endsWith('.p12')
    ? new Blob([bytesOf(content)], { type: 'application/x-pkcs12' })
    : new Blob([content], { type: 'application/x-pem-file' });
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
