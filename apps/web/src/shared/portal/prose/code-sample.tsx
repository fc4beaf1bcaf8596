/** A code paragraph of a page, titled with its language. */
import { CodeBlock } from '../code-block.tsx';

const TITLES: Readonly<Record<string, string>> = { http: 'HTTP', json: 'JSON', bash: 'Shell', sh: 'Shell', js: 'JavaScript', text: 'Text' };

export function CodeSample({ language, code }: { language: string; code: string }) {
  return <CodeBlock title={TITLES[language] ?? language} code={code} />;
}
