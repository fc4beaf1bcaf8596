/** The calls about the developer's second factor (contract `identity.ts`). */
import type { ProofBody, RecoveryCodes, SecondFactorSetup, SecondFactorState } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import { isRecoveryCodes, isSecondFactorSetup, isSecondFactorState } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export interface SecurityCalls {
  read(signal: AbortSignal): Promise<SecondFactorState>;
  begin(proof: ProofBody): Promise<SecondFactorSetup>;
  confirm(code: string): Promise<RecoveryCodes>;
  makeRecoveryCodes(proof: ProofBody): Promise<RecoveryCodes>;
  switchOff(proof: ProofBody): Promise<void>;
}

export function createSecurityCalls(api: ApiClient): SecurityCalls {
  const base = 'identity';
  const method = 'POST';
  const path = IDENTITY_PATHS.secondFactor;
  return {
    read: (signal) => api.json({ base, path, signal }, isSecondFactorState),
    begin: (body) => api.json({ base, path: `${path}/setup`, method, body }, isSecondFactorSetup),
    confirm: (code) => api.json({ base, path, method, body: { code } }, isRecoveryCodes),
    makeRecoveryCodes: (body) => api.json({ base, path: `${path}/recovery-codes`, method, body }, isRecoveryCodes),
    switchOff: (body) => api.nothing({ base, path, method: 'DELETE', body }),
  };
}
