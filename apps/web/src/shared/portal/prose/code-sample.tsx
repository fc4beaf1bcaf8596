/** A code paragraph of a page, titled with its language. */
import { CodeBlock } from '../code/code-block.tsx';

const TITLES: Readonly<Record<string, string>> = {
  http: 'HTTP',
  json: 'JSON',
  bash: 'Shell',
  sh: 'Shell',
  js: 'Node',
  python: 'Python',
  text: 'Text',
};

export function CodeSample({ language, code }: { language: string; code: string }) {
  return <CodeBlock title={TITLES[language] ?? language} code={code} language={language} />;
}
