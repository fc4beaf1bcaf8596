/** What is needed from the first request on, and by nobody who only reads: what sends it, its answer, its history, and what a link carries. */
export { AnswerPanel } from '../answer/answer-panel.tsx';
export { UNANSWERED } from '../answer/unanswered-texts.ts';
export { HistorySection } from '../history/history-section.tsx';
export { createSentHistory } from '../history/sent-history.ts';
export { describeSent } from '../history/sent-request.ts';
export { sendRequest } from '../request/send-request.ts';
export { fieldsOfSent, givenFields } from './given-fields.ts';
export { idsOfAnswer, signingLinkOf } from './learned-ids.ts';
export { RefusalHelp } from './refusal-help.tsx';
export { sharedAddress } from './shared-address.ts';
