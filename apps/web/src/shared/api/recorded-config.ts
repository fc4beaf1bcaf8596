/** Settings for tests: those of a freshly started server. */
import runtimeConfig from '@portico/contract/recorded/runtime-config';
import { recordedBody } from './fake-server.ts';
import { isRuntimeConfig } from './runtime-config.ts';

export const recordedConfig = recordedBody(runtimeConfig, isRuntimeConfig);
