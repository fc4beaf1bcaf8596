/** The form of an example. The examples use the first customer of the sandbox in a new installation. */
import type { Json, JsonObject } from '../json.ts';

export interface OperationExamples {
  /** By parameter. */
  readonly query?: JsonObject;
  /** By name. */
  readonly request?: Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>>;
  /** By status. */
  readonly answers?: Readonly<Record<number, Json>>;
}

export const CUSTOMER = { account: 'EE749900111313760010', savings: 'EE149900111313760023', userName: 'liis.naidis' } as const;
/** A shop that the sandbox's payee verification knows. */
export const SHOP = { iban: 'EE869800100045081764', name: 'Lumen Books OÜ' } as const;

/** Below the API's base; the host is reserved for documentation. */
export const linkTo = (path: string) => ({ href: `https://portal.example/api/v1/${path}` });
export const SCA_REDIRECT = { href: 'https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4' } as const;

/** Placeholder for the first day of a month five to seven months ahead. */
export const DAY_AHEAD = '1999-01-01';
/** Placeholder for the first day of the previous month, at most 62 days back: a consent covers 90 (`HISTORY_DAYS_MAX`). */
export const DAY_BACK = '1999-01-02';

/** Placeholder for the origin of the portal that serves the document. */
export const PORTAL_ORIGIN = 'https://portal-origin.example';

const AUTHORISATION = 'sgn_01km9a5t3e8h2q4x6n7p9rvwyt';

/** Examples of all calls about an existing payment. @param self below the API's base. @param name as in the operation ids. */
export function lifeOfPayment(name: string, self: string) {
  const started = (segment: string) => ({ scaRedirect: SCA_REDIRECT, scaStatus: linkTo(`${self}/${segment}/${AUTHORISATION}`) });
  const links = { self: linkTo(self), status: linkTo(`${self}/status`) };
  const start = (segment: string): OperationExamples => ({
    answers: { 201: { scaStatus: 'received', authorisationId: AUTHORISATION, _links: started(segment) } },
  });
  const list: OperationExamples = { answers: { 200: { authorisationIds: [AUTHORISATION] } } };
  const status = (scaStatus: string): OperationExamples => ({ answers: { 200: { scaStatus } } });
  return {
    created: {
      transactionStatus: 'RCVD',
      paymentId: self.split('/').at(-1) ?? '',
      _links: { ...started('authorisations'), ...links },
    },
    further: {
      [`cancel${name}`]: { answers: { 202: { transactionStatus: 'ACTC', _links: { ...started('cancellation-authorisations'), ...links } } } },
      [`start${name}Authorisation`]: start('authorisations'),
      [`get${name}InitiationAuthorisation`]: list,
      [`get${name}InitiationScaStatus`]: status('received'),
      [`start${name}InitiationCancellationAuthorisation`]: start('cancellation-authorisations'),
      [`get${name}InitiationCancellationAuthorisationInformation`]: list,
      [`get${name}CancellationScaStatus`]: status('finalised'),
    },
  };
}
