/** The script that Postman and newman run after each response: it keeps ids and tokens in variables, for the requests that follow. */
export const KEEP_IDS = `const keep = (name, value) => {
  if (typeof value === 'string' && value !== '') pm.collectionVariables.set(name, value);
};
let body = {};
try {
  body = Object(pm.response.json());
} catch {
  body = {};
}
for (const name of ['consentId', 'paymentId', 'statementId', 'signInId', 'fallbackSession', 'id']) keep(name, body[name]);
keep('accessToken', body.access_token);
keep('refreshToken', body.refresh_token);
const status = Object(Object(body._links).scaStatus).href;
if (typeof status === 'string') keep('authorisationId', status.split('/').pop());
const redirect = Object(Object(body._links).scaRedirect).href;
if (typeof redirect === 'string') console.log('To sign, open ' + redirect);
const [account] = Array.isArray(body.accounts) ? body.accounts : [];
keep('accountId', Object(account).resourceId);
keep('iban', Object(account).iban);
const booked = Object(body.transactions).booked;
const [transaction] = Array.isArray(booked) ? booked : [];
keep('transactionId', Object(transaction).transactionId);`;
