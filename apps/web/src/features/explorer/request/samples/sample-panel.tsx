/** The request in the developer's language. Secrets stand in it by name; it can be copied with them and without. */
import { useState } from 'react';
import { loadModule } from '../../../../shared/page/load-module.ts';
import { CopyButton } from '../../../../shared/portal/copy-button.tsx';
import { Tabs } from '../../../../shared/portal/tabs.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { ScrollRegion } from '../../../../shared/ui/scroll-region.tsx';
import styles from '../../panel.module.css';
import { curlSample } from './curl-sample.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from './sample-languages.ts';
import type { SampleRequest } from './sample-request.ts';
import type { SampleWriters } from './sample-writers.ts';

/** Is shown from the start; the others come when somebody turns to them. */
const FIRST: Partial<SampleWriters> = { curl: curlSample };

interface SamplePanelProps {
  /** With placeholders instead of secrets. */
  request: SampleRequest;
  /** The same with the real ones; undefined when there are none in it. */
  withSecrets: (() => Promise<SampleRequest>) | undefined;
}

export function SamplePanel({ request, withSecrets }: SamplePanelProps) {
  const [chosen, setChosen] = useState<SampleLanguage>('curl');
  const [writers, setWriters] = useState<Partial<SampleWriters>>(FIRST);
  const [isMissing, setIsMissing] = useState(false);
  // Before the press: who points at the languages or walks there wants one of them.
  const load = () => {
    loadModule(() => import('./sample-writers.ts')).then(
      (part) => setWriters(part.SAMPLE_WRITERS),
      () => setIsMissing(true),
    );
  };
  const choose = (id: SampleLanguage) => {
    setIsMissing(false);
    setChosen(id);
    load();
  };
  const write = writers[chosen];
  const code = write?.(request) ?? (isMissing ? 'The sample could not be loaded. Choose the language again.' : 'Loading');
  return (
    <section className={styles.box} aria-label="Code sample">
      <Tabs
        label="Language"
        tabs={SAMPLE_LANGUAGES}
        chosen={chosen}
        onChoose={choose}
        bar={(list) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: only fetches ahead what the tabs inside show
          <div className={classNames(styles.bar, styles.tabBar)} onPointerEnter={load} onFocus={load}>
            {list}
            <CopyButton text={code} label={withSecrets === undefined ? 'Copy code' : 'Copy code without secrets'} />
          </div>
        )}
      >
        <ScrollRegion as="pre" className={styles.text} label="Sample" translate="no">
          <code>{code}</code>
        </ScrollRegion>
      </Tabs>
      {withSecrets === undefined ? null : (
        <div className={styles.foot}>
          <span className="small second grow">Secrets are named, not shown.</span>
          <span className="row small">
            Copy with secrets
            <CopyButton text={async () => write?.(await withSecrets()) ?? ''} label="Copy code with secrets" />
          </span>
        </div>
      )}
    </section>
  );
}
