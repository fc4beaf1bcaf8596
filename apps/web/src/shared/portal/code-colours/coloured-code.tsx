/** Code with its colours. Loaded after the code itself, which it replaces letter by letter. */
import { useMemo } from 'react';
import { inPlaces } from '../../ui/in-places.ts';
import { colourCode } from './colour-code.ts';
import styles from './coloured-code.module.css';

export function ColouredCode({ language, code }: { language: string; code: string }) {
  const parts = useMemo(() => inPlaces(colourCode(language, code)), [language, code]);
  return (
    <code>
      {parts.map(({ key, item: { text, colour } }) =>
        colour === undefined ? (
          text
        ) : (
          <span key={key} className={styles[colour]}>
            {text}
          </span>
        ),
      )}
    </code>
  );
}
