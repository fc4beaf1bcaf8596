/** What is needed from the first request on, and by nobody who only reads: what sends it, its answer, its history, and what a link carries. */

export { fieldsOfSent, initialFields } from '../form/initial-fields.ts';
export { sharedAddress } from '../form/shared-address.ts';
export { NO_RESPONSE_TEXTS } from '../response/no-response-texts.ts';
export { RefusalHelp } from '../response/refusal-help.tsx';
export { idsInResponse, signingLinkOf } from '../response/response-ids.ts';
export { ResponsePanel } from '../response/response-panel.tsx';
export { HistorySection } from './history/history-section.tsx';
export { createSentHistory } from './history/sent-history.ts';
export { describeSent } from './history/sent-request.ts';
export { sendRequest } from './send-request.ts';
