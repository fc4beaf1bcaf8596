/** The languages in which a request is shown, in the order of the tabs. */
import { csharpSample } from './csharp-sample.ts';
import { curlSample } from './curl-sample.ts';
import { javascriptSample, typescriptSample } from './fetch-samples.ts';
import { javaSample } from './java-sample.ts';
import { phpSample } from './php-sample.ts';
import { pythonSample } from './python-sample.ts';
import type { SampleRequest } from './sample-request.ts';

export interface SampleLanguage {
  readonly id: string;
  readonly label: string;
  readonly write: (request: SampleRequest) => string;
}

export const SAMPLE_LANGUAGES: readonly SampleLanguage[] = [
  { id: 'curl', label: 'curl', write: curlSample },
  { id: 'javascript', label: 'JavaScript', write: javascriptSample },
  { id: 'typescript', label: 'TypeScript', write: typescriptSample },
  { id: 'python', label: 'Python', write: pythonSample },
  { id: 'java', label: 'Java', write: javaSample },
  { id: 'csharp', label: 'C#', write: csharpSample },
  { id: 'php', label: 'PHP', write: phpSample },
];
