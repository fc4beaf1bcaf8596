/** How a request is written in each language. */
import { csharpSample } from './csharp-sample.ts';
import { curlSample } from './curl-sample.ts';
import { javascriptSample, typescriptSample } from './fetch-samples.ts';
import { javaSample } from './java-sample.ts';
import { phpSample } from './php-sample.ts';
import { pythonSample } from './python-sample.ts';
import type { SampleLanguage } from './sample-languages.ts';
import type { SampleRequest } from './sample-request.ts';
import { signedCurlSample } from './signed-curl-sample.ts';

export type SampleWriters = Readonly<Record<SampleLanguage, (request: SampleRequest) => string>>;

export const SAMPLE_WRITERS: SampleWriters = {
  curl: (request) => (request.signature === undefined ? curlSample(request) : signedCurlSample(request, request.signature)),
  javascript: javascriptSample,
  typescript: typescriptSample,
  python: pythonSample,
  java: javaSample,
  csharp: csharpSample,
  php: phpSample,
};
