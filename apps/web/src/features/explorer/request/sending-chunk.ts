/** The chunk for sending requests, loaded at the first request: sending, response, history and shared links. */

export { fieldsOfSent, initialFields } from '../form/initial-fields.ts';
export { sharedAddress } from '../form/shared-address.ts';
export { NO_RESPONSE_TEXTS } from '../response/no-response-texts.ts';
export { RefusalHelp } from '../response/refusal-help.tsx';
export { signingLinkOf } from '../response/response-ids.ts';
export { ResponsePanel } from '../response/response-panel.tsx';
export { SignedOutcome } from '../signed/signed-outcome.tsx';
export { HistorySection } from './history/history-section.tsx';
export { createSentHistory } from './history/sent-history.ts';
export { describeSent } from './history/sent-request.ts';
export { sendRequest } from './send-request.ts';
