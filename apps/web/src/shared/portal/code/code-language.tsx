/** The language in which the visitor reads code: chosen once for all guides, and kept in this browser. */
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useExtra } from '../use-extra.ts';

/** In the order of the tabs; the ids are those of the fences in Markdown. */
export const CODE_LANGUAGES = [
  { id: 'sh', label: 'curl' },
  { id: 'js', label: 'Node' },
  { id: 'python', label: 'Python' },
] as const;

export type CodeLanguage = (typeof CODE_LANGUAGES)[number]['id'];

const [{ id: FIRST }] = CODE_LANGUAGES;

export function findCodeLanguage(id: string | undefined): CodeLanguage | undefined {
  return CODE_LANGUAGES.find((language) => language.id === id)?.id;
}

interface CodeLanguageChoice {
  readonly language: CodeLanguage;
  readonly choose: (language: CodeLanguage) => void;
}

const CodeLanguageContext = createContext<CodeLanguageChoice>({ language: FIRST, choose: () => undefined });

export function CodeLanguageProvider({ children }: { children: ReactNode }) {
  const { storage } = useExtra();
  const [language, setLanguage] = useState<CodeLanguage>(FIRST);
  // The server, which draws the first page, does not know the choice.
  useEffect(() => setLanguage(findCodeLanguage(storage.codeLanguage.read()) ?? FIRST), [storage]);
  const choice = useMemo(
    () => ({
      language,
      choose: (chosen: CodeLanguage) => {
        storage.codeLanguage.write(chosen);
        setLanguage(chosen);
      },
    }),
    [language, storage],
  );
  return <CodeLanguageContext value={choice}>{children}</CodeLanguageContext>;
}

export function useCodeLanguage(): CodeLanguageChoice {
  return use(CodeLanguageContext);
}
