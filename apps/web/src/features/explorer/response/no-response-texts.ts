/** What it means that a request was sent and no answer came, and what to do. */
import { ANSWER_TIMEOUT_MS, type Unanswered } from '../request/outcome.ts';

export interface FailureText {
  readonly title: string;
  readonly text: string;
}

const SECONDS = ANSWER_TIMEOUT_MS / 1000;

export const NO_RESPONSE_TEXTS: Readonly<Record<Unanswered['reason'], FailureText>> = {
  unreachable: {
    title: 'No response arrived.',
    text: 'The server could not be reached. If it stays so, API Status says whether the bank knows of it.',
  },
  untold: {
    title: 'No response arrived.',
    text: 'The server could not be reached, or it does not allow this page to call it (CORS): a browser does not say which. Run the curl sample: if it gets a response, it is CORS.',
  },
  timeout: {
    title: `No response within ${SECONDS} seconds.`,
    text: 'The request may have arrived. Send it again with the same X-Request-ID: the bank then answers as it did the first time, and does nothing twice.',
  },
  cancelled: {
    title: 'Cancelled.',
    text: 'The request may have arrived before. Send it again with the same X-Request-ID to see its response.',
  },
  brokenOff: {
    title: 'The response broke off.',
    text: 'The request arrived and the connection was lost during the response. Send it again with the same X-Request-ID.',
  },
  redirected: {
    title: 'The server answered with a redirect.',
    text: 'It leads to a page for a person. Browsers keep its address from pages; run the curl sample to see it.',
  },
};
