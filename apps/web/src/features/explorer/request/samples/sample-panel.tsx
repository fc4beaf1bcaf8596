/** The request as code in the developer's language. It shows placeholders for secrets; the code can be copied with secrets or without. */
import { useCallback, useEffect, useState } from 'react';
import { lazyComponent } from '../../../../shared/page/lazy-component.tsx';
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

/** The language that is shown first. The code of the others is loaded on demand. */
const FIRST: Partial<SampleWriters> = { curl: curlSample };

/** Longer code has no colours: dividing it would take longer than a keystroke. */
const COLOURED_LENGTH = 20_000;

const SampleCode = lazyComponent(async () => (await import('./sample-colours.tsx')).ColouredSample, PlainSample, PlainSample);

function PlainSample({ code }: { language: SampleLanguage; code: string }) {
  return <code>{code}</code>;
}

interface SamplePanelProps {
  /** With placeholders for secrets. */
  request: SampleRequest;
  /** The request with its secrets; undefined when it contains none. */
  withSecrets: (() => Promise<SampleRequest>) | undefined;
}

export function SamplePanel({ request, withSecrets }: SamplePanelProps) {
  const [chosen, setChosen] = useState<SampleLanguage>('curl');
  const [writers, setWriters] = useState<Partial<SampleWriters>>(FIRST);
  const [isMissing, setIsMissing] = useState(false);
  const [isReached, setIsReached] = useState(false);
  const reach = () => setIsReached(true);
  // Loads on hover or focus, before the developer chooses a language.
  const load = useCallback(() => {
    loadModule(() => import('./sample-writers.ts')).then(
      (part) => setWriters(part.SAMPLE_WRITERS),
      () => setIsMissing(true),
    );
  }, []);
  const choose = (id: SampleLanguage) => {
    setIsMissing(false);
    setChosen(id);
    load();
  };
  // The first language signs with code that is loaded with the others.
  const write = writers === FIRST && request.signature !== undefined ? undefined : writers[chosen];
  const isWanted = write === undefined && !isMissing;
  useEffect(() => {
    if (isWanted) load();
  }, [isWanted, load]);
  const code = write?.(request) ?? (isMissing ? 'The sample could not be loaded. Choose the language again.' : 'Loading');
  const Sample = isReached && code.length <= COLOURED_LENGTH ? SampleCode : PlainSample;
  return (
    <section className={styles.box} aria-label="Code sample" onPointerEnter={reach} onFocus={reach}>
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
        <ScrollRegion as="pre" className={classNames(styles.text, styles.sample)} label="Sample" translate="no">
          <Sample language={chosen} code={code} />
        </ScrollRegion>
      </Tabs>
      {withSecrets === undefined ? null : (
        <div className={styles.foot}>
          <span className="small second grow">Secrets are named, not shown.</span>
          <CopyButton text={async () => write?.(await withSecrets()) ?? ''} label="Copy with secrets" hasWords />
        </div>
      )}
    </section>
  );
}
