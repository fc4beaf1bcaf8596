/** The certificate that the samples show, and whether they sign. The page itself sends without both. */

import { shortThumbprint } from '../../../shared/application/certificates.ts';
import { formatDate } from '../../../shared/format/dates.ts';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import type { SampleIdentityChoice } from './use-sample-identity.ts';

const NONE = '';

export function IdentityFields({ choice }: { choice: SampleIdentityChoice }) {
  const { page, certificates, certificateId, canSign, isSigned, chooseCertificate, chooseSigning } = choice;
  const { security, mtlsOrigin } = page;
  const isMissing = mtlsOrigin !== undefined && security.profile !== 'basic' && certificates.length === 0;
  if (certificates.length === 0 && !canSign && !isMissing) return null;
  const options = certificates.map(({ certificateId: value, thumbprint, notAfter }) => ({
    value,
    label: `QWAC ${shortThumbprint(thumbprint)}, until ${formatDate(notAfter.slice(0, 10), 'en')}`,
  }));
  return (
    <>
      {certificates.length === 0 ? null : (
        <SelectField
          label="Certificate in samples"
          options={[{ value: NONE, label: 'None' }, ...options]}
          value={certificateId ?? NONE}
          onChange={(value) => chooseCertificate(value === NONE ? null : value)}
        />
      )}
      {canSign ? (
        <label className="check">
          <input type="checkbox" checked={isSigned} onChange={(event) => chooseSigning(event.target.checked)} />
          Sign samples with the QSealC
        </label>
      ) : null}
      {isMissing ? (
        <p className="small second">
          This application needs a certificate, and has none that is valid. <a href="#/tpp/certificates">Get one</a>
        </p>
      ) : (
        <p className="small second">
          Samples read the files that <a href="#/tpp/certificates">Certificates</a> saved. A browser has no access to their keys, so “Send request”
          uses none{security.signsRequests ? ': this application must sign, and the call is refused.' : ', and the sandbox accepts that.'}
        </p>
      )}
    </>
  );
}
