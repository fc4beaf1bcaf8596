/** The same code in several languages. A choice changes all of them on the page, and the chosen tabs stay where they are on the screen. */
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Tabs } from '../tabs.tsx';
import { Code } from './code.tsx';
import styles from './code-block.module.css';
import { CODE_LANGUAGES, type CodeLanguage, useCodeLanguage } from './code-language.tsx';

export interface CodeVersion {
  readonly language: CodeLanguage;
  readonly code: string;
}

interface CodeTabsProps {
  /** Of different languages, one at least. */
  versions: readonly [CodeVersion, ...CodeVersion[]];
  /** The blocks of the whole page, in reading order: those of one language are one program. Commands are typed one by one. */
  ofPage?: readonly CodeVersion[] | undefined;
}

export function CodeTabs({ versions, ofPage = [] }: CodeTabsProps) {
  const { language, choose } = useCodeLanguage();
  const figure = useRef<HTMLElement>(null);
  const shown = versions.find((version) => version.language === language) ?? versions[0];
  const program = shown.language === 'sh' ? [] : ofPage.filter((version) => version.language === shown.language);
  const tabs = CODE_LANGUAGES.filter(({ id }) => versions.some((version) => version.language === id));
  const stay = (chosen: CodeLanguage) => {
    const before = figure.current?.getBoundingClientRect().top ?? 0;
    flushSync(() => choose(chosen));
    // Blocks above may have another height now.
    window.scrollBy({ top: (figure.current?.getBoundingClientRect().top ?? 0) - before, behavior: 'instant' });
  };
  return (
    <figure ref={figure} className={styles.code}>
      <Tabs
        label="Language"
        tabs={tabs}
        chosen={shown.language}
        onChoose={stay}
        bar={(list) => (
          <figcaption>
            {list}
            <CopyButton text={shown.code} label="Copy code" />
          </figcaption>
        )}
      >
        <ScrollRegion as="pre" label="Code" translate="no">
          <Code language={shown.language} code={shown.code} />
        </ScrollRegion>
      </Tabs>
      {program.length < 2 ? null : (
        <div className={styles.program}>
          <CopyButton
            hasWords
            text={program.map(({ code }) => code).join('\n\n')}
            label={`Copy all ${program.length} ${tabs.find(({ id }) => id === shown.language)?.label} blocks of this page`}
          />
        </div>
      )}
    </figure>
  );
}
