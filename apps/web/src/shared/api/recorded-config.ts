/** Settings for tests: those of a freshly started server. */
import runtimeConfig from '@portico/contract/recorded/runtime-config';
import { isRuntimeConfig } from './answers.ts';
import { recordedBody } from './fake-server.ts';

export const recordedConfig = recordedBody(runtimeConfig, isRuntimeConfig);
