/** What the samples show of the application: by its security profile, unless the developer chose otherwise. */
import type { Certificate, CertificatesPage } from '@portico/contract';
import { useEffect, useMemo, useState } from 'react';
import { activeCertificates, sealAlgorithm } from '../../../shared/application/certificates.ts';
import { useChoice } from '../../../shared/auth/use-choice.ts';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.ts';
import { certificateChosen, type ExplorerRoot, loadCertificates, signingChosen } from '../api-explorer-slice.ts';
import type { SampleIdentity } from './identify-request.ts';

export interface SampleIdentityChoice {
  readonly page: CertificatesPage;
  /** Those that a sample can use. */
  readonly certificates: readonly Certificate[];
  readonly certificateId: string | null;
  readonly canSign: boolean;
  readonly isSigned: boolean;
  readonly chooseCertificate: (certificateId: string | null) => void;
  readonly chooseSigning: (isSigned: boolean) => void;
  readonly identity: SampleIdentity;
}

/** Undefined until the certificates were read; where they are refused the samples show none. */
export function useSampleIdentity(): SampleIdentityChoice | undefined {
  const dispatch = useAppDispatch();
  const state = useAppSelector((root: ExplorerRoot) => root.apiExplorer.sampleIdentity);
  const [requestId] = useState(() => crypto.randomUUID());
  const choice = useChoice();
  useEffect(() => {
    void choice;
    const reading = dispatch(loadCertificates());
    return () => reading.abort();
  }, [dispatch, choice]);
  return useMemo(() => {
    const { page } = state;
    if (page === null) return undefined;
    const { mtlsOrigin, security, testAuthority } = page;
    const certificates = mtlsOrigin === undefined ? [] : activeCertificates(page, 'web');
    const needsCertificate = security.profile !== 'basic';
    const wanted = state.certificateId === undefined && needsCertificate ? certificates[0]?.certificateId : state.certificateId;
    const certificateId = certificates.find((one) => one.certificateId === wanted)?.certificateId ?? null;
    const canSign = security.signsRequests || activeCertificates(page, 'seal').length > 0;
    const isSigned = canSign && (state.isSigned ?? security.signsRequests);
    return {
      page,
      certificates,
      certificateId,
      canSign,
      isSigned,
      chooseCertificate: (id: string | null) => void dispatch(certificateChosen(id)),
      chooseSigning: (isWanted: boolean) => void dispatch(signingChosen(isWanted)),
      identity: {
        certificate:
          certificateId === null || mtlsOrigin === undefined
            ? undefined
            : { mtlsOrigin, isOfTestAuthority: testAuthority !== undefined, replacesSecret: needsCertificate },
        signature: isSigned ? { algorithm: sealAlgorithm(page) } : undefined,
        requestId,
      },
    };
  }, [state, dispatch, requestId]);
}
