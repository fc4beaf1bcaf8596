// Written from the OpenAPI document of the API by write-types.ts. Do not edit.

export interface paths {
    "/fallback/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customer’s accounts
         * @description With booked and available balance.
         */
        get: operations["getFallbackAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/accounts/{iban}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of an account
         * @description Booked transactions, newest first, at most 500 in one response. The last 90 days are available during the whole session, older ones during the first 5 minutes after the sign-in.
         */
        get: operations["getFallbackTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order a payment
         * @description Checks the order and asks the customer’s device. Show the customer amount, payee, fee, the result of the name check and the control code. The same `X-Request-ID` with the same body returns the same payment.
         */
        post: operations["orderFallbackPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description Its status, and how the question on the device stands.
         */
        get: operations["getFallbackPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/payments/{paymentId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a confirmed payment made
         * @description Makes the payment after the customer’s approval. Repeated calls never pay twice. The call waits up to 20 seconds for the customer’s device; without an answer by then it returns 409 and can be repeated.
         */
        post: operations["confirmFallbackPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign the customer out
         * @description End the session as soon as what the customer asked for is done.
         */
        delete: operations["endFallbackSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a customer’s sign-in
         * @description Asks the customer’s device. Show the customer the control code. While the device waits for an answer, the same call continues with the same request; a call with another method ends it.
         */
        post: operations["startFallbackSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/sign-ins/{signInId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a sign-in stands
         * @description Whether the customer has answered, and how.
         */
        get: operations["getFallbackSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fallback/v1/sign-ins/{signInId}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the customer’s session
         * @description Opens the customer’s session for your application after the customer’s approval. The session is returned only once. The call waits up to 20 seconds for the customer’s device; without an answer by then it returns 409 and can be repeated.
         */
        post: operations["openFallbackSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of a test customer
         * @description A first call to try a token with: it needs no consent.
         */
        get: operations["getTestAccountList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of a consent
         * @description The accounts that the consent covers, with links to what may be read of each.
         */
        get: operations["getAccountList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one account
         * @description One account of the consent.
         */
        get: operations["readAccountDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balances of an account
         * @description What is booked, and what is available after what is reserved for payments under way.
         */
        get: operations["getBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of an account
         * @description Transactions booked during the last 90 days and reserved amounts, newest first. Follow the link `next`, unchanged, until the response has none; all pages together count as one reading. `entryReferenceFrom` returns transactions booked after that entry, oldest first.
         */
        get: operations["getTransactionList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one transaction
         * @description One booked transaction of the last 90 days.
         */
        get: operations["getTransactionDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/am/oauth2/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign a customer in, version 1
         * @description Redirect the customer’s browser here. The bank signs the customer in and redirects to `redirect_uri` with a one-time `code` and your `state`. A customer who cancels returns with `error=access_denied`; an invalid request returns with the `error` of RFC 6749. With a wrong `client_id` or `redirect_uri` the customer sees a page of the bank and is not redirected. PKCE is optional; a challenge that is sent is enforced.
         */
        get: operations["authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{paymentProduct}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a bulk payment
         * @description Leave `debtorAccount` out: the customer chooses it at the bank. Account, day and `retryAsSepa` belong to all items and are given once. Then redirect the customer to `_links.scaRedirect`, unchanged. With `ASPSP-SCA-Approach: DECOUPLED` there is no such link: the customer confirms on their device. The same `X-Request-ID` with the same body returns the first response again and never creates a second bulk payment.
         */
        post: operations["initiateBulkPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{paymentProduct}/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bulk payment
         * @description The bulk payment as it was created, with its status and the result of each item, in the order of the request.
         */
        get: operations["getBulkPaymentInformation"];
        put?: never;
        post?: never;
        /**
         * Cancel a bulk payment
         * @description Cancels the whole bulk payment, if it is for a later day. Possible until the morning of that day at the bank. An unsigned bulk payment is cancelled at once (204). A signed one is cancelled by a signature of the customer (202): redirect the customer to `_links.scaRedirect`, unchanged. Until that signature the bulk payment does not change. The approach of this call is always `REDIRECT`; to ask the customer’s device, start the authorisation of the cancellation.
         */
        delete: operations["cancelBulkPayment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{paymentProduct}/{paymentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a bulk payment
         * @description Returns the ids, the oldest first: none, one, or two where the authorisation of the second signatory was started.
         */
        get: operations["getBulkPaymentInitiationAuthorisation"];
        put?: never;
        /**
         * Start the authorisation of a bulk payment
         * @description Starts the first authorisation of a bulk payment that was created with `TPP-Explicit-Authorisation-Preferred: true`, within 15 minutes of its creation. Starts the authorisation of the second signatory while the bulk payment is `PATC`, once, within seven days of the first signature: send that person to `_links.scaRedirect`, unchanged. The person signs in at the bank and returns to the given addresses after the decision. A first authorisation can be `DECOUPLED`, that of a second signatory is always `REDIRECT`.
         */
        post: operations["startBulkPaymentAuthorisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{paymentProduct}/{paymentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation
         * @description Returns `received` until the signature is given or refused, then `finalised` or `failed`. The authorisation of the second signatory is also `finalised` if that person signed without using the link.
         */
        get: operations["getBulkPaymentInitiationScaStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{paymentProduct}/{paymentId}/cancellation-authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a cancellation
         * @description One for each time that the cancellation was asked for.
         */
        get: operations["getBulkPaymentInitiationCancellationAuthorisationInformation"];
        put?: never;
        /**
         * Start the authorisation of a cancellation
         * @description For a bulk payment that was signed and is not executed. Starting a new authorisation ends an older one that the customer has not finished. With `ASPSP-SCA-Approach: DECOUPLED` the customer confirms the cancellation on their device.
         */
        post: operations["startBulkPaymentInitiationCancellationAuthorisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{paymentProduct}/{paymentId}/cancellation-authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a cancellation’s authorisation
         * @description How far the customer has come. A refused or abandoned cancellation changes nothing.
         */
        get: operations["getBulkPaymentCancellationScaStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{paymentProduct}/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a bulk payment
         * @description Read the status when the customer returns: the return address does not prove the outcome. `PART`: some items were rejected and the others paid; a warning gives the number. With `PATC`, `_links.startAuthorisation` is the call that starts the authorisation of the second signatory.
         */
        get: operations["getBulkPaymentInitiationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/client-payload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last body sent to a section
         * @description The last body that the applications of this customer sent in this section; `null` if there is none.
         */
        get: operations["getClientPayload"];
        put?: never;
        post?: never;
        /**
         * Forget the bodies sent
         * @description For all sections. The token may also come in the body.
         */
        delete: operations["deleteClientPayload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a consent
         * @description Name the accounts, leave the lists empty so that the customer chooses at the bank, or ask for all. Then redirect the customer to `_links.scaRedirect`, unchanged. With `ASPSP-SCA-Approach: DECOUPLED` there is no such link: the customer confirms on their device. The same `X-Request-ID` with the same body returns the first response again.
         */
        post: operations["createConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a consent
         * @description What was asked; from the signature on, what was granted.
         */
        get: operations["getConsentInformation"];
        put?: never;
        post?: never;
        /**
         * End a consent
         * @description The application needs it no longer. Repeating it does no harm.
         */
        delete: operations["deleteConsent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a consent
         * @description None or one.
         */
        get: operations["getConsentAuthorisation"];
        put?: never;
        /**
         * Start the authorisation of a consent
         * @description Only for a consent that was created with `TPP-Explicit-Authorisation-Preferred: true`, within 15 minutes.
         */
        post: operations["startConsentAuthorisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation
         * @description How far the customer has come.
         */
        get: operations["getConsentScaStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a consent
         * @description Ask when the customer comes back: the return address alone says nothing.
         */
        get: operations["getConsentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/funds-confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm that funds are available
         * @description Compares the amount with the booked balance less reserved amounts. The call reserves nothing and stores neither card nor payee.
         */
        post: operations["checkAvailabilityOfFunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openam/oauth2/access_token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get tokens, version 1
         * @description Exchange a code for tokens within 60 seconds, or a refresh token for a new pair. Each works once: a second use revokes all tokens of that sign-in. Parameters come in the body, in the query or in both.
         */
        post: operations["getAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openam/oauth2/token/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token, version 1
         * @description Revoke an access or refresh token: both tokens of the pair become invalid. An unknown token gets the same response.
         */
        post: operations["revokeAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payee-verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the name of a payee
         * @description Compares the name with the holder of the account at the payee’s bank. A close match returns the holder’s name: show it to your customer. The bank shows its own result before the customer signs.
         */
        post: operations["verifyPayee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentProduct}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment
         * @description Leave `debtorAccount` out: the customer chooses it at the bank. `requestedExecutionDate` may lie up to 366 days ahead; an ordinary payment then waits for a day on which T2 is open. Then redirect the customer to `_links.scaRedirect`, unchanged. With `ASPSP-SCA-Approach: DECOUPLED` there is no such link: the customer confirms on their device. The same `X-Request-ID` with the same body returns the first response again and never creates a second payment.
         */
        post: operations["initiatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentProduct}/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description The payment as it was created, with its status. The debtor’s account is included after the customer’s signature.
         */
        get: operations["getPaymentInformation"];
        put?: never;
        post?: never;
        /**
         * Cancel a payment
         * @description Cancels a payment for a later day. Possible until the morning of that day at the bank. An unsigned payment is cancelled at once (204). A signed one is cancelled by a signature of the customer (202): redirect the customer to `_links.scaRedirect`, unchanged. Until that signature the payment does not change. The approach of this call is always `REDIRECT`; to ask the customer’s device, start the authorisation of the cancellation.
         */
        delete: operations["cancelPayment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentProduct}/{paymentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a payment
         * @description Returns the ids, the oldest first: none, one, or two where the authorisation of the second signatory was started.
         */
        get: operations["getPaymentInitiationAuthorisation"];
        put?: never;
        /**
         * Start the authorisation of a payment
         * @description Starts the first authorisation of a payment that was created with `TPP-Explicit-Authorisation-Preferred: true`, within 15 minutes of its creation. Starts the authorisation of the second signatory while the payment is `PATC`, once, within seven days of the first signature: send that person to `_links.scaRedirect`, unchanged. The person signs in at the bank and returns to the given addresses after the decision. A first authorisation can be `DECOUPLED`, that of a second signatory is always `REDIRECT`.
         */
        post: operations["startPaymentAuthorisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentProduct}/{paymentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation
         * @description Returns `received` until the signature is given or refused, then `finalised` or `failed`. The authorisation of the second signatory is also `finalised` if that person signed without using the link.
         */
        get: operations["getPaymentInitiationScaStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentProduct}/{paymentId}/cancellation-authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a cancellation
         * @description One for each time that the cancellation was asked for.
         */
        get: operations["getPaymentInitiationCancellationAuthorisationInformation"];
        put?: never;
        /**
         * Start the authorisation of a cancellation
         * @description For a payment that was signed and is not executed. Starting a new authorisation ends an older one that the customer has not finished. With `ASPSP-SCA-Approach: DECOUPLED` the customer confirms the cancellation on their device.
         */
        post: operations["startPaymentInitiationCancellationAuthorisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentProduct}/{paymentId}/cancellation-authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a cancellation’s authorisation
         * @description How far the customer has come. A refused or abandoned cancellation changes nothing.
         */
        get: operations["getPaymentCancellationScaStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentProduct}/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a payment
         * @description Read the status when the customer returns: the return address does not prove the outcome. A rejected payment also has the reason. With `PATC`, `_links.startAuthorisation` is the call that starts the authorisation of the second signatory.
         */
        get: operations["getPaymentInitiationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{paymentProduct}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a periodic payment
         * @description Leave `debtorAccount` out: the customer chooses it at the bank. Without `endDate` it runs until it is cancelled. `dayOfExecution` goes with months; 31 is the last day of every month. Then redirect the customer to `_links.scaRedirect`, unchanged. With `ASPSP-SCA-Approach: DECOUPLED` there is no such link: the customer confirms on their device. The same `X-Request-ID` with the same body returns the first response again and never creates a second periodic payment.
         */
        post: operations["initiatePeriodicPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{paymentProduct}/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a periodic payment
         * @description The periodic payment as it was created, with its status, the day of its next run, and its latest runs, newest first.
         */
        get: operations["getPeriodicPaymentInformation"];
        put?: never;
        post?: never;
        /**
         * Cancel a periodic payment
         * @description Stops all further runs. Runs that were made are not reversed. An unsigned periodic payment is cancelled at once (204). A signed one is cancelled by a signature of the customer (202): redirect the customer to `_links.scaRedirect`, unchanged. Until that signature the periodic payment does not change. The approach of this call is always `REDIRECT`; to ask the customer’s device, start the authorisation of the cancellation.
         */
        delete: operations["cancelPeriodicPayment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{paymentProduct}/{paymentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a periodic payment
         * @description Returns the ids, the oldest first: none, one, or two where the authorisation of the second signatory was started.
         */
        get: operations["getPeriodicPaymentInitiationAuthorisation"];
        put?: never;
        /**
         * Start the authorisation of a periodic payment
         * @description Starts the first authorisation of a periodic payment that was created with `TPP-Explicit-Authorisation-Preferred: true`, within 15 minutes of its creation. Starts the authorisation of the second signatory while the periodic payment is `PATC`, once, within seven days of the first signature: send that person to `_links.scaRedirect`, unchanged. The person signs in at the bank and returns to the given addresses after the decision. A first authorisation can be `DECOUPLED`, that of a second signatory is always `REDIRECT`.
         */
        post: operations["startPeriodicPaymentAuthorisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{paymentProduct}/{paymentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation
         * @description Returns `received` until the signature is given or refused, then `finalised` or `failed`. The authorisation of the second signatory is also `finalised` if that person signed without using the link.
         */
        get: operations["getPeriodicPaymentInitiationScaStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{paymentProduct}/{paymentId}/cancellation-authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a cancellation
         * @description One for each time that the cancellation was asked for.
         */
        get: operations["getPeriodicPaymentInitiationCancellationAuthorisationInformation"];
        put?: never;
        /**
         * Start the authorisation of a cancellation
         * @description For a periodic payment that was signed and is not executed. Starting a new authorisation ends an older one that the customer has not finished. With `ASPSP-SCA-Approach: DECOUPLED` the customer confirms the cancellation on their device.
         */
        post: operations["startPeriodicPaymentInitiationCancellationAuthorisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{paymentProduct}/{paymentId}/cancellation-authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a cancellation’s authorisation
         * @description How far the customer has come. A refused or abandoned cancellation changes nothing.
         */
        get: operations["getPeriodicPaymentCancellationScaStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{paymentProduct}/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a periodic payment
         * @description Read the status when the customer returns: the return address does not prove the outcome. `ACTC` while it runs, `ACSC` after its last run. If the latest run was rejected, a warning has the reason. With `PATC`, `_links.startAuthorisation` is the call that starts the authorisation of the second signatory.
         */
        get: operations["getPeriodicPaymentInitiationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reset a test customer
         * @description Restores the initial state of this customer: balances, transactions, consents, payments and stored bodies.
         */
        delete: operations["resetSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions-statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a transactions statement
         * @description Redirect the customer to `_links.scaRedirect`, unchanged. The same `X-Request-ID` with the same body returns the first response again.
         */
        post: operations["createTransactionsStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions-statements/{statementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transactions statement
         * @description What was asked, where it stands, and until when it can be read.
         */
        get: operations["getTransactionsStatement"];
        put?: never;
        post?: never;
        /**
         * End a transactions statement
         * @description The application needs it no longer. Repeating it does no harm.
         */
        delete: operations["deleteTransactionsStatement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions-statements/{statementId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a statement
         * @description Ask when the customer comes back: the return address alone says nothing.
         */
        get: operations["getTransactionsStatementStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions-statements/{statementId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a statement
         * @description Newest first, within 15 minutes of the signature. Follow the link `next`, unchanged, until the response has none.
         */
        get: operations["getTransactionsStatementTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/am/realms/psd2/protocol/openid-connect/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign a customer in, version 2
         * @description Redirect the customer’s browser here. The bank signs the customer in and redirects to `redirect_uri` with a one-time `code` and your `state`. A customer who cancels returns with `error=access_denied`; an invalid request returns with the `error` of RFC 6749. With a wrong `client_id` or `redirect_uri` the customer sees a page of the bank and is not redirected. Send a PKCE challenge or a nonce. After a pushed request (`par`), which the profile fapi2 needs, send `client_id` and `request_uri` alone.
         */
        get: operations["auth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/openam/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push an authorization request, version 2
         * @description The parameters of `auth` go from your server to the bank before the customer is sent to sign in, and the browser carries only `client_id` and `request_uri` (RFC 9126). The profile fapi2 needs it; every other application of version 2 may use it.
         */
        post: operations["par"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/openam/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get tokens, version 2
         * @description Exchange a code for tokens within 60 seconds, or a refresh token for a new pair. Each works once: a second use revokes all tokens of that sign-in. The body is a form or JSON.
         */
        post: operations["token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/openam/token/revocation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token, version 2
         * @description Revoke an access or refresh token: both tokens of the pair become invalid. An unknown token gets the same response.
         */
        post: operations["revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an application by certificate, version 2
         * @description Registers the application of the provider that the QWAC of the call names (RFC 7591). `client_id` is the `organizationIdentifier` in the certificate; its subject and roles give the registered name and the services. A registered provider sends the call again with all values to ask for a change, and with the present values to withdraw it. Unknown members are ignored; `jwks_uri` and `software_statement` are refused. The body has at most 32 KiB.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    statusChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A status has changed
         * @description The bank sends ids and statuses of a payment, a consent or a statement to the endpoints of the application that want the event.
         */
        post: operations["receiveStatusChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    testEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test event
         * @description The bank sends it to a new or changed address, and when the developer asks for it. Other events follow after a response of 2xx.
         */
        post: operations["receiveTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Account: {
            currency: components["schemas"]["CurrencyCode"];
            iban: components["schemas"]["Iban"];
            name: string;
        };
        /** @description Exactly one form of access: lists of accounts (with empty lists the customer chooses), or one of the other members. */
        AccountAccess: {
            accounts?: components["schemas"]["AccountReference"][];
            /** @description Not offered: 400 PARAMETER_NOT_SUPPORTED. */
            additionalInformation?: unknown;
            /**
             * @description Balances and transactions of all accounts.
             * @enum {string}
             */
            allPsd2?: "allAccounts" | "allAccountsWithOwnerName";
            /**
             * @description The list of accounts, and nothing of each.
             * @enum {string}
             */
            availableAccounts?: "allAccounts" | "allAccountsWithOwnerName";
            /**
             * @description The list of accounts with their balances.
             * @enum {string}
             */
            availableAccountsWithBalance?: "allAccounts" | "allAccountsWithOwnerName";
            balances?: components["schemas"]["AccountReference"][];
            /** @description Not offered: 400 PARAMETER_NOT_SUPPORTED. */
            restrictedTo?: unknown;
            transactions?: components["schemas"]["AccountReference"][];
        };
        AccountAnswer: {
            account: components["schemas"]["AccountInformation"];
        };
        AccountInformation: {
            _links: {
                balances?: components["schemas"]["Link"];
                transactions?: components["schemas"]["Link"];
            };
            balances?: components["schemas"]["Balance"][];
            bic: string;
            /**
             * @description ISO 20022: current account.
             * @constant
             */
            cashAccountType: "CACC";
            currency: components["schemas"]["CurrencyCode"];
            iban: components["schemas"]["Iban"];
            /** @description What the customer calls the account. */
            name: string;
            /** @description With a consent that asks for the owner’s name. */
            ownerName?: string;
            /** @description The bank’s name for this kind of account. */
            product: string;
            /** @description Id of the account, for the addresses below. */
            resourceId: string;
            /**
             * @description Nothing can be paid from a blocked account.
             * @enum {string}
             */
            status: "enabled" | "blocked";
            /**
             * @description Of a person, or of a company.
             * @enum {string}
             */
            usage: "PRIV" | "ORGA";
        };
        AccountListAnswer: {
            accounts: components["schemas"]["Account"][];
        };
        AccountReference: {
            currency?: components["schemas"]["CurrencyCode"];
            iban: components["schemas"]["Iban"];
        };
        AccountsAnswer: {
            accounts: components["schemas"]["AccountInformation"][];
        };
        Amount: {
            /** @description plain digits with a dot and at most two decimals, such as 46.80 */
            amount: string;
            currency: components["schemas"]["CurrencyCode"];
        };
        AuthorisationList: {
            authorisationIds: string[];
        };
        Balance: {
            balanceAmount: components["schemas"]["Amount"];
            /**
             * @description What is booked; or that, less what is reserved for payments under way.
             * @enum {string}
             */
            balanceType: "interimBooked" | "interimAvailable";
            referenceDate: components["schemas"]["IsoDate"];
        };
        BalancesAnswer: {
            account: {
                currency: components["schemas"]["CurrencyCode"];
                iban: components["schemas"]["Iban"];
            };
            balances: components["schemas"]["Balance"][];
        };
        BulkPaymentInformation: {
            /** @description Whether the application prefers one entry for the whole bulk payment on the customer’s statement. This bank always makes one entry for each payment. */
            batchBookingPreferred?: boolean;
            debtorAccount?: components["schemas"]["AccountReference"];
            payments: components["schemas"]["BulkPaymentItemInformation"][];
            requestedExecutionDate?: components["schemas"]["IsoDate"];
            /**
             * @description Addition of this bank, for instant payments: `true` makes an ordinary payment when an instant one is not possible.
             * @default false
             */
            retryAsSepa?: boolean;
            /** @enum {string} */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        BulkPaymentInitiation: {
            /** @description Whether the application prefers one entry for the whole bulk payment on the customer’s statement. This bank always makes one entry for each payment. */
            batchBookingPreferred?: boolean;
            debtorAccount?: components["schemas"]["AccountReference"];
            payments: components["schemas"]["BulkPaymentItem"][];
            requestedExecutionDate?: components["schemas"]["IsoDate"];
            /**
             * @description Addition of this bank, for instant payments: `true` makes an ordinary payment when an instant one is not possible.
             * @default false
             */
            retryAsSepa?: boolean;
        };
        BulkPaymentItem: {
            creditorAccount: components["schemas"]["AccountReference"];
            creditorAddress?: components["schemas"]["PostalAddress"];
            /** @description a BIC of 8 or 11 characters, such as PORTEE2X */
            creditorAgent?: string;
            /** @description The payee, as the payee’s bank knows it: the name is verified. */
            creditorName: string;
            /**
             * @description The bank’s addition: what the customer reads about the payee.
             * @enum {string}
             */
            creditorType?: "private" | "business";
            endToEndIdentification?: components["schemas"]["EndToEndIdentification"];
            instructedAmount: components["schemas"]["Amount"];
            /** @description The application’s own reference; the payee does not see it. */
            instructionIdentification?: string;
            remittanceInformationStructured?: {
                /** @description A creditor reference, its check digits right. */
                reference: string;
                referenceIssuer?: string;
                referenceType?: string;
            };
            /** @description What the payee reads; this, or the structured one. */
            remittanceInformationUnstructured?: string;
        };
        BulkPaymentItemInformation: {
            creditorAccount: components["schemas"]["AccountReference"];
            creditorAddress?: components["schemas"]["PostalAddress"];
            /** @description a BIC of 8 or 11 characters, such as PORTEE2X */
            creditorAgent?: string;
            /** @description The payee, as the payee’s bank knows it: the name is verified. */
            creditorName: string;
            /**
             * @description The bank’s addition: what the customer reads about the payee.
             * @enum {string}
             */
            creditorType?: "private" | "business";
            endToEndIdentification?: components["schemas"]["EndToEndIdentification"];
            instructedAmount: components["schemas"]["Amount"];
            /** @description The application’s own reference; the payee does not see it. */
            instructionIdentification?: string;
            remittanceInformationStructured?: {
                /** @description A creditor reference, its check digits right. */
                reference: string;
                referenceIssuer?: string;
                referenceType?: string;
            };
            /** @description What the payee reads; this, or the structured one. */
            remittanceInformationUnstructured?: string;
            tppMessages?: {
                /** @enum {string} */
                category: "ERROR" | "WARNING";
                code: string;
                text?: string;
            }[];
            /** @enum {string} */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        ClientPayload: {
            isReset: boolean;
            payload: unknown;
        };
        ConsentAuthorisationStarted: {
            _links: {
                scaRedirect?: components["schemas"]["Link"];
                scaStatus: components["schemas"]["Link"];
            };
            authorisationId: string;
            psuMessage?: components["schemas"]["DecoupledMessage"];
            /**
             * @description How far the customer has come.
             * @enum {string}
             */
            scaStatus: "received" | "finalised" | "failed";
        };
        ConsentCreated: {
            _links: {
                scaRedirect?: components["schemas"]["Link"];
                scaStatus?: components["schemas"]["Link"];
                self: components["schemas"]["Link"];
                startAuthorisation?: components["schemas"]["Link"];
                status: components["schemas"]["Link"];
            };
            /** @description Id of the consent: keep it. */
            consentId: string;
            /**
             * @description Where the consent stands; only `valid` reads.
             * @enum {string}
             */
            consentStatus: "received" | "rejected" | "partiallyAuthorised" | "valid" | "revokedByPsu" | "expired" | "terminatedByTpp";
            psuMessage?: components["schemas"]["DecoupledMessage"];
        };
        ConsentInformation: {
            _links?: {
                account: components["schemas"]["Link"];
            };
            access: components["schemas"]["AccountAccess"];
            /**
             * @description Where the consent stands; only `valid` reads.
             * @enum {string}
             */
            consentStatus: "received" | "rejected" | "partiallyAuthorised" | "valid" | "revokedByPsu" | "expired" | "terminatedByTpp";
            /** @description Readings a day without the customer. */
            frequencyPerDay: number;
            lastActionDate: components["schemas"]["IsoDate"];
            recurringIndicator: boolean;
            validUntil: components["schemas"]["IsoDate"];
        };
        ConsentRequest: {
            access: components["schemas"]["AccountAccess"];
            /** @description Only false is offered. */
            combinedServiceIndicator: boolean;
            /** @description Readings a day without the customer: 1 to 4, and 1 for a consent that reads once. */
            frequencyPerDay: number;
            /** @description True: reads again and again; false: once. */
            recurringIndicator: boolean;
            validUntil: components["schemas"]["IsoDate"];
        };
        ConsentStatusAnswer: {
            /**
             * @description Where the consent stands; only `valid` reads.
             * @enum {string}
             */
            consentStatus: "received" | "rejected" | "partiallyAuthorised" | "valid" | "revokedByPsu" | "expired" | "terminatedByTpp";
        };
        /** @description two capital letters (ISO 3166), such as EE */
        CountryCode: string;
        /** @description three capital letters (ISO 4217), such as EUR */
        CurrencyCode: string;
        /** @description With `DECOUPLED`: show it to the customer. It names the method and the control code. */
        DecoupledMessage: string;
        EndpointNotification: {
            _links: {
                scaStatus?: components["schemas"]["Link"];
                self: components["schemas"]["Link"];
                status: components["schemas"]["Link"];
            };
            authorisationId?: string;
            /** @description The authorisation of a cancellation. */
            cancellationId?: string;
            consentId?: string;
            /** @enum {string} */
            consentStatus?: "received" | "rejected" | "partiallyAuthorised" | "valid" | "revokedByPsu" | "expired" | "terminatedByTpp";
            paymentId?: string;
            /** @description Why the payment was rejected. */
            reasonCode?: string;
            /** @enum {string} */
            scaStatus?: "received" | "finalised" | "failed";
            /** @description Counts the notifications of the payment or consent. */
            sequence: number;
            statementId?: string;
            /** @enum {string} */
            statementStatus?: "received" | "rejected" | "valid" | "expired" | "terminatedByTpp";
            /**
             * Format: date-time
             * @description When the status changed.
             */
            timestamp: string;
            /** @enum {string} */
            transactionStatus?: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
            /** @enum {string} */
            type: "payment.status_changed" | "consent.status_changed" | "authorisation.sca_status_changed" | "cancellation.sca_status_changed" | "statement.status_changed";
        };
        EndToEndIdentification: string;
        FallbackAccount: {
            /** @description What is booked less what is reserved. */
            availableBalance: {
                /** @description plain digits with a dot and at most two decimals, such as 46.80 */
                amount: string;
                currency: components["schemas"]["CurrencyCode"];
            };
            bookedBalance: components["schemas"]["Amount"];
            iban: components["schemas"]["Iban"];
            name: string;
            ownerName: string;
            /** @enum {string} */
            status: "enabled" | "blocked";
        };
        FallbackAccounts: {
            accounts: components["schemas"]["FallbackAccount"][];
        };
        FallbackChallenge: {
            /** @description Control code. Show it to the customer, who compares it with the code on the device. Some methods have none. */
            controlCode?: string;
            /** @enum {string} */
            method: "IDCARD" | "CODE_CALCULATOR" | "SMART_ID" | "MOBILE_ID" | "EPARAKSTS_MOBILE";
            /** @description Until it times out; 0 once it has ended. */
            secondsLeft: number;
            /**
             * @description `started`: the customer has not answered yet.
             * @enum {string}
             */
            state: "started" | "approved" | "refused" | "timedOut" | "wrongCode" | "unreachable";
        };
        FallbackPayment: {
            challenge?: components["schemas"]["FallbackChallenge"];
            creditorAccount: {
                iban: components["schemas"]["Iban"];
            };
            /** @description The payee, as the payee’s bank knows it: the name is verified. */
            creditorName: string;
            debtorAccountIban: components["schemas"]["Iban"];
            fee: components["schemas"]["Amount"];
            instructedAmount: components["schemas"]["Amount"];
            isInstant: boolean;
            payeeVerification: components["schemas"]["PayeeVerification"];
            paymentId: string;
            remittanceInformationUnstructured?: string;
            signedAt?: components["schemas"]["IsoInstant"];
            /**
             * @description ISO 20022; `RCVD`: waits for the customer, `ACSC` and `ACCC`: paid, `RJCT`: not paid.
             * @enum {string}
             */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        FallbackSession: {
            /** @description Send it in the header Fallback-Session. It is shown once. */
            fallbackSession: string;
            /** @description Without a call it ends after this time. */
            idleSeconds: number;
            /** @description The session ends after this time, also while it is used. */
            totalSeconds: number;
        };
        FallbackSignIn: {
            challenge: components["schemas"]["FallbackChallenge"];
            signInId: string;
        };
        FallbackTransaction: {
            /** @description Debits are negative. */
            amount: {
                /** @description plain digits with a dot and at most two decimals, such as 46.80 */
                amount: string;
                currency: components["schemas"]["CurrencyCode"];
            };
            bookingDate: components["schemas"]["IsoDate"];
            counterpartIban?: string;
            counterpartName?: string;
            /** @description The creditor reference. */
            remittanceInformationStructured?: string;
            remittanceInformationUnstructured?: string;
            transactionId: string;
        };
        FallbackTransactions: {
            dateFrom: components["schemas"]["IsoDate"];
            dateTo: components["schemas"]["IsoDate"];
            iban: components["schemas"]["Iban"];
            /** @description False: there are more in this period than one answer holds. Ask for less of it. */
            isComplete: boolean;
            transactions: components["schemas"]["FallbackTransaction"][];
        };
        FundsConfirmationAnswer: {
            fundsAvailable: boolean;
        };
        FundsConfirmationRequest: {
            account: components["schemas"]["AccountReference"];
            /** @description Card of the issuer, as the issuer writes it; at most 35 characters. */
            cardNumber?: string;
            instructedAmount: components["schemas"]["Amount"];
            payee?: string;
        };
        /** @description an IBAN in upper case without spaces, such as EE869800100045081764 */
        Iban: string;
        /** @description a calendar date as YYYY-MM-DD */
        IsoDate: string;
        IsoInstant: string;
        Link: {
            href: string;
        };
        OAuthErrorBody: {
            error: string;
            error_description?: string;
        };
        PayeeVerification: {
            matchedName?: string;
            /** @enum {string} */
            result: "MTCH" | "CMTC" | "NMTC" | "NOAP";
        };
        PayeeVerificationAnswer: {
            /** @description The holder’s name, with `CMTC` only. */
            matchedName?: string;
            /**
             * @description `MTCH`: the name is the holder’s; `CMTC`: nearly; `NMTC`: it is another; `NOAP`: the payee’s bank gives no answer.
             * @enum {string}
             */
            partyNameMatch: "MTCH" | "CMTC" | "NMTC" | "NOAP";
        };
        PayeeVerificationRequest: {
            party: {
                /** @description The payee, as a payment would name it in creditorName. */
                name: string;
            };
            partyAccount: {
                iban: components["schemas"]["Iban"];
            };
        };
        PaymentCancellationStarted: {
            _links: {
                scaRedirect?: components["schemas"]["Link"];
                scaStatus?: components["schemas"]["Link"];
                self: components["schemas"]["Link"];
                startAuthorisation?: components["schemas"]["Link"];
                status: components["schemas"]["Link"];
            };
            /**
             * @description The status that the payment keeps until the customer has signed its cancellation.
             * @enum {string}
             */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        PaymentInformation: {
            creditorAccount: components["schemas"]["AccountReference"];
            creditorAddress?: components["schemas"]["PostalAddress"];
            /** @description a BIC of 8 or 11 characters, such as PORTEE2X */
            creditorAgent?: string;
            /** @description The payee, as the payee’s bank knows it: the name is verified. */
            creditorName: string;
            /**
             * @description The bank’s addition: what the customer reads about the payee.
             * @enum {string}
             */
            creditorType?: "private" | "business";
            debtorAccount?: components["schemas"]["AccountReference"];
            endToEndIdentification?: components["schemas"]["EndToEndIdentification"];
            instructedAmount: components["schemas"]["Amount"];
            /** @description The application’s own reference; the payee does not see it. */
            instructionIdentification?: string;
            remittanceInformationStructured?: {
                /** @description A creditor reference, its check digits right. */
                reference: string;
                referenceIssuer?: string;
                referenceType?: string;
            };
            /** @description What the payee reads; this, or the structured one. */
            remittanceInformationUnstructured?: string;
            requestedExecutionDate?: components["schemas"]["IsoDate"];
            /**
             * @description Addition of this bank, for instant payments: `true` makes an ordinary payment when an instant one is not possible.
             * @default false
             */
            retryAsSepa?: boolean;
            /**
             * @description ISO 20022 payment status; `RCVD`: waits for the customer, `ACSC`: paid, `RJCT`: not paid.
             * @enum {string}
             */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        PaymentInitiation: {
            creditorAccount: components["schemas"]["AccountReference"];
            creditorAddress?: components["schemas"]["PostalAddress"];
            /** @description a BIC of 8 or 11 characters, such as PORTEE2X */
            creditorAgent?: string;
            /** @description The payee, as the payee’s bank knows it: the name is verified. */
            creditorName: string;
            /**
             * @description The bank’s addition: what the customer reads about the payee.
             * @enum {string}
             */
            creditorType?: "private" | "business";
            debtorAccount?: components["schemas"]["AccountReference"];
            endToEndIdentification?: components["schemas"]["EndToEndIdentification"];
            instructedAmount: components["schemas"]["Amount"];
            /** @description The application’s own reference; the payee does not see it. */
            instructionIdentification?: string;
            remittanceInformationStructured?: {
                /** @description A creditor reference, its check digits right. */
                reference: string;
                referenceIssuer?: string;
                referenceType?: string;
            };
            /** @description What the payee reads; this, or the structured one. */
            remittanceInformationUnstructured?: string;
            requestedExecutionDate?: components["schemas"]["IsoDate"];
            /**
             * @description Addition of this bank, for instant payments: `true` makes an ordinary payment when an instant one is not possible.
             * @default false
             */
            retryAsSepa?: boolean;
        };
        PaymentInitiationResponse: {
            _links: {
                scaRedirect?: components["schemas"]["Link"];
                scaStatus?: components["schemas"]["Link"];
                self: components["schemas"]["Link"];
                startAuthorisation?: components["schemas"]["Link"];
                status: components["schemas"]["Link"];
            };
            /** @description Id of the payment: keep it. */
            paymentId: string;
            psuMessage?: components["schemas"]["DecoupledMessage"];
            /** @description True: the customer pays a fee. */
            transactionFeeIndicator?: boolean;
            transactionFees?: components["schemas"]["Amount"];
            /**
             * @description ISO 20022 payment status; `RCVD`: waits for the customer, `ACSC`: paid, `RJCT`: not paid.
             * @enum {string}
             */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        PaymentStatusResponse: {
            /** @description While a second signature is awaited and its authorisation can be started. */
            _links?: {
                startAuthorisation: components["schemas"]["Link"];
            };
            /** @description Text for the customer: the deadline of the second signature, or the reason why a signed payment was not made. */
            psuMessage?: string;
            tppMessages?: {
                /** @enum {string} */
                category: "ERROR" | "WARNING";
                code: string;
                text?: string;
            }[];
            /**
             * @description ISO 20022 payment status; `RCVD`: waits for the customer, `ACSC`: paid, `RJCT`: not paid.
             * @enum {string}
             */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        PeriodicExecution: {
            executionDate: components["schemas"]["IsoDate"];
            paymentId: string;
            tppMessages?: {
                /** @enum {string} */
                category: "ERROR" | "WARNING";
                code: string;
                text?: string;
            }[];
            /** @enum {string} */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        PeriodicPaymentInformation: {
            creditorAccount: components["schemas"]["AccountReference"];
            creditorAddress?: components["schemas"]["PostalAddress"];
            /** @description a BIC of 8 or 11 characters, such as PORTEE2X */
            creditorAgent?: string;
            /** @description The payee, as the payee’s bank knows it: the name is verified. */
            creditorName: string;
            /**
             * @description The bank’s addition: what the customer reads about the payee.
             * @enum {string}
             */
            creditorType?: "private" | "business";
            /** @description 1 to 31 without a leading zero; 31 is the last day of every month */
            dayOfExecution?: string;
            debtorAccount?: components["schemas"]["AccountReference"];
            endDate?: components["schemas"]["IsoDate"];
            endToEndIdentification?: components["schemas"]["EndToEndIdentification"];
            /** @enum {string} */
            executionRule?: "following" | "preceding";
            executions: components["schemas"]["PeriodicExecution"][];
            /**
             * @description how often; MonthlyVariable is not offered here
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "EveryTwoWeeks" | "Monthly" | "EveryTwoMonths" | "Quarterly" | "SemiAnnual" | "Annual" | "MonthlyVariable";
            instructedAmount: components["schemas"]["Amount"];
            /** @description The application’s own reference; the payee does not see it. */
            instructionIdentification?: string;
            nextExecutionDate?: components["schemas"]["IsoDate"];
            remittanceInformationStructured?: {
                /** @description A creditor reference, its check digits right. */
                reference: string;
                referenceIssuer?: string;
                referenceType?: string;
            };
            /** @description What the payee reads; this, or the structured one. */
            remittanceInformationUnstructured?: string;
            /**
             * @description Addition of this bank, for instant payments: `true` makes an ordinary payment when an instant one is not possible.
             * @default false
             */
            retryAsSepa?: boolean;
            startDate: components["schemas"]["IsoDate"];
            /** @enum {string} */
            transactionStatus: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
        };
        PeriodicPaymentInitiation: {
            creditorAccount: components["schemas"]["AccountReference"];
            creditorAddress?: components["schemas"]["PostalAddress"];
            /** @description a BIC of 8 or 11 characters, such as PORTEE2X */
            creditorAgent?: string;
            /** @description The payee, as the payee’s bank knows it: the name is verified. */
            creditorName: string;
            /**
             * @description The bank’s addition: what the customer reads about the payee.
             * @enum {string}
             */
            creditorType?: "private" | "business";
            /** @description 1 to 31 without a leading zero; 31 is the last day of every month */
            dayOfExecution?: string;
            debtorAccount?: components["schemas"]["AccountReference"];
            endDate?: components["schemas"]["IsoDate"];
            endToEndIdentification?: components["schemas"]["EndToEndIdentification"];
            /** @enum {string} */
            executionRule?: "following" | "preceding";
            /**
             * @description how often; MonthlyVariable is not offered here
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "EveryTwoWeeks" | "Monthly" | "EveryTwoMonths" | "Quarterly" | "SemiAnnual" | "Annual" | "MonthlyVariable";
            instructedAmount: components["schemas"]["Amount"];
            /** @description The application’s own reference; the payee does not see it. */
            instructionIdentification?: string;
            remittanceInformationStructured?: {
                /** @description A creditor reference, its check digits right. */
                reference: string;
                referenceIssuer?: string;
                referenceType?: string;
            };
            /** @description What the payee reads; this, or the structured one. */
            remittanceInformationUnstructured?: string;
            /**
             * @description Addition of this bank, for instant payments: `true` makes an ordinary payment when an instant one is not possible.
             * @default false
             */
            retryAsSepa?: boolean;
            startDate: components["schemas"]["IsoDate"];
        };
        PostalAddress: {
            buildingNumber?: string;
            country: components["schemas"]["CountryCode"];
            postCode?: string;
            streetName?: string;
            townName: components["schemas"]["EndToEndIdentification"];
        };
        PushedAnswer: {
            /** @description Seconds until it has run out. */
            expires_in: number;
            /** @description Send the customer to `auth` with this value and your `client_id`. It works once a customer signs in. */
            request_uri: string;
        };
        PushedRequest: {
            /**
             * @description Where the customer banks; default `ee`.
             * @enum {string}
             */
            bank_country?: "lt" | "lv" | "ee";
            /**
             * @description Sandbox only: signs the current test customer in without a page.
             * @constant
             */
            bypass?: "true";
            /** @description Profile fapi2 with keys: a new signed JWT for each request, in place of the secret. */
            client_assertion?: string;
            /**
             * @description Sent together with `client_assertion`.
             * @constant
             */
            client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
            /** @description The application’s id; here, or as the user of HTTP Basic. */
            client_id?: string;
            /** @description The application’s secret; here, or as the password of HTTP Basic. */
            client_secret?: string;
            /** @description SHA-256 of the code verifier, base64url without padding (RFC 7636). Once sent, it is enforced. */
            code_challenge?: string;
            /**
             * @description Sent together with `code_challenge`.
             * @constant
             */
            code_challenge_method?: "S256";
            /** @description Thumbprint of the DPoP key to which the code is bound; or send a proof in the header DPoP. */
            dpop_jkt?: string;
            /** @description Where the way back of the bank’s page leads; its origin is that of a redirect URI. */
            fpgurl?: string;
            /**
             * @description Language of the bank’s pages; default `en`.
             * @enum {string}
             */
            locale?: "en" | "et" | "lt" | "lv" | "ru";
            /** @description Comes back inside the ID token. */
            nonce?: string;
            /**
             * @description There is one realm; naming it is optional.
             * @constant
             */
            realm?: "psd2";
            /** @description One of the application’s redirect URIs, character by character. */
            redirect_uri: string;
            /**
             * @description The only response type.
             * @constant
             */
            response_type: "code";
            /** @description `openid`; `offline_access` is understood and not needed. */
            scope: string;
            /** @description Comes back unchanged. Refuse an answer with another value. */
            state?: string;
        };
        RegistrationAnswer: {
            /** @description Absent while the bank examines the name. */
            authorisation_number?: string;
            /** @description The provider’s `organizationIdentifier` in its certificate. */
            client_id: string;
            /** @description With 201: seconds since 1970-01-01 UTC. */
            client_id_issued_at?: number;
            /** @description The application’s name on the bank’s pages. */
            client_name: string;
            /** @description E-mail addresses. */
            contacts?: string[];
            dpop_bound_access_tokens: boolean;
            /** @description Default: both. */
            grant_types: ("authorization_code" | "refresh_token")[];
            jwks?: {
                /** @description Public keys (RFC 7517): RSA of 2048 to 4096 bits, P-256 or Ed25519. Of several keys each has a `kid`. */
                keys: {
                    [key: string]: unknown;
                }[];
            };
            /** @description Addresses with https, which the bank compares character by character. */
            redirect_uris: string[];
            /** @description The name that customers read: subject O of the certificate. Absent while the bank examines it. */
            registered_name?: string;
            /**
             * @description `active`: the application may call. `waiting`: the bank examines the name in the certificate first. `suspended`: the bank has stopped the application.
             * @enum {string}
             */
            registration_status: "active" | "waiting" | "suspended";
            /** @description The values that wait for the bank, as far as they differ from those in force. */
            requested_change?: {
                /** @description The same change has the same id in every response. */
                change_id: string;
                /** @description The application’s name on the bank’s pages. */
                client_name?: string;
                /** @description E-mail addresses. */
                contacts?: string[];
                jwks?: {
                    /** @description Public keys (RFC 7517): RSA of 2048 to 4096 bits, P-256 or Ed25519. Of several keys each has a `kid`. */
                    keys: {
                        [key: string]: unknown;
                    }[];
                };
                /** @description Addresses with https, which the bank compares character by character. */
                redirect_uris?: string[];
                /** @description Seconds since 1970-01-01 UTC. */
                requested_at: number;
            };
            /** @description `true`: the profile fapi2; `false`: the profile mtls. */
            require_pushed_authorization_requests: boolean;
            /** @description Default: `code`. */
            response_types: "code"[];
            /** @description The services that the application may call. Absent while the bank examines the name. */
            roles?: ("ais" | "pis" | "piis")[];
            scope: string;
            tls_client_certificate_bound_access_tokens: boolean;
            /** @enum {string} */
            token_endpoint_auth_method: "tls_client_auth" | "private_key_jwt";
        };
        RegistrationRequest: {
            /** @description The application’s name on the bank’s pages. */
            client_name: string;
            /** @description E-mail addresses. */
            contacts?: string[];
            /** @description Sandbox only, with `private_key_jwt`. Default: `false`. */
            dpop_bound_access_tokens?: boolean;
            /** @description Default: both. */
            grant_types?: ("authorization_code" | "refresh_token")[];
            jwks?: {
                /** @description Public keys (RFC 7517): RSA of 2048 to 4096 bits, P-256 or Ed25519. Of several keys each has a `kid`. */
                keys: {
                    [key: string]: unknown;
                }[];
            };
            /** @description Addresses with https, which the bank compares character by character. */
            redirect_uris: string[];
            /** @description `true`: the profile fapi2. Always `true` with `private_key_jwt`; otherwise the default is `false`. */
            require_pushed_authorization_requests?: boolean;
            /** @description Default: `code`. */
            response_types?: "code"[];
            /** @description `openid`, `offline_access` or both, with a space between them. Default: both. */
            scope?: string;
            /** @description Default: `true`, unless DPoP binds the tokens. */
            tls_client_certificate_bound_access_tokens?: boolean;
            /**
             * @description Default: `tls_client_auth`.
             * @enum {string}
             */
            token_endpoint_auth_method?: "tls_client_auth" | "private_key_jwt";
        };
        RevocationRequest: {
            /** @description Profile fapi2 with keys: a new signed JWT for each request, in place of the secret. */
            client_assertion?: string;
            /**
             * @description Sent together with `client_assertion`.
             * @constant
             */
            client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
            /** @description The application’s id; here, or as the user of HTTP Basic. */
            client_id?: string;
            /** @description The application’s secret; here, or as the password of HTTP Basic. */
            client_secret?: string;
            /** @description An access or refresh token. */
            token: string;
            /** @description Understood and not needed. */
            token_type_hint?: string;
        };
        RevocationRequestVersion1: {
            /** @description The application’s id; here, or as the user of HTTP Basic. */
            client_id?: string;
            /** @description The application’s secret; here, or as the password of HTTP Basic. */
            client_secret?: string;
            /** @description An access or refresh token. */
            token: string;
            /** @description Understood and not needed. */
            token_type_hint?: string;
        };
        ScaStatusAnswer: {
            /**
             * @description How far the customer has come.
             * @enum {string}
             */
            scaStatus: "received" | "finalised" | "failed";
        };
        /** @description The statement was received and waits for the signature of the customer. */
        StatementCreated: {
            /** @description Send the customer to `scaRedirect` to sign. */
            _links: {
                scaRedirect: components["schemas"]["Link"];
                self: components["schemas"]["Link"];
                status: components["schemas"]["Link"];
            };
            /** @description Id of the statement. */
            statementId: string;
            /**
             * @description Where the statement stands.
             * @enum {string}
             */
            statementStatus: "received" | "rejected" | "valid" | "expired" | "terminatedByTpp";
        };
        /** @description The statement as it was asked for, and where it stands. */
        StatementInformation: {
            _links?: {
                transactions: components["schemas"]["Link"];
            };
            account: {
                currency: components["schemas"]["CurrencyCode"];
                iban: components["schemas"]["Iban"];
            };
            dateFrom: components["schemas"]["IsoDate"];
            dateTo: components["schemas"]["IsoDate"];
            /** @description When reading ends: 15 minutes after the signature. */
            readableUntil?: string;
            /**
             * @description Where the statement stands.
             * @enum {string}
             */
            statementStatus: "received" | "rejected" | "valid" | "expired" | "terminatedByTpp";
        };
        /** @description One account of the customer and a period, both days included: at most 731 days, none after today. */
        StatementRequest: {
            account: components["schemas"]["AccountReference"];
            dateFrom: components["schemas"]["IsoDate"];
            dateTo: components["schemas"]["IsoDate"];
        };
        /** @description Where the statement stands. */
        StatementStatusAnswer: {
            /**
             * @description Where the statement stands.
             * @enum {string}
             */
            statementStatus: "received" | "rejected" | "valid" | "expired" | "terminatedByTpp";
        };
        StatusNotification: {
            _links: {
                scaStatus?: components["schemas"]["Link"];
                self: components["schemas"]["Link"];
                status: components["schemas"]["Link"];
            };
            authorisationId?: string;
            /** @description The authorisation of a cancellation. */
            cancellationId?: string;
            consentId?: string;
            /** @enum {string} */
            consentStatus?: "received" | "rejected" | "partiallyAuthorised" | "valid" | "revokedByPsu" | "expired" | "terminatedByTpp";
            paymentId?: string;
            /** @description Why the payment was rejected. */
            reasonCode?: string;
            /** @enum {string} */
            scaStatus?: "received" | "finalised" | "failed";
            /** @description Counts the notifications of the payment or consent. */
            sequence: number;
            /**
             * Format: date-time
             * @description When the status changed.
             */
            timestamp: string;
            /** @enum {string} */
            transactionStatus?: "ACCC" | "ACCP" | "ACFC" | "ACSC" | "ACSP" | "ACTC" | "ACWC" | "ACWP" | "BLCK" | "CANC" | "PART" | "PATC" | "PDNG" | "PRES" | "RCVD" | "RJCT";
            /** @enum {string} */
            type: "payment.status_changed" | "consent.status_changed" | "authorisation.sca_status_changed" | "cancellation.sca_status_changed";
        };
        TestNotification: {
            endpointId: string;
            /** @description Always 1. */
            sequence: number;
            /** @description Says that the message is a test. */
            text: string;
            /**
             * Format: date-time
             * @description When the test was asked for.
             */
            timestamp: string;
            /** @constant */
            type: "test.ping";
        };
        TokenAnswer: {
            /** @description Stands for this customer and this application together. */
            access_token: string;
            /** @description Seconds of real time until the access token has run out. */
            expires_in: number;
            /** @description Signed; check issuer, audience and nonce. */
            id_token: string;
            /** @description Of the profile basic it works once: store it before the access token is used. Others keep theirs. */
            refresh_token: string;
            scope: string;
            /** @constant */
            token_type: "Bearer";
        };
        TokenAnswerVersion2: {
            /** @description Stands for this customer and this application together. */
            access_token: string;
            /** @description Seconds of real time until the access token has run out. */
            expires_in: number;
            /** @description Signed; check issuer, audience and nonce. */
            id_token: string;
            /** @description Of the profile basic it works once: store it before the access token is used. Others keep theirs. */
            refresh_token: string;
            scope: string;
            /**
             * @description `DPoP`: the request had a DPoP proof, and so has each call with the token.
             * @enum {string}
             */
            token_type: "Bearer" | "DPoP";
        };
        TokenRequest: {
            /** @description Profile fapi2 with keys: a new signed JWT for each request, in place of the secret. */
            client_assertion?: string;
            /**
             * @description Sent together with `client_assertion`.
             * @constant
             */
            client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
            /** @description The application’s id; here, or as the user of HTTP Basic. */
            client_id?: string;
            /** @description The application’s secret; here, or as the password of HTTP Basic. */
            client_secret?: string;
            /** @description With `authorization_code`: the code that the customer’s browser brought. */
            code?: string;
            /** @description With `authorization_code`, when a challenge was sent: what it was made of. */
            code_verifier?: string;
            /**
             * @description What is exchanged.
             * @enum {string}
             */
            grant_type: "authorization_code" | "refresh_token";
            /** @description With `authorization_code`: the one that the code was sent to. */
            redirect_uri?: string;
            /** @description With `refresh_token`: the newest one. */
            refresh_token?: string;
        };
        TokenRequestVersion1: {
            /** @description The application’s id; here, or as the user of HTTP Basic. */
            client_id?: string;
            /** @description The application’s secret; here, or as the password of HTTP Basic. */
            client_secret?: string;
            /** @description With `authorization_code`: the code that the customer’s browser brought. */
            code?: string;
            /** @description With `authorization_code`, when a challenge was sent: what it was made of. */
            code_verifier?: string;
            /**
             * @description What is exchanged.
             * @enum {string}
             */
            grant_type: "authorization_code" | "refresh_token";
            /**
             * @description There is one realm; naming it is optional.
             * @constant
             */
            realm?: "psd2";
            /** @description With `authorization_code`: the one that the code was sent to. */
            redirect_uri?: string;
            /** @description With `refresh_token`: the newest one. */
            refresh_token?: string;
        };
        TppErrorBody: {
            tppMessages: {
                /** @enum {string} */
                category: "ERROR" | "WARNING";
                code: string;
                path?: string;
                text?: string;
            }[];
        };
        /** @description Debits carry a minus. A pending transaction has no dates yet. */
        Transaction: {
            /** @description ISO 20022 domain, family and sub-family, such as PMNT-RCDT-ESCT. Absent if the bank does not know it. */
            bankTransactionCode?: string;
            bookingDate?: components["schemas"]["IsoDate"];
            creditorAccount?: {
                iban: components["schemas"]["Iban"];
            };
            creditorName?: string;
            debtorAccount?: {
                iban: components["schemas"]["Iban"];
            };
            debtorName?: string;
            /** @description The payer’s reference. */
            endToEndId?: string;
            /** @description For entryReferenceFrom. */
            entryReference?: string;
            /** @description The creditor reference. */
            remittanceInformationStructured?: string;
            /** @description The creditor reference with its type and issuer, as the payer sent it. */
            remittanceInformationStructuredArray?: {
                reference: string;
                referenceIssuer?: string;
                referenceType?: string;
            }[];
            remittanceInformationUnstructured?: string;
            transactionAmount: components["schemas"]["Amount"];
            /** @description The same while it is pending and once it is booked; absent where it is not known yet. */
            transactionId?: string;
            valueDate?: components["schemas"]["IsoDate"];
        };
        TransactionAnswer: {
            transactionsDetails: components["schemas"]["Transaction"];
        };
        TransactionsAnswer: {
            account: {
                currency: components["schemas"]["CurrencyCode"];
                iban: components["schemas"]["Iban"];
            };
            balances?: components["schemas"]["Balance"][];
            transactions: {
                _links: {
                    account: components["schemas"]["Link"];
                    next?: components["schemas"]["Link"];
                };
                booked?: components["schemas"]["Transaction"][];
                pending?: components["schemas"]["Transaction"][];
            };
        };
        UiErrorBody: {
            /** @description Beside FUNDS_NOT_AVAILABLE: what there is on the account. */
            available?: {
                /** @description plain digits with a dot and at most two decimals, such as 46.80 */
                amount: string;
                currency: components["schemas"]["CurrencyCode"];
            };
            errors: {
                code: string;
                path?: string;
                text: string;
            }[];
            message: string;
            /** @description Only after a failed signature: failures left until the method is blocked; 0: the method is blocked. */
            triesLeft?: number;
        };
    };
    responses: {
        /**
         * @description - `invalid_request`: client_id or redirect_uri is missing or comes twice; the customer sees a page
         *     - `invalid_client`: client_id is unknown or suspended; the customer sees a page
         *     - `invalid_redirect_uri`: redirect_uri is not one of the application; the customer sees a page
         *     - `invalid_request`: there is no such realm, bank_country or fpgurl; the customer sees a page
         */
        Refused400: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description - `invalid_request`: token is missing */
        "Refused400-2": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
         *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
         */
        "Refused400-3": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
         *     - `FORMAT_ERROR`: Consent-ID is missing
         *     - `FORMAT_ERROR`: PSU-IP-Address is no IP address
         *     - `FORMAT_ERROR`: a parameter of the query is unknown, comes twice or is not of the accepted form
         *     - `CONSENT_UNKNOWN`: there is no such consent of this application for this customer
         *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
         */
        "Refused400-4": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
         *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
         *     - `FORMAT_ERROR`: the body cannot be read as JSON
         */
        "Refused400-5": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
         *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
         *     - `FORMAT_ERROR`: PSU-IP-Address is sent and is no IP address
         *     - `FORMAT_ERROR`: TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application
         *     - `FORMAT_ERROR`: TPP-Redirect-Preferred is neither true nor false
         *     - `FORMAT_ERROR`: TPP-Decoupled-Preferred is neither true nor false
         *     - `FORMAT_ERROR`: TPP-Notification-URI is no absolute address of http or https, or has more than 2,000 characters
         *     - `FORMAT_ERROR`: TPP-Notification-Content-Preferred has another form than status=SCA, PROCESS, LAST
         *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
         *     - `PARAMETER_NOT_SUPPORTED`: the body has a field of the embedded approach, which the bank does not offer; path names the field
         *     - `FORMAT_ERROR`: this X-Request-ID came before with another body
         */
        "Refused400-6": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
         *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
         *     - `FORMAT_ERROR`: TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application
         *     - `FORMAT_ERROR`: TPP-Redirect-Preferred is neither true nor false
         *     - `FORMAT_ERROR`: TPP-Explicit-Authorisation-Preferred is neither true nor false
         *     - `FORMAT_ERROR`: the body cannot be read as JSON
         *     - `FORMAT_ERROR`: this X-Request-ID came before for another payment
         */
        "Refused400-7": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
         *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
         *     - `FORMAT_ERROR`: PSU-IP-Address is missing or no IP address
         *     - `FORMAT_ERROR`: TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application
         *     - `FORMAT_ERROR`: TPP-Redirect-Preferred is neither true nor false
         *     - `FORMAT_ERROR`: TPP-Explicit-Authorisation-Preferred is neither true nor false
         *     - `FORMAT_ERROR`: TPP-Decoupled-Preferred is neither true nor false
         *     - `FORMAT_ERROR`: TPP-Notification-URI is no absolute address of http or https, or has more than 2,000 characters
         *     - `FORMAT_ERROR`: TPP-Notification-Content-Preferred has another form than status=SCA, PROCESS, LAST
         *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
         *     - `FORMAT_ERROR`: this X-Request-ID came before with another body
         *     - `PARAMETER_NOT_SUPPORTED`: a valid field that this bank does not offer here
         *     - `RESOURCE_UNKNOWN`: debtorAccount is no account of this customer
         *     - `EXECUTION_DATE_INVALID`: requestedExecutionDate is over, or more than 366 days ahead
         */
        "Refused400-8": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `FORMAT_ERROR`: a header comes twice, or the address cannot be read */
        "Refused400-12": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: the body cannot be read as JSON
         *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
         */
        "Refused400-13": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /**
         * @description - `invalid_client`: client_id is unknown, client_secret is wrong, or the bank has suspended the application
         *     - `invalid_client`: the profile of the application needs its certificate or a client_assertion, and the call has none that is accepted; the text says why
         */
        Refused401: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthErrorBody"];
            };
        };
        /**
         * @description - `TOKEN_UNKNOWN`: no access token came, or it is not known or was revoked
         *     - `TOKEN_INVALID`: the Authorization header cannot be read
         *     - `TOKEN_EXPIRED`: the access token has run out
         *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, or its calls are signed, and no certificate came
         *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
         *     - `CERTIFICATE_EXPIRED`: the certificate has run out
         *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
         *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
         *     - `ROLE_INVALID`: the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it
         *     - `SIGNATURE_MISSING`: the application signs its calls, and Signature or Digest is missing
         *     - `SIGNATURE_INVALID`: Signature or Digest does not fit the call; path names the header
         */
        "Refused401-2": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `TOKEN_UNKNOWN`: no access token came, or it is not known or was revoked
         *     - `TOKEN_INVALID`: the Authorization header cannot be read
         *     - `TOKEN_EXPIRED`: the access token has run out
         *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, or its calls are signed, and no certificate came
         *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
         *     - `CERTIFICATE_EXPIRED`: the certificate has run out
         *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
         *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
         *     - `ROLE_INVALID`: the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it
         *     - `SIGNATURE_MISSING`: the application signs its calls, and Signature or Digest is missing
         *     - `SIGNATURE_INVALID`: Signature or Digest does not fit the call; path names the header
         *     - `CONSENT_INVALID`: the consent is not signed yet, was refused, withdrawn or ended by the application
         *     - `CONSENT_EXPIRED`: the time of the consent is over, its one reading was made, or a newer one replaced it
         *     - `CONSENT_INVALID`: the consent covers the list of accounts only
         *     - `CONSENT_INVALID`: the consent does not cover the transactions of this account
         */
        "Refused401-3": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `TOKEN_UNKNOWN`: no access token came, or it is not known or was revoked
         *     - `TOKEN_INVALID`: the Authorization header cannot be read
         *     - `TOKEN_EXPIRED`: the access token has run out
         *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, or its calls are signed, and no certificate came
         *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
         *     - `CERTIFICATE_EXPIRED`: the certificate has run out
         *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
         *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
         *     - `SIGNATURE_MISSING`: the application signs its calls, and Signature or Digest is missing
         *     - `SIGNATURE_INVALID`: Signature or Digest does not fit the call; path names the header
         */
        "Refused401-4": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `CREDENTIALS_WRONG`: the client id is unknown, the secret is wrong, or the bank has suspended the application
         *     - `CREDENTIALS_WRONG`: a secret came, and the profile of the application takes none
         *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, and none came
         *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
         *     - `CERTIFICATE_EXPIRED`: the certificate has run out
         *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
         *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
         */
        "Refused401-6": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /**
         * @description - `CREDENTIALS_WRONG`: the client id is unknown, the secret is wrong, or the bank has suspended the application
         *     - `CREDENTIALS_WRONG`: a secret came, and the profile of the application takes none
         *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, and none came
         *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
         *     - `CERTIFICATE_EXPIRED`: the certificate has run out
         *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
         *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
         *     - `NOT_SIGNED_IN`: no session of the application is open under Fallback-Session, its time is over, or another person represents the company now
         */
        "Refused401-7": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /**
         * @description - `SERVICE_BLOCKED`: the bank has suspended the application
         *     - `CONSENT_UNKNOWN`: there is no such consent of this application for this customer
         */
        Refused403: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `SERVICE_BLOCKED`: the bank has suspended the application */
        "Refused403-2": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `SERVICE_BLOCKED`: the bank has suspended the application
         *     - `CONSENT_UNKNOWN`: there is no such statement of this application for this customer
         */
        "Refused403-3": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `SERVICE_BLOCKED`: the bank has suspended the application
         *     - `RESOURCE_EXPIRED`: the authorisation was not started in time, and the payment has ended
         */
        "Refused403-4": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `ROLE_INVALID`: the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it */
        "Refused403-7": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `RESOURCE_UNKNOWN`: there is no such account under this consent */
        Refused404: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `PRODUCT_UNKNOWN`: there is no such payment product
         *     - `RESOURCE_UNKNOWN`: there is no such payment for this customer, product and application
         */
        "Refused404-2": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `PRODUCT_UNKNOWN`: there is no such payment product
         *     - `RESOURCE_UNKNOWN`: there is no such payment for this customer, product and application
         *     - `RESOURCE_UNKNOWN`: the payment has no such authorisation
         */
        "Refused404-3": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `PRODUCT_UNKNOWN`: there is no such payment product */
        "Refused404-4": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `NOT_FOUND`: the application has started no such sign-in */
        "Refused404-7": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `NOT_FOUND`: the application has ordered no such payment for this customer here */
        "Refused404-8": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `CANCELLATION_INVALID`: the payment is being executed or over, or its day has come */
        Refused405: {
            headers: {
                Allow: components["headers"]["Allow"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `REQUESTED_FORMATS_INVALID`: Accept excludes application/json */
        Refused406: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `STATUS_INVALID`: the awaited signature has an authorisation, or the payment takes none any more */
        Refused409: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `STATUS_INVALID`: the payment is unsigned: DELETE cancels it at once */
        "Refused409-2": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `invalid_request`: the body is larger than 16 KiB as a form, 1 MiB as JSON */
        Refused413: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthErrorBody"];
            };
        };
        /** @description - `FORMAT_ERROR`: the body is larger than 1 MiB */
        "Refused413-2": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `PAYLOAD_TOO_LARGE`: the body is larger than 1 MiB */
        "Refused413-3": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `invalid_request`: the body is neither a form nor JSON, or it is packed */
        Refused415: {
            headers: {
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthErrorBody"];
            };
        };
        /** @description - `FORMAT_ERROR`: the request is packed */
        "Refused415-2": {
            headers: {
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: the request is packed
         *     - `FORMAT_ERROR`: the body is not application/json
         */
        "Refused415-3": {
            headers: {
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `FORMAT_ERROR`: the body is not application/json
         *     - `FORMAT_ERROR`: the request is packed
         */
        "Refused415-4": {
            headers: {
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `UNSUPPORTED_MEDIA_TYPE`: the request is packed */
        "Refused415-5": {
            headers: {
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /**
         * @description - `UNSUPPORTED_MEDIA_TYPE`: the body is not application/json
         *     - `UNSUPPORTED_MEDIA_TYPE`: the request is packed
         */
        "Refused415-6": {
            headers: {
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `temporarily_unavailable`: too many calls came from this address in a minute */
        Refused429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthErrorBody"];
            };
        };
        /** @description - `ACCESS_EXCEEDED`: too many calls came from this address in a minute */
        "Refused429-2": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `ACCESS_EXCEEDED`: the readings of today without the customer are used up
         *     - `ACCESS_EXCEEDED`: too many calls came from this address in a minute
         */
        "Refused429-3": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `RATE_LIMITED`: too many calls came from this address in a minute */
        "Refused429-5": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /**
         * @description - `RATE_LIMITED`: the customer was asked ten times in 15 minutes without an approval; Retry-After says when to ask again
         *     - `RATE_LIMITED`: too many calls came from this address in a minute
         */
        "Refused429-8": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `server_error`: the bank made a mistake; give it the X-Request-ID */
        Refused500: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description - `server_error`: the bank made a mistake; give it the X-Request-ID */
        "Refused500-2": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthErrorBody"];
            };
        };
        /** @description - `INTERNAL_SERVER_ERROR`: the bank made a mistake; give it the X-Request-ID */
        "Refused500-3": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /** @description - `INTERNAL_ERROR`: the bank made a mistake; give it the X-Request-ID */
        "Refused500-4": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `temporarily_unavailable`: the service is stopping or busy */
        Refused503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthErrorBody"];
            };
        };
        /** @description - `SERVICE_UNAVAILABLE`: the service is stopping or busy, or the bank does not answer */
        "Refused503-2": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `SERVICE_UNAVAILABLE`: the service is stopping or busy, or the bank does not answer
         *     - `SERVICE_UNAVAILABLE`: the bank maintains its service: nothing was done, and Retry-After says when to come again
         */
        "Refused503-3": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `SERVICE_UNAVAILABLE`: the service is stopping or busy
         *     - `SERVICE_UNAVAILABLE`: the bank maintains its service: nothing was done, and Retry-After says when to come again
         */
        "Refused503-4": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TppErrorBody"];
            };
        };
        /**
         * @description - `UNAVAILABLE`: the service is stopping or busy, or the bank does not answer
         *     - `MAINTENANCE`: the bank maintains its service: nothing was done, and Retry-After says when to come again
         */
        "Refused503-6": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
        /** @description - `UNAVAILABLE`: the service is stopping or busy, or the bank does not answer */
        "Refused503-7": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UiErrorBody"];
            };
        };
    };
    parameters: {
        /**
         * @description `resourceId` of the list of accounts.
         * @example acc_01km9a5t3e8h2q4x6n7p9rvwyu
         */
        accountId: string;
        /**
         * @description Of the link `scaStatus`.
         * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
         */
        authorisationId: string;
        /**
         * @description The consent under which is read.
         * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
         */
        "Consent-ID": string;
        /**
         * @description Of the answer that created the consent.
         * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
         */
        consentId: string;
        /**
         * @description Of the list of accounts.
         * @example EE749900111313760010
         */
        iban: string;
        /**
         * @description Of the answer that created the payment.
         * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
         */
        paymentId: string;
        /**
         * @description Ordinary or instant.
         * @example sepa-credit-transfers
         */
        paymentProduct: "sepa-credit-transfers" | "instant-sepa-credit-transfers";
        /**
         * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
         * @example 60001019906
         */
        "PSU-ID-optional": string;
        /**
         * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
         * @example SMART_ID
         */
        "PSU-ID-Type-optional": "SMART_ID" | "MOBILE_ID" | "EPARAKSTS_MOBILE";
        /**
         * @description The customer’s IPv4 or IPv6 address as the application sees it.
         * @example 192.0.2.10
         */
        "PSU-IP-Address": string;
        /**
         * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
         * @example 192.0.2.10
         */
        "PSU-IP-Address-optional": string;
        /**
         * @description Of the answer that started the sign-in.
         * @example fsi_01km9a5t3e8h2q4x6n7p9rvwys
         */
        signInId: string;
        /**
         * @description Of the answer that created the statement.
         * @example sta_01km9a5t3e8h2q4x6n7p9rvwys
         */
        statementId: string;
        /**
         * @description The application’s brand; noted, never shown.
         * @example Your Brand
         */
        "TPP-Brand-Logging-Information-optional": string;
        /**
         * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
         * @example false
         */
        "TPP-Decoupled-Preferred-optional": "true" | "false";
        /**
         * @description `true`: the application starts the authorisation in a separate call.
         * @example false
         */
        "TPP-Explicit-Authorisation-Preferred-optional": "true" | "false";
        /**
         * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
         * @example https://your-site.example/cancelled?order=2026-0417
         */
        "TPP-Nok-Redirect-URI-optional": string;
        /**
         * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
         * @example status=SCA, PROCESS
         */
        "TPP-Notification-Content-Preferred-optional": string;
        /**
         * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
         * @example https://your-site.example/bank/notifications
         */
        "TPP-Notification-URI-optional": string;
        /**
         * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
         * @example true
         */
        "TPP-Redirect-Preferred-optional": "true" | "false";
        /**
         * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
         * @example https://your-site.example/paid?order=2026-0417
         */
        "TPP-Redirect-URI": string;
        /**
         * @description Where the customer goes after signing. Needed where there is something to sign.
         * @example https://your-site.example/cancelled
         */
        "TPP-Redirect-URI-optional": string;
        /**
         * @description Of the list of transactions.
         * @example 4711
         */
        transactionId: string;
        /**
         * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
         * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
         */
        "X-Request-ID": string;
        /**
         * @description A UUID of the application’s own. It comes back in the answer.
         * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
         */
        "X-Request-ID-optional": string;
    };
    requestBodies: never;
    headers: {
        /** @description `identity`, where the body was packed. */
        "Accept-Encoding": string;
        /** @description The methods that are left. */
        Allow: string;
        /** @description What is sent, as in the request: `status=SCA, PROCESS`. Absent where nothing is sent. */
        "ASPSP-Notification-Content": string;
        /** @description `true`: the bank sends notifications to the address of `TPP-Notification-URI`. `false`: it sends none for this request. */
        "ASPSP-Notification-Support": "true" | "false";
        /** @description `REDIRECT`: redirect the customer to `scaRedirect`. `DECOUPLED`: show `psuMessage`, and poll `scaStatus`. */
        "ASPSP-SCA-Approach": "REDIRECT" | "DECOUPLED";
        /** @description Where what was created can be read, or where the browser goes next. */
        Location: string;
        /** @description Seconds after which a repetition makes sense. */
        "Retry-After": number;
        /** @description The authentication scheme, with the error of RFC 6750 if the request had an access token. Absent if client id and secret were in the body. */
        "WWW-Authenticate": string;
        /** @description The caller’s own, else a fresh one. Give it to the bank with every question. */
        "X-Request-ID": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getFallbackAccounts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description His accounts, in his order. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accounts": [
                     *         {
                     *           "iban": "EE749900111313760010",
                     *           "name": "Everyday account",
                     *           "ownerName": "Liis Näidis",
                     *           "status": "enabled",
                     *           "bookedBalance": {
                     *             "amount": "2410.55",
                     *             "currency": "EUR"
                     *           },
                     *           "availableBalance": {
                     *             "amount": "2363.75",
                     *             "currency": "EUR"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackAccounts"];
                };
            };
            400: components["responses"]["Refused400-12"];
            401: components["responses"]["Refused401-7"];
            403: components["responses"]["Refused403-7"];
            415: components["responses"]["Refused415-5"];
            429: components["responses"]["Refused429-5"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-6"];
        };
    };
    getFallbackTransactions: {
        parameters: {
            query?: {
                /** @description the first day of booking, as YYYY-MM-DD; 90 days ago when it is left out */
                dateFrom?: string;
                /** @description the last day of booking, as YYYY-MM-DD; today when it is left out */
                dateTo?: string;
            };
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path: {
                /**
                 * @description Of the list of accounts.
                 * @example EE749900111313760010
                 */
                iban: components["parameters"]["iban"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions of the period. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "iban": "EE749900111313760010",
                     *       "dateFrom": "2026-08-23",
                     *       "dateTo": "2026-11-21",
                     *       "transactions": [
                     *         {
                     *           "transactionId": "4711",
                     *           "bookingDate": "2026-11-20",
                     *           "amount": {
                     *             "amount": "-46.80",
                     *             "currency": "EUR"
                     *           },
                     *           "counterpartName": "Lumen Books OÜ",
                     *           "counterpartIban": "EE869800100045081764",
                     *           "remittanceInformationUnstructured": "Order 2026-0417"
                     *         }
                     *       ],
                     *       "isComplete": true
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackTransactions"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: a parameter of the query is unknown, comes twice or is not of the accepted form
             *     - `FORMAT_ERROR`: dateFrom lies after dateTo
             *     - `FORMAT_ERROR`: dateFrom lies more than 90 days back, and the sign-in more than 5 minutes
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            401: components["responses"]["Refused401-7"];
            403: components["responses"]["Refused403-7"];
            /** @description - `NOT_FOUND`: the customer has no such account */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            415: components["responses"]["Refused415-5"];
            429: components["responses"]["Refused429-5"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-6"];
        };
    };
    orderFallbackPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    creditorAccount: {
                        iban: components["schemas"]["Iban"];
                    };
                    /** @description The payee, as the payee’s bank knows it: the name is verified. */
                    creditorName: string;
                    debtorAccountIban: components["schemas"]["Iban"];
                    instructedAmount: components["schemas"]["Amount"];
                    /**
                     * @description Paid at once, around the clock.
                     * @default false
                     */
                    isInstant?: boolean;
                    remittanceInformationUnstructured?: string;
                };
            };
        };
        responses: {
            /** @description The device was asked; nothing is paid yet. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paymentId": "pay_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "transactionStatus": "RCVD",
                     *       "debtorAccountIban": "EE749900111313760010",
                     *       "instructedAmount": {
                     *         "amount": "12.50",
                     *         "currency": "EUR"
                     *       },
                     *       "creditorName": "Lumen Books OÜ",
                     *       "creditorAccount": {
                     *         "iban": "EE869800100045081764"
                     *       },
                     *       "remittanceInformationUnstructured": "Order 2026-0417",
                     *       "isInstant": true,
                     *       "fee": {
                     *         "amount": "0.00",
                     *         "currency": "EUR"
                     *       },
                     *       "payeeVerification": {
                     *         "result": "MTCH"
                     *       },
                     *       "challenge": {
                     *         "state": "started",
                     *         "method": "SMART_ID",
                     *         "controlCode": "4711",
                     *         "secondsLeft": 120
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackPayment"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `REQUEST_ID_REUSED`: this X-Request-ID came before with another body
             *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             *     - `FORMAT_ERROR`: an IBAN, the amount or the payee’s name breaks a rule of payments, or the payee’s account is the payer’s
             *     - `ACCOUNT_UNKNOWN`: debtorAccountIban is no account of this customer
             *     - `CURRENCY_MISMATCH`: the account of the customer is not in euros
             *     - `ACCOUNT_BLOCKED`: the account of the customer is blocked
             *     - `FUNDS_NOT_AVAILABLE`: there is not enough money on the account; the text says how much
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            401: components["responses"]["Refused401-7"];
            403: components["responses"]["Refused403-7"];
            413: components["responses"]["Refused413-3"];
            415: components["responses"]["Refused415-6"];
            /** @description - `SCA_METHOD_BLOCKED`: five confirmations in a row failed: the method is blocked for 15 minutes */
            422: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            429: components["responses"]["Refused429-8"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-6"];
        };
    };
    getFallbackPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paymentId": "pay_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "transactionStatus": "RCVD",
                     *       "debtorAccountIban": "EE749900111313760010",
                     *       "instructedAmount": {
                     *         "amount": "12.50",
                     *         "currency": "EUR"
                     *       },
                     *       "creditorName": "Lumen Books OÜ",
                     *       "creditorAccount": {
                     *         "iban": "EE869800100045081764"
                     *       },
                     *       "remittanceInformationUnstructured": "Order 2026-0417",
                     *       "isInstant": true,
                     *       "fee": {
                     *         "amount": "0.00",
                     *         "currency": "EUR"
                     *       },
                     *       "payeeVerification": {
                     *         "result": "MTCH"
                     *       },
                     *       "challenge": {
                     *         "state": "started",
                     *         "method": "SMART_ID",
                     *         "controlCode": "4711",
                     *         "secondsLeft": 120
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackPayment"];
                };
            };
            400: components["responses"]["Refused400-12"];
            401: components["responses"]["Refused401-7"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-8"];
            415: components["responses"]["Refused415-5"];
            429: components["responses"]["Refused429-5"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-7"];
        };
    };
    confirmFallbackPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment was made: an instant payment has reached the payee, an ordinary one is booked on its business day. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paymentId": "pay_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "transactionStatus": "ACCC",
                     *       "debtorAccountIban": "EE749900111313760010",
                     *       "instructedAmount": {
                     *         "amount": "12.50",
                     *         "currency": "EUR"
                     *       },
                     *       "creditorName": "Lumen Books OÜ",
                     *       "creditorAccount": {
                     *         "iban": "EE869800100045081764"
                     *       },
                     *       "remittanceInformationUnstructured": "Order 2026-0417",
                     *       "isInstant": true,
                     *       "fee": {
                     *         "amount": "0.00",
                     *         "currency": "EUR"
                     *       },
                     *       "payeeVerification": {
                     *         "result": "MTCH"
                     *       },
                     *       "challenge": {
                     *         "state": "approved",
                     *         "method": "SMART_ID",
                     *         "controlCode": "4711",
                     *         "secondsLeft": 0
                     *       },
                     *       "signedAt": "2026-11-21T10:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackPayment"];
                };
            };
            /**
             * @description - `ACCOUNT_UNKNOWN`: the account is no account of this customer any more
             *     - `ACCOUNT_BLOCKED`: the account of the customer is blocked
             *     - `FUNDS_NOT_AVAILABLE`: there is not enough money on the account; the text says how much
             *     - `FORMAT_ERROR`: the body cannot be read as JSON
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            401: components["responses"]["Refused401-7"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-8"];
            /**
             * @description - `SIGNING_STATE_INVALID`: the payment was ended before it was signed
             *     - `SIGNING_STATE_INVALID`: the customer has not answered yet
             */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            413: components["responses"]["Refused413-3"];
            415: components["responses"]["Refused415-6"];
            /**
             * @description - `SCA_REFUSED`: the customer refused
             *     - `SCA_TIMED_OUT`: the customer did not answer in time, or an approval was not used within five minutes of the request
             *     - `SCA_WRONG_CODE`: the customer chose another control code or mistyped his PIN
             *     - `SCA_UNREACHABLE`: the customer’s phone could not be reached
             *     - `SCA_CONTENT_CHANGED`: what the customer confirmed is not what would be paid now
             *     - `SCA_CONTENT_CHANGED`: another person represents the company since the device was asked
             */
            422: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            429: components["responses"]["Refused429-5"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-7"];
        };
    };
    endFallbackSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is over. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-13"];
            401: components["responses"]["Refused401-7"];
            413: components["responses"]["Refused413-3"];
            415: components["responses"]["Refused415-6"];
            429: components["responses"]["Refused429-5"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-6"];
        };
    };
    startFallbackSignIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How the customer confirms; left out: the first method that he holds.
                     * @enum {string}
                     */
                    method?: "IDCARD" | "CODE_CALCULATOR" | "SMART_ID" | "MOBILE_ID" | "EPARAKSTS_MOBILE";
                    /** @description The customer’s user name at the bank. */
                    userName: string;
                };
            };
        };
        responses: {
            /** @description The device was asked. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signInId": "fsi_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "challenge": {
                     *         "state": "started",
                     *         "method": "SMART_ID",
                     *         "controlCode": "4711",
                     *         "secondsLeft": 120
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackSignIn"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             *     - `CUSTOMER_UNKNOWN`: no customer has this user name
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            401: components["responses"]["Refused401-6"];
            403: components["responses"]["Refused403-7"];
            413: components["responses"]["Refused413-3"];
            415: components["responses"]["Refused415-6"];
            /**
             * @description - `SCA_METHOD_UNKNOWN`: the customer does not hold this method, or it is a calculator
             *     - `SCA_METHOD_BLOCKED`: five confirmations in a row failed: the method is blocked for 15 minutes
             */
            422: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            429: components["responses"]["Refused429-8"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-6"];
        };
    };
    getFallbackSignIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path: {
                /**
                 * @description Of the answer that started the sign-in.
                 * @example fsi_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                signInId: components["parameters"]["signInId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sign-in. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signInId": "fsi_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "challenge": {
                     *         "state": "approved",
                     *         "method": "SMART_ID",
                     *         "controlCode": "4711",
                     *         "secondsLeft": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackSignIn"];
                };
            };
            400: components["responses"]["Refused400-12"];
            401: components["responses"]["Refused401-6"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-7"];
            415: components["responses"]["Refused415-5"];
            429: components["responses"]["Refused429-5"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-6"];
        };
    };
    openFallbackSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path: {
                /**
                 * @description Of the answer that started the sign-in.
                 * @example fsi_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                signInId: components["parameters"]["signInId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session: 5 minutes without a call, 30 minutes in all. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fallbackSession": "x7Kq2vN9pR4tW8yB1cF6hJ3mL5sD0gZaQeUiOoPlMnA",
                     *       "idleSeconds": 300,
                     *       "totalSeconds": 1800
                     *     }
                     */
                    "application/json": components["schemas"]["FallbackSession"];
                };
            };
            400: components["responses"]["Refused400-13"];
            401: components["responses"]["Refused401-6"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-7"];
            /**
             * @description - `SIGNING_STATE_INVALID`: this sign-in has opened its session already
             *     - `SIGNING_STATE_INVALID`: the customer has not answered yet
             */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            413: components["responses"]["Refused413-3"];
            415: components["responses"]["Refused415-6"];
            /**
             * @description - `SCA_REFUSED`: the customer refused
             *     - `SCA_TIMED_OUT`: the customer did not answer in time, or an approval was not used within five minutes of the request
             *     - `SCA_WRONG_CODE`: the customer chose another control code or mistyped his PIN
             *     - `SCA_UNREACHABLE`: the customer’s phone could not be reached
             *     - `SCA_CONTENT_CHANGED`: another person represents the company since the device was asked
             */
            422: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiErrorBody"];
                };
            };
            429: components["responses"]["Refused429-5"];
            500: components["responses"]["Refused500-4"];
            503: components["responses"]["Refused503-6"];
        };
    };
    getTestAccountList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All accounts of the customer. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accounts": [
                     *         {
                     *           "iban": "EE749900111313760010",
                     *           "currency": "EUR",
                     *           "name": "Everyday account"
                     *         },
                     *         {
                     *           "iban": "EE149900111313760023",
                     *           "currency": "EUR",
                     *           "name": "Savings"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountListAnswer"];
                };
            };
            /** @description - `FORMAT_ERROR`: a header comes twice, or the address cannot be read */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getAccountList: {
        parameters: {
            query?: {
                /**
                 * @description Balances beside what is asked, as far as the consent covers them.
                 * @example false
                 */
                withBalance?: boolean;
            };
            header: {
                /**
                 * @description The consent under which is read.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                "Consent-ID": components["parameters"]["Consent-ID"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accounts": [
                     *         {
                     *           "resourceId": "acc_01km9a5t3e8h2q4x6n7p9rvwyu",
                     *           "iban": "EE749900111313760010",
                     *           "currency": "EUR",
                     *           "name": "Everyday account",
                     *           "product": "Everyday",
                     *           "cashAccountType": "CACC",
                     *           "status": "enabled",
                     *           "bic": "PORTEE2X",
                     *           "usage": "PRIV",
                     *           "_links": {
                     *             "balances": {
                     *               "href": "https://portal.example/api/v1/accounts/acc_01km9a5t3e8h2q4x6n7p9rvwyu/balances"
                     *             },
                     *             "transactions": {
                     *               "href": "https://portal.example/api/v1/accounts/acc_01km9a5t3e8h2q4x6n7p9rvwyu/transactions"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountsAnswer"];
                };
            };
            400: components["responses"]["Refused400-4"];
            /**
             * @description - `TOKEN_UNKNOWN`: no access token came, or it is not known or was revoked
             *     - `TOKEN_INVALID`: the Authorization header cannot be read
             *     - `TOKEN_EXPIRED`: the access token has run out
             *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, or its calls are signed, and no certificate came
             *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
             *     - `CERTIFICATE_EXPIRED`: the certificate has run out
             *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
             *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
             *     - `ROLE_INVALID`: the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it
             *     - `SIGNATURE_MISSING`: the application signs its calls, and Signature or Digest is missing
             *     - `SIGNATURE_INVALID`: Signature or Digest does not fit the call; path names the header
             *     - `CONSENT_INVALID`: the consent is not signed yet, was refused, withdrawn or ended by the application
             *     - `CONSENT_EXPIRED`: the time of the consent is over, its one reading was made, or a newer one replaced it
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            403: components["responses"]["Refused403-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-3"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    readAccountDetails: {
        parameters: {
            query?: {
                /**
                 * @description Balances beside what is asked, as far as the consent covers them.
                 * @example false
                 */
                withBalance?: boolean;
            };
            header: {
                /**
                 * @description The consent under which is read.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                "Consent-ID": components["parameters"]["Consent-ID"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description `resourceId` of the list of accounts.
                 * @example acc_01km9a5t3e8h2q4x6n7p9rvwyu
                 */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "resourceId": "acc_01km9a5t3e8h2q4x6n7p9rvwyu",
                     *         "iban": "EE749900111313760010",
                     *         "currency": "EUR",
                     *         "name": "Everyday account",
                     *         "product": "Everyday",
                     *         "cashAccountType": "CACC",
                     *         "status": "enabled",
                     *         "bic": "PORTEE2X",
                     *         "usage": "PRIV",
                     *         "_links": {
                     *           "balances": {
                     *             "href": "https://portal.example/api/v1/accounts/acc_01km9a5t3e8h2q4x6n7p9rvwyu/balances"
                     *           },
                     *           "transactions": {
                     *             "href": "https://portal.example/api/v1/accounts/acc_01km9a5t3e8h2q4x6n7p9rvwyu/transactions"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["Refused400-4"];
            /**
             * @description - `TOKEN_UNKNOWN`: no access token came, or it is not known or was revoked
             *     - `TOKEN_INVALID`: the Authorization header cannot be read
             *     - `TOKEN_EXPIRED`: the access token has run out
             *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, or its calls are signed, and no certificate came
             *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
             *     - `CERTIFICATE_EXPIRED`: the certificate has run out
             *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
             *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
             *     - `ROLE_INVALID`: the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it
             *     - `SIGNATURE_MISSING`: the application signs its calls, and Signature or Digest is missing
             *     - `SIGNATURE_INVALID`: Signature or Digest does not fit the call; path names the header
             *     - `CONSENT_INVALID`: the consent is not signed yet, was refused, withdrawn or ended by the application
             *     - `CONSENT_EXPIRED`: the time of the consent is over, its one reading was made, or a newer one replaced it
             *     - `CONSENT_INVALID`: the consent covers the list of accounts only
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-3"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getBalances: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The consent under which is read.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                "Consent-ID": components["parameters"]["Consent-ID"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description `resourceId` of the list of accounts.
                 * @example acc_01km9a5t3e8h2q4x6n7p9rvwyu
                 */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "iban": "EE749900111313760010",
                     *         "currency": "EUR"
                     *       },
                     *       "balances": [
                     *         {
                     *           "balanceType": "interimBooked",
                     *           "balanceAmount": {
                     *             "amount": "2410.55",
                     *             "currency": "EUR"
                     *           },
                     *           "referenceDate": "2026-11-21"
                     *         },
                     *         {
                     *           "balanceType": "interimAvailable",
                     *           "balanceAmount": {
                     *             "amount": "2363.75",
                     *             "currency": "EUR"
                     *           },
                     *           "referenceDate": "2026-11-21"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BalancesAnswer"];
                };
            };
            400: components["responses"]["Refused400-4"];
            /**
             * @description - `TOKEN_UNKNOWN`: no access token came, or it is not known or was revoked
             *     - `TOKEN_INVALID`: the Authorization header cannot be read
             *     - `TOKEN_EXPIRED`: the access token has run out
             *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, or its calls are signed, and no certificate came
             *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
             *     - `CERTIFICATE_EXPIRED`: the certificate has run out
             *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
             *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
             *     - `ROLE_INVALID`: the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it
             *     - `SIGNATURE_MISSING`: the application signs its calls, and Signature or Digest is missing
             *     - `SIGNATURE_INVALID`: Signature or Digest does not fit the call; path names the header
             *     - `CONSENT_INVALID`: the consent is not signed yet, was refused, withdrawn or ended by the application
             *     - `CONSENT_EXPIRED`: the time of the consent is over, its one reading was made, or a newer one replaced it
             *     - `CONSENT_INVALID`: the consent covers the list of accounts only
             *     - `CONSENT_INVALID`: the consent does not cover the balances of this account
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-3"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getTransactionList: {
        parameters: {
            query: {
                /**
                 * @description booked, pending, both.
                 * @example both
                 */
                bookingStatus: string;
                /** @description Of the link next; opaque. */
                cursor?: string;
                /**
                 * @description First booking date, at most 90 days back; needed unless entryReferenceFrom is sent.
                 * @example 2026-10-01
                 */
                dateFrom?: string;
                /** @description Last booking date; default: today. */
                dateTo?: string;
                /** @description Only false is offered: send entryReferenceFrom. */
                deltaList?: string;
                /** @description Returns transactions booked after the entry with this entryReference, oldest first. `dateFrom` and `dateTo` then have no effect. */
                entryReferenceFrom?: string;
                /**
                 * @description How many transactions a page holds; default 100.
                 * @example 50
                 */
                itemsPerPage?: number;
                /** @description Not offered: follow the link next. */
                pageIndex?: string;
                /** @description Balances beside what is asked, as far as the consent covers them. */
                withBalance?: boolean;
            };
            header: {
                /**
                 * @description The consent under which is read.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                "Consent-ID": components["parameters"]["Consent-ID"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description `resourceId` of the list of accounts.
                 * @example acc_01km9a5t3e8h2q4x6n7p9rvwyu
                 */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of transactions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "iban": "EE749900111313760010",
                     *         "currency": "EUR"
                     *       },
                     *       "transactions": {
                     *         "booked": [
                     *           {
                     *             "transactionId": "4711",
                     *             "entryReference": "4711",
                     *             "endToEndId": "2026-0417",
                     *             "bookingDate": "2026-11-20",
                     *             "valueDate": "2026-11-20",
                     *             "transactionAmount": {
                     *               "amount": "-46.80",
                     *               "currency": "EUR"
                     *             },
                     *             "creditorName": "Lumen Books OÜ",
                     *             "creditorAccount": {
                     *               "iban": "EE869800100045081764"
                     *             },
                     *             "remittanceInformationUnstructured": "Order 2026-0417",
                     *             "bankTransactionCode": "PMNT-ICDT-ESCT"
                     *           }
                     *         ],
                     *         "_links": {
                     *           "account": {
                     *             "href": "https://portal.example/api/v1/accounts/acc_01km9a5t3e8h2q4x6n7p9rvwyu"
                     *           }
                     *         },
                     *         "pending": [
                     *           {
                     *             "transactionAmount": {
                     *               "amount": "-12.00",
                     *               "currency": "EUR"
                     *             },
                     *             "creditorName": "Lumen Books OÜ",
                     *             "creditorAccount": {
                     *               "iban": "EE869800100045081764"
                     *             },
                     *             "bankTransactionCode": "PMNT-ICDT-ESCT"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionsAnswer"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `FORMAT_ERROR`: Consent-ID is missing
             *     - `FORMAT_ERROR`: PSU-IP-Address is no IP address
             *     - `FORMAT_ERROR`: a parameter of the query is unknown, comes twice or is not of the accepted form
             *     - `CONSENT_UNKNOWN`: there is no such consent of this application for this customer
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: bookingStatus or dateFrom is missing, or a value cannot be read
             *     - `FORMAT_ERROR`: the cursor was changed, or is of another consent or account
             *     - `RESOURCE_EXPIRED`: the cursor was used, or is of another day
             *     - `PARAMETER_NOT_SUPPORTED`: deltaList other than false, pageIndex, or bookingStatus information or all
             *     - `PARAMETER_NOT_CONSISTENT`: dateFrom lies after dateTo, or entryReferenceFrom comes with pending transactions
             *     - `PARAMETER_NOT_CONSISTENT`: a parameter beside the cursor differs from the first page
             *     - `PERIOD_INVALID`: dateFrom lies more than 90 days back
             *     - `RESOURCE_UNKNOWN`: entryReferenceFrom names no entry of this account
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-3"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-3"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getTransactionDetails: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The consent under which is read.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                "Consent-ID": components["parameters"]["Consent-ID"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description `resourceId` of the list of accounts.
                 * @example acc_01km9a5t3e8h2q4x6n7p9rvwyu
                 */
                accountId: components["parameters"]["accountId"];
                /**
                 * @description Of the list of transactions.
                 * @example 4711
                 */
                transactionId: components["parameters"]["transactionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionsDetails": {
                     *         "transactionId": "4711",
                     *         "entryReference": "4711",
                     *         "endToEndId": "2026-0417",
                     *         "bookingDate": "2026-11-20",
                     *         "valueDate": "2026-11-20",
                     *         "transactionAmount": {
                     *           "amount": "-46.80",
                     *           "currency": "EUR"
                     *         },
                     *         "creditorName": "Lumen Books OÜ",
                     *         "creditorAccount": {
                     *           "iban": "EE869800100045081764"
                     *         },
                     *         "remittanceInformationUnstructured": "Order 2026-0417",
                     *         "bankTransactionCode": "PMNT-ICDT-ESCT"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionAnswer"];
                };
            };
            400: components["responses"]["Refused400-4"];
            401: components["responses"]["Refused401-3"];
            403: components["responses"]["Refused403-2"];
            /**
             * @description - `RESOURCE_UNKNOWN`: there is no such account under this consent
             *     - `RESOURCE_UNKNOWN`: the account has no such booked transaction of the last 90 days
             */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-3"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    authorize: {
        parameters: {
            query: {
                /**
                 * @description Where the customer banks; default `ee`.
                 * @example ee
                 */
                bank_country?: "lt" | "lv" | "ee";
                /** @description Sandbox only: signs the current test customer in without a page. */
                bypass?: "true";
                /**
                 * @description The application’s id.
                 * @example tpp_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                client_id: string;
                /**
                 * @description SHA-256 of the code verifier, base64url without padding (RFC 7636). Once sent, it is enforced.
                 * @example gwx_1ff33sP-Na7uzErlwZMg02IfMm0pwvZjX6iq0Jg
                 */
                code_challenge?: string;
                /**
                 * @description Sent together with `code_challenge`.
                 * @example S256
                 */
                code_challenge_method?: "S256";
                /** @description Where the way back of the bank’s page leads; its origin is that of a redirect URI. */
                fpgurl?: string;
                /**
                 * @description Language of the bank’s pages; default `en`.
                 * @example en
                 */
                locale?: "en" | "et" | "lt" | "lv" | "ru";
                /**
                 * @description Comes back inside the ID token.
                 * @example n-0S6_WzA2Mj
                 */
                nonce?: string;
                /**
                 * @description There is one realm; naming it is optional.
                 * @example psd2
                 */
                realm?: "psd2";
                /**
                 * @description One of the application’s redirect URIs, character by character.
                 * @example https://your-site.example/callback
                 */
                redirect_uri: string;
                /**
                 * @description The only response type.
                 * @example code
                 */
                response_type: "code";
                /**
                 * @description `openid`; `offline_access` is understood and not needed.
                 * @example openid
                 */
                scope: string;
                /**
                 * @description Comes back unchanged. Refuse an answer with another value.
                 * @example af0ifjsldkj
                 */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes to the bank’s sign-in page, or back with an `error`. */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
            /** @description A page of the bank for the customer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    initiateBulkPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IPv4 or IPv6 address as the application sees it.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address": components["parameters"]["PSU-IP-Address"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description `true`: the application starts the authorisation in a separate call.
                 * @example false
                 */
                "TPP-Explicit-Authorisation-Preferred"?: components["parameters"]["TPP-Explicit-Authorisation-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkPaymentInitiation"];
            };
        };
        responses: {
            /** @description The bulk payment waits for its customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "RCVD",
                     *       "paymentId": "pay_01km9a5t3e8h2q4x6n7p9rvwyx",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx/authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx/status"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentInitiationResponse"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-4"];
            406: components["responses"]["Refused406"];
            /** @description - `FORMAT_ERROR`: the body is larger than 2 MiB */
            413: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getBulkPaymentInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk payment. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "debtorAccount": {
                     *         "iban": "EE749900111313760010"
                     *       },
                     *       "payments": [
                     *         {
                     *           "instructedAmount": {
                     *             "amount": "1240.00",
                     *             "currency": "EUR"
                     *           },
                     *           "creditorName": "Mart Proov",
                     *           "creditorAccount": {
                     *             "iban": "EE382200221020145685"
                     *           },
                     *           "remittanceInformationUnstructured": "Wages for November",
                     *           "endToEndIdentification": "WAGE-2026-11-001",
                     *           "transactionStatus": "ACSC"
                     *         },
                     *         {
                     *           "instructedAmount": {
                     *             "amount": "640.00",
                     *             "currency": "EUR"
                     *           },
                     *           "creditorName": "Hallikivi Haldus OÜ",
                     *           "creditorAccount": {
                     *             "iban": "EE769800100099001237"
                     *           },
                     *           "remittanceInformationUnstructured": "Rent, Katuse 7-12",
                     *           "endToEndIdentification": "RENT-2026-11",
                     *           "transactionStatus": "ACSC"
                     *         }
                     *       ],
                     *       "transactionStatus": "ACSC"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkPaymentInformation"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    cancelBulkPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `true`: the application starts the authorisation in a separate call.
                 * @example false
                 */
                "TPP-Explicit-Authorisation-Preferred"?: components["parameters"]["TPP-Explicit-Authorisation-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing. Needed where there is something to sign.
                 * @example https://your-site.example/cancelled
                 */
                "TPP-Redirect-URI"?: components["parameters"]["TPP-Redirect-URI-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancellation waits for the customer. */
            202: {
                headers: {
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "ACTC",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx/cancellation-authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx/status"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentCancellationStarted"];
                };
            };
            /** @description The bulk payment is cancelled. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            405: components["responses"]["Refused405"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getBulkPaymentInitiationAuthorisation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ids of the authorisations. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorisationIds": [
                     *         "sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationList"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    startBulkPaymentAuthorisation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The authorisation waits for the customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received",
                     *       "authorisationId": "sgn_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx/authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentAuthorisationStarted"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-4"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getBulkPaymentInitiationScaStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the link `scaStatus`.
                 * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
                 */
                authorisationId: components["parameters"]["authorisationId"];
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getBulkPaymentInitiationCancellationAuthorisationInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ids of the authorisations. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorisationIds": [
                     *         "sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationList"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    startBulkPaymentInitiationCancellationAuthorisation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The authorisation waits for the customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received",
                     *       "authorisationId": "sgn_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx/cancellation-authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentAuthorisationStarted"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            405: components["responses"]["Refused405"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409-2"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getBulkPaymentCancellationScaStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the link `scaStatus`.
                 * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
                 */
                authorisationId: components["parameters"]["authorisationId"];
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "finalised"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getBulkPaymentInitiationStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "ACSC"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentStatusResponse"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    getClientPayload: {
        parameters: {
            query: {
                /**
                 * @description the id of a section of the API, such as payments
                 * @example payments
                 */
                apiId: string;
            };
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The body. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payload": {
                     *         "instructedAmount": {
                     *           "amount": "46.80",
                     *           "currency": "EUR"
                     *         },
                     *         "creditorName": "Lumen Books OÜ",
                     *         "creditorAccount": {
                     *           "iban": "EE869800100045081764"
                     *         }
                     *       },
                     *       "isReset": false
                     *     }
                     */
                    "application/json": components["schemas"]["ClientPayload"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: apiId is missing or comes twice
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-4"];
        };
    };
    deleteClientPayload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    accessToken: string;
                };
            };
        };
        responses: {
            /** @description Nothing is remembered. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-4"];
        };
    };
    createConsent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IPv4 or IPv6 address as the application sees it.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address": components["parameters"]["PSU-IP-Address"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description `true`: the application starts the authorisation in a separate call.
                 * @example false
                 */
                "TPP-Explicit-Authorisation-Preferred"?: components["parameters"]["TPP-Explicit-Authorisation-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentRequest"];
            };
        };
        responses: {
            /** @description The consent waits for its customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "consentStatus": "received",
                     *       "consentId": "cns_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/consents/cns_01km9a5t3e8h2q4x6n7p9rvwys/authorisations/aut_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/consents/cns_01km9a5t3e8h2q4x6n7p9rvwys"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/consents/cns_01km9a5t3e8h2q4x6n7p9rvwys/status"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentCreated"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: PSU-IP-Address is missing or no IP address
             *     - `FORMAT_ERROR`: TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application
             *     - `FORMAT_ERROR`: TPP-Redirect-Preferred is neither true nor false
             *     - `FORMAT_ERROR`: TPP-Decoupled-Preferred is neither true nor false
             *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             *     - `FORMAT_ERROR`: this X-Request-ID came before with another body
             *     - `FORMAT_ERROR`: TPP-Explicit-Authorisation-Preferred is neither true nor false
             *     - `FORMAT_ERROR`: TPP-Notification-URI is no absolute address of http or https, or has more than 2,000 characters
             *     - `FORMAT_ERROR`: TPP-Notification-Content-Preferred has another form than status=SCA, PROCESS, LAST
             *     - `PARAMETER_NOT_CONSISTENT`: forms of access are mixed, or a one-off consent asks for more than one reading
             *     - `PARAMETER_NOT_SUPPORTED`: additionalInformation or restrictedTo is asked for, or an account is named by other fields than iban and currency
             *     - `SESSIONS_NOT_SUPPORTED`: combinedServiceIndicator is true
             *     - `RESOURCE_UNKNOWN`: an IBAN is no account of this customer
             *     - `PERIOD_INVALID`: validUntil is over
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getConsentInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the consent.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access": {
                     *         "accounts": [
                     *           {
                     *             "iban": "EE749900111313760010"
                     *           }
                     *         ],
                     *         "balances": [
                     *           {
                     *             "iban": "EE749900111313760010"
                     *           }
                     *         ],
                     *         "transactions": [
                     *           {
                     *             "iban": "EE749900111313760010"
                     *           }
                     *         ]
                     *       },
                     *       "recurringIndicator": true,
                     *       "validUntil": "2027-05-20",
                     *       "frequencyPerDay": 4,
                     *       "lastActionDate": "2026-11-21",
                     *       "consentStatus": "valid",
                     *       "_links": {
                     *         "account": {
                     *           "href": "https://portal.example/api/v1/accounts"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentInformation"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    deleteConsent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the consent.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent has ended. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-5"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getConsentAuthorisation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the consent.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ids of the authorisations. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorisationIds": [
                     *         "aut_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationList"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    startConsentAuthorisation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the consent.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The authorisation waits for the customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received",
                     *       "authorisationId": "aut_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/consents/cns_01km9a5t3e8h2q4x6n7p9rvwys/authorisations/aut_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentAuthorisationStarted"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-2"];
            /**
             * @description - `SERVICE_BLOCKED`: the bank has suspended the application
             *     - `CONSENT_UNKNOWN`: there is no such consent of this application for this customer
             *     - `CONSENT_EXPIRED`: the consent has expired
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            406: components["responses"]["Refused406"];
            /** @description - `STATUS_INVALID`: the consent has an authorisation, or takes none any more */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getConsentScaStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the link `scaStatus`.
                 * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
                 */
                authorisationId: components["parameters"]["authorisationId"];
                /**
                 * @description Of the answer that created the consent.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403"];
            /** @description - `RESOURCE_UNKNOWN`: the consent has no such authorisation */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getConsentStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the consent.
                 * @example cns_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "consentStatus": "valid"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    checkAvailabilityOfFunds: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FundsConfirmationRequest"];
            };
        };
        responses: {
            /** @description Yes or no. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fundsAvailable": true
                     *     }
                     */
                    "application/json": components["schemas"]["FundsConfirmationAnswer"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             *     - `RESOURCE_UNKNOWN`: account is no account of this customer
             *     - `PARAMETER_NOT_SUPPORTED`: instructedAmount is in another currency than the account, or an account is named by other fields than iban and currency
             *     - `FORMAT_ERROR`: this X-Request-ID came before with another body
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-4"];
            /**
             * @description - `ACCESS_EXCEEDED`: the confirmations of today are used up for this account, by all applications of the developer together
             *     - `ACCESS_EXCEEDED`: too many calls came from this address in a minute
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequestVersion1"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequestVersion1"];
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "q6yD3Zk1vR2pXc0JtTnE4uW8aLhGfS5d7M9bKxPoIyU",
                     *       "expires_in": 3600,
                     *       "id_token": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJjdXMifQ.c2lnbmF0dXJl",
                     *       "refresh_token": "pT4nE8wQ2rY6uI0oA3sD7fG1hJ5kL9zXcVbNmM2qWeR",
                     *       "scope": "openid",
                     *       "token_type": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            /**
             * @description - `invalid_request`: a parameter is missing, comes twice or has no accepted form
             *     - `invalid_grant`: the code or refresh token is unknown, expired, revoked or used, or was given for something else
             *     - `unsupported_grant_type`: grant_type is neither authorization_code nor refresh_token
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            401: components["responses"]["Refused401"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    revokeAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevocationRequestVersion1"];
                "application/x-www-form-urlencoded": components["schemas"]["RevocationRequestVersion1"];
            };
        };
        responses: {
            /** @description The tokens have ended. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    verifyPayee: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayeeVerificationRequest"];
            };
        };
        responses: {
            /** @description The result of the comparison. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "partyNameMatch": "CMTC",
                     *       "matchedName": "Lumen Raamatud OÜ"
                     *     }
                     */
                    "application/json": components["schemas"]["PayeeVerificationAnswer"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             *     - `PARAMETER_NOT_SUPPORTED`: the payee is named by other fields than iban and name
             *     - `FORMAT_ERROR`: this X-Request-ID came before with another body
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-4"];
            /**
             * @description - `ACCESS_EXCEEDED`: too many different names were verified today for this IBAN, or too many payees for this customer
             *     - `ACCESS_EXCEEDED`: too many calls came from this address in a minute
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    initiatePayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IPv4 or IPv6 address as the application sees it.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address": components["parameters"]["PSU-IP-Address"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description `true`: the application starts the authorisation in a separate call.
                 * @example false
                 */
                "TPP-Explicit-Authorisation-Preferred"?: components["parameters"]["TPP-Explicit-Authorisation-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentInitiation"];
            };
        };
        responses: {
            /** @description The payment waits for its customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "RCVD",
                     *       "paymentId": "pay_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys/authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys/status"
                     *         }
                     *       },
                     *       "transactionFees": {
                     *         "amount": "0.00",
                     *         "currency": "EUR"
                     *       },
                     *       "transactionFeeIndicator": false
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentInitiationResponse"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-4"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPaymentInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "instructedAmount": {
                     *         "amount": "46.80",
                     *         "currency": "EUR"
                     *       },
                     *       "creditorName": "Lumen Books OÜ",
                     *       "creditorAccount": {
                     *         "iban": "EE869800100045081764"
                     *       },
                     *       "remittanceInformationUnstructured": "Order 2026-0417",
                     *       "endToEndIdentification": "2026-0417",
                     *       "debtorAccount": {
                     *         "iban": "EE749900111313760010"
                     *       },
                     *       "transactionStatus": "ACSC"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentInformation"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `true`: the application starts the authorisation in a separate call.
                 * @example false
                 */
                "TPP-Explicit-Authorisation-Preferred"?: components["parameters"]["TPP-Explicit-Authorisation-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing. Needed where there is something to sign.
                 * @example https://your-site.example/cancelled
                 */
                "TPP-Redirect-URI"?: components["parameters"]["TPP-Redirect-URI-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancellation waits for the customer. */
            202: {
                headers: {
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "ACTC",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys/cancellation-authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys/status"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentCancellationStarted"];
                };
            };
            /** @description The payment is cancelled. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            405: components["responses"]["Refused405"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPaymentInitiationAuthorisation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ids of the authorisations. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorisationIds": [
                     *         "sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationList"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    startPaymentAuthorisation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The authorisation waits for the customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received",
                     *       "authorisationId": "sgn_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys/authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentAuthorisationStarted"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-4"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPaymentInitiationScaStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the link `scaStatus`.
                 * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
                 */
                authorisationId: components["parameters"]["authorisationId"];
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPaymentInitiationCancellationAuthorisationInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ids of the authorisations. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorisationIds": [
                     *         "sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationList"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    startPaymentInitiationCancellationAuthorisation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The authorisation waits for the customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received",
                     *       "authorisationId": "sgn_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwys/cancellation-authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentAuthorisationStarted"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            405: components["responses"]["Refused405"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409-2"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPaymentCancellationScaStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the link `scaStatus`.
                 * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
                 */
                authorisationId: components["parameters"]["authorisationId"];
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "finalised"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPaymentInitiationStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "ACSC"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentStatusResponse"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    initiatePeriodicPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IPv4 or IPv6 address as the application sees it.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address": components["parameters"]["PSU-IP-Address"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description `true`: the application starts the authorisation in a separate call.
                 * @example false
                 */
                "TPP-Explicit-Authorisation-Preferred"?: components["parameters"]["TPP-Explicit-Authorisation-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeriodicPaymentInitiation"];
            };
        };
        responses: {
            /** @description The periodic payment waits for its customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "RCVD",
                     *       "paymentId": "pay_01km9a5t3e8h2q4x6n7p9rvwyv",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv/authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv/status"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentInitiationResponse"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: PSU-IP-Address is missing or no IP address
             *     - `FORMAT_ERROR`: TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application
             *     - `FORMAT_ERROR`: TPP-Redirect-Preferred is neither true nor false
             *     - `FORMAT_ERROR`: TPP-Explicit-Authorisation-Preferred is neither true nor false
             *     - `FORMAT_ERROR`: TPP-Decoupled-Preferred is neither true nor false
             *     - `FORMAT_ERROR`: TPP-Notification-URI is no absolute address of http or https, or has more than 2,000 characters
             *     - `FORMAT_ERROR`: TPP-Notification-Content-Preferred has another form than status=SCA, PROCESS, LAST
             *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             *     - `FORMAT_ERROR`: this X-Request-ID came before with another body
             *     - `PARAMETER_NOT_SUPPORTED`: a valid field that this bank does not offer here
             *     - `RESOURCE_UNKNOWN`: debtorAccount is no account of this customer
             *     - `FORMAT_ERROR`: dayOfExecution is given with a frequency that counts days
             *     - `EXECUTION_DATE_INVALID`: startDate or the day of the first payment is over, or startDate is more than 366 days ahead
             *     - `PERIOD_INVALID`: endDate lies before startDate, or no payment would be made by then
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-4"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPeriodicPaymentInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The periodic payment. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "instructedAmount": {
                     *         "amount": "640.00",
                     *         "currency": "EUR"
                     *       },
                     *       "creditorName": "Hallikivi Haldus OÜ",
                     *       "creditorAccount": {
                     *         "iban": "EE769800100099001237"
                     *       },
                     *       "remittanceInformationUnstructured": "Rent, Katuse 7-12",
                     *       "startDate": "2026-11-15",
                     *       "frequency": "Monthly",
                     *       "dayOfExecution": "31",
                     *       "executionRule": "preceding",
                     *       "debtorAccount": {
                     *         "iban": "EE749900111313760010"
                     *       },
                     *       "transactionStatus": "ACTC",
                     *       "nextExecutionDate": "2026-12-31",
                     *       "executions": [
                     *         {
                     *           "paymentId": "pay_01km9a5t3e8h2q4x6n7p9rvwyw",
                     *           "executionDate": "2026-11-30",
                     *           "transactionStatus": "ACSC"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PeriodicPaymentInformation"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    cancelPeriodicPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `true`: the application starts the authorisation in a separate call.
                 * @example false
                 */
                "TPP-Explicit-Authorisation-Preferred"?: components["parameters"]["TPP-Explicit-Authorisation-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing. Needed where there is something to sign.
                 * @example https://your-site.example/cancelled
                 */
                "TPP-Redirect-URI"?: components["parameters"]["TPP-Redirect-URI-optional"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancellation waits for the customer. */
            202: {
                headers: {
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "ACTC",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv/cancellation-authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv/status"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentCancellationStarted"];
                };
            };
            /** @description The periodic payment is cancelled. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            405: components["responses"]["Refused405"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPeriodicPaymentInitiationAuthorisation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ids of the authorisations. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorisationIds": [
                     *         "sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationList"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    startPeriodicPaymentAuthorisation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The authorisation waits for the customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received",
                     *       "authorisationId": "sgn_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv/authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentAuthorisationStarted"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-4"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPeriodicPaymentInitiationScaStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the link `scaStatus`.
                 * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
                 */
                authorisationId: components["parameters"]["authorisationId"];
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPeriodicPaymentInitiationCancellationAuthorisationInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ids of the authorisations. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorisationIds": [
                     *         "sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationList"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    startPeriodicPaymentInitiationCancellationAuthorisation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.
                 * @example 60001019906
                 */
                "PSU-ID"?: components["parameters"]["PSU-ID-optional"];
                /**
                 * @description The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.
                 * @example SMART_ID
                 */
                "PSU-ID-Type"?: components["parameters"]["PSU-ID-Type-optional"];
                /**
                 * @description The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address"?: components["parameters"]["PSU-IP-Address-optional"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description `true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.
                 * @example false
                 */
                "TPP-Decoupled-Preferred"?: components["parameters"]["TPP-Decoupled-Preferred-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.
                 * @example status=SCA, PROCESS
                 */
                "TPP-Notification-Content-Preferred"?: components["parameters"]["TPP-Notification-Content-Preferred-optional"];
                /**
                 * @description Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.
                 * @example https://your-site.example/bank/notifications
                 */
                "TPP-Notification-URI"?: components["parameters"]["TPP-Notification-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The authorisation waits for the customer. */
            201: {
                headers: {
                    "ASPSP-Notification-Content": components["headers"]["ASPSP-Notification-Content"];
                    "ASPSP-Notification-Support": components["headers"]["ASPSP-Notification-Support"];
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "received",
                     *       "authorisationId": "sgn_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "scaStatus": {
                     *           "href": "https://portal.example/api/v1/periodic-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyv/cancellation-authorisations/sgn_01km9a5t3e8h2q4x6n7p9rvwyt"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentAuthorisationStarted"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            405: components["responses"]["Refused405"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409-2"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPeriodicPaymentCancellationScaStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the link `scaStatus`.
                 * @example aut_01km9a5t3e8h2q4x6n7p9rvwyt
                 */
                authorisationId: components["parameters"]["authorisationId"];
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scaStatus": "finalised"
                     *     }
                     */
                    "application/json": components["schemas"]["ScaStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getPeriodicPaymentInitiationStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the payment.
                 * @example pay_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                paymentId: components["parameters"]["paymentId"];
                /**
                 * @description Ordinary or instant.
                 * @example sepa-credit-transfers
                 */
                paymentProduct: components["parameters"]["paymentProduct"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionStatus": "ACTC",
                     *       "tppMessages": [
                     *         {
                     *           "category": "WARNING",
                     *           "code": "FUNDS_NOT_AVAILABLE",
                     *           "text": "The payment of 2026-11-30 was rejected. There was not enough money on the account when the payment was due. No money was moved."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentStatusResponse"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-2"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of the application’s own. It comes back in the answer.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID-optional"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer is as at the beginning. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: the body cannot be read as JSON
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-2"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-4"];
        };
    };
    createTransactionsStatement: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The customer’s IPv4 or IPv6 address as the application sees it.
                 * @example 192.0.2.10
                 */
                "PSU-IP-Address": components["parameters"]["PSU-IP-Address"];
                /**
                 * @description The application’s brand; noted, never shown.
                 * @example Your Brand
                 */
                "TPP-Brand-Logging-Information"?: components["parameters"]["TPP-Brand-Logging-Information-optional"];
                /**
                 * @description Where the customer goes after refusing; default: `TPP-Redirect-URI`.
                 * @example https://your-site.example/cancelled?order=2026-0417
                 */
                "TPP-Nok-Redirect-URI"?: components["parameters"]["TPP-Nok-Redirect-URI-optional"];
                /**
                 * @description A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.
                 * @example true
                 */
                "TPP-Redirect-Preferred"?: components["parameters"]["TPP-Redirect-Preferred-optional"];
                /**
                 * @description Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.
                 * @example https://your-site.example/paid?order=2026-0417
                 */
                "TPP-Redirect-URI": components["parameters"]["TPP-Redirect-URI"];
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementRequest"];
            };
        };
        responses: {
            /** @description The statement waits for its customer. */
            201: {
                headers: {
                    "ASPSP-SCA-Approach": components["headers"]["ASPSP-SCA-Approach"];
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statementStatus": "received",
                     *       "statementId": "sta_01km9a5t3e8h2q4x6n7p9rvwys",
                     *       "_links": {
                     *         "scaRedirect": {
                     *           "href": "https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4"
                     *         },
                     *         "self": {
                     *           "href": "https://portal.example/api/v1/transactions-statements/sta_01km9a5t3e8h2q4x6n7p9rvwys"
                     *         },
                     *         "status": {
                     *           "href": "https://portal.example/api/v1/transactions-statements/sta_01km9a5t3e8h2q4x6n7p9rvwys/status"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatementCreated"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: PSU-IP-Address is missing or no IP address
             *     - `FORMAT_ERROR`: TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application
             *     - `FORMAT_ERROR`: TPP-Redirect-Preferred is neither true nor false
             *     - `FORMAT_ERROR`: a field of the body is missing, unknown or not of the accepted form; path names it
             *     - `FORMAT_ERROR`: this X-Request-ID came before with another body
             *     - `RESOURCE_UNKNOWN`: account is no account of this customer
             *     - `PARAMETER_NOT_SUPPORTED`: account is named by other fields than iban and currency
             *     - `PERIOD_INVALID`: dateFrom lies after dateTo, dateTo lies in the future, or the period is too long
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-2"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getTransactionsStatement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the statement.
                 * @example sta_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                statementId: components["parameters"]["statementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "iban": "EE749900111313760010",
                     *         "currency": "EUR"
                     *       },
                     *       "dateFrom": "2025-01-01",
                     *       "dateTo": "2025-03-31",
                     *       "statementStatus": "valid",
                     *       "readableUntil": "2026-11-21T12:15:00.000Z",
                     *       "_links": {
                     *         "transactions": {
                     *           "href": "https://portal.example/api/v1/transactions-statements/sta_01km9a5t3e8h2q4x6n7p9rvwys/transactions"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatementInformation"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    deleteTransactionsStatement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the statement.
                 * @example sta_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                statementId: components["parameters"]["statementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement has ended. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-5"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-3"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413-2"];
            415: components["responses"]["Refused415-3"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    getTransactionsStatementStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the statement.
                 * @example sta_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                statementId: components["parameters"]["statementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statementStatus": "valid"
                     *     }
                     */
                    "application/json": components["schemas"]["StatementStatusAnswer"];
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403-3"];
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-2"];
        };
    };
    getTransactionsStatementTransactions: {
        parameters: {
            query?: {
                /**
                 * @description booked, pending, both; default booked.
                 * @example booked
                 */
                bookingStatus?: string;
                /** @description Of the link next; opaque. */
                cursor?: string;
                /**
                 * @description How many transactions a page holds.
                 * @example 50
                 */
                itemsPerPage?: number;
            };
            header?: {
                /**
                 * @description A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID"?: components["parameters"]["X-Request-ID"];
            };
            path: {
                /**
                 * @description Of the answer that created the statement.
                 * @example sta_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                statementId: components["parameters"]["statementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of transactions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "iban": "EE749900111313760010",
                     *         "currency": "EUR"
                     *       },
                     *       "transactions": {
                     *         "booked": [
                     *           {
                     *             "transactionId": "4711",
                     *             "entryReference": "4711",
                     *             "endToEndId": "2026-0417",
                     *             "bookingDate": "2026-11-20",
                     *             "valueDate": "2026-11-20",
                     *             "transactionAmount": {
                     *               "amount": "-46.80",
                     *               "currency": "EUR"
                     *             },
                     *             "creditorName": "Lumen Books OÜ",
                     *             "creditorAccount": {
                     *               "iban": "EE869800100045081764"
                     *             },
                     *             "remittanceInformationUnstructured": "Order 2026-0417",
                     *             "bankTransactionCode": "PMNT-ICDT-ESCT"
                     *           }
                     *         ],
                     *         "_links": {
                     *           "account": {
                     *             "href": "https://portal.example/api/v1/accounts/acc_01km9a5t3e8h2q4x6n7p9rvwyu"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionsAnswer"];
                };
            };
            /**
             * @description - `FORMAT_ERROR`: X-Request-ID is missing or no UUID
             *     - `FORMAT_ERROR`: a header comes twice, or the address cannot be read
             *     - `FORMAT_ERROR`: a parameter of the query is unknown, comes twice or is not of the accepted form, or the cursor was changed
             *     - `RESOURCE_EXPIRED`: the cursor was used
             *     - `PARAMETER_NOT_CONSISTENT`: a parameter beside the cursor differs from the first page
             *     - `PARAMETER_NOT_SUPPORTED`: bookingStatus is information or all
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            /**
             * @description - `TOKEN_UNKNOWN`: no access token came, or it is not known or was revoked
             *     - `TOKEN_INVALID`: the Authorization header cannot be read
             *     - `TOKEN_EXPIRED`: the access token has run out
             *     - `CERTIFICATE_MISSING`: the profile of the application needs a certificate, or its calls are signed, and no certificate came
             *     - `CERTIFICATE_INVALID`: the certificate is not accepted, or is not one of the application; the text says why
             *     - `CERTIFICATE_EXPIRED`: the certificate has run out
             *     - `CERTIFICATE_REVOKE`: its authority revoked the certificate
             *     - `CERTIFICATE_BLOCKED`: the bank blocks the certificate
             *     - `ROLE_INVALID`: the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it
             *     - `SIGNATURE_MISSING`: the application signs its calls, and Signature or Digest is missing
             *     - `SIGNATURE_INVALID`: Signature or Digest does not fit the call; path names the header
             *     - `CONSENT_INVALID`: the statement is not signed yet, was refused or ended by the application
             *     - `CONSENT_EXPIRED`: the time for reading the statement is over
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            403: components["responses"]["Refused403-3"];
            /** @description - `RESOURCE_UNKNOWN`: the account of the statement is closed */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TppErrorBody"];
                };
            };
            406: components["responses"]["Refused406"];
            415: components["responses"]["Refused415-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-3"];
            503: components["responses"]["Refused503-3"];
        };
    };
    auth: {
        parameters: {
            query: {
                /**
                 * @description Where the customer banks; default `ee`.
                 * @example ee
                 */
                bank_country?: "lt" | "lv" | "ee";
                /** @description Sandbox only: signs the current test customer in without a page. */
                bypass?: "true";
                /**
                 * @description The application’s id.
                 * @example tpp_01km9a5t3e8h2q4x6n7p9rvwys
                 */
                client_id: string;
                /**
                 * @description SHA-256 of the code verifier, base64url without padding (RFC 7636). Once sent, it is enforced.
                 * @example gwx_1ff33sP-Na7uzErlwZMg02IfMm0pwvZjX6iq0Jg
                 */
                code_challenge?: string;
                /**
                 * @description Sent together with `code_challenge`.
                 * @example S256
                 */
                code_challenge_method?: "S256";
                /** @description Where the way back of the bank’s page leads; its origin is that of a redirect URI. */
                fpgurl?: string;
                /**
                 * @description Language of the bank’s pages; default `en`.
                 * @example en
                 */
                locale?: "en" | "et" | "lt" | "lv" | "ru";
                /**
                 * @description Comes back inside the ID token.
                 * @example n-0S6_WzA2Mj
                 */
                nonce?: string;
                /**
                 * @description There is one realm; naming it is optional.
                 * @example psd2
                 */
                realm?: "psd2";
                /**
                 * @description One of the application’s redirect URIs, character by character.
                 * @example https://your-site.example/callback
                 */
                redirect_uri: string;
                /** @description Of a pushed request (`par`). Send it with the same `client_id` within 60 seconds; parameters beside it do not count. */
                request_uri?: string;
                /**
                 * @description The only response type.
                 * @example code
                 */
                response_type: "code";
                /**
                 * @description `openid`; `offline_access` is understood and not needed.
                 * @example openid
                 */
                scope: string;
                /**
                 * @description Comes back unchanged. Refuse an answer with another value.
                 * @example af0ifjsldkj
                 */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes to the bank’s sign-in page, or back with an `error`. */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
            /** @description A page of the bank for the customer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    par: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushedRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["PushedRequest"];
            };
        };
        responses: {
            /** @description The request was kept for 60 seconds. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_uri": "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c",
                     *       "expires_in": 60
                     *     }
                     */
                    "application/json": components["schemas"]["PushedAnswer"];
                };
            };
            /**
             * @description - `invalid_request`: a parameter is missing, comes twice or has no accepted form, or redirect_uri is not one of the application
             *     - `unsupported_response_type`: response_type is not code
             *     - `request_not_supported`: request came: signed request objects are not read
             *     - `request_uri_not_supported`: request_uri came: a pushed request has its parameters in the form
             *     - `invalid_dpop_proof`: the header DPoP has a proof that is not accepted
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            401: components["responses"]["Refused401"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "q6yD3Zk1vR2pXc0JtTnE4uW8aLhGfS5d7M9bKxPoIyU",
                     *       "expires_in": 3600,
                     *       "id_token": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJjdXMifQ.c2lnbmF0dXJl",
                     *       "refresh_token": "pT4nE8wQ2rY6uI0oA3sD7fG1hJ5kL9zXcVbNmM2qWeR",
                     *       "scope": "openid",
                     *       "token_type": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenAnswerVersion2"];
                };
            };
            /**
             * @description - `invalid_dpop_proof`: the header DPoP has a proof that is not accepted
             *     - `invalid_request`: a parameter is missing, comes twice or has no accepted form
             *     - `invalid_grant`: the code or refresh token is unknown, expired, revoked or used, or was given for something else
             *     - `unsupported_grant_type`: grant_type is neither authorization_code nor refresh_token
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            401: components["responses"]["Refused401"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevocationRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        responses: {
            /** @description The tokens have ended. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationRequest"];
            };
        };
        responses: {
            /** @description The application is registered, the values of the call are in force, and no change waits. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "PSDEE-EFSA-12345678",
                     *       "client_name": "Lumen Books",
                     *       "redirect_uris": [
                     *         "https://your-site.example/callback"
                     *       ],
                     *       "contacts": [
                     *         "ops@your-site.example"
                     *       ],
                     *       "token_endpoint_auth_method": "tls_client_auth",
                     *       "grant_types": [
                     *         "authorization_code",
                     *         "refresh_token"
                     *       ],
                     *       "response_types": [
                     *         "code"
                     *       ],
                     *       "scope": "openid offline_access",
                     *       "require_pushed_authorization_requests": false,
                     *       "tls_client_certificate_bound_access_tokens": true,
                     *       "dpop_bound_access_tokens": false,
                     *       "registration_status": "active",
                     *       "registered_name": "Lumen Finance AS",
                     *       "authorisation_number": "PSDEE-EFSA-12345678",
                     *       "roles": [
                     *         "ais",
                     *         "pis"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
            /** @description The application was registered. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "PSDEE-EFSA-12345678",
                     *       "client_name": "Lumen Books",
                     *       "redirect_uris": [
                     *         "https://your-site.example/callback"
                     *       ],
                     *       "contacts": [
                     *         "ops@your-site.example"
                     *       ],
                     *       "token_endpoint_auth_method": "tls_client_auth",
                     *       "grant_types": [
                     *         "authorization_code",
                     *         "refresh_token"
                     *       ],
                     *       "response_types": [
                     *         "code"
                     *       ],
                     *       "scope": "openid offline_access",
                     *       "require_pushed_authorization_requests": false,
                     *       "tls_client_certificate_bound_access_tokens": true,
                     *       "dpop_bound_access_tokens": false,
                     *       "registration_status": "active",
                     *       "client_id_issued_at": 1795944600,
                     *       "registered_name": "Lumen Finance AS",
                     *       "authorisation_number": "PSDEE-EFSA-12345678",
                     *       "roles": [
                     *         "ais",
                     *         "pis"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
            /** @description The change waits for the bank in `requested_change`. The other members are the values in force. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "PSDEE-EFSA-12345678",
                     *       "client_name": "Lumen Books",
                     *       "redirect_uris": [
                     *         "https://your-site.example/callback"
                     *       ],
                     *       "contacts": [
                     *         "ops@your-site.example"
                     *       ],
                     *       "token_endpoint_auth_method": "tls_client_auth",
                     *       "grant_types": [
                     *         "authorization_code",
                     *         "refresh_token"
                     *       ],
                     *       "response_types": [
                     *         "code"
                     *       ],
                     *       "scope": "openid offline_access",
                     *       "require_pushed_authorization_requests": false,
                     *       "tls_client_certificate_bound_access_tokens": true,
                     *       "dpop_bound_access_tokens": false,
                     *       "registration_status": "active",
                     *       "requested_change": {
                     *         "change_id": "chg_01km9a5t3e8h2q4x6n7p9rvwyt",
                     *         "requested_at": 1796031000,
                     *         "client_name": "Lumen Library"
                     *       },
                     *       "registered_name": "Lumen Finance AS",
                     *       "authorisation_number": "PSDEE-EFSA-12345678",
                     *       "roles": [
                     *         "ais",
                     *         "pis"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
            /**
             * @description - `invalid_request`: the body cannot be read as a JSON object
             *     - `invalid_redirect_uri`: redirect_uris is missing, or one of the addresses is not accepted; the text names it
             *     - `invalid_client_metadata`: another member is missing or not accepted; the text names it
             *     - `invalid_client_metadata`: the client_id is registered, and the call would change how the application proves itself, keys that are changed in the portal, or an application of another provider
             *     - `unapproved_software_statement`: software_statement came: the bank verifies none
             *     - `invalid_software_statement`: software_statement came and is no JWT
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            /**
             * @description - `invalid_client`: the call has no certificate, or one that is not accepted, has no role or was blocked by the bank; the text says why
             *     - `invalid_client`: the identifier in the certificate has signs that a client_id cannot have
             *     - `invalid_client`: in the sandbox: the certificate belongs to no developer of the portal
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            /** @description - `invalid_request`: in the sandbox: the developer has the most applications that a developer can have */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            /** @description - `invalid_request`: the body is larger than 32 KiB */
            413: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            /** @description - `invalid_request`: the body is not application/json, or it is packed */
            415: {
                headers: {
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            /**
             * @description - `temporarily_unavailable`: the provider has made 20 such calls within 24 hours, or all providers of this network 200
             *     - `temporarily_unavailable`: too many calls came from this address in a minute
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
            500: components["responses"]["Refused500-2"];
            /**
             * @description - `temporarily_unavailable`: no authority has said yet whether the certificate is revoked
             *     - `temporarily_unavailable`: the service is stopping or busy
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthErrorBody"];
                };
            };
        };
    };
    receiveStatusChange: {
        parameters: {
            query?: never;
            header: {
                /** @description The same with each attempt: drop a message whose id you know. */
                "webhook-id": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots, in base64. The key is the secret of the endpoint: the base64 after `whsec_`. After a rotation for 24 hours two signatures, separated by a space. */
                "webhook-signature": string;
                /** @description The time of the attempt in seconds since 1970. Drop a message of more than five minutes ago. */
                "webhook-timestamp": string;
                /** @description Another one with each attempt. */
                "X-Request-ID": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointNotification"];
            };
        };
        responses: {
            /** @description Received. Any other status is tried again, ten times within 76 hours. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The bank disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTestEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The same with each attempt: drop a message whose id you know. */
                "webhook-id": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots, in base64. The key is the secret of the endpoint: the base64 after `whsec_`. After a rotation for 24 hours two signatures, separated by a space. */
                "webhook-signature": string;
                /** @description The time of the attempt in seconds since 1970. Drop a message of more than five minutes ago. */
                "webhook-timestamp": string;
                /** @description Another one with each attempt. */
                "X-Request-ID": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestNotification"];
            };
        };
        responses: {
            /** @description Received. The endpoint is confirmed. Any other status is not tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
