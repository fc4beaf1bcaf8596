/** The request in the developer's language. Secrets stand in it by name; it can be copied with them and without. */
import { useState } from 'react';
import { CopyButton } from '../../../shared/portal/copy-button.tsx';
import { Tabs } from '../../../shared/portal/tabs.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import styles from '../operation/operation.module.css';
import { SAMPLE_LANGUAGES } from './sample-languages.ts';
import type { SampleRequest } from './sample-request.ts';

interface SamplePanelProps {
  /** With placeholders instead of secrets. */
  request: SampleRequest;
  /** The same with the real ones; undefined when there are none in it. */
  withSecrets: (() => Promise<SampleRequest>) | undefined;
}

export function SamplePanel({ request, withSecrets }: SamplePanelProps) {
  const [chosen, setChosen] = useState('curl');
  const language = SAMPLE_LANGUAGES.find(({ id }) => id === chosen);
  if (language === undefined) return null;
  const code = language.write(request);
  return (
    <section className={styles.box} aria-label="Code sample">
      <Tabs
        label="Language"
        tabs={SAMPLE_LANGUAGES}
        chosen={chosen}
        onChoose={setChosen}
        bar={(list) => (
          <div className={classNames(styles.bar, styles.tabBar)}>
            {list}
            <CopyButton text={code} label={withSecrets === undefined ? 'Copy code' : 'Copy code without secrets'} />
          </div>
        )}
      >
        <pre className={styles.text} translate="no">
          <code>{code}</code>
        </pre>
      </Tabs>
      {withSecrets === undefined ? null : (
        <div className={styles.foot}>
          <span className="small second grow">Secrets are named, not shown.</span>
          <span className="row small">
            Copy with secrets
            <CopyButton text={async () => language.write(await withSecrets())} label="Copy code with secrets" />
          </span>
        </div>
      )}
    </section>
  );
}
