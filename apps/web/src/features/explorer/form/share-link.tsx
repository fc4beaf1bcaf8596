/** A link to this page with its parameters: what a colleague opens. Never a token, a secret or a body. */
import type { OperationBrief } from '@portico/contract';
import { CopyButton } from '../../../shared/portal/copy-button.tsx';
import { usePlace } from '../../../shared/portal/router/place.ts';
import type { ParameterValues } from '../request/build-request.ts';
import { loadSending } from '../request/load-sending.ts';

export function ShareLink({ slice, values }: { slice: OperationBrief; values: ParameterValues }) {
  const { pathname } = usePlace();
  return (
    <CopyButton
      text={async () => (await loadSending()).sharedAddress(`${window.location.origin}${window.location.pathname}#${pathname}`, slice, values)}
      label="Copy link with these parameters"
      hasWords
    />
  );
}
