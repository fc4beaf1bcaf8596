/** The languages in which a request is shown, in the order of the tabs. */
export const SAMPLE_LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'python', label: 'Python' },
  { id: 'java', label: 'Java' },
  { id: 'csharp', label: 'C#' },
  { id: 'php', label: 'PHP' },
] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]['id'];
