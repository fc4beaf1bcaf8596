/** A sample with its colours. Loaded when the developer turns to the samples, so that the page of an operation begins without it. */
import csharp from 'highlight.js/lib/languages/csharp';
import java from 'highlight.js/lib/languages/java';
import php from 'highlight.js/lib/languages/php';
import { addGrammars } from '../../../../shared/portal/code-colours/colour-code.ts';
import { ColouredCode } from '../../../../shared/portal/code-colours/coloured-code.tsx';
import type { SampleLanguage } from './sample-languages.ts';

addGrammars({ csharp, java, php });

/** The TypeScript sample is the JavaScript one with one annotation, which that grammar reads, too. */
const GRAMMARS: Readonly<Record<SampleLanguage, string>> = {
  curl: 'sh',
  javascript: 'js',
  typescript: 'js',
  python: 'python',
  java: 'java',
  csharp: 'csharp',
  php: 'php',
};

export function ColouredSample({ language, code }: { language: SampleLanguage; code: string }) {
  return <ColouredCode language={GRAMMARS[language]} code={code} />;
}
