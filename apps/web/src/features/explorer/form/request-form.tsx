/** What the visitor fills in for a request, and the button that sends it. */
import type { OperationBrief } from '@portico/contract';
import { needsMutualTls } from '@portico/contract/wire';
import { ModalLink } from '../../../shared/portal/modal-link.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { needsCredentials, needsLogin, needsToken } from '../request/build-request.ts';
import { preloadSending } from '../request/load-sending.ts';
import type { RequestCustomer } from '../request/request-customer.ts';
import type { OperationRequest } from '../request/use-operation-request.ts';
import { BodyEditor } from './body-editor.tsx';
import styles from './form.module.css';
import { ParameterList } from './parameter-list.tsx';
import { ProofFields } from './proof-fields.tsx';
import { ShareLink } from './share-link.tsx';

interface RequestFormProps {
  /** Path of the explorer's page. */
  url: string;
  slice: OperationBrief;
  customer: RequestCustomer | undefined;
  productName: string;
  request: OperationRequest;
}

export function RequestForm({ url, slice, customer, productName, request }: RequestFormProps) {
  const { form, problems } = request;
  return (
    <>
      {slice.parameters.length === 0 ? null : (
        <ParameterList url={url} slice={slice} values={form.values} problems={problems} onChange={form.setValue} />
      )}
      <ProofFields slice={slice} form={form} />
      <section className="stack" aria-label="Request">
        {form.content === undefined ? null : (
          <BodyEditor
            slice={slice}
            contents={form.contents}
            content={form.content}
            text={form.bodyText}
            isEdited={form.isBodyEdited}
            exampleName={form.exampleName}
            onText={form.setBody}
            onMediaType={form.setMediaType}
            onExample={form.setExample}
            onReset={() => {
              form.resetBody();
              void customer?.forgetBody();
            }}
            onFocus={preloadSending}
          />
        )}
        {customer?.token === undefined && needsToken(slice, form.alternative) ? (
          <Note kind="info">
            This call carries a test customer’s access token. <ModalLink modal="login">Log in</ModalLink> to have it filled in.
          </Note>
        ) : null}
        {customer === undefined && needsCredentials(slice, form.alternative) ? (
          <Note kind="info">
            This call carries your application’s client id and secret. <ModalLink modal="login">Log in</ModalLink> to have them filled in.
          </Note>
        ) : null}
        {needsLogin(slice, form.alternative) ? (
          <Note kind="info">
            {customer === undefined ? (
              <>
                This call carries your login at this portal. <ModalLink modal="login">Log in</ModalLink> to send it.
              </>
            ) : (
              <>
                Your browser sends your login at this portal with this call. A program logs in itself:{' '}
                <a href="#/how-to-command-line">Command line</a>
              </>
            )}
          </Note>
        ) : null}
        {slice.isSendable ? (
          <SendBar slice={slice} request={request} />
        ) : (
          <Note kind="info">
            {needsMutualTls(slice, form.alternative) ? (
              <>
                This call needs your QWAC, which a browser cannot attach. Run the sample in the folder with the files of{' '}
                <a href="#/tpp/certificates">Certificates</a>.
              </>
            ) : (
              `The server of this call is not ${productName}’s. Take a sample, and run it where you may.`
            )}
          </Note>
        )}
      </section>
    </>
  );
}

function SendBar({ slice, request }: { slice: OperationBrief; request: OperationRequest }) {
  const { form, problems, isSending, isFilling, isNavigation, send, cancel } = request;
  const preload = isNavigation ? undefined : preloadSending;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only fetches ahead what the buttons inside need
    <div className={styles.send} onPointerEnter={preload} onFocus={preload}>
      <Button kind="primary" isBusy={isSending || isFilling} disabled={!isFilling && problems.size > 0} onClick={() => void send()}>
        {isSending ? 'Sending' : isFilling ? 'Filling in' : isNavigation ? 'Go to the bank’s sign-in' : 'Send request'}
      </Button>
      {isSending ? (
        <Button kind="secondary" onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <span className="small muted only-wide">
          <kbd>Ctrl</kbd> + <kbd>Enter</kbd>
        </span>
      )}
      <ShareLink slice={slice} values={form.values} />
    </div>
  );
}
