/** The text of an answer. The browser lays out only the blocks that are in view, so that megabytes scroll. */
import { memo } from 'react';
import { inPlaces } from '../../../shared/ui/in-places.ts';
import panelStyles from '../panel.module.css';
import { COLOURED_LENGTH, splitBlocks } from './body-blocks.ts';
import { jsonTokens, type TokenKind } from './json-tokens.ts';
import styles from './response.module.css';

const FACES: Readonly<Record<TokenKind, string | undefined>> = { key: styles.key, string: styles.string, value: styles.literal, plain: undefined };

export const BodyText = memo(function BodyText({ label, text, isJson }: { label: string; text: string; isJson: boolean }) {
  const isColoured = isJson && text.length <= COLOURED_LENGTH;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard in every browser (WCAG 2.1.1)
    <section className={panelStyles.text} tabIndex={0} aria-label={label}>
      <pre translate="no">
        {isColoured
          ? inPlaces(jsonTokens(text)).map(({ key, item }) => (
              <span key={key} className={FACES[item.kind]}>
                {item.text}
              </span>
            ))
          : inPlaces(splitBlocks(text)).map(({ key, item }) => (
              <span key={key} className={styles.block}>
                {item}
              </span>
            ))}
      </pre>
    </section>
  );
});
