/** The status of the bank's services (contract `status.ts`). */
import type { ApiStatus } from '@portico/contract';
import { isApiStatus } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export const STATUS_PATH = '/specs/api-status';

export const readStatus = (api: ApiClient, signal: AbortSignal): Promise<ApiStatus> => api.json({ path: STATUS_PATH, signal }, isApiStatus);
