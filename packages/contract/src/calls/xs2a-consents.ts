/**
 * Consents to account access, Berlin Group NextGenPSD2 1.3.11.
 *
 * | call | answer |
 * |---|---|
 * | `POST {api}/v1/consents` | {@link ConsentRequest} → 201 {@link ConsentCreated} |
 * | `GET {api}/v1/consents/{consentId}` | 200 {@link ConsentInformation} |
 * | `GET {api}/v1/consents/{consentId}/status` | 200 {@link ConsentStatusAnswer} |
 * | `DELETE {api}/v1/consents/{consentId}` | 204 |
 * | `POST {api}/v1/consents/{consentId}/authorisations` | 201 {@link ConsentAuthorisationStarted} |
 * | `GET {api}/v1/consents/{consentId}/authorisations` | 200 {@link AuthorisationList} |
 * | `GET {api}/v1/consents/{consentId}/authorisations/{authorisationId}` | 200 {@link ScaStatusAnswer} |
 */
import { type Static, Type } from 'typebox';
import { CONSENT_ACCOUNTS_MAX } from '../consent-values.ts';
import { closed, closedWithout, IsoDate, Link, literals } from '../entities/common.ts';
import { CONSENT_STATUSES, SCA_STATUSES } from '../enumerations.ts';
import { AccountReference, DecoupledMessage } from './xs2a-payments.ts';

const AccountReferences = Type.Array(AccountReference, { maxItems: CONSENT_ACCOUNTS_MAX });
const ALL_ACCOUNTS = ['allAccounts', 'allAccountsWithOwnerName'] as const;

const consentStatus = literals(CONSENT_STATUSES, 'Where the consent stands; only `valid` reads.');
const scaStatus = literals(SCA_STATUSES, 'How far the customer has come.');

/** Empty lists: the customer chooses the accounts. */
export const AccountAccess = Type.Object(
  {
    accounts: Type.Optional(AccountReferences),
    balances: Type.Optional(AccountReferences),
    transactions: Type.Optional(AccountReferences),
    availableAccounts: Type.Optional(literals(ALL_ACCOUNTS, 'The list of accounts, and nothing of each.')),
    availableAccountsWithBalance: Type.Optional(literals(ALL_ACCOUNTS, 'The list of accounts with their balances.')),
    allPsd2: Type.Optional(literals(ALL_ACCOUNTS, 'Balances and transactions of all accounts.')),
    additionalInformation: Type.Optional(Type.Unknown({ description: 'Not offered: 400 PARAMETER_NOT_SUPPORTED.' })),
    restrictedTo: Type.Optional(Type.Unknown({ description: 'Not offered: 400 PARAMETER_NOT_SUPPORTED.' })),
  },
  { ...closed, description: 'Exactly one form of access: lists of accounts (with empty lists the customer chooses), or one of the other members.' },
);
export type AccountAccess = Static<typeof AccountAccess>;

export const ConsentRequest = Type.Object(
  {
    access: AccountAccess,
    recurringIndicator: Type.Boolean({ description: 'True: reads again and again; false: once.' }),
    /** `9999-12-31`: the longest validity that the bank allows. */
    validUntil: IsoDate,
    frequencyPerDay: Type.Integer({ description: 'Readings a day without the customer: 1 to 4, and 1 for a consent that reads once.' }),
    combinedServiceIndicator: Type.Boolean({ description: 'Only false is offered.' }),
  },
  closed,
);
export type ConsentRequest = Static<typeof ConsentRequest>;

/** `scaRedirect` and `scaStatus` with an implicit start, `startAuthorisation` with an explicit one. */
export const ConsentCreated = Type.Object(
  {
    consentStatus,
    consentId: Type.String({ description: 'Id of the consent: keep it.' }),
    psuMessage: Type.Optional(DecoupledMessage),
    _links: Type.Object(
      {
        scaRedirect: Type.Optional(Link),
        scaStatus: Type.Optional(Link),
        startAuthorisation: Type.Optional(Link),
        self: Link,
        status: Link,
      },
      closed,
    ),
  },
  closed,
);
export type ConsentCreated = Static<typeof ConsentCreated>;

/** `access` is the requested access, from the signature on the granted one. `validUntil` may be shortened by the bank. */
export const ConsentInformation = Type.Object(
  {
    access: AccountAccess,
    recurringIndicator: Type.Boolean(),
    validUntil: IsoDate,
    frequencyPerDay: Type.Integer({ minimum: 1, description: 'Readings a day without the customer.' }),
    lastActionDate: IsoDate,
    consentStatus,
    _links: Type.Optional(Type.Object({ account: Link }, closed)),
  },
  closed,
);
export type ConsentInformation = Static<typeof ConsentInformation>;

export const ConsentStatusAnswer = Type.Object({ consentStatus }, closed);
export type ConsentStatusAnswer = Static<typeof ConsentStatusAnswer>;

export const ConsentAuthorisationStarted = Type.Object(
  {
    scaStatus,
    authorisationId: Type.String(),
    psuMessage: Type.Optional(DecoupledMessage),
    _links: Type.Object({ scaRedirect: Type.Optional(Link), scaStatus: Link }, closed),
  },
  closed,
);
export type ConsentAuthorisationStarted = Static<typeof ConsentAuthorisationStarted>;

/**
 * Body of `POST …/authorisations` and `POST …/cancellation-authorisations`: none, or an empty object. The standard's members
 * (`updatePsuAuthentication`, `selectPsuAuthenticationMethod`, `transactionAuthorisation`, `authorisationConfirmation`) belong to approaches that the
 * bank does not support.
 */
export const AuthorisationStartBody = Type.Union([
  Type.Object({}, closedWithout(['psuData', 'authenticationMethodId', 'scaAuthenticationData', 'confirmationCode'])),
  Type.Null(),
]);

export const AuthorisationList = Type.Object({ authorisationIds: Type.Array(Type.String()) }, closed);
export type AuthorisationList = Static<typeof AuthorisationList>;

export const ScaStatusAnswer = Type.Object({ scaStatus }, closed);
export type ScaStatusAnswer = Static<typeof ScaStatusAnswer>;
