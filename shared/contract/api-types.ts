// Made by `npm run api` from openapi.yaml.
export type $Read<T> = {
    readonly $read: T;
};
export type $Write<T> = {
    readonly $write: T;
};
export type Readable<T> = T extends $Write<any> ? never : T extends $Read<infer U> ? Readable<U> : T extends (infer E)[] ? Readable<E>[] : T extends object ? {
    [K in keyof T as NonNullable<T[K]> extends $Write<any> ? never : K]: Readable<T[K]>;
} : T;
export type Writable<T> = T extends $Read<any> ? never : T extends $Write<infer U> ? Writable<U> : T extends (infer E)[] ? Writable<E>[] : T extends object ? {
    [K in keyof T as NonNullable<T[K]> extends $Read<any> ? never : K]: Writable<T[K]>;
} & {
    [K in keyof T as NonNullable<T[K]> extends $Read<any> ? K : never]?: never;
} : T;
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process responds
         * @description Succeeds as long as the process responds, regardless of the database. A supervisor uses it to decide whether to
         *     restart the process. Query parameters are ignored.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the database, its isolation of customers, and the object store
         * @description The state of the object store is reported but does not affect the result: an unavailable store must not take
         *     replicas out of service. Query parameters are ignored.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read metrics
         * @description Prometheus text format. Contains metrics of the customers in the caller's scope. Metrics of the process, the
         *     disk and the database's connections require a platform role that names no customer. A caller limited to sites or
         *     tags gets only the metrics of single devices, if they are enabled. Query parameters other than `tenant` are
         *     ignored.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description After too many failures, the response is 429 with `Retry-After`; each further failure extends the wait. Failures
         *     are counted by sender: a device that signed in to the account before (a cookie for this operation only), an
         *     address that did, or neither. An unknown sender has 10 failures per account in 24 h, 5 per account and address
         *     in 15 minutes, and 100 per address for all accounts. An IPv6 /64 counts as one address. If too many unknown
         *     senders log in at the same time, some get 503 with `Retry-After`.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a login with a second factor
         * @description `POST /api/auth/login` returns 202 with a `challenge` for a user who has a second factor. Send it here within five
         *     minutes, with one of `totp`, `recovery_code` and `passkey`. A wrong factor counts as a failed login. After five wrong
         *     factors, log in again. No code and no signature is accepted twice.
         */
        post: operations["loginWithSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the identity provider of login pages
         * @description The name of the platform's identity provider, if it is enabled. Providers of customers are not listed: the e-mail
         *     address determines them.
         */
        get: operations["readLoginProvider"];
        put?: never;
        /**
         * Begin a login with single sign-on
         * @description Choose a random verifier and send its SHA-256 as `challenge`. Open `url` in the user's browser. After the login at
         *     the provider, the browser goes to `return_to` with `sso_code`. Complete the login with this code and the verifier.
         *     Without `email`, the provider is the platform's. `return_to` is an address of the console, or of a program that
         *     listens on `http://127.0.0.1` or `http://[::1]`.
         */
        post: operations["beginSsoLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receive a provider's answer
         * @description The redirect address to register at the identity provider of the platform. Only browsers that come from a provider use it, so it
         *     needs no token: it accepts each `state` that `POST /api/auth/sso` issued once. It verifies the answer and returns the
         *     browser to `return_to`.
         */
        get: operations["receiveSsoCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/callback/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receive the answer of a customer's provider
         * @description The redirect address to register at the identity provider of a customer. Only browsers that come from a provider use it, so it
         *     needs no token: it accepts each `state` that `POST /api/auth/sso` issued once. It verifies the answer and returns the
         *     browser to `return_to`.
         */
        get: operations["receiveCustomerSsoCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/saml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Coffer's SAML metadata
         * @description For the platform's SAML provider. The address is also Coffer's entity id and its assertion consumer address. The metadata
         *     contain nothing about the installation except this address, so no token is required.
         */
        get: operations["readSamlMetadata"];
        put?: never;
        /**
         * Receive a response of the platform's SAML provider
         * @description The assertion consumer address to register at the provider (HTTP-POST). Only browsers that come from a provider use
         *     it, so it needs no token: it accepts each `RelayState` that `POST /api/auth/sso` issued once, with a response to that
         *     request. It verifies the response and returns the browser to `return_to`. Responses without a request are refused.
         */
        post: operations["receiveSamlResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/saml/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Coffer's SAML metadata for a customer
         * @description For a customer's SAML provider. The address is also Coffer's entity id and its assertion consumer address. The metadata
         *     contain no data of the installation but this address, so it needs no token.
         */
        get: operations["readCustomerSamlMetadata"];
        put?: never;
        /**
         * Receive a response of a customer's SAML provider
         * @description The assertion consumer address to register at the provider (HTTP-POST). Only browsers that come from a provider use
         *     it, so it needs no token: it accepts each `RelayState` that `POST /api/auth/sso` issued once, with a response to that
         *     request. It verifies the response and returns the browser to `return_to`. Responses without a request are refused.
         */
        post: operations["receiveCustomerSamlResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a logout token
         * @description The back-channel logout address to register at the provider (OpenID Connect Back-Channel Logout). The provider sends a
         *     signed logout token when a user logs out there or is disabled; Coffer ends the sessions that the token names. Each token
         *     is accepted once, within five minutes. API tokens remain valid.
         */
        post: operations["receiveSsoLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/logout/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a logout token of a customer's provider
         * @description The back-channel logout address to register at the provider (OpenID Connect Back-Channel Logout). The provider sends a
         *     signed logout token when a user logs out there or is disabled; Coffer ends the sessions that the token names. Each token
         *     is accepted once, within five minutes. API tokens remain valid.
         */
        post: operations["receiveCustomerSsoLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a login with single sign-on
         * @description The code is valid once, for two minutes, with the verifier of the client that began the login. A first login creates
         *     the account; each login updates name, e-mail address and role. A code whose provider refused the login returns the
         *     reason. 202 is returned to a user who must have a second factor that the provider does not verify.
         */
        post: operations["completeSsoLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a confirmation at the identity provider
         * @description For users who log in with single sign-on, instead of a password in `POST /api/auth/confirm`. The provider asks the
         *     user to log in again. Complete it as a login.
         */
        post: operations["beginSsoConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sso/confirmation/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a confirmation at the identity provider
         * @description Requires that the same user has just logged in at the provider again. The confirmation is bound to this session and
         *     valid for five minutes, like one with a password.
         */
        post: operations["completeSsoConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a login by a code
         * @description For a client without a browser (RFC 8628). Choose a random verifier and send its SHA-256 as `challenge`. Show the
         *     user `url` and `user_code`; the user logs in there by any method, and confirms the code. Meanwhile, poll for the
         *     session every `poll_seconds`. A network gets 30 codes a minute.
         */
        post: operations["beginLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/codes/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a login by a code
         * @description Returns the session once, after the user has confirmed the code. It has the login methods of the session in which
         *     the user confirmed it. `login_code_rejected` if the user rejected it.
         */
        post: operations["completeLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/codes/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a confirmation by a code
         * @description For users without a password in a client without a browser, instead of `POST /api/auth/confirm`. In `action`, state the request
         *     that you will send. The user sees it, and the confirmation is valid for this request only. Only the user
         *     of this session can confirm the code, in another session.
         */
        post: operations["beginConfirmationCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/codes/confirmation/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a confirmation by a code
         * @description The confirmation is bound to this session and to the request that the code stated. It is valid once, for five minutes.
         */
        post: operations["completeConfirmationCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/codes/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what a login code confirms
         * @description For the page on which the user types the code. Wrong codes count as failed logins of the user. A code that confirms
         *     an action is known to the user of that session only.
         */
        post: operations["findLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/codes/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a login code
         * @description The client gets a session of the caller, or a confirmation for its own. Confirm a code only if you started the request yourself. If you
         *     confirm a code that you received in a message or a call, its sender gets access to your account.
         */
        post: operations["confirmLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/codes/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a login code
         * @description The client that shows the code gets no session and no confirmation.
         */
        post: operations["rejectLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the identity provider
         * @description The provider of the customer that `tenant` names, or of the platform. Never its secret.
         */
        get: operations["getIdentityProvider"];
        /**
         * Add or replace the identity provider
         * @description The provider of the customer that `tenant` names, or of the platform: OpenID Connect, which is the default of `kind`,
         *     SAML or LDAP. Attributes of SAML and LDAP are claims. With LDAP, users enter the password of the directory in
         *     `POST /api/auth/login`; `client_secret` is the password of the service account. The first mapping whose claim has the value determines the role; users
         *     without a match cannot log in. Roles of a customer's provider are `tenant_`
         *     roles, those of the platform's `platform_` roles. Without `client_secret`, the stored one remains. Another kind,
         *     issuer or client, and disabling, end the sessions that the provider opened. `required` refuses passwords, except those of
         *     break-glass accounts.
         */
        put: operations["saveIdentityProvider"];
        post?: never;
        /**
         * Remove the identity provider
         * @description The sessions that it opened end. Its users remain, and need a password to log in.
         */
        delete: operations["removeIdentityProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity-provider/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the identity provider
         * @description Reads the configuration and the keys that the stored provider publishes. Of a SAML provider, it checks the stored
         *     certificates; it binds to a directory as the service account. No user logs in.
         */
        post: operations["testIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity-provider/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try the role mappings on claims
         * @description Returns the account and role that a login with these claims would have. Paste the claims of an ID token, or the XML of
         *     a SAML assertion. Nothing is stored, and signatures are not verified.
         */
        post: operations["tryRoleMappings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{user_id}/provider-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Link a user to the identity provider
         * @description Sets the user's subject (`sub`, or the NameID of SAML) at the provider of the customer, or of the platform. The password is deleted, unless it is a
         *     break-glass account, and the user's sessions end. A refused login states the `sub` in the audit log.
         */
        put: operations["linkUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description The token becomes invalid immediately, on every replica. Other sessions of the user remain.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm your identity
         * @description Operations that cannot be undone require more than a session. An operation with `x-confirmation` returns 403 with
         *     `confirmation` in `missing` unless the request has the value issued here in the header `X-Coffer-Confirmation`. The
         *     confirmation is bound to this session, valid for five minutes, and replaces an earlier one. A user with a second
         *     factor sends a passkey, or the password and a code. A wrong password or factor counts as a failed login, with the same
         *     limits. API tokens cannot obtain a confirmation.
         */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to confirm your identity with a passkey
         * @description Returns the options for `navigator.credentials.get`. Send the response as `passkey` of `POST /api/auth/confirm` within
         *     five minutes.
         */
        post: operations["requestPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your second factors
         * @description The authenticator app and passkeys of your account, and the number of unused recovery codes.
         */
        get: operations["listSecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/{factor_id}": {
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
         * Remove one of your second factors
         * @description The recovery codes are deleted with the last factor. If your role or customer requires a second factor, your
         *     sessions can then only set up a new one.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up an authenticator app
         * @description Returns a secret for an app that shows time-based codes (RFC 6238: SHA-1, six digits, 30 seconds). It becomes a second
         *     factor when you confirm it with a code. A secret that was not confirmed is replaced. Five minutes after the login, a
         *     confirmation is required.
         */
        post: operations["issueTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the set-up of an authenticator app
         * @description The code proves that the app has the secret. Your first factor also creates recovery codes.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description `response` is what `navigator.credentials.create` returned for the options of
         *     `POST /api/auth/second-factors/passkeys/options`, as JSON (WebAuthn level 3). Your first factor also creates recovery codes.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Returns the options for `navigator.credentials.create`. Their challenge is valid for five minutes in this session. Browsers
         *     offer passkeys only to a host name over https, as in `BKP_BASE_URL`, and to `localhost`. Five minutes after the login, a
         *     confirmation is required.
         */
        post: operations["createPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace your recovery codes
         * @description The earlier codes become invalid. Each code is accepted once, in place of a second factor.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description A wrong `current_password` counts as a failed login, with the same limits. A user with a second factor must confirm first.
         *     If the password was changed meanwhile, for example by an administrator, nothing is changed: 409 `changed_meanwhile`.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the caller's identity and permissions
         * @description Role, customer, permissions and the end of the session, so that a client can show only permitted actions.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description The latest 1000 open sessions. API tokens cannot read them, because they contain the user's addresses.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{session_id}": {
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
         * End one of your sessions
         * @description Its token becomes invalid immediately, on every replica. Your password is unchanged.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your API tokens
         * @description Expired tokens are listed for another 30 days.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an API token for a program
         * @description The token is sent as `Authorization: Bearer …`, like the token of a session; the audit log names it `token:<name>`.
         *     Its role cannot exceed yours, and `permissions`, `sites` and `tags` can narrow it further. A platform user can create a token with a `tenant_` role, bound to the customer named
         *     by `tenant`. The token loses whatever its creator loses: it ends with the account, and a lowered role lowers it.
         *     Tokens cannot create tokens or change accounts or passwords (403 with `session` in `missing`). A user has at most
         *     100 tokens.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/tokens/{token_id}": {
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
         * Revoke one of your API tokens
         * @description Programs that use it get 401 from their next request on.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API tokens of all users
         * @description For example, to find a leaked token: lists the tokens that are bound to the customer, and for platform roles
         *     those of all customers and of the platform. Tokens whose role exceeds yours are omitted. Expired tokens are
         *     listed for another 30 days.
         */
        get: operations["listAllTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API token
         * @description Returns its properties, never the token itself.
         */
        get: operations["getApiToken"];
        put?: never;
        post?: never;
        /**
         * Revoke an API token of any user
         * @description Revokes a token that the list shows. Programs that use it get 401 from their next request on. Its creator keeps
         *     the account and other tokens.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom roles
         * @description The custom roles of the customer and those of the platform. Without `tenant`, those of all customers.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Add a custom role
         * @description A role of the customer named by `tenant`, or of the platform. It can contain only permissions that you have; a role
         *     of a customer contains none that concern the installation.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{role_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a custom role
         * @description Returns its permissions and the number of its users.
         */
        get: operations["getRole"];
        put?: never;
        post?: never;
        /**
         * Delete a custom role
         * @description Rejected (409) while users or API tokens have the role; the answer names them.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /**
         * Change a custom role
         * @description Absent fields are unchanged. Open sessions and API tokens with the role have the new permissions from their next
         *     request. Both the former and the new permissions must be yours.
         */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/api/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provisioned users
         * @description By id. `filter` accepts `userName`, `externalId`, `emails.value` and `id` with `eq`.
         */
        get: operations["listScimUsers"];
        put?: never;
        /**
         * Provision a user
         * @description The account belongs to the identity provider, and has no role until its first login or a group assigns a role.
         */
        post: operations["createScimUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/v2/Users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a provisioned user
         * @description Returns 404 for an account that SCIM did not create.
         */
        get: operations["getScimUser"];
        /**
         * Replace a provisioned user
         * @description Missing attributes get their defaults.
         */
        put: operations["replaceScimUser"];
        post?: never;
        /**
         * Deprovision a user
         * @description Disables the account, and ends its sessions and API tokens at once.
         */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /**
         * Change a provisioned user
         * @description With `active: false`, sessions and API tokens end at once.
         */
        patch: operations["patchScimUser"];
        trace?: never;
    };
    "/api/scim/v2/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provisioned groups
         * @description By id. `filter` accepts `displayName`, `externalId` and `id` with `eq`.
         */
        get: operations["listScimGroups"];
        put?: never;
        /**
         * Provision a group
         * @description Members get the role of the first mapping of the claim `groups` whose value is the name of one of their groups.
         */
        post: operations["createScimGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/v2/Groups/{scim_group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a provisioned group
         * @description With its members.
         */
        get: operations["getScimGroup"];
        /**
         * Replace a provisioned group
         * @description Replaces the name and all members.
         */
        put: operations["replaceScimGroup"];
        post?: never;
        /**
         * Delete a provisioned group
         * @description Its members lose the role that it gave.
         */
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        /**
         * Change a provisioned group
         * @description A user whose groups no longer assign a role loses access.
         */
        patch: operations["patchScimGroup"];
        trace?: never;
    };
    "/api/scim/v2/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the SCIM service supports
         * @description RFC 7644, section 4.
         */
        get: operations["readScimConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/v2/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SCIM resource types
         * @description RFC 7644, section 4.
         */
        get: operations["listScimResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/v2/ResourceTypes/{resource_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a SCIM resource type
         * @description RFC 7644, section 4.
         */
        get: operations["readScimResourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/v2/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SCIM schemas
         * @description RFC 7644, section 4.
         */
        get: operations["listScimSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/v2/Schemas/{schema_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a SCIM schema
         * @description RFC 7644, section 4.
         */
        get: operations["readScimSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service accounts
         * @description A service account owns API tokens and cannot log in. Its tokens remain valid when the user who created them leaves.
         *     Platform roles see all accounts, or with `tenant` those of one customer.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Add a service account
         * @description An account of the customer named by `tenant`, or of the platform. It has no password, cannot use single sign-on, and
         *     neither requests nor approves what a second person must approve.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-accounts/{service_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a service account
         * @description Returns its role and the number of its valid API tokens.
         */
        get: operations["getServiceAccount"];
        put?: never;
        post?: never;
        /**
         * Delete a service account
         * @description Its API tokens end immediately; its actions stay in the audit log.
         */
        delete: operations["deleteServiceAccount"];
        options?: never;
        head?: never;
        /**
         * Change a service account
         * @description Changes its role, or disables or enables it. API tokens keep the role that the account had when they were created, with no
         *     more permissions than the new role. They get 401 while the account is disabled. Another role, and enabling, require your password again (403 with `confirmation` in
         *     `missing`).
         */
        patch: operations["updateServiceAccount"];
        trace?: never;
    };
    "/api/service-accounts/{service_account_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API token of a service account
         * @description The token has the current role of the account; `permissions`, `sites`, `tags` and `networks` narrow it. You need all permissions
         *     of the account. `GET /api/tokens?user_id=<id of the account>` lists the tokens of an account, and
         *     `DELETE /api/tokens/{token_id}` revokes a token. An account has at most 100 tokens.
         */
        post: operations["createServiceAccountToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Platform roles see all users, or with `tenant` the users of one customer.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Add a user
         * @description A role that starts with `tenant_` belongs to the customer named by `tenant`; a `platform_` role names none.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description Returns the account and its role, never a password.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description The user's sessions and tokens end immediately; their actions stay in the audit log. API tokens of service accounts
         *     that this user created remain valid; the response lists them. 409 for the last platform administrator.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description A role cannot change its prefix: `platform_` roles remain `platform_`, `tenant_` roles `tenant_`. The last
         *     enabled platform_admin cannot be removed, disabled or given another role (409). A change of password, role or
         *     e-mail, and enabling, require your password again (403 with `confirmation` in `missing`). A new password ends
         *     this user's sessions and revokes their API tokens, unless `keep_tokens` is true; the response lists both. With
         *     `disabled`, it also lists the API tokens of service accounts that this user created: they remain valid.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/users/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's sessions
         * @description The latest 1000 open sessions.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /**
         * End a user's sessions
         * @description Ends all of them immediately, except the session of this request. If the password is known to someone else, also
         *     set another one or disable the account. API tokens are revoked too, unless `keep_tokens` is true; the response
         *     lists them. For another user, this requires your password again (403 with `confirmation` in `missing`).
         */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{user_id}/second-factors": {
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
         * Remove the second factors of a user
         * @description For a user who lost them. First verify the identity of the user through another channel. The user's sessions end. If a second factor is
         *     required, the next session can only set up a new one.
         */
        delete: operations["resetSecondFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers in scope
         * @description The customers in the caller's scope: all for platform roles, the own customer for others.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Add a customer
         * @description A customer has its own encryption keys and its own prefix in the object store from the start. The slug cannot be
         *     changed. 409 if it is in use.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tenants/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the definitions of all customers
         * @description A section in `customers` for each, by slug. With `tenant`, only the section of that customer.
         */
        get: operations["exportTenants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tenants/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description Its name, and how long backups of its decommissioned devices are kept.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Takes effect after `destruction_delay_days`; until then, it can be withdrawn, and everything works as before. Raises
         *     `destruction.requested` immediately. Then Coffer destroys the keys as in `destroy-key`, deletes the backups, and
         *     deletes every row of the customer: devices, names and host names, users, runs, events and the audit log. The
         *     certificate and a tombstone in the object store remain.
         */
        delete: operations["deleteTenant"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description The slug cannot be changed. Fewer `decommissioned_retention_days` are a cut of retention: this requires a
         *     session and your password, and no device is purged before the cooling-off period has passed.
         */
        patch: operations["updateTenant"];
        trace?: never;
    };
    "/api/tenants/{customer_id}/local-agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the local agent of a customer
         * @description Whether a server of the installation runs an agent for the customer, and whether the caller can add one on this server.
         */
        get: operations["readLocalAgent"];
        /**
         * Run an agent for a customer on this server
         * @description Adds an agent that this server runs in a process of its own, with its own folder and keys. It enrols automatically
         *     and reaches what this server reaches. Without effect if the customer has a local agent; but if that agent belongs to
         *     another server and is not online, this server takes it over. 409 `local_agents_off` if this server runs no local
         *     agents, 409 `local_agents_limit` at the limit of the installation.
         */
        put: operations["startLocalAgent"];
        post?: never;
        /**
         * Remove the local agent of a customer
         * @description Revokes and deletes it. Its server ends the process and removes the folder with its keys. Without a local agent,
         *     nothing happens. 409 with the devices' names if it is the only agent of a device.
         */
        delete: operations["removeLocalAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tenants/{customer_id}/destroy-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy a customer's keys
         * @description Takes effect after `destruction_delay_days` (7 by default, 0 allowed); until then, it can be withdrawn, and everything
         *     works as before. Raises `destruction.requested` immediately. After that, no backup of this customer can be read again.
         *     Coffer deletes the keys from the database, from the object store with every former version, and from the memory of
         *     every replica; a tombstone in the store prevents a restored database from bringing them back. Credentials lose their
         *     secrets, agents are revoked, runs cancelled, devices disabled. Then Coffer deletes the backups and creates a
         *     certificate of what was destroyed. Repeating the request completes an interrupted destruction. Copies of the database
         *     outside the service, and dumps in files, also contain the keys; their owners must delete them. 409
         *     `destruction_pending` while another request is pending.
         */
        post: operations["destroyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destructions of keys and deletions of customers
         * @description The latest request first, including those of deleted customers.
         */
        get: operations["listDestructions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destructions/{destruction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a destruction
         * @description Its state, who requested it and when it is due.
         */
        get: operations["getDestruction"];
        put?: never;
        post?: never;
        /**
         * Withdraw a destruction
         * @description Possible until it is due; after that, 409 `destruction_begun`. The customer remains unchanged.
         */
        delete: operations["withdrawDestruction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destructions/{destruction_id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the certificate of a destruction
         * @description What was destroyed, who requested it and when, signed by the service. 409 `destruction_unfinished` until the destruction is complete.
         */
        get: operations["readCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tenants/{customer_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the definition of a customer
         * @description Its settings, its agents and the credentials that its devices use, by name and without secrets; with
         *     `with_devices`, also its devices.
         */
        get: operations["exportTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description With their current state. An agent without recent requests is `offline`.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Add an agent
         * @description The agent gets no jobs until a collector enrols with a token created for it. The customer of an agent cannot be
         *     changed.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent
         * @description Its state, its version and its number of running jobs.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Delete a revoked agent
         * @description 409 for an agent that is not revoked. Also 409, with the devices' names, for the only agent of a device: without
         *     it, any agent of the customer could collect the device.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description Its name or its lab mode. The customer cannot be changed (405).
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/api/agents/{agent_id}/enrollment-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an enrolment token
         * @description For a first enrolment, or for an agent whose disk was lost: the new key replaces the old one. 409 for a revoked agent.
         *     A local agent is ended by its server and is no longer local.
         *     Only in a session: an API token is refused, because an enrolled agent receives secrets.
         */
        post: operations["createEnrollmentToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an agent
         * @description Permanent. The agent's next request is rejected, its leases end, and it deletes its keys. A revoked agent can be
         *     deleted.
         */
        post: operations["revokeAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clear a cloned or rewound agent
         * @description The agent gets jobs again. 409 for an agent that is neither cloned nor rewound.
         */
        post: operations["clearAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credentials that an agent received
         * @description Which credentials an agent received for which devices, by credential. After an agent's machine is stolen, change
         *     these secrets; `changed_since` shows which were changed. Secrets are not returned. Read the list before you delete the agent.
         */
        get: operations["listHandedSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credentials, without secrets
         * @description Account names, which secrets are set, and the number of devices that use them. No role can read a secret.
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Add a credential
         * @description Secrets are sealed with the customer's keys. Only jobs that need a secret can read it.
         */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credentials/{credential_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a credential, without its secrets
         * @description The account name, which secrets are set, and the number of devices that use it.
         */
        get: operations["getCredential"];
        put?: never;
        post?: never;
        /**
         * Delete an unused credential
         * @description 409 if a device or a fleet uses it.
         */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        /**
         * Change a credential
         * @description Absent fields are unchanged; `null` removes a secret. The next run of each device uses the new values.
         */
        patch: operations["updateCredential"];
        trace?: never;
    };
    "/api/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platforms
         * @description The platforms that a device can have, their transports, and the options of a device of each platform: those of the product,
         *     then those of active documents, of the platform's level and of the customer.
         */
        get: operations["listPlatforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the JSON Schema of platform documents
         * @description JSON Schema (2020-12) of a platform document, for editors and programs that write documents. The schema is closed: an
         *     unknown key is an error. `POST /api/platforms/check` also applies the rules that a schema cannot express.
         */
        get: operations["getPlatformSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a platform document
         * @description Compiles a document without storing it. Each error has a line, a column and a code. Only a platform administrator
         *     can add display verbs (`allow`); for all others they are an error.
         */
        post: operations["checkPlatformDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert a definition of another product to a draft
         * @description Converts a scrapli definition (YAML) or a simple Oxidized model (Ruby) to the source of a platform document, and reports the
         *     result for each part. Nothing is stored: store the draft with `POST /api/platforms/documents`. No code of a definition runs. A definition that cannot be read is
         *     rejected with 422 `platform_definition_invalid`; `document_errors` lists the errors with line and column.
         */
        post: operations["importPlatformDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platform documents
         * @description The stored documents of the platform's level and of the customer. Users of a customer see documents of the platform's
         *     level once they were activated.
         */
        get: operations["listPlatformDocuments"];
        put?: never;
        /**
         * Add a platform document
         * @description Stores a draft. With a customer it belongs to this customer, without one to the platform's level, which requires
         *     `tenant:manage`. A document with errors is refused with 422 `platform_document_invalid` and its errors in `document_errors`.
         */
        post: operations["createPlatformDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a platform document
         * @description The document with the source of its latest version.
         */
        get: operations["getPlatformDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description 409 if a version was activated: such a document is retired instead, so that its versions remain readable.
         */
        delete: operations["deletePlatformDocument"];
        options?: never;
        head?: never;
        /**
         * Store a new version of a platform document
         * @description The new version is a draft. Devices use the active version until the new one is activated. The `id` in the document cannot
         *     change. A source that equals the latest version stores nothing.
         */
        patch: operations["updatePlatformDocument"];
        trace?: never;
    };
    "/api/platforms/documents/{document_id}/tested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a version as tested
         * @description Records who tested the version against a device, and when. With `run_id`, the dry run of this version must have passed,
         *     and the version names it; 409 `dry_run_not_passed` otherwise.
         */
        post: operations["markPlatformDocumentTested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents/{document_id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a version
         * @description Devices with this platform use the version from their next run. Earlier versions remain readable. An earlier version, and one of a retired document, can be activated again.
         */
        post: operations["activatePlatformDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents/{document_id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retire a platform document
         * @description No further device can use the platform. Devices that have it are still backed up with the version that was active, and all versions remain readable and comparable.
         */
        post: operations["retirePlatformDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/{document_id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a platform document on a device
         * @description A dry run: the agent logs in to the device as for a backup, runs the commands of a version of the document, and stores
         *     nothing. Host keys, addresses and leases apply as for any run. `GET /api/runs/{run_id}/dry-run` returns the transcripts
         *     and what a backup would do. With `propose`, Coffer explores the device instead and returns proposed rules for the document. A platform role names the customer of the device. 409 if no online agent supports dry
         *     runs (`dry_run_agent_outdated`), or if the device has no approved destination for the document
         *     (`dry_run_destination_unapproved`).
         */
        post: operations["tryPlatformDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents/{document_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a platform document
         * @description All versions with their sources, latest first.
         */
        get: operations["listPlatformDocumentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents/{document_id}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tests of a platform document
         * @description Transcripts that every later version must still read, oldest first. At most 20.
         */
        get: operations["listPlatformDocumentTests"];
        put?: never;
        /**
         * Keep a transcript as a test
         * @description Stores the transcript of a dry run (`run_id`), with masked secrets and encrypted, or one that was exported (`transcript`). Coffer masks an
         *     exported one again by the patterns of the latest version, which must read it as before. `PATCH /api/platforms/documents/{document_id}` then
         *     refuses a version that reads it differently, with 422 `platform_document_invalid`, and each rule in `document_errors`. 409
         *     `dry_run_without_transcript` if the result was deleted or has no complete answer. A platform role names the customer of the device.
         */
        post: operations["createPlatformDocumentTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents/{document_id}/tests/{test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a test of a platform document with its transcript
         * @description For exports. The transcript contains a configuration with masked secrets, so each reading is audited. A platform role names the
         *     customer of the test.
         */
        get: operations["getPlatformDocumentTest"];
        put?: never;
        post?: never;
        /**
         * Delete a test of a platform document
         * @description Later versions are no longer checked against its transcript. A platform role names the customer of the device.
         */
        delete: operations["deletePlatformDocumentTest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/documents/{document_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a platform document
         * @description The unified difference of the two sources.
         */
        get: operations["diffPlatformDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search devices
         * @description Returns one page in the order of `sort`. Filters are combined with "and".
         */
        get: operations["listDevices"];
        put?: never;
        /**
         * Add a device
         * @description The device is in service immediately: with a schedule, its first run is the next occurrence; without one, it is
         *     backed up on demand. 409 if the customer has a device of that name; 422 names a field with which it cannot be
         *     backed up.
         */
        post: operations["createDevice"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change many devices
         * @description Selects at most 2,000 devices by `ids` or by `filter`, and changes all or none of them. Each change is validated
         *     like the change of a single device; 422 names the invalid devices. Devices that already have the values are not
         *     written. `options` are replaced as a whole, never merged: the response lists the options that each device loses.
         *     With `dry_run`, nothing is written, and errors are listed for each device. Each changed device has an audit
         *     record.
         */
        patch: operations["updateDevices"];
        trace?: never;
    };
    "/api/devices/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the devices of a customer, or of all
         * @description Ordered by name, without decommissioned devices. Accepts the filters of the device list. JSON is complete. CSV
         *     has every column of the import, which excludes the blackouts of devices, and the facts of the devices
         *     (`fact_hostname`, `vendor`, `model`, `serial`, `os_version`, `end_of_sale_on`,
         *     `end_of_support_on`), which the import ignores. An export of all customers
         *     adds the column `customer`. A cell that a spreadsheet would run as a formula starts with an apostrophe, which the import
         *     removes. Devices that are renamed during the export may be missing. Without `tenant`, a platform role requires
         *     `tenant:manage`.
         */
        get: operations["exportDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the latest configuration of a device by its name
         * @description As `GET /api/devices/{device_id}/config`, for programs that know the name of a device. A platform role adds
         *     `tenant` if several customers have a device of this name, or gets 400 `tenant_required`.
         */
        get: operations["readNamedDeviceConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a device
         * @description The device with its state, its last run and its next run.
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a device
         * @description Absent fields are unchanged. `options` are replaced as a whole: an option that the body omits is removed. To change one,
         *     read the device, change its `options` and send all of them, with the `ETag` of the read as `If-Match`. The platform
         *     cannot be changed once the device has history (409), the customer never (405).
         */
        patch: operations["updateDevice"];
        trace?: never;
    };
    "/api/devices/{device_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the definition of a device
         * @description In the format of an import: credentials and agents by name, without secrets.
         */
        get: operations["exportDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the connection to a device
         * @description Uses the same queue, agent, transport order and credentials as a backup, and stops before collection. 409 if no
         *     eligible agent is online, or if the device is disabled or decommissioned.
         */
        post: operations["testDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/restore/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the commit of a restore
         * @description Queues the confirmation: the agent connects again, which proves that the device is still reachable, and commits.
         *     409 if no commit awaits confirmation, or its time has passed. If a confirmation is already queued or running,
         *     returns that run.
         */
        post: operations["confirmRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/decommission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a device out of service
         * @description Cancels queued runs; a running one finishes. `purge_at` is when its backups will be deleted.
         */
        post: operations["decommissionDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reinstate a device
         * @description 409 if the device is in service or its backups were purged. A purged device has released its name: add it as a
         *     new device.
         */
        post: operations["reinstateDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a device's facts
         * @description A period for each change of host name, vendor, model, serial number or version of the operating system, the latest
         *     first. The uptime has no history.
         */
        get: operations["listDeviceFacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/extra-commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the extra commands of a device
         * @description Returns the commands in effect: those of the device, of its tags, and of its customer.
         */
        get: operations["listDeviceExtraCommands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-of-life": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ends of life of products
         * @description The table that a platform administrator loaded, in its order. It is the same for all customers.
         */
        get: operations["listEndOfLife"];
        /**
         * Load the ends of life of products
         * @description Replaces the table, and sets `facts.end_of_support_on` and `facts.end_of_sale_on` of every device by its vendor,
         *     model and version. CSV needs a header with `vendor`, `model`, `os_version`, `end_of_sale`, `end_of_support` and
         *     `source`; JSON is an array of objects with these keys. A model or version may contain `*` for any text. Each error
         *     has the number of its line, and a table with an error changes nothing. At most 10,000 entries.
         */
        put: operations["loadEndOfLife"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/golden-configurations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List golden configurations
         * @description Versions that the devices of a platform with a tag should equal.
         */
        get: operations["listGoldenConfigurations"];
        put?: never;
        /**
         * Add a golden configuration
         * @description Makes a version the golden configuration of the devices with a tag. Its platform and artifact are those of the
         *     version. Retention keeps the version while it is golden. The version must be a text that is not suspicious and
         *     can be read without a download. At most 100 for each customer.
         */
        post: operations["createGoldenConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/golden-configurations/{golden_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a golden configuration
         * @description Returns its version and its declared differences, without a comparison.
         */
        get: operations["getGoldenConfiguration"];
        put?: never;
        post?: never;
        /**
         * Delete a golden configuration
         * @description Its version remains; retention applies to it again, after the cooling-off period.
         */
        delete: operations["deleteGoldenConfiguration"];
        options?: never;
        head?: never;
        /**
         * Change a golden configuration
         * @description Absent fields are unchanged. Another version must be of the same platform and artifact. Retention applies to the
         *     former version again, after the cooling-off period.
         */
        patch: operations["updateGoldenConfiguration"];
        trace?: never;
    };
    "/api/golden-configurations/{golden_id}/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare devices with their golden configuration
         * @description Compares the latest version of each device in service, with the tag and the platform, with the golden version, line
         *     by line within blocks. The order of lines does not count, nor do repeated lines, salted hashes, the bodies of keys
         *     and certificates, and what the declared differences match. Lines are listed in which devices differ, those with the
         *     fewest outliers first. At most 2,000 devices and 256 MiB of text are compared within 10 seconds; beyond a limit,
         *     `complete` is false and `stopped` names it. 413 if the golden version is above the comparison limit. The audit log
         *     records this as `config.search` with the compared devices; with `device_id`, those that the lines name.
         */
        get: operations["readCompliance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/outliers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare devices with what most of them have
         * @description Works as the comparison with a golden configuration, except that the expected lines are those that more than half of
         *     the devices have. If devices of several customers match, name one with `tenant`.
         */
        get: operations["readOutliers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/extra-commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List extra commands
         * @description Further display commands whose output is stored with the backups of devices, each as an artifact of its own.
         */
        get: operations["listExtraCommands"];
        put?: never;
        /**
         * Add an extra command
         * @description Adds a command for all devices of the platform, devices with a tag, or one device. Only display commands are
         *     accepted, by the rules of the platform's family; the agent checks them again. Backups over SSH run the commands
         *     after all others, so a failure never affects the configuration: the run is then `partial`. At most 10 commands for
         *     the same devices. If several with the same key apply to a device, that of the device overrides those of its tags,
         *     and these that of the customer.
         */
        post: operations["createExtraCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/extra-commands/{command_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an extra command
         * @description Returns the command and the devices to which it applies.
         */
        get: operations["getExtraCommand"];
        put?: never;
        post?: never;
        /**
         * Delete an extra command
         * @description Its versions remain readable and comparable.
         */
        delete: operations["deleteExtraCommand"];
        options?: never;
        head?: never;
        /**
         * Change an extra command
         * @description Absent fields are unchanged. The next run of each device uses the new values. Platform, key and devices cannot
         *     change, because they identify the stored versions.
         */
        patch: operations["updateExtraCommand"];
        trace?: never;
    };
    "/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests that need approval
         * @description The setting `approval_actions` names actions that another person must approve. Such a request returns 403
         *     `approval_required`. Repeat it with the header `X-Coffer-Approval-Reason` (percent-encoded UTF-8): the service stores
         *     it, changes nothing, and returns 403 `approval_requested` with `approval_id`. Once another person with the same
         *     permission approves it, repeat the same request with the header `X-Coffer-Approval: <approval_id>` within 24 hours. An
         *     approval is for this method, path and body, for this person, and works once. If the action fails, it can be used again.
         *
         *     Returns requests that you made or have the permission to make.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a request that needs approval
         * @description Returns what the list shows.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{approval_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a request of another person
         * @description You need the permission of the request. Accounts that may belong to the requester cannot approve it (docs/security.md).
         *     The requester can then repeat the request for 24 hours.
         */
        post: operations["approveRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{approval_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a request of another person
         * @description You need the permission of the request.
         */
        post: operations["rejectRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{approval_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw your request
         * @description Withdraws a request of yours that is pending, or approved and not used.
         */
        post: operations["withdrawRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/break-glass-copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List break-glass copies
         * @description Encrypted copies of configurations on computers with the desktop application. Returns your own, and with
         *     `audit:read` those of all users of the customer.
         */
        get: operations["listBreakGlassCopies"];
        put?: never;
        /**
         * Register a break-glass copy
         * @description Used by the desktop application. The setting `break_glass_copies` must allow it. The response contains the key with
         *     which the desktop asks whether it may keep the copy (`POST /api/break-glass-contacts`); the key reads no data. At
         *     most 10 active copies per user.
         */
        post: operations["createBreakGlassCopy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/break-glass-copies/{copy_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a break-glass copy
         * @description Returns what the list shows.
         */
        get: operations["getBreakGlassCopy"];
        put?: never;
        post?: never;
        /**
         * Revoke a break-glass copy
         * @description The copy can no longer be refreshed. The desktop deletes it at its next contact, or when the days
         *     without contact have passed. Copies of other users need `credential:write`. A copy that is already revoked stays as it is.
         */
        delete: operations["revokeBreakGlassCopy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/break-glass-copies/{copy_id}/configurations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the configurations of a break-glass copy
         * @description The last known good version of each text of each device at the copy's sites, without content; without a good version,
         *     the newest that is not suspicious, with `good: false`. `limit` counts devices. Decommissioned devices
         *     and secret texts, such as a master key, are omitted.
         *     Only for the user who registered the copy. 410 `break_glass_copy_ended` if the desktop must delete the copy.
         */
        get: operations["listBreakGlassConfigurations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/break-glass-copies/{copy_id}/contents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read configurations for a break-glass copy
         * @description Returns the contents of versions of the copy's sites, in the order of the request, until they exceed 8 MiB; request
         *     the others again. Request only versions that the copy does not contain. The audit log records each one as
         *     `config.download` with the id of the copy. Only for the user who registered the copy.
         */
        post: operations["readBreakGlassContents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/break-glass-contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether a break-glass copy may be kept
         * @description Needs no session, so that a revocation also reaches a desktop whose user logged out or was disabled. The key
         *     authenticates the copy and reads no data. `ended` names the reason for which the desktop must delete the copy. Report
         *     a finished refresh with `refreshed`, a deletion with `deleted`. For an unknown key, the response is 404 and the
         *     desktop keeps the copy: the database may have been restored from before the registration.
         */
        post: operations["contactBreakGlassCopy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/occurrences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the occurrences of a device's schedule
         * @description The outcome of each occurrence of the last 90 days.
         */
        get: operations["listOccurrences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the latest configuration of a device
         * @description The text of the latest version, or of the version that was current at `at`. Without `artifact`, returns the
         *     platform's main artifact, the first in `GET /api/platforms`: `running-config` (netco_iosxe, netco_nxos,
         *     pafw_panos, pafw_panorama), `full-configuration` (fwco_fortios), `network` (netco_meraki), `scf` (lbco_bigip),
         *     `configuration-conf` (routeco_junos). With two transports, returns the lineage that was seen last. 404 if
         *     nothing had been stored at that time, 409 for a tree (linux_server), an archive and a secret. Each request is
         *     audited as `config.read`, including those that return 304.
         */
        get: operations["readDeviceConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lineages of a device
         * @description A device that is collected over both transports has two lineages of the same artifact, which are never compared
         *     with each other.
         */
        get: operations["listArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/last-known-good": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the last known good versions of a device
         * @description One entry for each lineage, in the order of `GET /api/devices/{device_id}/artifacts`. See
         *     `GET /api/artifacts/{artifact_id}/last-known-good`.
         */
        get: operations["listLastKnownGood"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/divergence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rank the changes of a device
         * @description Changes between successive versions of all lineages, largest first. Changes of unknown magnitude come last.
         */
        get: operations["deviceDivergence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{device_id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots of a device
         * @description The collected file trees and archives of a device.
         */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inventory/import/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import devices from a table
         * @description Devices are matched by name: existing ones are updated, others are added. Columns, in any order: name, hostname,
         *     platform, transport, site, schedule, credential, credential_api, credential_ssh, agents, tags, enabled,
         *     staleness_hours, retry_attempts, retry_delay_minutes, trust_posture, restore_policy, keep_days and keep_last
         *     (retention, replaced together), and each option of a platform by its name (paths, excludes, sudo, vdom, vsys,
         *     ssh_port, …) or as option.NAME. Items of lists are separated by semicolons. An absent column changes nothing. An
         *     empty cell clears its field, except name, hostname, platform, enabled, retry_attempts and retry_delay_minutes,
         *     which are unchanged. Shorter retention requires a session and your password. Unknown columns are ignored with a
         *     warning, or rejected with `ignore_unknown_columns=false`. `platform` also accepts the names of NetBox, Netmiko
         *     and Oxidized, such as `cisco-ios-xe`. Invalid lines are rejected with the reason; the others are written in one
         *     transaction.
         */
        post: operations["importCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inventory/import/json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import devices from an export
         * @description Devices are matched by name. Absent fields are unchanged; options are replaced as a whole. A document of devices
         *     creates neither agents nor credentials: a device whose credential or agent does not exist is added without it,
         *     with a warning. An export of a customer, with or without devices, is imported completely: its agents are created
         *     and await enrolment, its credentials are created without secrets, and its settings are applied if the customer
         *     has no device yet. Anything that the role may not change is omitted with a warning. A document that changes
         *     `second_factor_required` or `allowed_networks` requires your password again (403 with `confirmation` in
         *     `missing`), except in a dry run; with an API token they are omitted with a warning.
         */
        post: operations["importJson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inventory/import/netbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import devices from a NetBox
         * @description Reads devices from NetBox through its REST API: name, primary IP address, platform, site and tags. NetBox
         *     tenants are ignored. `url` is the address of NetBox, or of a filtered list of devices or virtual machines, such
         *     as `https://netbox.example.net/api/dcim/devices/?tag=backup`. `url` and `token` can also be sent in the body,
         *     where proxies do not log them. Coffer sends no requests to the service's own computer, to link-local addresses
         *     or to cloud metadata services, to private networks only with `BKP_IMPORT_ALLOW_PRIVATE`, and follows no
         *     redirects.
         */
        post: operations["importNetbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discovery/fleets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fleets, without their results
         * @description Each fleet has the outcome of its last scan.
         */
        get: operations["listFleets"];
        put?: never;
        /**
         * Add a fleet
         * @description Sends no request to the cloud yet. Imported devices get the agents and the schedule of the fleet.
         */
        post: operations["createFleet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discovery/fleets/{fleet_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a fleet with the results of its last scan
         * @description `last_scan.results` are the networks that the last complete scan found, and whether each is in the inventory.
         */
        get: operations["getFleet"];
        put?: never;
        post?: never;
        /**
         * Delete a fleet; its devices stay in service
         * @description Devices that were imported from it stay in service, like devices that were added manually.
         */
        delete: operations["deleteFleet"];
        options?: never;
        head?: never;
        /**
         * Change a fleet
         * @description Absent fields are unchanged. Agents and schedule apply to networks that are imported from now on.
         */
        patch: operations["updateFleet"];
        trace?: never;
    };
    "/api/discovery/fleets/{fleet_id}/approve-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the address of a fleet
         * @description Required for a fleet that an API token created, or whose credential or region it changed. Until then, a scan fails with
         *     `address_unapproved`, and Coffer does not send the key. Only in a session.
         */
        post: operations["approveFleetAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discovery/fleets/{fleet_id}/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scan for networks, in the background
         * @description Returns immediately; read the fleet to see the progress. If a scan is queued or running, no second one starts. A
         *     scan only proposes networks: it never adds devices or takes them out of service.
         */
        post: operations["scanFleet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discovery/fleets/{fleet_id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Align the inventory on a selection
         * @description Imports the selected networks with the fleet's agents and schedule, or reinstates them. Networks that this fleet
         *     imported and that are not selected go out of service, unless `how` specifies otherwise; their backups stay
         *     readable until the retention of decommissioned devices ends. Repeating a selection changes nothing.
         */
        post: operations["applyFleet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/fingerprints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fingerprints
         * @description Host keys and certificates that agents have received, with their status. Compare a fingerprint with what the
         *     device itself shows before you approve it.
         */
        get: operations["listFingerprints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/fingerprints/{fingerprint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a fingerprint
         * @description With the approved fingerprint of the same host and port, if it differs.
         */
        get: operations["getFingerprint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/fingerprints/{fingerprint_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a fingerprint that was compared with the device
         * @description The approval binds customer, device, kind, host, port and fingerprint. An earlier approved key of the same kind and
         *     algorithm is superseded. With `displayed`, or `compared_out_of_band` and a note, it is recorded as compared; without a
         *     body it is approved and recorded as "host not compared". Only in a session: an API token is refused. The approval of a
         *     changed host, which supersedes an approved one, requires a confirmation.
         */
        post: operations["approveFingerprint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/fingerprints/{fingerprint_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a fingerprint
         * @description Runs of the device end `blocked` while it shows this fingerprint.
         */
        post: operations["rejectFingerprint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the addresses of devices
         * @description The current and the approved destinations of the secrets of devices. While an address is pending, agents read the
         *     device's fingerprint and receive no secret of it. Devices without a credential are left out.
         */
        get: operations["listAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/addresses/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the addresses of many devices
         * @description Approves each address that still matches its digest, for example after an import. Only in a session. Devices whose
         *     address has changed are listed in `changed` and remain unapproved.
         */
        post: operations["approveAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/addresses/{device_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the address of a device
         * @description Allows sending the device's secrets to the address that `digest` identifies. Only in a session: an API token is
         *     rejected. The approval covers these hosts, ports, credentials and trust options; if one of them changes, the
         *     device awaits approval again.
         */
        post: operations["approveAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retention/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the effective retention
         * @description For each value separately, the device decides, then its customer, then the platform.
         */
        get: operations["getEffectiveRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retention/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the next run of retention
         * @description Uses the current policies, or `keep_days` and `keep_last` as if they were set at `level`. Removes nothing. Sizes
         *     are those of the texts and trees as collected: versions share equal content, so less space is released.
         */
        get: operations["previewRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retention/{level}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the retention of a level
         * @description A value is null if the level sets none and inherits.
         */
        get: operations["getRetention"];
        /**
         * Set the retention of a level
         * @description A version is deleted if neither value keeps it: it is not among the `keep_last` newest of its lineage, and was
         *     last seen on the device more than `keep_days` days ago. The latest version of a lineage, a pinned version and
         *     the newest version that is not suspicious are never deleted. Longer retention applies immediately. A cut, also
         *     by inheriting less, requires a session and confirmation (403), applies after `retention_cooling_off_days`, and
         *     raises `retention.cut`. `effective` shows it as pending; to withdraw it, set `before_cut` again. A value below
         *     the platform's minimum gets 422. Versions are removed by the next nightly run at the earliest. With `dry_run`,
         *     nothing is set, and `preview` shows what a run would remove after the cooling-off period. The level `platform`
         *     requires `tenant:manage`.
         */
        put: operations["setRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trust/posture/{level}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the trust posture of a level
         * @description A lower level can only be stricter than the one above it.
         */
        get: operations["getPosture"];
        /**
         * Set the trust posture of a level
         * @description `strict` waits until a user has compared a device's key; `tofu` accepts the first one and marks it "host not
         *     compared". A lower level can only be stricter: 422 names the level above that is strict. The level `platform`
         *     requires `tenant:manage`. API tokens can set a stricter posture only: 403 with `session` in `missing`.
         */
        put: operations["setPosture"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restore/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the effective restore policy
         * @description Platform, customer and device must each allow. The response names the first level that denies.
         */
        get: operations["getEffectiveRestore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restore/policy/{level}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the restore policy of a level
         * @description A value is null if the level sets none and inherits.
         */
        get: operations["getRestorePolicy"];
        /**
         * Set the restore policy of a level
         * @description Every level must allow restores; a level without a value inherits the level above, and the platform denies by
         *     default. `allow` below a level that denies is stored, and takes effect when that level allows. The level
         *     `device` requires `device:write`. API tokens can set a stricter policy only: 403 with `session` in `missing`.
         */
        put: operations["setRestorePolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of maintenance tasks
         * @description Every run has a record, even if it had nothing to do. Runs for the whole installation are shown to platform
         *     roles that name no customer.
         */
        get: operations["listPolicyRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/week": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scheduled starts of the next seven days by hour
         * @description Of enabled devices in service with a schedule. Blackouts are taken into account, jitter is not. Without a customer,
         *     platform roles get the starts of all customers.
         */
        get: operations["listScheduledStarts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blackouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blackouts of all levels
         * @description Every level with blackouts: the platform first, then each customer in the order of slugs, with its sites and
         *     devices by name. `holds_until` shows which blackouts are active.
         */
        get: operations["listBlackouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blackouts/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the effective blackouts of a device
         * @description The blackouts of the platform, its customer, its site and its own. `next_start_at` is when the next occurrence
         *     starts with the current blackouts, `next_start_moved_by` the blackout that delayed it.
         */
        get: operations["getEffectiveBlackouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blackouts/{level}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blackouts of a level
         * @description Only the blackouts of this level, in its order. `GET /api/blackouts/effective` returns all blackouts of a
         *     device.
         */
        get: operations["getBlackouts"];
        /**
         * Set the blackouts of a level
         * @description Replaces the blackouts of the level; an empty list removes all. Send the `digest` of the state that you read as
         *     `in_place_of`, so that you do not overwrite a concurrent change. A device has the blackouts of every level: of
         *     the platform, its customer, its site and its own. A start that falls into a blackout is delayed to its end; the
         *     occurrence remains the same. Backups that a user or program triggers, and runs that are already queued, are not
         *     delayed. The level `platform` requires `tenant:manage`.
         */
        put: operations["setBlackouts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/backups/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Back up now
         * @description Selects devices by id, filter or platform, all devices, or those whose last backup failed; an empty selection gets 422.
         *     A device with a queued or running backup gets no second run, so the response may have fewer runs than selected devices.
         */
        post: operations["triggerBackups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/backups/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group failed backups by cause
         * @description The devices in scope whose last backup failed or was blocked, grouped by `error_code`, the most frequent cause
         *     first. Disabled and decommissioned devices are excluded. `triggerBackups` with `failed` and the same
         *     `error_code` repeats the backups of one cause.
         */
        get: operations["listBackupFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description Backups, connection tests and restores. `failed_only` means failed, blocked, partial and unknown.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description With its attempts and steps and, if it failed, advice.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run's log
         * @description Available while the run is in progress. To follow a run, repeat the request with `after` set to the last `seq`.
         *     Logs are stored for 90 days; secrets are masked.
         */
        get: operations["readRunLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the result of a dry run
         * @description What `POST /api/platforms/{document_id}/try` found: for each command the transcript with masked secrets, the rules that
         *     match its lines, and whether a backup would store the text; for each artifact the cuts that the document accepts and the
         *     differences of two readings. The result contains configurations: it is stored encrypted, each reading is audited, and
         *     it is deleted after 24 hours. 404 for a run of another kind.
         */
        get: operations["readDryRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description 409 if the run has ended.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/{artifact_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a lineage
         * @description A version is stored if the normalised text differs from the latest one; `last_seen_at` is when it was last
         *     collected. The audit log records this as a read.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/{artifact_id}/last-known-good": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the last known good version of a lineage
         * @description The newest version that a user reviewed or that a second run found unchanged, and that is complete, readable, not
         *     suspicious, collected outside lab mode, and from a device whose identity was compared. Of each lineage, the newest 50
         *     versions that could be good are considered. Without such a version, returns the newest one that is not suspicious, with
         *     `good: false` and the criteria that it does not meet. The audit log records this as `version.list`.
         */
        get: operations["lastKnownGood"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare any two versions of a customer
         * @description The texts may be of different configurations, devices and platforms: each is normalised by the rules of its own
         *     platform. 400 if the versions belong to different customers, 413 above the comparison limit. The audit log has one
         *     record for each of the two configurations.
         */
        get: operations["compareVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device-pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List device pairs
         * @description Each pair is two devices that must have the same configuration. Returns whether they differ beyond the declared
         *     differences.
         */
        get: operations["listDevicePairs"];
        put?: never;
        /**
         * Save a device pair
         * @description Compares the latest versions of both devices immediately, and again after each backup that stores another version
         *     of either. The texts are normalised by the rules of each device's platform; then the declared differences are left
         *     out. The configuration must be a text of both platforms, or stored for the device. At most 1,000 pairs of a
         *     customer, with at most 50 declared differences each. The audit log also has a `config.diff` record for each of the
         *     two configurations.
         */
        post: operations["createDevicePair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device-pairs/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare two devices before they are saved as a pair
         * @description Returns what remains with these declared differences, and saves nothing. The responses and the audit
         *     records are those of a saved pair.
         */
        post: operations["previewDevicePair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device-pairs/{pair_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a device pair
         * @description Returns the pair with its state.
         */
        get: operations["getDevicePair"];
        put?: never;
        post?: never;
        /**
         * Delete a device pair
         * @description Devices and versions are unchanged.
         */
        delete: operations["deleteDevicePair"];
        options?: never;
        head?: never;
        /**
         * Change a device pair
         * @description Absent fields are unchanged; `declared_differences` replaces the whole list. Compares the devices again, with a `config.diff` record for each of the two configurations.
         */
        patch: operations["updateDevicePair"];
        trace?: never;
    };
    "/api/device-pairs/{pair_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the devices of a pair
         * @description Compares the latest versions of both devices without the declared differences. 409 if one of them has no text to
         *     compare, 413 above the comparison limit. The audit log has one record for each of the two configurations.
         */
        get: operations["readDevicePairDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/{artifact_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a lineage
         * @description 400 if the versions belong to different lineages, 413 above the comparison limit.
         */
        get: operations["diffVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/{artifact_id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pin a version as the baseline of its lineage
         * @description Retention keeps the pinned version. After every run, the latest version is compared with it; the lineage is
         *     `drifted` if they differ. Replaces an earlier pin. The purge of a decommissioned device also deletes the pinned
         *     version. 400 for a version of another lineage.
         */
        put: operations["pinVersion"];
        post?: never;
        /**
         * Unpin the version of a lineage
         * @description 404 if no version is pinned.
         */
        delete: operations["unpinVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/{artifact_id}/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a lineage with its pinned version
         * @description The difference from the pinned version to the latest. 404 if no version is pinned, 413 above the comparison
         *     limit. For a tree, the response counts entries; compare its two snapshots for details.
         */
        get: operations["readDrift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/{artifact_id}/divergence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rank the changes of a lineage
         * @description Changes between successive versions, largest first. Changes of unknown magnitude come last.
         */
        get: operations["artifactDivergence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/{artifact_id}/divergence/recompute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute unknown magnitudes and summaries
         * @description Computes the size and the summary of changes that have none. Repeat the request while `remaining` is above 0.
         */
        post: operations["recomputeDivergence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/versions/{version_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version's metadata
         * @description When it was collected and last seen, its size, its change and any suspicions; not its text.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/versions/{version_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version's text
         * @description The raw text as it would be restored, not the normalised one. With `download=true` it is an attachment, requires
         *     `config:download` and is audited as `config.download`. A tree has no text: 409 names its snapshot. With
         *     `normalised=true`, returns the text that Coffer compares and `diff` shows; 413 above the comparison limit.
         */
        get: operations["readVersionContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/versions/{version_id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find which version introduced each line
         * @description Compares the normalised text with the versions of the lineage before it, until every line has an origin. An origin
         *     has the version and run that introduced the lines, the author that the device reports, and the ticket of the
         *     review. A line that moved counts as new. Where versions were deleted or cannot be read, `doubts` say so. At most 1,000
         *     older versions and 256 MiB of text are examined within 10 seconds; beyond a limit, `complete` is false. A range of
         *     lines may need fewer versions. 413 above the comparison limit. The audit log records this as `config.read`.
         */
        get: operations["readLineHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/versions/{version_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a version
         * @description A suspicious version is no longer an exception in the daily report. A repeated review without a note and ticket
         *     changes nothing; a new note or ticket replaces the previous one.
         */
        post: operations["reviewVersion"];
        /**
         * Withdraw a review
         * @description Deletes its note and ticket. A suspicious version is an exception in the daily report again.
         */
        delete: operations["withdrawReview"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artifacts/versions/{version_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a configuration
         * @description Queues a restore. The agent replaces the whole configuration of the device with this version. It commits so that
         *     the device rolls back automatically unless the commit is confirmed within `confirm_minutes`. The restore runs at
         *     most once.
         *
         *     `confirm` is exactly `LOAD OVERRIDE`. 403 names the level whose policy denies restores. 422 for a version that
         *     cannot be restored, with the reason. 409 while another restore of the device is running. Send an
         *     `Idempotency-Key`: a request that is repeated because its response was lost then never restores twice.
         */
        post: operations["restoreVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes on all devices
         * @description Versions that differ from the previous one of their lineage. The first version of a lineage is not a change.
         *     `reviewed=false` lists changes that no user has reviewed yet.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes, with equal changes of several devices as one
         * @description Changes are equal if they added and removed the same lines at the same places of the same blocks. Salted hashes and
         *     encrypted values of secrets may differ, because devices salt them; secrets in clear text are equal. The latest 10,000 changes that match are grouped; use `since` and `until` for older ones. A suspicious change is not grouped. To
         *     review a group, list its changes with `GET /api/changes?group=` and send their ids to `POST /api/changes/review`.
         */
        get: operations["listChangeGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review several changes
         * @description Marks all of them or none as reviewed; 422 lists those that do not exist. Each change has an audit record. As
         *     for a single version, a note or ticket replaces that of an earlier review; without them, an earlier review is
         *     unchanged.
         */
        post: operations["reviewChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/time-machine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what devices held at a moment
         * @description For each device by name: the version of each lineage that was current at `at` and its state, and the changes, runs
         *     and events of the `minutes` before. Events are kept for `events_keep_days`. The audit log
         *     records this as `change.list`, once for each customer shown.
         */
        get: operations["listPastStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find lines in the latest configurations
         * @description Searches the latest normalised text of every lineage of devices in service: volatile values are masked, and
         *     lines are numbered from 1. A text is searchable as soon as its backup ends.
         *
         *     With `regex`, the pattern is a regular expression in ECMAScript syntax for one line at a time, without group
         *     references, lookahead and lookbehind. The remaining syntax is evaluated in one pass over a line, so the time of
         *     every pattern is bounded. With `missing`, the search finds devices that have the line in none of the selected
         *     texts.
         *
         *     The response is a stream of JSON objects, one per line, as they are found and in no order. The last one has the
         *     type `end` and states whether everything was searched; a response without it was cut off. The results are
         *     recorded in the audit log with the pattern, even if the client disconnects.
         */
        post: operations["searchConfigurations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/snapshots/{snapshot_id}/browse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a folder
         * @description 409 if the path is not a folder.
         */
        get: operations["browseSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/snapshots/{snapshot_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file
         * @description 409 if the path is not a file, or its content could not be collected. 413 above the preview limit.
         *     `download=true` has no limit, requires `config:download` and is audited as `config.download`.
         */
        get: operations["readSnapshotFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/snapshots/{snapshot_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a folder or a file with another snapshot of the device
         * @description 400 if the other snapshot is of another device, 413 above the comparison limit.
         */
        get: operations["diffSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/snapshots/{snapshot_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a folder as tar.gz
         * @description 413 above the archive limit, before the first byte; 409 if the path is not a folder. Entries have their paths
         *     from the root. If the backup lacks content (unreadable files) or an archive cannot contain it (sockets), the
         *     last member `COFFER-MISSING.txt` lists it. An archive that ends early is damaged.
         */
        get: operations["archiveSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of a day
         * @description The coverage of devices and the exceptions that need attention. Without a customer, platform roles get the
         *     totals and a part for each customer. For a frozen day, returns the report as recorded; for today before it is
         *     frozen, computes it. 404 for a past day that was never frozen.
         */
        get: operations["dailyReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the coverage of each customer by day
         * @description From the frozen reports of the last days. A day without a frozen report of a customer is left out. With a customer,
         *     returns that customer only.
         */
        get: operations["listCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the days with a frozen report
         * @description With the summary of each report. Without a customer, platform roles get the days of the consolidated report.
         */
        get: operations["listReportDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/daily/persist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze the report of today
         * @description A frozen report does not change: a repeated request returns the first one. Without a customer, platform roles
         *     freeze the consolidated report and each customer's. Coffer freezes every day automatically a few minutes after
         *     its end.
         */
        post: operations["persistDailyReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/period": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of a period
         * @description The report of a day, a week from Monday to Sunday, or a calendar month, in `BKP_TIMEZONE`. Without a customer, platform
         *     roles get the report of all customers. The report of an ended period is stored when it is first read or sent, and
         *     does not change afterwards. The report of a period that has not ended, or whose last day is not frozen yet, is
         *     `live`. Without `audit:read`, `accesses` is null. A platform role limited to some customers must name one.
         */
        get: operations["readPeriodReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report-schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List report schedules
         * @description The report schedules of the customer. A platform role that names no customer sees those of every customer and of
         *     the report of all customers.
         */
        get: operations["listReportSchedules"];
        put?: never;
        /**
         * Add a report schedule
         * @description Sends the report of each day, week or month by mail. A platform role that names no customer schedules the report of
         *     all customers. `accesses` requires `audit:read`. docs/reports.md describes periods and sections.
         */
        post: operations["createReportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report-schedules/{report_schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a report schedule
         * @description Returns its settings and the time of the next report.
         */
        get: operations["getReportSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a report schedule
         * @description Takes effect immediately and cannot be undone. Sent reports stay; pending mails are still sent.
         */
        delete: operations["deleteReportSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a report schedule
         * @description Absent fields are unchanged. Reports that are already being sent keep their recipients. If the schedule includes
         *     `accesses`, the caller needs `audit:read`.
         */
        patch: operations["updateReportSchedule"];
        trace?: never;
    };
    "/api/report-schedules/{report_schedule_id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a report now
         * @description Sends the report of the latest period whose last day is frozen, even if it was sent before. The next
         *     scheduled report is not affected. At most 20 reports of a customer, and 20 of all customers, are sent on request
         *     in an hour; then the response is 429 `too_many_reports` with the seconds to wait in `Retry-After`.
         */
        post: operations["sendReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sent-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sent reports
         * @description Sent reports with the state of each delivery. A platform role that names no customer sees those of every customer
         *     and the reports of all customers.
         */
        get: operations["listSentReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sent-reports/{sent_report_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a sent report
         * @description Renders the stored figures again, in the language of the schedule and with the current logo. Without `audit:read`, the
         *     section `accesses` is left out. 409 after the keys of the customer were destroyed.
         */
        get: operations["downloadSentReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tenants/{customer_id}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the logo of a customer
         * @description The image at the top of its reports; 404 if it has no logo.
         */
        get: operations["readTenantLogo"];
        /**
         * Set the logo of a customer
         * @description A PNG or JPEG image of at most 256 KiB and 2,000 by 2,000 pixels, recognised by its content. Replaces the former one.
         */
        put: operations["setTenantLogo"];
        post?: never;
        /**
         * Remove the logo of a customer
         * @description Later reports have no logo. Without a logo, nothing happens.
         */
        delete: operations["removeTenantLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read storage usage and growth
         * @description Show `growth_per_day` together with its `basis`. Roles that are bound to a customer, and platform roles that
         *     name one, get the figures of that customer without `disk` and `full_at`.
         */
        get: operations["storageUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List daily samples of storage usage
         * @description The samples that growth is computed from: the last of each day (UTC), oldest first. Samples are stored for 400
         *     days. Roles that are bound to a customer, and platform roles that name one, get the samples of that customer.
         */
        get: operations["storageSamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/contents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the content of the storage and the largest lineages
         * @description Three sizes of the same content: `collected`, the texts and trees of all versions as the devices sent them;
         *     `unique`, their chunks uncompressed, each once, including members of archives and listings of folders; `stored`,
         *     the chunks as stored, compressed and encrypted.
         */
        get: operations["storageContents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sample storage usage
         * @description Coffer takes a sample every day automatically. Without a customer, platform roles sample all customers.
         */
        post: operations["sampleStorage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete unreferenced content
         * @description Confirms, for one customer, a sweep that removes more than a nightly sweep may remove automatically. First
         *     applies retention and the purge of decommissioned devices. Continues after the response; a dry run completes
         *     before the response and counts what is unreferenced now. Except for a dry run, requires a session and your
         *     password. 409 (`clock_differs`) while the clocks of the service and PostgreSQL differ.
         */
        post: operations["purgeStorage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether a restored database awaits acknowledgement
         * @description After a restore of a dump or a rebuild of the index, nothing is removed from the object store until an
         *     administrator acknowledges it, because the database may lack rows for objects in the store.
         */
        get: operations["readRestored"];
        put?: never;
        post?: never;
        /**
         * Acknowledge a restored database
         * @description Confirms, for every customer, that newer content in the object store was attached again (`rebuild-index`) or may be
         *     deleted. From then on, the nightly sweep removes unused data again; this operation removes nothing. Requires a session
         *     and confirmation.
         */
        delete: operations["acknowledgeRestored"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the integrity of stored backups
         * @description Coffer reads every pack and manifest back from the store within `period_days`. Lists damage and the affected
         *     versions, customer by customer in the order of slugs. Damage disappears from the response when the next check
         *     finds the object intact, or the next backup has sent the lost content again.
         */
        get: operations["storageCompliance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storage/damaged-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List damaged versions
         * @description Versions that cannot be read completely, as of the last check, by id. For a tree, also names the snapshot.
         */
        get: operations["damagedVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a download URL for a browser
         * @description When a browser saves a link, it sends no token. The returned URL works once, for 60 seconds, for exactly one
         *     download: a version's content or a snapshot's file with `download=true`, a snapshot's archive, or an export of
         *     devices or customers. Permission, scope and audit record are those of the download itself, for the user who
         *     created the URL: 403 for a download that the user may not make. The URL becomes invalid with the user's session
         *     or token.
         */
        post: operations["createDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads/{ticket}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download from a download URL
         * @description Works once. Returns the download or its error; 404 `ticket_void` for a URL that was used.
         */
        get: operations["readDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the installation
         * @description Settings that can be changed at run time are in the database and apply to every replica at once. Settings under
         *     `environment` are read at start (docs/settings.md). For retention, use `/api/retention/platform`.
         */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of the installation
         * @description Absent fields are unchanged. The event `settings.changed` lists the changed fields. `session_idle_minutes`,
         *     `token_days_without_networks`, `break_glass_copies`, `break_glass_days`, `approval_actions` and `destruction_delay_days`
         *     require a session and confirmation. While `approval_actions` names any action, they also need an approval. A longer delay
         *     applies immediately, a shorter one only after the current delay. Pending destructions keep their time.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or stream events
         * @description With `Accept: text/event-stream`, the response is a stream of server-sent events that lasts as long as the token
         *     is valid. Each has an `id`, the type as `event`, and this operation's record as `data`. `Last-Event-ID` (or
         *     `after`) resumes after a received event; without it, the stream starts with new events. A comment line is sent
         *     every 15 seconds. An event `reset` means that the given id is no longer stored and events may be missing: read
         *     the current state again. In a browser, use fetch, because `EventSource` sends no token.
         *
         *     Otherwise the response is a list, oldest first: the events after `after`, or the latest ones. Poll with the id
         *     of the last event, or page back with the first id of a list as `before`. `type`, `min_severity`, `device_id`,
         *     `since` and `escalating` apply to the list only; a stream contains every event.
         *
         *     An event requires the permission that reading its subject requires; docs/events.md lists the `permission` of
         *     each type. Events are stored for a limited time (the setting `events_keep_days`); use the audit log and the runs
         *     for earlier times.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Requires the permission of its type, like the list.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{event_id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an event
         * @description Records that a user handles the event, so that notification channels do not escalate it. Only the first acknowledgement is stored; a
         *     repeated request returns it. Requires the permission that reading the event requires. Roles limited to sites or tags acknowledge the
         *     events of their devices.
         */
        post: operations["acknowledgeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification channels
         * @description The channels of the customer. A platform role that names no customer sees those of every customer and of the
         *     platform. Webhooks are channels of the kind `webhook`.
         */
        get: operations["listNotificationChannels"];
        put?: never;
        /**
         * Add a notification channel
         * @description Sends events of the customer named by `tenant` to one destination. The field with the name of the kind contains the destination,
         *     such as `slack`. A channel that a platform role creates without `tenant` receives events of every customer and of the
         *     installation. A channel receives only events that the role of its creator may read. docs/notifications.md describes
         *     each kind.
         */
        post: operations["createNotificationChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-channels/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a notification channel
         * @description Returns its settings and rules, never its secrets.
         */
        get: operations["getNotificationChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a notification channel
         * @description Takes effect immediately and cannot be undone. Pending deliveries are not sent. 409 while another channel escalates
         *     to it.
         */
        delete: operations["deleteNotificationChannel"];
        options?: never;
        head?: never;
        /**
         * Change a notification channel
         * @description Absent fields are unchanged; the destination is replaced as a whole, but a secret that it lacks keeps its stored value.
         *     If the address changes, the other secrets are required again, so that they never reach a destination for which they were not
         *     entered. `kind` cannot change. From now on the channel receives only events that the user who changes it may read.
         *     `enabled` enables a disabled channel again.
         */
        patch: operations["updateNotificationChannel"];
        trace?: never;
    };
    "/api/notification-channels/{channel_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a notification channel
         * @description Sends a test message once and returns the result.
         */
        post: operations["testNotificationChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-channels/{channel_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a message of a notification channel
         * @description Renders an event as the channel would send it, and sends nothing. It uses the latest event that matches its rules, or the
         *     event that `event_id` names. If there is no such event, it renders a test message. Addresses, tokens and header values are left out.
         */
        get: operations["previewNotificationChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-channels/{channel_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a notification channel
         * @description Deliveries and their attempts are stored for 30 days.
         */
        get: operations["listNotificationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-channels/{channel_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery of a notification channel
         * @description Sends it now with the same id, and retries it if necessary. 409 if its events are in another delivery; resend
         *     that one.
         */
        post: operations["resendNotificationDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the mail server
         * @description The server through which channels of the kind `mail` send, without its password. `host` is null if none is set.
         */
        get: operations["readMailServer"];
        /**
         * Set the mail server
         * @description Replaces the settings. An absent password keeps the stored one, unless host, port or user change. Connections are
         *     encrypted; `none` is accepted only for an address of the service's own computer.
         */
        put: operations["setMailServer"];
        post?: never;
        /**
         * Remove the mail server
         * @description Deliveries of `mail` channels then fail and are retried until a mail server is set.
         */
        delete: operations["removeMailServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail-server/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the mail server
         * @description Sends one test mail with the stored settings and returns the result.
         */
        post: operations["testMailServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @deprecated
         * @description Use `/api/notification-channels`, which includes webhooks. The webhooks of the customer; a platform role that names no
         *     customer sees those of every customer and of the platform.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @deprecated
         * @description Sends events of the customer named by `tenant` to an address. A webhook that a platform role creates without
         *     `tenant` receives events of every customer and of the installation. A webhook receives only events that its
         *     creator may read. docs/events.md describes deliveries and the verification of signatures.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @deprecated
         * @description Returns only the host of its address, and never its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @deprecated
         * @description Takes effect immediately and cannot be undone. Pending deliveries are not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @deprecated
         * @description From now on it receives only events that the user who changes it may read. `enabled` enables a disabled webhook again.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @deprecated
         * @description Sends a test delivery once, signed like any other, and returns the result.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @deprecated
         * @description Deliveries and their attempts are stored for 30 days.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @deprecated
         * @description Sends it now with the same id, and retries it for another 7 days if necessary.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Every write and every read of a configuration has a record; its action is the operation's `x-audit`. Other reads
         *     of a customer's data by a platform role are recorded as `tenant.read` with the operation in `detail`;
         *     repetitions within 15 minutes are one record. A rejected request has `outcome` `refused`, with status and code
         *     in `detail`. Some actions belong to no operation. Agents: `agent.exchange` and `backup.result_mismatch`
         *     (refused, to be investigated), `agent.cloned`, `agent.rewound`, `backup.commit`, `trust.first_sight`. Automatic
         *     tasks: `retention.apply`, `device.purge`, `integrity.damaged`, `integrity.healed`. Consequences of another
         *     change: `trust.address_changed`, `storage.accept_restored`. Commands: `database.dump`, `database.restore`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A fresh challenge, signed by the service
         * @description The agent signs the challenge to prove that it has its key. The response is signed, so that the agent can verify
         *     the service.
         */
        get: operations["agentChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrol with an enrolment token
         * @description Signed twice over the same text: with the token's key (`X-Coffer-Token-Signature`) and with the agent's own key
         *     (`X-Coffer-Signature`).
         */
        post: operations["agentEnroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a session for an agent process
         * @description Ends the previous session and releases its leases immediately. A repeated request of the same process returns
         *     the same session.
         */
        post: operations["agentSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for work
         * @description The request stays open until work is available, at most 25 s.
         */
        post: operations["agentClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew all leases
         * @description The response lists jobs to cancel and lost leases, and states whether the agent must stop claiming jobs.
         */
        post: operations["agentHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send requests of several jobs at once
         * @description Each request has its own answer, as if it was sent alone. The log of a job is stored before its result is
         *     committed. Without the log, the result is not committed.
         */
        post: operations["agentBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/watch-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the watch list: the messages that trigger a backup
         * @description For an agent with listeners. `tag` of the previous list avoids sending an unchanged one again.
         */
        post: operations["agentWatchList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/change-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report changes that devices announced, and the state of the listeners
         * @description Queues a backup of each device that the agent may collect. A repeated report queues no second one.
         */
        post: operations["agentChangeReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send lines of a run's log
         * @description In numbered batches, so that a repeated batch is stored once. The agent seals the lines to the customer.
         */
        post: operations["agentLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/fingerprints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report fingerprints
         * @description Sent before any credential is used. A pending or rejected fingerprint ends the run `blocked`.
         */
        post: operations["agentFingerprints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/baseline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the previous tree, sealed to this process
         * @description The entries of the last collected tree, so that the agent reads only what changed.
         */
        get: operations["agentBaseline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/payload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the text of a restore, sealed to this process
         * @description In pages. The agent stores none of it.
         */
        get: operations["agentPayload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/artifacts/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check which content is already stored
         * @description Compares keyed fingerprints of the raw and the normalised text. Unchanged content is not sent.
         */
        post: operations["agentCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/chunks/missing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the chunks that are not stored yet
         * @description Chunks that are reported as present are retained for at least 48 h.
         */
        post: operations["agentMissingChunks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the progress of reading a file tree
         * @description Sent about once a minute. A `checkpoint` is the baseline of the device's next attempt if this one is
         *     interrupted.
         */
        post: operations["agentProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get URLs for uploading packs
         * @description Valid for 15 minutes, for exactly these bytes.
         */
        post: operations["agentPacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/packs/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register uploaded packs
         * @description Registers packs that are in the store, so that a repeated run does not send them again.
         */
        post: operations["agentConfirmPacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/jobs/{job_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send the result of a job; idempotent
         * @description The roots of the collected content, or the failure. 412 lists chunks that the repository does not contain.
         */
        put: operations["agentResult"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/packs/{pack_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a pack to a signed URL of the service
         * @description Used if agents cannot reach the object store. The signature of the URL determines which bytes are accepted, and
         *     until when.
         */
        put: operations["agentPutPack"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a delivery of a webhook
         * @description Not an operation of the service, but the request that a webhook's address receives. Verify the signature before
         *     you use the body (docs/events.md). Any 2xx response within 15 seconds completes the delivery.
         */
        post: operations["receiveEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description RFC 7644, section 3.12 */
        ScimError: {
            schemas: string[];
            /** @description The HTTP status */
            status: string;
            scimType?: string;
            /** @description A sentence in English */
            detail: string;
        };
        /** @description A resource of SCIM. Unknown attributes are ignored. */
        ScimResource: {
            [key: string]: unknown;
        };
        /** @description Operations of RFC 7644, section 3.5.2 */
        ScimPatch: {
            schemas?: string[];
        } & {
            [key: string]: unknown;
        };
        ScimMeta: {
            resourceType: string;
            created: components["schemas"]["Instant"];
            lastModified: components["schemas"]["Instant"];
            location: string;
        };
        ScimUser: {
            schemas: string[];
            /** Format: uuid */
            id: string;
            externalId?: string;
            userName?: string;
            displayName?: string;
            name?: {
                formatted?: string;
                givenName?: string;
                familyName?: string;
            };
            emails?: {
                value?: string;
                type?: string;
                primary?: boolean;
            }[];
            active?: boolean;
            groups?: {
                /** Format: uuid */
                value?: string;
                display?: string;
            }[];
            meta?: components["schemas"]["ScimMeta"];
        };
        ScimGroup: {
            schemas: string[];
            /** Format: uuid */
            id: string;
            externalId?: string;
            displayName?: string;
            members?: {
                /** Format: uuid */
                value?: string;
                display?: string;
            }[];
            meta?: components["schemas"]["ScimMeta"];
        };
        ScimList: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimResource"][];
        };
        /**
         * @description RFC 9457. Programs read `code` and `params`. `title` and `detail` are sentences for people, in the language of
         *     `Accept-Language` (`en` or `fr`).
         */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail?: string;
            request_id: string;
            code: components["schemas"]["ProblemCode"];
            params?: components["schemas"]["MessageParams"];
            /** @description The cause, if a code has several: `database_away` or `database_read_only` (503 `database_unavailable`) */
            cause?: string;
            /** @description The rejected fields (422) */
            errors?: components["schemas"]["FieldError"][];
            /** @description The errors of a platform document (422 `platform_document_invalid`), or of a definition of another product (422 `platform_definition_invalid`) */
            document_errors?: components["schemas"]["PlatformDocumentError"][];
            /** @description The permission, `tenant`, `session`, `confirmation`, `password_change` or `second_factor` (403, 422) */
            missing?: string;
            /**
             * Format: uuid
             * @description Of the request that was stored (`approval_requested`)
             */
            approval_id?: string;
            /** @description Ids that the repository does not contain (412) */
            missing_ids?: string[];
            /** @description The policy level that denies the operation */
            level?: string;
            /** Format: int64 */
            limit_bytes?: number;
            /** Format: int64 */
            size_bytes?: number;
            retry_after_seconds?: number;
        };
        FieldError: {
            /** @description Names and indexes joined by dots, as `options.paths.0` */
            path: string;
            code: components["schemas"]["FieldErrorCode"];
            params: components["schemas"]["MessageParams"];
            /** @description The sentence for the code, in the language that the client accepts */
            message: string;
        };
        /**
         * @description The parameters of a code. `docs/errors.md` lists the parameters and the sentence of every code. A parameter that is an
         *     object with `code` and `params` is itself a message.
         */
        MessageParams: {
            [key: string]: unknown;
        };
        Message: {
            /** @description See `docs/errors.md`. Codes keep their meaning; later versions may add others. */
            code: string;
            params: components["schemas"]["MessageParams"];
        };
        /**
         * @description Why a run, or a part of it, failed. Programs read the codes; `message` is the whole as text. An unrecognised
         *     sentence from an agent or service of an earlier version appears as `legacy_text` in `advice`.
         */
        Failure: {
            code: components["schemas"]["FailureCode"];
            /** @description The step that failed; null if no step had begun */
            step: components["schemas"]["Message"] | null;
            expected: components["schemas"]["Message"] | null;
            /**
             * @description What the device sent: quoted, redacted and never translated. Empty if it sent nothing, null if no response
             *     was expected.
             */
            seen: string | null;
            advice: components["schemas"]["Message"];
            /** @description The whole as text, in the language that the client accepts */
            message: string;
        };
        /**
         * @description Why the value of a field was rejected. Codes keep their meaning; later versions may add others.
         * @enum {string}
         */
        FieldErrorCode: "above_is_strict" | "above_maximum" | "address_not_allowed" | "agent_not_found" | "backup_selection_required" | "backup_without_artifacts" | "backups_purged" | "below_minimum" | "below_platform_floor" | "blackout_form" | "body_not_expected" | "body_required" | "break_glass_days_exceeded" | "ca_certificates_invalid" | "cells_surplus" | "certificate_not_rsa" | "channel_not_found" | "channel_role_invalid" | "chunks_or_list" | "claims_with_assertion" | "code_wrong" | "column_missing" | "column_twice" | "column_unknown" | "comparison_note_required" | "contains_nul" | "content_unreadable" | "contradicts" | "credential_not_found" | "cron_field_count" | "cron_field_invalid" | "cron_name_unknown" | "cron_never" | "csv_unreadable" | "cursor_invalid" | "custom_role_missing" | "customer_unknown" | "day_in_future" | "day_too_early" | "decommissioned_in_document" | "device_not_found" | "device_of_other_platform" | "device_out_of_service" | "devices_by_ids_or_filter" | "document_without_content" | "domain_of_service_accounts" | "duplicate_items" | "email_domain_required" | "ends_before_start" | "entry_point_invalid" | "error_of_device" | "error_of_field" | "event_unknown" | "exclude_clears_rules" | "exclude_empties_path" | "exclude_empty" | "exclude_has_nul" | "exclude_is_rule" | "exclude_too_long" | "excludes_too_complex" | "extra_command_of_platform" | "extra_command_refused" | "file_is_archive" | "file_not_in_encoding" | "file_not_text" | "fingerprint_mismatch" | "format_invalid" | "given_more_than_once" | "given_too_often" | "golden_version_of_other_configuration" | "golden_version_refused" | "header_reserved" | "header_values_required_again" | "invalid_percent_escape" | "is_empty" | "is_fixed" | "is_required" | "issuer_invalid" | "json_unreadable" | "ldap_filter_invalid" | "ldap_url_invalid" | "limits_of_platform_only" | "limits_of_tenant_only" | "line_key_unknown" | "line_repeated" | "line_value_invalid" | "line_value_missing" | "line_without_pattern" | "live_only_today" | "log_lines_invalid" | "logo_invalid" | "logo_too_large" | "mail_address_invalid" | "mail_login_tls_required" | "mail_tls_required" | "more_errors" | "must_be_integer" | "must_be_slug_of_customer" | "must_equal" | "name_repeated" | "names_nothing_to_change" | "needs_field" | "netbox_address_invalid" | "netbox_field_invalid" | "netbox_name_missing" | "netbox_page_too_long" | "netbox_redirects" | "netbox_token_rejected" | "netbox_token_required" | "netbox_too_many_devices" | "no_alternative" | "not_a_calendar_day" | "not_a_download" | "not_a_file_upload" | "not_a_network" | "not_above" | "not_accepted" | "not_artifact_of_platform" | "not_below" | "not_confirmable" | "not_content_of_artifact" | "not_in_dry_run" | "not_in_fleet_scan" | "not_multiple" | "not_netbox" | "not_netbox_answer" | "not_one_of" | "not_signing_agent" | "not_unicode" | "offset_beyond_end" | "only_at_level" | "only_one_factor" | "option_not_of_platform" | "option_required" | "other_customer" | "outcome_not_of_backup" | "outcome_not_of_restore" | "pair_key_unknown" | "pair_key_without_text" | "pair_same_device" | "passkey_not_valid" | "password_breached" | "password_of_names" | "password_repeats" | "password_unchanged" | "password_wrong" | "path_has_nul" | "path_has_parent" | "path_not_absolute" | "path_too_deep" | "path_too_long" | "pattern_backreference" | "pattern_bracket_unmatched" | "pattern_class_open" | "pattern_count_reversed" | "pattern_count_too_high" | "pattern_ends_in_backslash" | "pattern_escape_unknown" | "pattern_group_open" | "pattern_group_repeated" | "pattern_group_unknown" | "pattern_groups_too_deep" | "pattern_has_line_end" | "pattern_lookaround" | "pattern_mismatch" | "pattern_nothing_to_repeat" | "pattern_range_reversed" | "pattern_too_large" | "permission_exceeds_own" | "permission_exceeds_role" | "permission_not_limitable" | "permission_of_platform" | "platform_has_backups" | "platform_level_has_no_tenant" | "platform_unknown" | "platform_without_commands" | "port_duplicate" | "private_key_invalid" | "query_not_encoded" | "report_invalid" | "required_at_level" | "required_for_new_device" | "response_too_long" | "restore_artifact_unsupported" | "restore_completeness_unknown" | "restore_damaged" | "restore_host_not_compared" | "restore_incomplete" | "restore_lab_mode" | "restore_not_complete" | "restore_not_text" | "restore_platform_unsupported" | "restore_state_not_final" | "restore_suspicious" | "restore_too_large" | "restore_transport_unsupported" | "return_address_not_allowed" | "role_exceeds_own" | "role_is_built_in" | "role_not_of_platform" | "role_not_of_tenant" | "role_unknown" | "rsync_path_invalid" | "saml_assertion_invalid" | "saml_metadata_invalid" | "sealed_for_other_lease" | "section_not_found" | "selects_too_many_devices" | "several_alternatives" | "site_unknown" | "size_above_maximum" | "tag_unknown" | "template_name_unknown" | "template_not_json" | "template_output_too_long" | "template_section_unclosed" | "template_section_unopened" | "template_tag_invalid" | "template_too_deep" | "template_too_long" | "text_not_plain" | "time_zone_unknown" | "token_loosens_policy" | "token_lowers_trust" | "token_needs_networks" | "too_few_fields" | "too_few_items" | "too_long" | "too_many_devices" | "too_many_fields" | "too_many_items" | "too_many_lines" | "too_short" | "transport_unsupported" | "unchanged_only_of_restore" | "unknown_field" | "url_has_login" | "url_invalid" | "version_not_found" | "wrong_length" | "wrong_type";
        /**
         * @description A warning about an import or one of its lines. `unscheduled`: new devices have no schedule. `no_agent`: the
         *     customer has no enrolled agent, and some devices need one. Codes keep their meaning; later versions may add
         *     others.
         * @enum {string}
         */
        ImportWarningCode: "agent_not_found" | "agents_not_enrolled" | "agents_not_permitted" | "column_unknown" | "columns_unknown" | "credential_not_found" | "credentials_not_permitted" | "credentials_without_secrets" | "field_unknown" | "lines_of_other_customers" | "netbox_inactive" | "netbox_without_address" | "netbox_without_platform" | "no_agent" | "other_customer" | "platform_unknown" | "sections_of_other_customers" | "setting_not_permitted" | "setting_rejected" | "settings_kept" | "unscheduled";
        /**
         * @description The error as a stable code for programs. Codes keep their meaning; later versions may add others.
         * @enum {string}
         */
        ProblemCode: "account_without_password" | "address_changed" | "address_pending" | "address_refused" | "agent_needed" | "agent_not_revoked" | "agent_outdated" | "agent_revoked" | "approval_needs_person" | "approval_not_pending" | "approval_not_valid" | "approval_of_other" | "approval_own" | "approval_reason_invalid" | "approval_requested" | "approval_required" | "approver_dependent" | "approvers_missing" | "authorization_without_token" | "bearer_invalid" | "body_incomplete" | "body_not_json" | "body_not_text" | "body_not_utf8" | "body_too_large" | "break_glass_copy_ended" | "break_glass_not_allowed" | "break_glass_user_missing" | "busy" | "challenge_expired" | "changed_meanwhile" | "channel_in_use" | "chunk_extensions_too_large" | "chunks_missing" | "clock_differs" | "cloned" | "closed" | "commit_pending" | "confirm_late" | "confirmation_required" | "content_charset_unsupported" | "content_damaged" | "content_encoding_unsupported" | "content_type_unsupported" | "crashed" | "credential_in_use" | "database_unavailable" | "delivery_merged" | "destruction_begun" | "destruction_pending" | "destruction_unfinished" | "device_decommissioned" | "device_disabled" | "device_edited" | "device_in_service" | "device_purged" | "document_tests_full" | "dry_run_agent_outdated" | "dry_run_destination_unapproved" | "dry_run_not_passed" | "dry_run_without_transcript" | "dry_runs_waiting" | "email_domain_taken" | "email_taken" | "extra_command_exists" | "fixed_field" | "header_too_large" | "host_header_missing" | "host_header_repeated" | "idempotency_mismatch" | "import_running" | "internal_error" | "inventory_changed" | "is_archive" | "is_secret" | "is_tree" | "keys_destroyed" | "last_admin" | "ldap_bind_refused" | "lease_lost" | "local_agents_limit" | "local_agents_off" | "login_challenge_expired" | "login_code_expired" | "login_code_rejected" | "login_code_wrong" | "login_failed" | "logout_token_invalid" | "memory" | "method_not_allowed" | "multipart_incomplete" | "name_taken" | "network_not_allowed" | "never_frozen" | "no_agent" | "no_pending_commit" | "no_version_at" | "not_a_file" | "not_a_folder" | "not_authenticated" | "not_browsable" | "not_collected" | "not_found" | "not_unchanged" | "nothing_to_clear" | "pack_refused" | "pair_not_comparable" | "passkeys_unavailable" | "password_at_provider" | "password_change_required" | "password_login_refused" | "permission_missing" | "platform_definition_invalid" | "platform_document_invalid" | "platform_document_on_trial" | "platform_document_used" | "platform_fixed" | "platform_id_fixed" | "platform_not_activated" | "platform_taken" | "precondition_failed" | "query_ambiguous" | "queue_full" | "rate_limited" | "replayed" | "replica_streams_exhausted" | "request_malformed" | "request_timeout" | "restore_denied" | "restore_under_way" | "result_mismatch" | "revoked" | "rewound" | "role_exceeds_yours" | "role_in_use" | "role_needs_tenant" | "role_without_tenant" | "run_ended" | "scope_limited" | "second_factor_exists" | "second_factor_not_issued" | "second_factor_proof_missing" | "second_factor_setup_required" | "second_factor_wrong" | "session_ended" | "session_idle" | "session_required" | "slug_taken" | "snapshots_of_different_devices" | "source_unreachable" | "sso_answer_invalid" | "sso_certificates_expired" | "sso_claim_missing" | "sso_denied" | "sso_email_not_allowed" | "sso_email_not_verified" | "sso_email_taken" | "sso_expired" | "sso_login_too_old" | "sso_name_id_missing" | "sso_no_role" | "sso_other_user" | "sso_provider_unreachable" | "sso_subject_taken" | "sso_unavailable" | "sso_user_disabled" | "store_unreachable" | "superseded" | "tenant_not_allowed" | "tenant_required" | "ticket_void" | "time" | "token_invalid" | "token_network_not_allowed" | "token_spent" | "too_large" | "too_many" | "too_many_attempts" | "too_many_packs" | "too_many_passkeys" | "too_many_reports" | "too_many_streams" | "unknown_level" | "unknown_path" | "unsigned" | "user_provisioned" | "validation_failed" | "version_of_other_lineage" | "versions_of_two_tenants";
        /**
         * @description Why a run failed or was blocked. Codes keep their meaning; later versions may add others.
         * @enum {string}
         */
        FailureCode: "dns_failure" | "connection_refused" | "connection_timeout" | "host_unreachable" | "connection_lost" | "unsupported_algorithm" | "protocol_error" | "tls_untrusted" | "fingerprint_unapproved" | "fingerprint_rejected" | "address_unapproved" | "auth_failed" | "credential_missing" | "credential_unusable" | "two_factor_required" | "enable_failed" | "privilege_insufficient" | "prompt_timeout" | "command_refused" | "device_busy" | "request_failed" | "output_truncated" | "output_disturbed" | "output_too_large" | "extra_commands_timeout" | "archive_damaged" | "archive_refused" | "network_not_found" | "shell_not_clean" | "rsync_missing" | "rsync_too_old" | "rsync_failed" | "path_missing" | "path_unreadable" | "options_invalid" | "tree_too_large" | "device_misbehaved" | "restore_not_begun" | "restore_busy" | "restore_refused" | "restore_damaged" | "restore_unknown" | "restore_not_committed" | "restore_not_confirmed" | "store_unreachable" | "disk_full" | "superseded" | "deadline_exceeded" | "agent_lost" | "no_agent" | "platform_document_refused" | "platform_unsupported" | "internal_error";
        /**
         * Format: date-time
         * @description RFC 3339 in UTC; no leap second
         */
        Instant: string;
        /**
         * @description `tenant_custom` and `platform_custom` are roles that an administrator defined; `role_id` names them.
         * @enum {string}
         */
        Role: "tenant_auditor" | "tenant_readonly" | "tenant_operator" | "tenant_admin" | "tenant_custom" | "platform_auditor" | "platform_operator" | "platform_admin" | "platform_custom";
        /**
         * Format: uuid
         * @description The custom role; null for a built-in role
         */
        RoleId: string | null;
        /**
         * Format: uuid
         * @description Needed for `tenant_custom` and `platform_custom`: the custom role
         */
        RoleChoice: string;
        /** @description The name of the custom role; null for a built-in role */
        RoleName: string | null;
        /** @enum {string} */
        Permission: "device:read" | "config:read" | "report:read" | "config:download" | "backup:trigger" | "device:write" | "credential:write" | "retention:write" | "audit:read" | "agent:manage" | "tenant:manage" | "purge:force" | "config:restore" | "secret:read" | "user:provision";
        /** @description A short name of lower-case letters, digits and inner hyphens */
        Slug: string;
        Name: string;
        Secret: string;
        Login: {
            email: string;
            password: string;
        };
        SessionToken: {
            token: string;
            expires_at: components["schemas"]["Instant"];
        };
        LoginProvider: {
            /** @description Of the platform's provider; null if none is enabled */
            name: string | null;
        };
        /** @description SHA-256 of the verifier, in base64url */
        SsoChallenge: string;
        SsoRequest: {
            /** @description Determines the provider by its domain; without it, the provider is the platform's */
            email?: string;
            challenge: components["schemas"]["SsoChallenge"];
            /** @description Where the browser goes afterwards */
            return_to: string;
        };
        SsoConfirmationRequest: {
            challenge: components["schemas"]["SsoChallenge"];
            /** @description Where the browser goes afterwards */
            return_to: string;
        };
        SsoAddress: {
            /** @description To open in the browser */
            url: string;
            expires_at: components["schemas"]["Instant"];
        };
        SsoCompletion: {
            code: $Write<string>;
            verifier: $Write<string>;
        };
        LoginCodeRequest: {
            challenge: components["schemas"]["SsoChallenge"];
            /** @description What the client calls itself, for the user who confirms */
            client: string;
        };
        ConfirmationCodeRequest: {
            challenge: components["schemas"]["SsoChallenge"];
            /** @description What the client calls itself, for the user who confirms */
            client: string;
            /** @description The request that the client will send. The confirmation is valid for this request only */
            action: {
                /** @enum {string} */
                method: "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Path with query string, as sent. Only the query string may have percent-encoding */
                path: string;
                /**
                 * @description The JSON body as sent, up to 16 KiB and without NUL. For a form, `{"file": {"sha256": "…"}}` with the
                 *     hash of the file, in lower-case hexadecimal.
                 */
                body?: unknown;
            };
        };
        ConfirmedAction: {
            /** @description The `operationId` in this document */
            operation: string;
            /** @enum {string} */
            method: "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Path with query string */
            path: string;
            /** @description Without its secrets; null without a body */
            body: unknown;
            /** @description The name of what the request changes or creates */
            object_name: string | null;
            /** @description The customer in the query */
            tenant_name: string | null;
            /** @description The level of a policy that the request changes */
            level: string | null;
            /** @description totp or passkey: the second factor that the request removes */
            factor_kind: string | null;
            /** @description The fingerprint that the request approves */
            fingerprint: components["schemas"]["ConfirmedFingerprint"] | null;
            /** @description What the request approves, if the caller may decide on it */
            approval: components["schemas"]["ConfirmedApproval"] | null;
        };
        ConfirmedFingerprint: {
            /** @enum {string} */
            kind: "ssh_host_key" | "tls_certificate";
            host: string;
            port: number;
            fingerprint: string;
            device_name: string | null;
        };
        ConfirmedApproval: {
            action: components["schemas"]["ApprovalAction"];
            /** @enum {string} */
            method: "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Path with query string */
            path: string;
            /** @description Without its secrets; null without a body; `size_bytes` and `sha256` of a body of more than 16 KiB */
            body: unknown;
            /** @description Of the requester */
            reason: string;
        };
        IssuedCode: {
            /** Format: uuid */
            id: string;
            /** @description For the user to type at `url` */
            user_code: string;
            /** @description The page of the console where the user confirms */
            url: string;
            expires_at: components["schemas"]["Instant"];
            /** @description Seconds to wait between two polls for the result */
            poll_seconds: number;
        };
        CodeCompletion: {
            /**
             * Format: uuid
             * @description `id` of the issued code
             */
            code_id: string;
            verifier: $Write<string>;
        };
        PendingCode: {
            /** @enum {string} */
            state: "pending";
        };
        UserCodeInput: {
            /** @description Upper or lower case, with or without separators */
            user_code: $Write<string>;
        };
        LoginCode: {
            /**
             * @description A new session, or an action of an open one
             * @enum {string}
             */
            purpose: "login" | "confirmation";
            /** @description What the confirmation is valid for; null for a login */
            action: components["schemas"]["ConfirmedAction"] | null;
            /** @description What the client calls itself; it may be wrong */
            client: string;
            user_agent: string | null;
            /** @description The address from which the client asked */
            ip: string | null;
            created_at: components["schemas"]["Instant"];
            expires_at: components["schemas"]["Instant"];
        };
        RoleMapping: {
            claim: string;
            /** @description Compared exactly; a claim may be a list */
            value: string;
            role: components["schemas"]["Role"];
            role_id?: components["schemas"]["RoleChoice"];
        };
        IdentityProvider: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ProviderKind"];
            /**
             * Format: uuid
             * @description null for the platform's
             */
            tenant_id: string | null;
            name: string;
            /** @description The address in `iss`, the entity id of a SAML provider, or the base of a directory */
            issuer: string;
            /** @description Coffer's id at the provider; for SAML its entity id */
            client_id: string;
            has_secret: boolean;
            scopes: string[];
            email_claim: string;
            name_claim: string;
            email_domains: string[];
            role_mappings: components["schemas"]["RoleMapping"][];
            enabled: boolean;
            required: boolean;
            verifies_second_factor: boolean;
            second_factor_values: components["schemas"]["SecondFactorValues"];
            session_minutes: components["schemas"]["ProviderSessionMinutes"];
            /** @description Settings of a SAML provider; null for the others */
            saml: components["schemas"]["SamlSettings"] | null;
            /** @description Settings of a directory; null for the others */
            ldap: components["schemas"]["LdapSettings"] | null;
            /** @description To register at the provider as redirect address, or for SAML as ACS URL and entity id */
            callback_url: string;
            /** @description Since when it has not answered logins and checks of sessions; null if it answers. Always null for SAML, which Coffer does not contact */
            unreachable_since: components["schemas"]["Instant"] | null;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
        };
        /**
         * @description OpenID Connect, SAML 2.0, or LDAP such as Active Directory
         * @enum {string}
         */
        ProviderKind: "oidc" | "saml" | "ldap";
        /**
         * @description Values of `amr` or `acr`, or classes of SAML, one of which a login must state to count as one with a second factor.
         *     Empty: `mfa`, or methods of two kinds (RFC 8176); a provider that states nothing is then trusted
         */
        SecondFactorValues: string[];
        /**
         * @description Length of sessions that the provider cannot confirm later, such as those of SAML; null: five minutes. A user who is
         *     disabled at the provider keeps a session for up to this time.
         */
        ProviderSessionMinutes: number | null;
        SamlSettings: {
            /** @description Single sign-on URL of the provider (HTTP-Redirect) */
            entry_point: string;
            /** @description Signing certificates of the provider, as PEM */
            certificates: string[];
        };
        /** @description The provider's metadata, or what they contain. Single fields replace those of the metadata */
        SamlInput: {
            metadata_xml?: string;
            /** @description Where logins begin (HTTP-Redirect), over https */
            entry_point?: string;
            /** @description Signing certificates of the provider, as PEM or base64; RSA with at least 2048 bits */
            certificates?: string[];
        };
        LdapSettings: {
            /** @description `ldaps://` with an optional port, or `ldap://`, which always uses StartTLS */
            url: string;
            /** @description The service account that searches users; its password is `client_secret` */
            bind_dn: string;
            /** @description Below which users are searched */
            base_dn: string;
            /** @description With `{login}`, as the user typed it, or `{user}`, the part before the @ */
            user_filter: string;
            /** @description Identifies the user for good; `objectGUID` in Active Directory */
            subject_attribute: string;
            /** @description Below which groups are searched; null: `base_dn` */
            group_base_dn: string | null;
            /** @description Finds the groups of a user by `{dn}`, which become the claim `groups`; null: only `memberOf` is read */
            group_filter: string | null;
            /** @description Users who match it are disabled, in addition to those whom the directory marks */
            disabled_filter: string | null;
            /** @description PEM of your authority, instead of the usual ones */
            ca_certificates: string | null;
        };
        LdapInput: {
            /** @description `ldaps://` with its port, or `ldap://`, which always uses StartTLS */
            url: string;
            /** @description The service account that searches users; its password is `client_secret` */
            bind_dn: string;
            /** @description Below which users are searched */
            base_dn: string;
            /**
             * @description With `{login}`, as the user typed it, or `{user}`, the part before the @
             * @default (mail={login})
             */
            user_filter?: string;
            /**
             * @description Identifies the user for good; `objectGUID` in Active Directory
             * @default entryUUID
             */
            subject_attribute?: string;
            /** @description Below which groups are searched; null: `base_dn` */
            group_base_dn?: string | null;
            /** @description Finds the groups of a user by `{dn}`, which become the claim `groups`; null: only `memberOf` is read */
            group_filter?: string | null;
            /** @description Users who match it are disabled, in addition to those whom the directory marks */
            disabled_filter?: string | null;
            /** @description PEM of your authority, instead of the usual ones */
            ca_certificates?: string | null;
        };
        IdentityProviderInput: {
            kind?: components["schemas"]["ProviderKind"];
            /** @description As login pages show it */
            name: string;
            /** @description The address in `iss`, over https, which OpenID Connect requires; the entity id of a SAML provider */
            issuer?: string;
            /** @description Required for OpenID Connect */
            client_id?: string;
            saml?: components["schemas"]["SamlInput"];
            ldap?: components["schemas"]["LdapInput"];
            session_minutes?: components["schemas"]["ProviderSessionMinutes"];
            /** @description Of the client, or of the service account of a directory. Absent keeps the stored one; null for a public client. */
            client_secret?: $Write<string | null>;
            /**
             * @description Requested in addition to `openid`
             * @default [
             *       "profile",
             *       "email",
             *       "offline_access"
             *     ]
             */
            scopes?: string[];
            /** @description Default `email`, for LDAP `mail` */
            email_claim?: string;
            /** @description Default `name`, for LDAP `cn` */
            name_claim?: string;
            /** @description Domains of the users' e-mail addresses, in lower case; a customer's provider has at least one */
            email_domains?: string[];
            /** @description The first that matches determines the role */
            role_mappings: components["schemas"]["RoleMapping"][];
            /** @default true */
            enabled?: boolean;
            /**
             * @description Refuse passwords, except of break-glass accounts
             * @default false
             */
            required?: boolean;
            /**
             * @description A login at the provider counts as one with a second factor, unless the provider states in `amr`, `acr` or
             *     `AuthnContextClassRef` that it verified only one factor
             * @default false
             */
            verifies_second_factor?: boolean;
            second_factor_values?: components["schemas"]["SecondFactorValues"];
        };
        IdentityProviderTest: {
            kind: components["schemas"]["ProviderKind"];
            /** @description Why its configuration or keys could not be read */
            error: string | null;
            /** @description Number of signing keys; for SAML, of certificates that are valid now */
            keys: number;
            /** @description When the last certificate of a SAML provider expires */
            certificates_expire_at: components["schemas"]["Instant"] | null;
            /** @description Without them, sessions end after `session_minutes` */
            refresh_tokens: boolean;
            /** @description Whether the provider states support for PKCE with S256 */
            pkce: boolean;
            back_channel_logout: boolean;
        };
        /** @description Either claims or an assertion */
        ClaimsInput: {
            claims?: {
                [key: string]: unknown;
            };
            /** @description XML of one SAML assertion, or of a response with one */
            assertion?: string;
        };
        SamlResponseForm: {
            SAMLResponse: string;
            RelayState: string;
        };
        LogoutForm: {
            logout_token: string;
        };
        MappedIdentity: {
            /** @description Why a login with these claims would be refused */
            refusal: string | null;
            subject: string | null;
            email: string | null;
            name: string | null;
            role: components["schemas"]["Role"] | null;
        };
        ProviderSubject: {
            /** @description `sub` of the ID token, or the NameID of SAML */
            subject: string;
        };
        /** @enum {string} */
        FactorKind: "totp" | "passkey";
        /**
         * @description `single_factor`: the provider stated that it verified only one factor
         * @enum {string}
         */
        LoginMethod: "password" | "sso" | "single_factor" | "totp" | "passkey" | "recovery_code" | "code";
        /** @description The password or the identity provider verified the user, and a second factor is required */
        LoginChallenge: {
            /** @description For `POST /api/auth/login/second-factor` */
            challenge: string;
            expires_at: components["schemas"]["Instant"];
            factors: components["schemas"]["FactorKind"][];
            /** @description The options for `navigator.credentials.get`; null without a passkey that works at this address */
            passkey_options: components["schemas"]["PasskeyOptions"] | null;
        };
        /** @description Options of WebAuthn as JSON (WebAuthn level 3) */
        PasskeyOptions: {
            challenge: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Response of a browser as JSON (WebAuthn level 3) */
        PasskeyResponse: {
            id: string;
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            response: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        Code: string;
        TotpCode: {
            code: components["schemas"]["Code"];
        };
        /** @description Exactly one of `totp`, `recovery_code` and `passkey` */
        FactorLogin: {
            challenge: $Write<string>;
            totp?: components["schemas"]["Code"];
            recovery_code?: components["schemas"]["Code"];
            passkey?: components["schemas"]["PasskeyResponse"];
        };
        SecondFactor: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["FactorKind"];
            /** @description Chosen by the user; empty for `totp` */
            name: string;
            created_at: components["schemas"]["Instant"];
            /** @description null if it was never used to log in or to confirm */
            last_used_at: components["schemas"]["Instant"] | null;
        };
        SecondFactors: {
            /** @description Oldest first */
            factors: components["schemas"]["SecondFactor"][];
            recovery_codes_left: number;
            /** @description Your role or customer requires a second factor */
            required: boolean;
            /** @description Browsers offer passkeys at the address of `BKP_BASE_URL`: a host name over https, or `localhost` */
            passkeys_available: boolean;
        };
        IssuedTotp: {
            /** @description Base32, to type */
            secret: string;
            /** @description The content of a QR code (`otpauth:`) */
            uri: string;
        };
        RecoveryCodes: {
            /** @description Shown only once; empty if the user already had a second factor */
            recovery_codes: string[];
        };
        NewPasskey: {
            name: components["schemas"]["Name"];
            response: components["schemas"]["PasskeyResponse"];
        };
        AddedPasskey: {
            passkey: components["schemas"]["SecondFactor"];
            recovery_codes: string[];
        };
        PasswordChange: {
            current_password: string;
            new_password: string;
        };
        Me: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            role_id: components["schemas"]["RoleId"];
            role_name: components["schemas"]["RoleName"];
            /**
             * Format: uuid
             * @description The customer that the role is bound to
             */
            tenant_id: string | null;
            permissions: components["schemas"]["Permission"][];
            expires_at: components["schemas"]["Instant"];
            /** @description The time zone of schedules (IANA), `BKP_TIMEZONE` */
            time_zone: string;
            second_factors: components["schemas"]["FactorKind"][];
            /** @description Whether this session can only set up a second factor; other operations then return 403 */
            second_factor_required: boolean;
            /** @description Whether this session can only change the password; other operations then return 403 */
            password_change_required: boolean;
            /** @description Whether the user logs in with the identity provider, and confirms there */
            sso: boolean;
            provider_name: components["schemas"]["ProviderName"];
            /** @description The API token of the request; null in a session */
            token: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
        };
        /** @description Without a second factor: `password`. With one: a `passkey`, or `password` with `totp` or `recovery_code`. */
        IdentityProof: {
            password?: $Write<string>;
            totp?: components["schemas"]["Code"];
            recovery_code?: components["schemas"]["Code"];
            passkey?: components["schemas"]["PasskeyResponse"];
        };
        Confirmation: {
            /** @description For the header `X-Coffer-Confirmation` */
            confirmation: string;
            expires_at: components["schemas"]["Instant"];
        };
        Session: {
            /** Format: uuid */
            id: string;
            created_at: components["schemas"]["Instant"];
            expires_at: components["schemas"]["Instant"];
            /** @description To the minute, without requests that a page sends automatically; null if unused since the login */
            last_used_at: components["schemas"]["Instant"] | null;
            /** @description The address from which the user logged in */
            ip: string | null;
            /** @description What the client called itself (`User-Agent`) */
            user_agent: string | null;
            /** @description How the user logged in */
            login_methods: components["schemas"]["LoginMethod"][];
            /** @description It is the session of this request */
            current: boolean;
        };
        ApiToken: {
            /** Format: uuid */
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            role_id: components["schemas"]["RoleId"];
            /** @description The only permissions of its role that the token has; null: all of them */
            permissions: components["schemas"]["Permission"][] | null;
            /**
             * Format: uuid
             * @description The customer that the token is bound to
             */
            tenant_id: string | null;
            /** @description Networks from which it can be used; empty: any */
            networks: string[];
            /** @description With `tags`: the devices that the token sees, within the limits of its role and its user; both empty: no limit of its own */
            sites: string[];
            tags: string[];
            /** @description The user who created it, also for a service account; the user may be deleted. Null for tokens of service accounts whose creation the audit log does not contain */
            created_by: {
                /** Format: uuid */
                id: string;
                /** @description At that time */
                email: string;
            } | null;
            created_at: components["schemas"]["Instant"];
            expires_at: components["schemas"]["Instant"];
            /** @description To the minute */
            last_used_at: components["schemas"]["Instant"] | null;
            /** @description The address of the request that `last_used_at` records */
            last_used_ip: string | null;
        };
        NewApiToken: {
            name: components["schemas"]["TokenName"];
            role: components["schemas"]["Role"];
            role_id?: components["schemas"]["RoleChoice"];
            permissions?: components["schemas"]["TokenPermissions"];
            expires_in_days?: components["schemas"]["TokenDays"];
            networks?: components["schemas"]["TokenNetworks"];
            sites?: components["schemas"]["TokenSites"];
            tags?: components["schemas"]["TokenTags"];
        };
        NewServiceAccountToken: {
            name: components["schemas"]["TokenName"];
            permissions?: components["schemas"]["TokenPermissions"];
            expires_in_days?: components["schemas"]["TokenDays"];
            networks?: components["schemas"]["TokenNetworks"];
            sites?: components["schemas"]["TokenSites"];
            tags?: components["schemas"]["TokenTags"];
        };
        /** @description The audit log names it `token:<name>` */
        TokenName: string;
        /** @description The only permissions of its role that the token has; absent: all of them */
        TokenPermissions: components["schemas"]["Permission"][];
        /** @default 90 */
        TokenDays: number;
        /** @description Addresses or networks (CIDR) from which it can be used; empty or absent: any */
        TokenNetworks: string[];
        /** @description The token sees only devices of these sites, or with a tag of `tags`. Only for tokens of a customer; the limits of its role and its user apply too */
        TokenSites: string[];
        /** @description The token sees only devices with one of these tags, or of a site of `sites` */
        TokenTags: string[];
        ServiceAccount: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Replaces the e-mail address of a user, such as in the audit log */
            address: string;
            role: components["schemas"]["Role"];
            role_id: components["schemas"]["RoleId"];
            role_name: components["schemas"]["RoleName"];
            /**
             * Format: uuid
             * @description Null for an account of the platform
             */
            tenant_id: string | null;
            disabled: boolean;
            /** @description API tokens that have not expired */
            tokens_count: number;
            created_at: components["schemas"]["Instant"];
        };
        NewServiceAccount: {
            /** @description Lower-case letters, digits and hyphens; it cannot be changed later */
            name: string;
            role: components["schemas"]["Role"];
            role_id?: components["schemas"]["RoleChoice"];
        };
        ServiceAccountPatch: {
            role?: components["schemas"]["Role"];
            role_id?: components["schemas"]["RoleChoice"];
            disabled?: boolean;
        };
        AnyApiToken: components["schemas"]["ApiToken"] & {
            /** @description The user who created it, or the service account; the token ends with this account. Null for an account of the platform, which customers do not see */
            maker: {
                /** Format: uuid */
                id: string;
                /** @description Of a service account: its address */
                email: string;
                service_account: boolean;
            } | null;
        };
        MadeApiToken: components["schemas"]["ApiToken"] & {
            /** @description Shown only once */
            token: string;
        };
        CustomRole: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null for a role of the platform
             */
            tenant_id: string | null;
            name: string;
            description: string;
            permissions: components["schemas"]["Permission"][];
            /** @description With `tags`: the devices that the role sees; both empty: all */
            sites: string[];
            tags: string[];
            /** @description The only customers that a role of the platform sees; empty: all */
            tenant_ids: string[];
            /** @description Users who have the role */
            users_count: number;
            created_at: components["schemas"]["Instant"];
            created_by: string;
            updated_at: components["schemas"]["Instant"];
            updated_by: string;
        };
        NewCustomRole: {
            name: components["schemas"]["Name"];
            description?: components["schemas"]["RoleDescription"];
            permissions: components["schemas"]["RolePermissions"];
            sites?: components["schemas"]["RoleSites"];
            tags?: components["schemas"]["RoleTags"];
            tenant_ids?: components["schemas"]["RoleCustomers"];
        };
        CustomRolePatch: {
            name?: components["schemas"]["Name"];
            description?: components["schemas"]["RoleDescription"];
            permissions?: components["schemas"]["RolePermissions"];
            sites?: components["schemas"]["RoleSites"];
            tags?: components["schemas"]["RoleTags"];
            tenant_ids?: components["schemas"]["RoleCustomers"];
        };
        /** @description Only for a role of the platform: it sees only these customers, and nothing of the platform. Empty: all */
        RoleCustomers: string[];
        /** @description The role sees only devices of these sites, or with a tag of `tags`. Empty: of all sites, if `tags` is empty too */
        RoleSites: string[];
        /** @description The role sees only devices with one of these tags, or of a site of `sites` */
        RoleTags: string[];
        RoleDescription: string;
        RolePermissions: components["schemas"]["Permission"][];
        User: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            role_id: components["schemas"]["RoleId"];
            role_name: components["schemas"]["RoleName"];
            /** Format: uuid */
            tenant_id: string | null;
            disabled: boolean;
            /** @description The next session can only change the password */
            must_change_password: boolean;
            scim_state: components["schemas"]["ScimState"];
            second_factors: components["schemas"]["FactorKind"][];
            /** @description Logs in with the identity provider */
            sso: boolean;
            provider_name: components["schemas"]["ProviderName"];
            /** @description May use a password even if the provider is required */
            break_glass: boolean;
            created_at: components["schemas"]["Instant"];
        };
        /**
         * @description State at the identity provider that manages the account over SCIM; null without SCIM. Name, e-mail address and
         *     role of such an account cannot be changed here, and an inactive one cannot be enabled.
         * @enum {string|null}
         */
        ScimState: "active" | "inactive" | null;
        /** @description The identity provider that determines role, name and e-mail address; null without one */
        ProviderName: string | null;
        NewUser: {
            email: string;
            name: components["schemas"]["Name"];
            role: components["schemas"]["Role"];
            role_id?: components["schemas"]["RoleChoice"];
            password: $Write<string>;
            must_change_password?: components["schemas"]["MustChangePassword"];
        };
        /**
         * @description Whether sessions of the user can only change the password until the user has done so. Set it for a password that you tell
         *     a person. It has no effect for a user of an identity provider.
         * @default false
         */
        MustChangePassword: boolean;
        UserPatch: {
            email?: string;
            name?: components["schemas"]["Name"];
            role?: components["schemas"]["Role"];
            role_id?: components["schemas"]["RoleChoice"];
            password?: $Write<string>;
            /**
             * @description As for a new user; with `password`, the default is false. Without `password`, it requires a change of the present password,
             *     or, with confirmation, no longer requires it.
             */
            must_change_password?: boolean;
            disabled?: boolean;
            /** @description May use a password even if the identity provider is required */
            break_glass?: boolean;
            /**
             * @description With another password: revoke no API tokens, only list them
             * @default false
             */
            keep_tokens?: boolean;
        };
        UpdatedUser: components["schemas"]["User"] & components["schemas"]["RevokedTokens"] & components["schemas"]["RemainingTokens"];
        /** @description API tokens of service accounts that a user created, and that remain valid when the user is disabled or deleted. Revoke those that the user may know */
        RemainingTokens: {
            service_account_tokens: {
                /** Format: uuid */
                id: string;
                name: string;
                /** Format: uuid */
                tenant_id: string | null;
                /** @description The address of the account */
                service_account: string;
            }[];
        };
        /** @description The API tokens of a user that were revoked and that remain; both lists are empty if tokens were not affected */
        RevokedTokens: {
            tokens_revoked: components["schemas"]["NamedToken"][];
            tokens_kept: components["schemas"]["NamedToken"][];
        };
        NamedToken: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        Tenant: {
            /** Format: uuid */
            id: string;
            slug: components["schemas"]["Slug"];
            name: string;
            restore_policy: components["schemas"]["RestorePolicy"];
            decommissioned_retention_days: number;
            /** @description Its users must have a second factor */
            second_factor_required: boolean;
            /** @description Addresses and networks (CIDR) from which its users and their API tokens may log in and send requests; empty: any */
            allowed_networks: string[];
            /** @description The days were reduced, and no device is purged before this time; null if no reduction is pending */
            purges_not_before: components["schemas"]["Instant"] | null;
            /** @description When the keys were destroyed and backups became unreadable; null while they are readable */
            keys_destroyed_at: components["schemas"]["Instant"] | null;
            /** @description The pending, running or last destruction; null if none was ever requested */
            destruction: components["schemas"]["Destruction"] | null;
            created_at: components["schemas"]["Instant"];
        };
        /** @description Of a customer's keys (`keys`), or of the customer with every row (`tenant`) */
        Destruction: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            /** @enum {string} */
            kind: "keys" | "tenant";
            slug: string;
            name: string;
            /**
             * @description `pending`: can be withdrawn until `due_at`; `running`: the keys are destroyed, the data follows
             * @enum {string}
             */
            state: "pending" | "running" | "done" | "withdrawn";
            requested_by: string;
            requested_at: components["schemas"]["Instant"];
            due_at: components["schemas"]["Instant"];
            withdrawn_by: string | null;
            withdrawn_at: components["schemas"]["Instant"] | null;
            keys_destroyed_at: components["schemas"]["Instant"] | null;
            /** @description The certificate is available from then on */
            completed_at: components["schemas"]["Instant"] | null;
        };
        DestructionCertificate: {
            /** @description What was destroyed, for which customer and when */
            certificate: {
                [key: string]: unknown;
            };
            /** @description Of the service's Ed25519 key over `certificate` as canonical JSON (`jq -cjS .certificate`) */
            signature: {
                /** @enum {string} */
                algorithm: "ed25519";
                /** @description The raw 32 bytes, base64 */
                public_key: string;
                /** @description base64 */
                value: string;
            };
        };
        /**
         * @description Whether this level allows a restore; null inherits the level above
         * @enum {string|null}
         */
        RestorePolicy: "allow" | "deny" | null;
        NewTenant: {
            slug: components["schemas"]["Slug"];
            name: components["schemas"]["Name"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            decommissioned_retention_days?: number;
        };
        TenantPatch: {
            name?: components["schemas"]["Name"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            decommissioned_retention_days?: number;
            second_factor_required?: boolean;
            allowed_networks?: string[];
        };
        /**
         * @description `cloned` and `rewound` agents get no jobs until an operator clears them
         * @enum {string}
         */
        AgentStatus: "pending" | "online" | "offline" | "cloned" | "rewound" | "revoked";
        Agent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            slug: components["schemas"]["Slug"];
            name: string;
            /** @description Backups of this agent match no real device. Treat it as an alarm. */
            lab_mode: boolean;
            /** @description Whether a server of the installation runs it */
            local: boolean;
            status: components["schemas"]["AgentStatus"];
            /** Format: date-time */
            last_seen_at: string | null;
            /** Format: date-time */
            enrolled_at: string | null;
            version: string | null;
            hostname: string | null;
            /**
             * @description Why the agent gets no jobs, if its protocol version differs from the service's: the sentence of
             *     `outdated_message`, in the language that the client accepts
             */
            outdated: string | null;
            outdated_message: components["schemas"]["Message"] | null;
            running_jobs: number;
            /** @description null if the agent sends no heartbeats */
            session: components["schemas"]["RunningAgent"] | null;
            listeners: components["schemas"]["Listeners"] | null;
            /** @description Users of SNMPv3 whose notifications the agent accepts */
            snmp_users: components["schemas"]["SnmpUser"][];
            /** @description As the agent reported them; empty before its first report */
            listener_states: components["schemas"]["ListenerState"][];
            created_at: components["schemas"]["Instant"];
        };
        LocalAgent: {
            /** @description null if no server of the installation runs an agent for the customer */
            agent: components["schemas"]["Agent"] | null;
            /** @description Whether the caller can add one: this server runs local agents, and the limit allows one more */
            offered: boolean;
            /** @description Local agents of all customers */
            count: number;
            /** @description The setting `BKP_MAX_LOCAL_AGENTS` */
            limit: number;
        };
        /** @enum {string} */
        ListenerProtocol: "syslog_udp" | "syslog_tcp" | "syslog_tls" | "snmp_trap";
        /** @enum {string} */
        ListenerError: "port_in_use" | "port_not_permitted" | "certificate_missing" | "certificate_invalid" | "not_opened";
        /**
         * @description Ports on which an agent receives messages from devices. A message that reports a change triggers a backup. A
         *     protocol without a port is off.
         */
        Listeners: {
            /** @example 5514 */
            syslog_udp?: number;
            syslog_tcp?: number;
            syslog_tls?: number;
            /** @example 1162 */
            snmp_trap?: number;
            /** @description Networks of syslog servers that forward messages. The host name in the message then identifies the device. */
            relays?: string[];
        };
        /**
         * @description A user of SNMPv3. The level `authNoPriv` requires `auth_protocol` and `auth_password`, `authPriv` also
         *     `priv_protocol` and `priv_password`. Other levels do not accept them.
         */
        SnmpUser: {
            /** @description Unique for the agent */
            name: string;
            level: components["schemas"]["SnmpLevel"];
            auth_protocol?: components["schemas"]["SnmpAuthProtocol"];
            auth_password?: components["schemas"]["SnmpPassword"];
            priv_protocol?: components["schemas"]["SnmpPrivProtocol"];
            priv_password?: components["schemas"]["SnmpPassword"];
        };
        /** @enum {string} */
        SnmpLevel: "noAuthNoPriv" | "authNoPriv" | "authPriv";
        /** @enum {string} */
        SnmpAuthProtocol: "md5" | "sha1" | "sha224" | "sha256" | "sha384" | "sha512";
        /**
         * @description `cisco`: the key extension that Cisco uses
         * @enum {string}
         */
        SnmpPrivProtocol: "des" | "aes128" | "aes192" | "aes256" | "aes192_cisco" | "aes256_cisco";
        /** @description Absent: the stored password of the user with this name remains */
        SnmpPassword: string;
        /** @enum {string} */
        SnmpRejectionReason: "unknown_user" | "level_mismatch" | "authentication_failed" | "decryption_failed" | "outside_time_window";
        /** @description The last message of SNMPv3 that the agent did not accept */
        SnmpRejection: {
            reason: components["schemas"]["SnmpRejectionReason"];
            /** @description As the message names it */
            user: string;
            address: string;
            at: components["schemas"]["Instant"];
        };
        ListenerState: {
            protocol: components["schemas"]["ListenerProtocol"];
            port: number;
            /** @description Why the agent could not open it */
            error: components["schemas"]["ListenerError"] | null;
            /**
             * Format: int64
             * @description Received since the agent opened it
             */
            messages: number;
            /**
             * Format: int64
             * @description Of these, from no known device
             */
            unknown: number;
            /**
             * Format: int64
             * @description Of these, messages of SNMPv3 that could not be authenticated or decrypted
             */
            rejected: number;
            last_rejection: components["schemas"]["SnmpRejection"] | null;
            /** Format: date-time */
            last_message_at: string | null;
            reported_at: components["schemas"]["Instant"];
        };
        /**
         * @description `change`: a message from the device reported a change
         * @enum {string}
         */
        RunTrigger: "manual" | "schedule" | "change";
        /** @description The message that triggered the run. Messages can be forged, so the author is not verified. */
        ClaimedChange: {
            protocol: components["schemas"]["ListenerProtocol"];
            received_at: components["schemas"]["Instant"];
            user: string | null;
            /** @description Address or terminal */
            from: string | null;
        };
        NewAgent: {
            slug: components["schemas"]["Slug"];
            name: components["schemas"]["Name"];
            lab_mode?: boolean;
        };
        AgentPatch: {
            name?: components["schemas"]["Name"];
            lab_mode?: boolean;
            /** @description Ports on which the agent receives messages from devices; null turns the listeners off */
            listeners?: components["schemas"]["Listeners"] | null;
            /**
             * @description Replaces the users of SNMPv3. Without users, the agent reads unencrypted messages of SNMPv3 without
             *     authentication.
             */
            snmp_users?: components["schemas"]["SnmpUser"][];
            /** @description The customer of an agent cannot be changed; a request that names one gets 405. */
            tenant_id?: unknown;
        };
        /** @description What the running agent process reported about itself */
        RunningAgent: {
            started_at: components["schemas"]["Instant"];
            platforms: string[];
            transports: string[];
            /** @description Maximum number of concurrent jobs */
            slots: number;
        };
        EnrollmentTokenRequest: {
            /** @default 60 */
            ttl_minutes?: number;
        };
        EnrollmentToken: {
            /** @description Shown only once */
            token: string;
            expires_at: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        SecretName: "password" | "enable_secret" | "api_token" | "ssh_private_key" | "ssh_key_passphrase";
        Credential: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            name: string;
            username: string | null;
            description: string | null;
            secrets_set: components["schemas"]["SecretName"][];
            /** @description The credential has no secret, for example after an import. Backups that need it end with `credential_missing` */
            secrets_missing: boolean;
            devices_count: number;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
        };
        NewCredential: {
            name: components["schemas"]["Name"];
            username?: string | null;
            description?: string | null;
            password?: components["schemas"]["Secret"];
            enable_secret?: components["schemas"]["Secret"];
            api_token?: components["schemas"]["Secret"];
            ssh_private_key?: components["schemas"]["Secret"];
            ssh_key_passphrase?: components["schemas"]["Secret"];
        };
        /** @description An absent secret is unchanged; null removes it. */
        CredentialPatch: {
            name?: components["schemas"]["Name"];
            username?: string | null;
            description?: string | null;
            password?: $Write<string | null>;
            enable_secret?: $Write<string | null>;
            api_token?: $Write<string | null>;
            ssh_private_key?: $Write<string | null>;
            ssh_key_passphrase?: $Write<string | null>;
        };
        EndOfLifeEntry: {
            vendor: string;
            /** @description A pattern with `*` for any text; null: every model */
            model: string | null;
            /** @description A pattern with `*` for any text; null: every version */
            os_version: string | null;
            /** Format: date */
            end_of_sale: string | null;
            /** Format: date */
            end_of_support: string;
            source: string | null;
            loaded_at: components["schemas"]["Instant"];
            loaded_by: string;
        };
        NewEndOfLife: {
            /** @enum {string} */
            format: "csv" | "json";
            /** @description The table */
            source: string;
        };
        LoadedEndOfLife: {
            entries: number;
            /** @description Devices whose end of sale or support changed */
            devices_changed: number;
        };
        /** @description A request that another person must approve, and the decision */
        Approval: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description null: a request of the platform
             */
            tenant_id: string | null;
            action: components["schemas"]["ApprovalAction"];
            /** @description Required of both persons */
            permission: string;
            /** @description What the requester will send */
            request: {
                /** @enum {string} */
                method: "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Path with query string */
                path: string;
                /** @description null without a body */
                body: unknown;
            };
            reason: string;
            /** Format: uuid */
            requested_by_id: string;
            requested_by: string;
            requested_at: components["schemas"]["Instant"];
            /** @description While pending, the end of the 72 hours for the decision; once approved, of the 24 hours for the request */
            expires_at: components["schemas"]["Instant"];
            /** @enum {string} */
            state: "pending" | "approved" | "rejected" | "withdrawn" | "used" | "expired";
            decided_by: string | null;
            /** Format: date-time */
            decided_at: string | null;
            /** @description Of the person who decided */
            note: string | null;
            /** Format: date-time */
            used_at: string | null;
        };
        /** @enum {string} */
        ApprovalAction: "restore" | "key_destruction" | "customer_deletion" | "purge" | "retention_cut" | "platform_activation" | "security_settings";
        /** @enum {string} */
        SelectableApprovalAction: "restore" | "key_destruction" | "customer_deletion" | "purge" | "retention_cut" | "platform_activation";
        ApprovalDecision: {
            /** @description For the requester */
            note?: string | null;
        };
        BreakGlassCopy: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            /**
             * Format: uuid
             * @description The user who registered it
             */
            user_id: string;
            /** @description The e-mail address of that user */
            user: string;
            /** @description The name that the user gave the computer */
            computer: string;
            /** @description Empty: all sites */
            sites: string[];
            /**
             * @description `deleted`: the desktop reported it. `revoked`: not reported yet. `expired`: the days without contact have passed
             * @enum {string}
             */
            state: "active" | "revoked" | "deleted" | "expired";
            created_at: components["schemas"]["Instant"];
            contacted_at: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description End of the last complete refresh
             */
            refreshed_at: string | null;
            /** @description Days without contact after which the desktop deletes it */
            expires_after_days: number;
            expires_at: components["schemas"]["Instant"];
            /** @description As of the last refresh */
            devices: number;
            /** @description As of the last refresh */
            configurations: number;
            /** Format: date-time */
            revoked_at: string | null;
            revoked_by: string | null;
            /** Format: date-time */
            deleted_at: string | null;
            /**
             * @description `connection`: the connection was removed from the desktop
             * @enum {string|null}
             */
            deletion_reason: "revoked" | "expired" | "user" | "connection" | null;
        };
        MadeBreakGlassCopy: components["schemas"]["BreakGlassCopy"] & {
            /** @description For `POST /api/break-glass-contacts`; shown only once */
            key: string;
        };
        NewBreakGlassCopy: {
            computer: string;
            /** @description Empty: all sites */
            sites?: string[];
            /** @description At most, and by default, the setting `break_glass_days` */
            expires_after_days?: number;
        };
        BreakGlassConfiguration: {
            /** Format: uuid */
            artifact_id: string;
            /** Format: uuid */
            version_id: string;
            /** Format: uuid */
            device_id: string;
            device: string;
            /** @description The address of the device */
            hostname: string;
            site: string;
            platform: components["schemas"]["PlatformId"];
            key: string;
            /** @enum {string} */
            transport: "ssh" | "api";
            captured_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            /** Format: int64 */
            size_bytes: number;
            /** @description See `GET /api/artifacts/{artifact_id}/last-known-good` */
            good: boolean;
        };
        BreakGlassContentsRequest: {
            version_ids: string[];
        };
        BreakGlassContent: {
            /** Format: uuid */
            version_id: string;
            /**
             * @description `not_found`: no text of the sites of the copy, or a secret one. `too_large`: over 16 MiB
             * @enum {string}
             */
            state: "complete" | "damaged" | "too_large" | "not_found";
            /** @description The bytes as base64, if complete */
            content: string | null;
        };
        BreakGlassContact: {
            key: string;
            refreshed?: {
                devices: number;
                configurations: number;
            };
            /** @enum {string} */
            deleted?: "revoked" | "expired" | "user" | "connection";
        };
        BreakGlassContactResult: {
            /**
             * @description Why the copy must be deleted; null if it may be kept
             * @enum {string|null}
             */
            ended: "revoked" | "deleted" | "user_inactive" | "permission_missing" | "not_allowed" | "keys_destroyed" | null;
            expires_after_days: number;
        };
        ExtraCommand: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            platform: components["schemas"]["PlatformId"];
            /** @description The key of the artifact with its output */
            key: string;
            /** @enum {string} */
            scope: "customer" | "tag" | "device";
            /** @description For `tag`: devices with this tag */
            tag: string | null;
            /**
             * Format: uuid
             * @description For `device`: the only device
             */
            device_id: string | null;
            /** @description Its name */
            device: string | null;
            command: string;
            /** @description An output with fewer lines is refused */
            min_lines: number;
            /** @description An output without a line that matches this pattern of platform documents is refused as truncated */
            contains: string | null;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
            updated_by: string;
        };
        /** @description With `tag` for devices with this tag, with `device_id` for one device, otherwise for all devices of the platform */
        NewExtraCommand: {
            platform: components["schemas"]["PlatformId"];
            /** @description The key of the artifact with its output. No platform has keys that begin with `extra-` */
            key: string;
            tag?: string | null;
            /** Format: uuid */
            device_id?: string | null;
            command: components["schemas"]["ExtraCommandText"];
            /** @default 1 */
            min_lines?: number;
            contains?: components["schemas"]["ExtraCommandMarker"];
        };
        ExtraCommandPatch: {
            command?: components["schemas"]["ExtraCommandText"];
            min_lines?: number;
            contains?: components["schemas"]["ExtraCommandMarker"];
        };
        ExtraCommandText: string;
        ExtraCommandMarker: string | null;
        /**
         * @description The vendor's cloud; null selects the cloud of the platform's settings
         * @enum {string|null}
         */
        FleetRegion: "global" | "canada" | "china" | "india" | "us_government" | null;
        Fleet: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            name: string;
            /**
             * Format: uuid
             * @description Contains the API key of the cloud
             */
            credential_id: string;
            region: components["schemas"]["FleetRegion"];
            address_status: components["schemas"]["AddressStatus"];
            /** @description Empty: all organisations that the key can read */
            org_ids: string[];
            agent_ids: string[];
            schedule: string;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
            /** @description null if no scan was ever requested */
            last_scan: components["schemas"]["FleetScan"] | null;
        };
        FleetScan: {
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed";
            queued_at: components["schemas"]["Instant"];
            started_at: components["schemas"]["Instant"] | null;
            finished_at: components["schemas"]["Instant"] | null;
            error_code: components["schemas"]["FailureCode"] | null;
            /** @description `failure` as text, in the language that the client accepts */
            error: string | null;
            failure: components["schemas"]["Failure"] | null;
            progress: {
                organisations: number;
                organisations_done: number;
                networks: number;
            };
            /** @description Organisations that the last complete scan skipped */
            skipped: {
                id: string;
                name: string;
                /** @description The sentence for the code, in the language that the client accepts */
                reason: string;
                /** @description See `docs/errors.md` */
                code: string;
                params: components["schemas"]["MessageParams"];
            }[];
            /**
             * @description Results of the last complete scan, and imported networks that it did not find. Absent in lists of fleets.
             *     A failed scan does not change them.
             */
            results?: components["schemas"]["FleetResult"][];
        };
        FleetResult: {
            /** @description The network's id */
            key: string;
            /** @enum {string} */
            kind: "network";
            name: string;
            organisation: string;
            organisation_id: string;
            product_types: string[];
            /** @description A device in service backs it up, whether or not this fleet imported it */
            existing: boolean;
            /** @description This fleet imported it; a selection without it takes it out of service */
            imported: boolean;
            /** @description Found by the last complete scan */
            seen: boolean;
            /**
             * Format: uuid
             * @description The device that backs it up, in service or not
             */
            device_id: string | null;
            /** @description The name of that device */
            device_name: string | null;
        };
        NewFleet: {
            name: components["schemas"]["Name"];
            /** Format: uuid */
            credential_id: string;
            region?: components["schemas"]["FleetRegion"];
            org_ids?: components["schemas"]["FleetOrganisations"];
            agent_ids?: string[];
            schedule?: string;
        };
        /** @description Absent fields are unchanged. Devices that were imported earlier are unchanged. */
        FleetPatch: {
            name?: components["schemas"]["Name"];
            /** Format: uuid */
            credential_id?: string;
            region?: components["schemas"]["FleetRegion"];
            org_ids?: components["schemas"]["FleetOrganisations"];
            agent_ids?: string[];
            schedule?: string;
        };
        FleetOrganisations: string[];
        FleetSelection: {
            /** @description Networks that a scan found */
            keys: string[];
            /**
             * @description `align`: back up these networks, and take out of service what this fleet imported and is not listed.
             *     `add`: back up these networks too; nothing goes out of service. `remove`: take these networks out of
             *     service if this fleet imported them; nothing is added. Make a selection of more than ten thousand in
             *     parts, with `add` and `remove`.
             * @default align
             * @enum {string}
             */
            how?: "align" | "add" | "remove";
        };
        /** @description Names of devices, by result */
        FleetApplied: {
            imported: string[];
            reinstated: string[];
            /** @description Already in service; now assigned to this fleet too */
            adopted: string[];
            decommissioned: string[];
            unchanged: number;
        };
        /**
         * Format: platform-id
         * @description The `id` of a platform of `GET /api/platforms`; a device can have no other one. Always available: fwco_fortios,
         *     lbco_bigip, linux_server, netco_iosxe, netco_meraki, netco_nxos, pafw_panorama, pafw_panos, routeco_junos.
         * @example netco_iosxe
         */
        PlatformId: string;
        /** @enum {string} */
        Transport: "ssh" | "api";
        /** @enum {string} */
        TransportPref: "auto" | "api" | "ssh";
        /** @enum {string} */
        ArtifactKind: "text" | "blob";
        Platform: {
            id: string;
            name: string;
            vendor?: string;
            evidence?: components["schemas"]["PlatformEvidence"];
            transports: components["schemas"]["Transport"][];
            preferred: components["schemas"]["Transport"];
            artifacts: {
                key: string;
                kind: components["schemas"]["ArtifactKind"];
                transports: components["schemas"]["Transport"][];
                /**
                 * @description Transports over which versions are collected that can be restored. Empty: versions of this artifact
                 *     cannot be restored. Whether a single version can be restored is checked when the restore is
                 *     requested.
                 */
                restorable_over: components["schemas"]["Transport"][];
            }[];
            /** @description The JSON Schema of a device's options */
            options_schema: {
                [key: string]: unknown;
            };
        };
        /** @description What a platform was tested with. Absent for platforms whose recordings are in the documentation */
        PlatformEvidence: {
            /**
             * @description `replayed`: sessions or whole texts of devices. `partly`: one text or single outputs. `modelled`:
             *     documents of the vendor only.
             * @enum {string}
             */
            level: "replayed" | "partly" | "modelled";
            note?: string;
        };
        PlatformDocumentSource: {
            /** @description The document in YAML, at most 64 KiB */
            source: string;
        };
        PlatformDocumentError: {
            line: number;
            column: number;
            /** @description Keys and indices joined by dots; empty for the whole document */
            path: string;
            /** @description A code of [platform documents](/docs/errors.html#platform-documents) */
            code: string;
            params: components["schemas"]["MessageParams"];
            /** @description The sentence for the code, in the language that the client accepts */
            message: string;
        };
        PlatformDocumentCheck: {
            /** @description At most 20, in no order. Empty: the document can be stored */
            errors: components["schemas"]["PlatformDocumentError"][];
            /** @description Null if there are errors */
            platform: components["schemas"]["Platform"] | null;
        };
        PlatformDefinition: {
            /**
             * @description The product that the definition is for
             * @enum {string}
             */
            from: "scrapli" | "oxidized";
            /** @description The definition, at most 64 KiB */
            source: string;
            /** @description The `id` of the draft */
            id: string;
            name: components["schemas"]["Name"];
            vendor: components["schemas"]["Name"];
        };
        PlatformDefinitionDraft: {
            /** @description The draft of a platform document in YAML. It is not stored */
            source: string;
            /** @description The result for each part of the definition, by line */
            report: components["schemas"]["PlatformDefinitionPart"][];
            /** @description What prevents storing the draft, such as the `id` of a built-in platform. If empty, the draft can be stored */
            errors: components["schemas"]["PlatformDocumentError"][];
        };
        PlatformDefinitionPart: {
            /** @description Line in the definition; null for a part that the definition does not contain */
            line: number | null;
            /** @enum {string} */
            part: "prompt" | "mode" | "transition" | "failure_indicator" | "on_open" | "on_close" | "command" | "pager" | "login" | "comment" | "secret" | "ignored" | "other";
            /** @description As in the definition, at most 200 characters */
            text: string;
            /**
             * @description `carried`: the draft has it. `assumed`: the definition lacks it, so compare it with the device. `left_out`: a document
             *     needs no equivalent, or Coffer never does it. `lost`: a document has no equivalent
             * @enum {string}
             */
            outcome: "carried" | "assumed" | "left_out" | "lost";
            /** @description A code of [definitions](/docs/errors.html#definitions-of-other-products) */
            code: string;
            params: components["schemas"]["MessageParams"];
            /** @description The sentence for the code, in the language that the client accepts */
            message: string;
        };
        NewPlatformDocument: {
            /** @description The document in YAML, at most 64 KiB */
            source: string;
            /** @description What changed in this version */
            note?: string;
        };
        VersionOfPlatformDocument: {
            version: number;
        };
        TestedPlatformDocument: {
            version: number;
            /**
             * Format: uuid
             * @description The dry run that tested the version; it must have passed
             */
            run_id?: string;
        };
        NewDryRun: {
            /**
             * Format: uuid
             * @description A device of the customer
             */
            device_id: string;
            /** @description Default: the latest version */
            version?: number;
            /**
             * @description With 2, the device is read twice and lines that differ are proposed as volatile
             * @default 1
             */
            readings?: number;
            /**
             * @description Time between the two readings
             * @default 30
             */
            interval_seconds?: number;
            /**
             * @description Explores the device with common display commands, and proposes rules for the document. Coffer does not try the
             *     rules of the document
             * @default false
             */
            propose?: boolean;
        };
        DryRun: {
            /** Format: uuid */
            run_id: string;
            /** Format: uuid */
            device_id: string;
            /** Format: uuid */
            document_id: string;
            /** @description The `id` in the document */
            platform: string;
            /** @description The version of the document */
            version: number;
            readings: number;
            interval_seconds: number;
            /** @description Whether it proposes rules instead of trying the document */
            propose: boolean;
            status: components["schemas"]["RunStatus"];
            /** @description Whether a backup would store every artifact and the document refuses every cut; null until the run ends */
            passed: boolean | null;
            /** @description When the result is deleted; null until the run ends */
            expires_at: components["schemas"]["Instant"] | null;
            /** @description null until the run ends, after it expired, and if the agent reported nothing */
            result: components["schemas"]["DryRunResult"] | null;
        };
        DryRunResult: {
            exchanges: components["schemas"]["DryRunExchange"][];
            artifacts: components["schemas"]["DryRunArtifact"][];
            /** @description Why the version did not pass; empty if it passed */
            shortfalls: components["schemas"]["DryRunShortfall"][];
            /** @description null unless the dry run explored the device and found its prompt */
            proposal: components["schemas"]["DryRunProposal"] | null;
        };
        /** @description A name, and either `run_id` or `transcript` */
        NewPlatformDocumentTest: {
            /**
             * Format: uuid
             * @description A dry run of the document
             */
            run_id?: string;
            transcript?: components["schemas"]["PlatformDocumentTranscript"];
            name: components["schemas"]["Name"];
        };
        /** @description What a device showed, with masked secrets. The request has at most 1 MiB */
        PlatformDocumentTranscript: {
            /** @description Null without a command line */
            prompt: string | null;
            answers: {
                artifact: string;
                command: string;
                /** @enum {string} */
                outcome: "accepted" | "absent";
                /** @description Without the echo of the command and the prompt */
                lines: string[];
                /** @description Indexes of lines whose secrets a pattern of the document masked */
                masked: number[];
            }[];
        };
        PlatformDocumentTestContent: components["schemas"]["PlatformDocumentTest"] & {
            transcript: components["schemas"]["PlatformDocumentTranscript"];
        };
        /** @description A transcript of a device, with masked secrets, that every later version of the document must still read */
        PlatformDocumentTest: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The customer of the device, or the one that imported it
             */
            tenant_id: string;
            /** Format: uuid */
            document_id: string;
            /**
             * Format: uuid
             * @description Null if it was imported
             */
            device_id: string | null;
            /**
             * Format: uuid
             * @description Null if it was imported
             */
            run_id: string | null;
            name: string;
            /** @description Number of artifacts whose answer is checked */
            answers: number;
            created_at: components["schemas"]["Instant"];
            created_by: string;
        };
        /** @description Rules for the document of a device that was explored */
        DryRunProposal: {
            rules: components["schemas"]["ProposedDocumentRule"][];
            /** @description The document of the version with all rules, in YAML; empty for a draft that the caller cannot read */
            source: string;
        };
        /** @description A rule, and what the device showed */
        ProposedDocumentRule: {
            /**
             * @description Keys of the document, separated by dots
             * @example ssh.pager
             */
            path: string;
            /**
             * @description In JSON. Items of a list are added to those of the document
             * @example {"mark":"^--More--"}
             */
            value: string;
            /**
             * @description `answered`: the command was answered. `brackets_closed`, `unique_last_line`: how the end of the text is recognised.
             *     `lines_counted`: no end is known, so the text needs a minimum number of lines. `channel_closed`: the command ended
             *     the session. `newline_ignored`: the device reacts to a carriage return only. `page_continued`: the device waited at
             *     this line until a space was sent. `pager_off`: the command was accepted. `prompt_repeated`: the line appeared for
             *     each empty line. `privileged_mode`: the prompt changed
             * @enum {string}
             */
            reason: "answered" | "brackets_closed" | "channel_closed" | "command_rejected" | "contains_fact" | "contains_secret" | "lines_counted" | "login_question" | "newline_ignored" | "page_continued" | "pager_off" | "privileged_mode" | "prompt_repeated" | "unique_last_line";
            /** @description null for the login */
            command: string | null;
            /** @description A line of the device, with masked secrets; null if no line of the device is the reason */
            shown: string | null;
        };
        DryRunShortfall: {
            /**
             * @description `not_cut`: the text was too long to be cut. `not_tried`: the document also reads the artifact over another connection method. `refused`: a backup would not store the artifact. `cut_accepted`: a backup would store a cut text as complete. `nothing_accepted`: no artifact was accepted. `lab_mode`: the agent reached no real device
             * @enum {string}
             */
            code: "refused" | "cut_accepted" | "not_cut" | "not_tried" | "nothing_accepted" | "lab_mode";
            /** @description null if it concerns the whole run */
            artifact: string | null;
        };
        /** @description The login with all that precedes the first artifact, or one command, request or file */
        DryRunExchange: {
            /** @description 1 or 2 */
            reading: number;
            /** @enum {string} */
            stage: "login" | "read";
            /** @description null for the login */
            artifact: string | null;
            /** @description The command, the path of the request or the path of the file; null for the login */
            command: string | null;
            /**
             * Format: int64
             * @description Bytes that the device sent
             */
            size_bytes: number;
            duration_ms: number;
            /**
             * @description What the device sent, as a terminal shows it. Secrets that the document knows and the secrets of the credential are
             *     masked; other control characters are written as `\xNN`.
             */
            transcript: string;
            /** @description Whether the end of the transcript is missing */
            truncated: boolean;
            matches: components["schemas"]["DryRunMatch"][];
            /** @description null for a successful login */
            outcome: components["schemas"]["DryRunOutcome"] | null;
            /** @description Why the artifact is absent */
            reason: components["schemas"]["Message"] | null;
            failure: components["schemas"]["Failure"] | null;
        };
        /**
         * @description What a backup would do: `accepted` stores the text, `absent` is an answer by which the device reports that it has no such
         *     artifact, `refused` is a failure
         * @enum {string}
         */
        DryRunOutcome: "accepted" | "absent" | "refused";
        /** @description A rule of the document, and the lines of the transcript that match it */
        DryRunMatch: {
            rule: components["schemas"]["DryRunRule"];
            /** @description The pattern as the agent uses it */
            pattern: string;
            /** @description Numbers of the first 50 lines, from 1 */
            lines: number[];
            /** @description Number of matching lines */
            count: number;
        };
        /**
         * @description The key of the document that contains the pattern
         * @enum {string}
         */
        DryRunRule: "absent" | "broken" | "busy" | "contains" | "denied" | "error" | "fact" | "first" | "ignored" | "last" | "lead" | "login" | "pager" | "preamble" | "prompt" | "secret" | "skip" | "sorted" | "syslog" | "volatile";
        DryRunArtifact: {
            key: string;
            transport: components["schemas"]["Transport"];
            outcome: components["schemas"]["DryRunOutcome"];
            /**
             * Format: int64
             * @description Of the text that a backup would store
             */
            size_bytes: number | null;
            lines: number | null;
            reason: components["schemas"]["Message"] | null;
            failure: components["schemas"]["Failure"] | null;
            /** @description null without a text, and for a text above 8 MiB or one for which the agent had no memory */
            cuts: components["schemas"]["DryRunCuts"] | null;
            /** @description null unless two readings succeeded */
            changes: components["schemas"]["DryRunChanges"] | null;
        };
        /** @description The text is cut at every kilobyte, a text of less than 16 KiB in 16 parts. The document must refuse every cut */
        DryRunCuts: {
            /** Format: int64 */
            step_bytes: number;
            checked: number;
            /** @description Number of cuts that a backup would store as complete */
            accepted: number;
            /** @description The first 20 of them, in bytes */
            accepted_at: number[];
        };
        /** @description Lines in which two readings differ although the rules of `compare` were applied */
        DryRunChanges: {
            changed_lines: number;
            /** @description The first 50 */
            differences: {
                /** @description null if only the second reading has the line */
                first: string | null;
                /** @description null if only the first reading has the line */
                second: string | null;
                /** @description A pattern for `compare.volatile`; null without a common part */
                proposal: string | null;
            }[];
        };
        /**
         * @description `active`: devices can use the platform, in its `active_version`. `retired`: no further device can. Before the first
         *     activation, `tested` or `draft`: whether the latest version was marked as tested.
         * @enum {string}
         */
        PlatformDocumentStatus: "draft" | "tested" | "active" | "retired";
        PlatformDocument: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null: a document of the platform's level
             */
            tenant_id: string | null;
            /** @description The `id` in the document. Devices name it as their platform */
            platform: string;
            name: string;
            /** @description Of the latest version; empty without one */
            vendor: string;
            evidence: components["schemas"]["PlatformEvidence"];
            status: components["schemas"]["PlatformDocumentStatus"];
            version: components["schemas"]["PlatformDocumentVersion"];
            /** @description The version that devices use; null before the first activation */
            active_version: number | null;
            /** @description Devices with this platform that are not decommissioned */
            devices_count: number;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
        };
        PlatformDocumentVersion: {
            /** @description Versions of a document count from 1 */
            number: number;
            /** @description The document in YAML */
            source: string;
            note: string | null;
            created_at: components["schemas"]["Instant"];
            created_by: string;
            tested_at: components["schemas"]["Instant"] | null;
            tested_by: string | null;
            /**
             * Format: uuid
             * @description The dry run that tested it; null if a user tested it otherwise
             */
            tested_run_id: string | null;
            /** @description Of the last activation */
            activated_at: components["schemas"]["Instant"] | null;
            activated_by: string | null;
        };
        PlatformDocumentDiff: {
            from: number;
            to: number;
            /** @description In the unified format */
            unified: string;
            added: number;
            removed: number;
            /** @description Whether lines are missing at the end */
            truncated: boolean;
            hunks: components["schemas"]["DiffHunks"];
        };
        /**
         * @description The result of the last backup (`changed`, `unchanged`, `partial`, `failed`, `blocked`); `stale` if the last
         *     success is older than the tolerance; `never` before the first run; `disabled`; `decommissioned`.
         * @enum {string}
         */
        DeviceState: "changed" | "unchanged" | "partial" | "failed" | "stale" | "blocked" | "never" | "disabled" | "decommissioned";
        Device: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            name: string;
            hostname: string;
            platform: components["schemas"]["PlatformId"];
            transport_pref: components["schemas"]["TransportPref"];
            /** @description Five-field cron expression; empty: on demand only */
            schedule: string;
            site: string;
            tags: string[];
            /** Format: uuid */
            credential_id: string | null;
            /** Format: uuid */
            credential_api_id: string | null;
            /** Format: uuid */
            credential_ssh_id: string | null;
            /** @description Empty: any agent of the customer */
            agent_ids: string[];
            options: {
                [key: string]: unknown;
            };
            /** @description null: derived from the schedule */
            staleness_hours: number | null;
            retry_attempts: number;
            retry_delay_minutes: number;
            trust_posture: components["schemas"]["TrustPosture"];
            restore_policy: components["schemas"]["RestorePolicy"];
            enabled: boolean;
            address_status: components["schemas"]["AddressStatus"];
            state: components["schemas"]["DeviceState"];
            /** @description The device has backups; its platform cannot be changed */
            has_history: boolean;
            facts?: components["schemas"]["DeviceFacts"];
            /** Format: date-time */
            last_success_at: string | null;
            last_run: components["schemas"]["LastRun"] | null;
            restore: components["schemas"]["DeviceRestore"] | null;
            /**
             * Format: date-time
             * @description The next time at which the schedule is due
             */
            next_occurrence_at: string | null;
            /**
             * Format: date-time
             * @description When that occurrence starts: slightly later, so that devices do not all start at the same time
             */
            next_run_at: string | null;
            /**
             * Format: date-time
             * @description The occurrence is due, and a blackout delays it until this time, which equals `next_run_at`
             */
            held_until: string | null;
            /** Format: date-time */
            stale_at: string | null;
            /** Format: date-time */
            decommissioned_at: string | null;
            /** Format: date-time */
            purge_at: string | null;
            /**
             * Format: date-time
             * @description When its backups were deleted; the device can no longer be reinstated
             */
            purged_at: string | null;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
        };
        /**
         * @description `pending`: no secret of the device is sent until a user with `credential:write` approves its address. A
         *     device without a credential needs no approval.
         * @enum {string}
         */
        AddressStatus: "approved" | "pending";
        /**
         * @description Also approves sending the device's secrets to this address. Only in a session, by a user with
         *     `credential:write`.
         * @default false
         */
        ApproveAddress: boolean;
        /** @description Identifies the address that was shown, so that a changed address is not approved */
        AddressDigest: string;
        DeviceAddress: {
            /** Format: uuid */
            tenant_id: string;
            device: {
                /** Format: uuid */
                id: string;
                name: string;
                platform: components["schemas"]["PlatformId"];
                site: string;
            };
            status: components["schemas"]["AddressStatus"];
            digest: components["schemas"]["AddressDigest"];
            /** @description The current destinations of the secrets, one for each transport with a credential */
            destinations: components["schemas"]["SecretDestination"][];
            /** @description The destinations that a user approved; null if none were approved */
            approved_destinations: components["schemas"]["SecretDestination"][] | null;
            /** @description Names of the agents that may collect the device and receive its secrets; empty: any agent */
            agents: string[];
            /** Format: date-time */
            changed_at: string | null;
            changed_by: string | null;
            /** Format: date-time */
            approved_at: string | null;
            approved_by: string | null;
        };
        HandedSecret: {
            credential: {
                /** Format: uuid */
                id: string;
                /** @description Its name when the agent last received it */
                name: string;
                username: string | null;
                /** @description The credential was deleted; the account on the device may still have its password */
                deleted: boolean;
            };
            device: {
                /** Format: uuid */
                id: string;
                name: string;
                hostname: string;
            };
            first_at: components["schemas"]["Instant"];
            last_at: components["schemas"]["Instant"];
            /** @description The credential's secrets were replaced in Coffer after the agent last received them */
            changed_since: boolean;
        };
        SecretDestination: {
            /** @enum {string} */
            transport: "ssh" | "api";
            platform: components["schemas"]["PlatformId"];
            host: string;
            port: number;
            /** Format: uuid */
            credential_id: string;
            /** @description null if the credential was deleted */
            credential_name: string | null;
            /** @description false: any certificate is accepted. Always true over SSH */
            verify_tls: boolean;
            /** @description The only accepted certificate */
            tls_fingerprint: string | null;
            /** @description The region of a cloud */
            region: string | null;
        };
        AddressApproval: {
            digest: components["schemas"]["AddressDigest"];
        };
        AddressApprovals: {
            addresses: {
                /** Format: uuid */
                device_id: string;
                digest: components["schemas"]["AddressDigest"];
            }[];
        };
        AddressesApproved: {
            /** @description Devices whose address is approved */
            approved: string[];
            /** @description Devices whose address differs from the digest, or that no longer exist; read and compare them again */
            changed: string[];
        };
        LastRun: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["RunStatus"];
            error_code: components["schemas"]["FailureCode"] | null;
            queued_at: components["schemas"]["Instant"];
            /** Format: date-time */
            finished_at: string | null;
        };
        /**
         * @description `strict` waits until a user compares the host key, `tofu` accepts the first one and marks it "host not
         *     compared"; null inherits the customer's. A device can only be stricter than its customer.
         * @enum {string|null}
         */
        TrustPosture: "strict" | "tofu" | null;
        Tags: string[];
        /** @description An IP address or a host name */
        Hostname: string;
        NewDevice: {
            name: components["schemas"]["Name"];
            hostname: components["schemas"]["Hostname"];
            platform: components["schemas"]["PlatformId"];
            transport_pref?: components["schemas"]["TransportPref"];
            schedule?: string;
            site?: string;
            tags?: components["schemas"]["Tags"];
            /** Format: uuid */
            credential_id?: string | null;
            /** Format: uuid */
            credential_api_id?: string | null;
            /** Format: uuid */
            credential_ssh_id?: string | null;
            agent_ids?: string[];
            options?: {
                [key: string]: unknown;
            };
            staleness_hours?: number | null;
            retry_attempts?: number;
            retry_delay_minutes?: number;
            trust_posture?: components["schemas"]["TrustPosture"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            approve_address?: components["schemas"]["ApproveAddress"];
        };
        /** @description Absent fields are unchanged. `options` are replaced as a whole, never merged. */
        DevicePatch: {
            name?: components["schemas"]["Name"];
            hostname?: components["schemas"]["Hostname"];
            platform?: components["schemas"]["PlatformId"];
            transport_pref?: components["schemas"]["TransportPref"];
            schedule?: string;
            site?: string;
            tags?: components["schemas"]["Tags"];
            /** Format: uuid */
            credential_id?: string | null;
            /** Format: uuid */
            credential_api_id?: string | null;
            /** Format: uuid */
            credential_ssh_id?: string | null;
            agent_ids?: string[];
            options?: {
                [key: string]: unknown;
            };
            staleness_hours?: number | null;
            retry_attempts?: number;
            retry_delay_minutes?: number;
            trust_posture?: components["schemas"]["TrustPosture"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            enabled?: boolean;
            approve_address?: components["schemas"]["ApproveAddress"];
            /** @description The customer of a device cannot be changed; a request that names one gets 405. */
            tenant_id?: unknown;
        };
        /** @description Selects devices by `ids` or by `filter`, and contains the change. */
        DevicesPatch: {
            ids?: string[];
            filter?: components["schemas"]["DeviceFilter"];
            change?: components["schemas"]["DevicesChange"];
            add_tags?: components["schemas"]["Tags"];
            remove_tags?: components["schemas"]["Tags"];
        };
        /**
         * @description What the device shows about itself in its stored texts. Absent if no text contains a fact. Suspicious texts do not
         *     count, and a fact remains until a later text shows another value.
         */
        DeviceFacts: {
            hostname: string | null;
            vendor: string | null;
            model: string | null;
            serial: string | null;
            os_version: string | null;
            /** @description The uptime that the device showed at `uptime_at` */
            uptime_seconds: number | null;
            /** Format: date-time */
            uptime_at: string | null;
            /**
             * Format: date
             * @description By the [table of ends of life](/docs/inventory.html#ends-of-life)
             */
            end_of_sale_on: string | null;
            /** Format: date */
            end_of_support_on: string | null;
        };
        /** @enum {string} */
        DeviceFactName: "hostname" | "vendor" | "model" | "serial" | "os_version";
        /** @description The facts that a device showed from `first_seen_at` to `last_seen_at` */
        DeviceFactPeriod: {
            hostname: string | null;
            vendor: string | null;
            model: string | null;
            serial: string | null;
            os_version: string | null;
            /**
             * @description Facts that differ from the period before, where both are known; empty for the first period. `serial`: the
             *     device was replaced. `os_version`: it was upgraded or downgraded.
             */
            changed: components["schemas"]["DeviceFactName"][];
            first_seen_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            current: boolean;
        };
        /** @description As in the list of devices. A field with several values finds devices with any of them. */
        DeviceFilter: {
            q?: string;
            platform?: components["schemas"]["PlatformId"] | components["schemas"]["PlatformId"][];
            site?: string | string[];
            tag?: string | string[];
            state?: components["schemas"]["DeviceState"] | components["schemas"]["DeviceState"][];
            vendor?: components["schemas"]["FactFilter"];
            model?: components["schemas"]["FactFilter"];
            serial?: components["schemas"]["FactFilter"];
            os_version?: components["schemas"]["FactFilter"];
            /** Format: date */
            end_of_support_by?: string;
            drift?: boolean;
            /** Format: uuid */
            agent_id?: string;
            /** Format: uuid */
            credential_id?: string;
            enabled?: boolean;
            decommissioned?: boolean;
        };
        FactFilter: string | string[];
        /**
         * @description Like the change of one device, without name and address. Absent fields are unchanged. `options` are replaced
         *     as a whole, never merged.
         */
        DevicesChange: {
            platform?: components["schemas"]["PlatformId"];
            transport_pref?: components["schemas"]["TransportPref"];
            schedule?: string;
            site?: string;
            tags?: components["schemas"]["Tags"];
            /** Format: uuid */
            credential_id?: string | null;
            /** Format: uuid */
            credential_api_id?: string | null;
            /** Format: uuid */
            credential_ssh_id?: string | null;
            agent_ids?: string[];
            options?: {
                [key: string]: unknown;
            };
            staleness_hours?: number | null;
            retry_attempts?: number;
            retry_delay_minutes?: number;
            trust_posture?: components["schemas"]["TrustPosture"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            enabled?: boolean;
        };
        DevicesChanged: {
            dry_run: boolean;
            /** @description Devices */
            selected: number;
            /** @description Changed devices; in a dry run, devices that would be changed */
            changed: number;
            /** @description Devices that already have the requested values */
            unchanged: number;
            /** @description Rejected devices; if there is one, nothing is changed */
            refused: number;
            /** @description The sentences of `note_messages`, in the language that the client accepts */
            notes: string[];
            note_messages: components["schemas"]["Message"][];
            /** @description By name */
            devices: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @description Fields */
                changed: string[];
                /** @description The same fields with their values, as in a device */
                changes: {
                    field: string;
                    /** @description The value before the change */
                    before: unknown;
                    /** @description The value after it */
                    after: unknown;
                }[];
                /** @description Options that the device had and that the change removes */
                lost_options: string[];
                errors: components["schemas"]["FieldError"][];
            }[];
        };
        /**
         * @description Devices in a form that another installation can import: credentials and agents by name, no secret, no id. For
         *     one customer, they are next to `customer`; for all customers, each has a section in `customers`.
         */
        InventoryDocument: {
            /** @constant */
            format: "coffer-inventory";
            /** @constant */
            version: 1;
            customer?: components["schemas"]["CustomerDefinition"];
            credentials_referenced?: components["schemas"]["CredentialReference"][];
            devices?: components["schemas"]["DeviceDefinition"][];
            customers?: components["schemas"]["CustomerDefinition"][];
        };
        /** @description With devices, only slug and name; exports of customers have all fields */
        CustomerDefinition: {
            slug: components["schemas"]["Slug"];
            name: components["schemas"]["Name"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            trust_posture?: components["schemas"]["TrustPosture"];
            decommissioned_retention_days?: number;
            /** @description An import only sets it, and never lifts it */
            second_factor_required?: boolean;
            /** @description An import sets them if there is at least one */
            allowed_networks?: string[];
            retention?: components["schemas"]["RetentionDefinition"];
            blackouts?: components["schemas"]["NewBlackout"][];
            /** @description Blackouts of sites, by site */
            site_blackouts?: {
                site: string;
                blackouts: components["schemas"]["NewBlackout"][];
            }[];
            agents?: {
                slug: components["schemas"]["Slug"];
                name: components["schemas"]["Name"];
                lab_mode: boolean;
            }[];
            credentials_referenced?: components["schemas"]["CredentialReference"][];
            devices?: components["schemas"]["DeviceDefinition"][];
        };
        /** @description Credentials that must exist, with their secrets, before the devices can be backed up in another installation */
        CredentialReference: {
            name: components["schemas"]["Name"];
            username: string | null;
            description: string | null;
        };
        /** @description The definition of a device */
        DeviceDefinition: {
            name: components["schemas"]["Name"];
            hostname?: components["schemas"]["Hostname"];
            platform?: components["schemas"]["PlatformId"];
            transport_pref?: components["schemas"]["TransportPref"];
            schedule?: string;
            site?: string;
            tags?: components["schemas"]["Tags"];
            /** @description The name of a credential */
            credential?: string | null;
            credential_api?: string | null;
            credential_ssh?: string | null;
            /** @description Names of agents; empty: any agent of the customer */
            agents?: string[];
            options?: {
                [key: string]: unknown;
            };
            staleness_hours?: number | null;
            retry_attempts?: number;
            retry_delay_minutes?: number;
            trust_posture?: components["schemas"]["TrustPosture"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            retention?: components["schemas"]["RetentionDefinition"];
            /** @description The device's own blackouts, in order, in addition to those of the levels above; replaced as a whole */
            blackouts?: components["schemas"]["NewBlackout"][];
            enabled?: boolean;
            /** @description Out of service; an import rejects it */
            decommissioned?: boolean;
        };
        /**
         * @description The retention that this level sets, as a whole. Null sets nothing and inherits the level above; the same
         *     applies to each value.
         */
        RetentionDefinition: {
            keep_days?: number | null;
            keep_last?: number | null;
        } | null;
        /**
         * @description An `InventoryDocument`. From a document with `customers`, only the section of the customer in the request is
         *     imported. Devices are validated separately: an invalid device is rejected and does not affect the others.
         */
        InventoryUpload: {
            /** @constant */
            format: "coffer-inventory";
            /** @constant */
            version: 1;
            customer?: {
                [key: string]: unknown;
            };
            credentials_referenced?: {
                [key: string]: unknown;
            }[];
            devices?: {
                [key: string]: unknown;
            }[];
            customers?: ({
                slug: string;
                devices?: {
                    [key: string]: unknown;
                }[];
            } & {
                [key: string]: unknown;
            })[];
        };
        TableUpload: {
            /**
             * Format: binary
             * @description UTF-8 or UTF-16; commas, semicolons or tabs between cells
             */
            file: string;
        };
        NetboxSource: {
            url?: string;
            token?: components["schemas"]["Secret"];
        };
        /** @description The result of each line, by row; in a dry run, the expected result */
        ImportReport: {
            /**
             * @description Created and updated devices whose secrets are not sent until a user approves their address
             *     (`GET /api/trust/addresses`)
             */
            pending_addresses: number;
            created: components["schemas"]["ImportedLine"][];
            /** @description Every device that already existed */
            updated: {
                row: number;
                name: string | null;
                /** @description Changed fields; empty if the device is unchanged */
                changed: string[];
            }[];
            rejected: {
                row: number;
                name: string | null;
                errors: components["schemas"]["FieldError"][];
                /** @description The sentences of all errors, in the language that the client accepts */
                reason: string;
            }[];
            warnings: {
                /** @description null: concerns the whole import */
                row: number | null;
                name: string | null;
                code: components["schemas"]["ImportWarningCode"];
                params: components["schemas"]["MessageParams"];
                /** @description The sentence for the code, in the language that the client accepts */
                message: string;
            }[];
            customer?: components["schemas"]["ImportedCustomer"];
            dry_run: boolean;
        };
        /** @description For the export of a customer: what the import created and set, apart from the devices */
        ImportedCustomer: {
            /** @description Fields of the document that were set */
            settings: string[];
            /** @description New agents by name; each awaits enrolment */
            agents: string[];
            /** @description New credentials by name, without secrets */
            credentials: string[];
        };
        ImportedLine: {
            /** @description The row number: in a table as a spreadsheet counts, with the header as row 1; in a list from 1 */
            row: number;
            name: string | null;
        };
        /** @enum {string} */
        PolicyLevel: "platform" | "customer" | "device";
        /**
         * @description The level that sets the value; `default` if no level does
         * @enum {string}
         */
        DecidedBy: "default" | "platform" | "customer" | "device";
        /** @description An absent value is unchanged; null inherits the level above */
        RetentionRule: {
            /** @description Days after a version was last seen on its device */
            keep_days?: number | null;
            /** @description Number of newest versions of each lineage that are kept regardless of age */
            keep_last?: number | null;
        };
        RetentionPolicy: {
            level: components["schemas"]["PolicyLevel"];
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            /** @description The value that this level sets; null: inherited */
            keep_days: number | null;
            /** @description The value that this level sets; null: inherited */
            keep_last: number | null;
            /**
             * @description The values of this level before a cut that does not apply yet. To withdraw the cut, set these values again. Null if
             *     no cut of this level is pending.
             */
            before_cut: components["schemas"]["RetentionBeforeCut"] | null;
            effective: components["schemas"]["EffectiveRetention"];
            /** @description true: nothing was changed */
            dry_run: boolean;
            preview?: components["schemas"]["RetentionPreview"];
        };
        RetentionBeforeCut: {
            /** @description Null: the level inherited */
            keep_days: number | null;
            /** @description Null: the level inherited */
            keep_last: number | null;
        };
        EffectiveRetention: {
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            keep_days: number;
            keep_days_from: components["schemas"]["RetentionDecidedBy"];
            keep_days_pending: components["schemas"]["PendingCut"] | null;
            keep_last: number;
            keep_last_from: components["schemas"]["RetentionDecidedBy"];
            keep_last_pending: components["schemas"]["PendingCut"] | null;
        };
        /** @enum {string} */
        RetentionDecidedBy: "device" | "customer" | "platform" | "default" | "floor";
        /** @description A smaller value that applies from `at`; to withdraw it, set the former value again */
        PendingCut: {
            value: number;
            at: components["schemas"]["Instant"];
        };
        RetentionPreview: {
            /** @description Of all lineages, including those that are not listed */
            totals: {
                lineages: number;
                versions: number;
                /** Format: int64 */
                size_bytes: number;
            };
            lineages: components["schemas"]["LineageLoss"][];
        };
        LineageLoss: {
            /** Format: uuid */
            artifact_id: string;
            /** Format: uuid */
            device_id: string;
            device_name: string;
            key: string;
            transport: components["schemas"]["Transport"];
            /** @description The value that would apply to the device */
            keep_days: number;
            keep_last: number;
            versions_kept: number;
            versions_going: number;
            /** Format: int64 */
            size_bytes_going: number;
            /** @description The 50 oldest, oldest first */
            going: {
                /** Format: uuid */
                version_id: string;
                captured_at: components["schemas"]["Instant"];
                last_seen_at: components["schemas"]["Instant"];
                /** Format: int64 */
                size_bytes: number;
            }[];
        };
        PostureRule: {
            trust_posture: components["schemas"]["TrustPosture"];
        };
        PosturePolicy: {
            level: components["schemas"]["PolicyLevel"];
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            trust_posture: components["schemas"]["TrustPosture"];
            effective: {
                /** @enum {string} */
                trust_posture: "strict" | "tofu";
                trust_posture_from: components["schemas"]["DecidedBy"];
            };
        };
        RestoreRule: {
            restore_policy: components["schemas"]["RestorePolicy"];
        };
        RestorePolicyLevel: {
            level: components["schemas"]["PolicyLevel"];
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            restore_policy: components["schemas"]["RestorePolicy"];
            effective: components["schemas"]["EffectiveRestore"];
        };
        EffectiveRestore: {
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            /** @enum {string} */
            restore_policy: "allow" | "deny";
            /** @description The highest level that denies; if all allow, the lowest level that sets a value */
            restore_policy_from: components["schemas"]["DecidedBy"];
            /** @description The value of each level */
            levels: {
                platform: components["schemas"]["RestorePolicy"];
                customer: components["schemas"]["RestorePolicy"];
                device: components["schemas"]["RestorePolicy"];
            };
        };
        /**
         * @description `purge`: of devices out of service; `storage_purge`: of a customer’s storage, by a user; `destruction`: of keys or a customer; `object_lock`: locks of packs and manifests are extended; `conversion`: texts that earlier versions stored become codes with parameters; `facts`: facts of devices are read from stored versions; `restore_check`: a sample of versions is read back as a restore would
         * @enum {string}
         */
        PolicyKind: "retention" | "purge" | "storage_purge" | "sweep" | "integrity" | "report" | "sample" | "dump" | "rebuild" | "expire" | "destruction" | "object_lock" | "conversion" | "facts" | "restore_check";
        /**
         * @description `nothing`: it ran and had nothing to do; `stopped`: it ended, or was ended, before it was complete
         * @enum {string}
         */
        PolicyOutcome: "done" | "nothing" | "stopped" | "failed";
        PolicyRun: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description null: covers the whole installation
             */
            tenant_id: string | null;
            kind: components["schemas"]["PolicyKind"];
            started_at: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description null: running, or interrupted
             */
            finished_at: string | null;
            outcome: components["schemas"]["PolicyOutcome"];
            /** @description The sentence for the code, in the language that the client accepts */
            reason: string | null;
            /** @description Why nothing was done, or why it stopped or failed; see `docs/errors.md` */
            reason_code: string | null;
            reason_params: components["schemas"]["MessageParams"];
            /** @description Counts of what it did */
            counts: {
                [key: string]: number;
            };
            /** @description true: it only reported what it would do */
            dry_run: boolean;
        };
        /** @description Evidence of the comparison. Without it the fingerprint is approved as "host not compared". */
        FingerprintApproval: {
            /**
             * @description What the device itself shows: `SHA256:…` as OpenSSH prints it, or hex pairs with or without colons. A
             *     value that differs from the fingerprint gets 422.
             */
            displayed?: string;
            /** @description true confirms that the user compared it by other means; `note` describes how */
            compared_out_of_band?: boolean;
            /** @description How it was compared */
            note?: string;
        };
        /** @enum {string} */
        FingerprintKind: "ssh_host_key" | "tls_certificate";
        /** @enum {string} */
        FingerprintStatus: "pending" | "approved" | "rejected" | "superseded";
        Fingerprint: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            kind: components["schemas"]["FingerprintKind"];
            /** @description `SHA256:…` as OpenSSH prints it, or hex pairs for a certificate */
            fingerprint: string;
            algorithm: string;
            host: string;
            port: number;
            status: components["schemas"]["FingerprintStatus"];
            /** @description A user compared it with what the device itself shows */
            compared: boolean;
            /**
             * @description How it was compared: `displayed` was sent and matched, or a user confirmed the comparison with a note.
             *     Null if it was not compared, or was approved before this was recorded.
             * @enum {string|null}
             */
            comparison: "displayed" | "out_of_band" | null;
            /** @description What the user wrote about the comparison */
            comparison_note: string | null;
            first_seen_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            /** Format: date-time */
            decided_at: string | null;
            decided_by: string | null;
            device: {
                /** Format: uuid */
                id: string;
                name: string;
                platform: components["schemas"]["PlatformId"];
            };
            /** @description For a pending or rejected fingerprint: the approved fingerprint of the same algorithm for the same host and port */
            instead_of: components["schemas"]["ApprovedFingerprint"] | null;
        };
        ApprovedFingerprint: {
            /** Format: uuid */
            id: string;
            fingerprint: string;
            compared: boolean;
            last_seen_at: components["schemas"]["Instant"];
            /** Format: date-time */
            decided_at: string | null;
            decided_by: string | null;
        };
        /**
         * @description Which devices to back up now. A request that selects no device is rejected. `platform` restricts `all_devices:
         *     true`, `failed: true`, `filter` or `device_ids`; without any of them, also with `all_devices: false`, it
         *     selects all devices of that platform.
         */
        Trigger: {
            all_devices?: boolean;
            /** @description Selects devices whose last backup failed or was blocked; not together with `all_devices` or `device_ids` */
            failed?: boolean;
            /** @description With `failed`: only devices whose backup failed with this `error_code` */
            error_code?: string;
            platform?: components["schemas"]["PlatformId"];
            device_ids?: string[];
            /**
             * @description As in `PATCH /api/devices`: selects the matching devices that are enabled and in service. A tag or site
             *     that no device of the customer has is rejected. Not together with `all_devices`, `failed` or `device_ids`.
             */
            filter?: components["schemas"]["DeviceFilter"];
        };
        /** @description The devices whose last backup ended in the same way */
        FailureCause: {
            /** @enum {string} */
            status: "failed" | "blocked";
            /** @description As in a run; `triggerBackups` with this code repeats these backups */
            error_code: string | null;
            devices: number;
            /** @description The latest of these runs, as an example */
            latest: {
                /** Format: uuid */
                run_id: string;
                /** Format: uuid */
                tenant_id: string;
                /** Format: uuid */
                device_id: string;
                device_name: string;
                queued_at: components["schemas"]["Instant"];
                /** @description `failure` as text, in the language that the client accepts */
                error: string | null;
                failure: components["schemas"]["Failure"] | null;
            };
        };
        /**
         * @description `dry_run` tries a version of a platform document; `restore_confirm` confirms the commit of a restore; `restore_check`
         *     determines the outcome of a restore.
         * @enum {string}
         */
        RunKind: "backup" | "test" | "dry_run" | "restore" | "restore_confirm" | "restore_check";
        Occurrence: {
            occurrence_at: components["schemas"]["Instant"];
            /**
             * @description `merged`: with a pending run; `missed`: a later occurrence was due too; `skipped`: see the reason
             * @enum {string}
             */
            outcome: "queued" | "merged" | "missed" | "skipped";
            reason: string | null;
            /**
             * Format: uuid
             * @description For `queued` and `merged`
             */
            run_id: string | null;
            /**
             * Format: date-time
             * @description The last missed occurrence if there were several, otherwise equal to `occurrence_at`
             */
            last_occurrence_at: string;
            /** @description Number of occurrences, including the last one */
            count: number;
            recorded_at: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        BlackoutDay: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
        /** @description Such as `22:00`, in `BKP_TIMEZONE` */
        WallTime: string;
        NewBlackouts: {
            blackouts: components["schemas"]["NewBlackout"][];
            /**
             * @description The `digest` of the state that the change is based on: 409 `changed_meanwhile` if the level has changed
             *     since. Without it, the current state is replaced unconditionally.
             */
            in_place_of?: string;
        };
        /**
         * @description Weekly (`days`, `from`, `to`) or once (`starts_at`, `ends_at`). If `to` is not after `from`, the blackout ends
         *     on the following day; a whole day is from `00:00` to `00:00`.
         */
        NewBlackout: {
            name: components["schemas"]["Name"];
            /** @description Days on which it begins */
            days?: components["schemas"]["BlackoutDay"][];
            from?: components["schemas"]["WallTime"];
            to?: components["schemas"]["WallTime"];
            starts_at?: components["schemas"]["Instant"];
            ends_at?: components["schemas"]["Instant"];
        };
        Blackout: {
            /** @enum {string} */
            level: "platform" | "customer" | "site" | "device";
            site: string | null;
            name: string;
            days: components["schemas"]["BlackoutDay"][] | null;
            from: string | null;
            to: string | null;
            /** Format: date-time */
            starts_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
        };
        ListedBlackout: components["schemas"]["Blackout"] & {
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            /** @description Its name */
            device: string | null;
            /**
             * Format: date-time
             * @description When this blackout ends, if it is active, regardless of others; null if it is not active
             */
            holds_until: string | null;
        };
        LevelBlackouts: {
            /** @enum {string} */
            level: "platform" | "customer" | "site" | "device";
            /** Format: uuid */
            tenant_id: string | null;
            site: string | null;
            /** Format: uuid */
            device_id: string | null;
            blackouts: components["schemas"]["Blackout"][];
            /** @description Identifies the current state of the level; it changes with every change */
            digest: string;
        };
        ScheduledWeek: {
            hours: {
                at: components["schemas"]["Instant"];
                /** @description Starts in this hour, including those that a blackout moved to it */
                starts: number;
                /** @description Starts planned for this hour that a blackout delays */
                delayed: number;
            }[];
            /** @description Devices with a schedule */
            devices: number;
            /** @description Of these, devices that are not counted because they have too many different schedules */
            omitted_devices: number;
        };
        EffectiveBlackouts: {
            /** Format: uuid */
            device_id: string;
            blackouts: components["schemas"]["Blackout"][];
            /** @description A start at this time would be delayed */
            held_now: boolean;
            held_by: components["schemas"]["Blackout"] | null;
            /**
             * Format: date-time
             * @description The end of the active blackouts and those that directly follow them
             */
            ends_at: string | null;
            /** Format: date-time */
            next_occurrence_at: string | null;
            /**
             * Format: date-time
             * @description When that occurrence starts, with the current blackouts
             */
            next_start_at: string | null;
            next_start_moved_by: components["schemas"]["Blackout"] | null;
        };
        /**
         * @description `unchanged` is a success. `blocked`: the run awaits approval of a host key; Coffer did not log in to the
         *     device. For a restore: `awaiting_confirmation` until `restore.confirm_until`; `reverted`: the device rolled
         *     back automatically; `unknown`: the outcome is not known yet.
         * @enum {string}
         */
        RunStatus: "queued" | "running" | "retrying" | "succeeded" | "unchanged" | "partial" | "blocked" | "failed" | "cancelled" | "awaiting_confirmation" | "reverted" | "unknown";
        Run: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            /** Format: uuid */
            device_id: string;
            device_name: string;
            kind: components["schemas"]["RunKind"];
            trigger: components["schemas"]["RunTrigger"];
            claimed_change?: components["schemas"]["ClaimedChange"];
            /**
             * Format: date-time
             * @description The occurrence of the schedule; the run starts slightly later
             */
            occurrence_at: string | null;
            requested_by: string;
            status: components["schemas"]["RunStatus"];
            /** @description `failure` as text, in the language that the client accepts */
            error: string | null;
            error_code: components["schemas"]["FailureCode"] | null;
            failure: components["schemas"]["Failure"] | null;
            queued_at: components["schemas"]["Instant"];
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /**
             * Format: uuid
             * @description null: not claimed yet, or run by the service itself, for a cloud
             */
            agent_id: string | null;
            /** @description The version of the platform's document that the run uses. Absent for a platform of the product */
            platform_version?: number;
            transport: string | null;
            attempts: number;
            device_failures: number;
            losses: number;
            lab_mode: boolean;
            host_not_compared: boolean;
            cancel_requested: boolean;
            artifacts: components["schemas"]["RunArtifact"][];
            /** @description The steps of a connection test */
            steps: components["schemas"]["TestStep"][];
            progress?: components["schemas"]["RunProgress"];
            /** @description The sentences of `warning_messages`, in the language that the client accepts */
            warnings: string[];
            /** @description What to know about a run that did not fail. A warning of an agent of an earlier version is `legacy_text`. */
            warning_messages: components["schemas"]["Message"][];
            /**
             * @description Why a queued run cannot start: of the agents that may collect the device, none exists (`no_agent`), is
             *     enrolled, is online, or supports its platform. Present wherever a run is returned.
             */
            waiting?: {
                /** @enum {string} */
                code: "no_agent" | "agent_not_enrolled" | "agent_offline" | "platform_unsupported";
                params: components["schemas"]["MessageParams"];
                /** @description The sentence for the code, in the language that the client accepts */
                message: string;
            };
            restore: components["schemas"]["RunRestore"] | null;
        };
        /** @description For a restore, its confirmation and the check of its outcome */
        RunRestore: {
            /**
             * Format: uuid
             * @description The run of the restore
             */
            run_id: string;
            /**
             * Format: uuid
             * @description The version to restore
             */
            version_id: string;
            /** @description Minutes until the device rolls back automatically */
            confirm_minutes: number;
            /**
             * Format: date-time
             * @description The commit can be confirmed until this time
             */
            confirm_until: string | null;
            /** @description Remaining time to confirm; null if no commit awaits confirmation */
            remaining_seconds: number | null;
            /**
             * Format: date-time
             * @description When the status was verified on the device; null if it is only derived from elapsed time
             */
            verified_at: string | null;
        };
        /** @description The running restore; backups wait until it ends */
        DeviceRestore: {
            /** Format: uuid */
            run_id: string;
            /** Format: uuid */
            version_id: string;
            status: components["schemas"]["RunStatus"];
            /** Format: date-time */
            confirm_until: string | null;
            remaining_seconds: number | null;
        };
        RestoreRequest: {
            /** @description Exactly `LOAD OVERRIDE` */
            confirm: string;
            /**
             * @description Minutes that the device waits for the confirmation before it rolls back automatically
             * @default 10
             */
            confirm_minutes?: number;
        };
        RunArtifact: {
            key: string;
            transport: components["schemas"]["Transport"];
            /** @enum {string} */
            outcome: "changed" | "unchanged" | "absent" | "failed";
            /** Format: uuid */
            version_id?: string;
            code?: string;
            /** @description `reason` or `failure` as text, in the language that the client accepts */
            message?: string;
            /** @description Why it is absent */
            reason?: components["schemas"]["Message"];
            failure?: components["schemas"]["Failure"];
            /** @description The sentences of `suspicions`, in the language that the client accepts */
            suspicious?: string[];
            /** @description Why its version is suspicious; absent once a user reviewed it */
            suspicions?: components["schemas"]["Message"][];
        };
        TestStep: {
            /** @description `connect`, `login` and so on; for a failed step, `step` as text in the language that the client accepts */
            name: string;
            ok: boolean;
            duration_ms: number;
            step: components["schemas"]["Message"];
            /** @description `failure` and `last_lines` as text, in the language that the client accepts */
            detail?: string;
            failure?: components["schemas"]["Failure"];
            /** @description The last lines that the device sent before the step failed, redacted */
            last_lines?: string[];
        };
        LogLine: {
            /** Format: int64 */
            seq: number;
            at: components["schemas"]["Instant"];
            /** @enum {string} */
            level: "info" | "warn" | "error";
            /** @description The message as text, in the language that the client accepts */
            line: string;
            /** @description See `docs/errors.md`. Absent from lines of earlier agent releases */
            code?: string;
            params?: components["schemas"]["MessageParams"];
        };
        Artifact: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            device_id: string;
            key: string;
            transport: components["schemas"]["Transport"];
            kind: components["schemas"]["ArtifactKind"];
            versions_count: number;
            /** Format: uuid */
            latest_version_id: string | null;
            /** Format: date-time */
            latest_captured_at: string | null;
            /**
             * Format: date-time
             * @description When a run last collected it, changed or unchanged
             */
            last_seen_at: string | null;
            /** @description Of the latest 30 versions, in chronological order */
            recent_sizes: {
                captured_at: components["schemas"]["Instant"];
                /** Format: int64 */
                size_bytes: number;
            }[];
            /**
             * Format: uuid
             * @description The version that it is compared with
             */
            pinned_version_id: string | null;
            /** Format: date-time */
            pinned_at: string | null;
            pinned_by: string | null;
            /** @description The latest version differs from the pinned one; null if no version is pinned */
            drifted: boolean | null;
        };
        NewPin: {
            /** Format: uuid */
            version_id: string;
        };
        Drift: {
            masked: components["schemas"]["Masked"];
            /** Format: uuid */
            artifact_id: string;
            /** @description The latest version differs */
            drifted: boolean;
            /** Format: uuid */
            pinned_version_id: string;
            /** Format: uuid */
            latest_version_id: string;
            /**
             * Format: uuid
             * @description The snapshot, for a tree or an archive
             */
            pinned_snapshot_id: string | null;
            /** Format: uuid */
            latest_snapshot_id: string | null;
            /** @description Lines of a text, entries of a tree. Null: unknown. */
            added: number | null;
            removed: number | null;
            /** @description For a text */
            unified: string | null;
            truncated: boolean;
            /** @description For a text, the hunks that `unified` shows */
            hunks: components["schemas"]["DiffHunks"] | null;
        };
        ReviewWords: {
            note?: components["schemas"]["ReviewNote"];
            ticket?: components["schemas"]["ReviewTicket"];
        };
        /** @description Free text; stored encrypted, because it may quote the configuration */
        ReviewNote: string;
        /** @description Reference to the change request */
        ReviewTicket: string;
        ChangeReview: {
            version_ids: string[];
            note?: components["schemas"]["ReviewNote"];
            ticket?: components["schemas"]["ReviewTicket"];
        };
        ReviewedChanges: {
            reviewed: number;
        };
        Change: {
            version: components["schemas"]["Version"];
            /**
             * Format: uuid
             * @description The previous version of its lineage; null if retention removed it
             */
            previous_version_id: string | null;
            device: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                tenant_id: string;
                name: string;
                platform: components["schemas"]["PlatformId"];
                site: string;
                tags: string[];
            };
        };
        /** @description Equal changes of one customer */
        ChangeGroup: {
            /** @description Number of changes */
            changes: number;
            /** @description Number of devices */
            devices: number;
            /** @description Names of up to 5 of these devices */
            device_names: string[];
            first_captured_at: components["schemas"]["Instant"];
            latest: components["schemas"]["Change"];
        };
        /** @description It cannot be read completely; parts of it may remain */
        Damaged: boolean;
        Version: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            artifact_id: string;
            /** Format: uuid */
            device_id: string;
            /** Format: uuid */
            job_id: string;
            key: string;
            transport: components["schemas"]["Transport"];
            kind: components["schemas"]["ArtifactKind"];
            captured_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            /**
             * @description HMAC-SHA-256 of the content under a key of the customer, in hex. Without `secret:read`, a pseudonym of it; empty if
             *     the keys of the customer were destroyed.
             */
            fingerprint: string;
            /** Format: int64 */
            size_bytes: number;
            lines: number | null;
            /** @description Lines added since the previous version, in the normalised text; entries of a tree. Null: unknown. */
            added: number | null;
            removed: number | null;
            /**
             * @description What changed since the previous version, in the language that the client accepts. It names blocks and settings of
             *     the text with old and new values; secrets are masked. Without `secret:read` it counts lines only. Null for the first version, a tree, an archive, and a
             *     version that was stored before Coffer had summaries and was not summarised since.
             */
            summary: string | null;
            /** @description The message that `summary` renders */
            summary_message: components["schemas"]["Message"] | null;
            /**
             * @description Equal for changes of a customer that added and removed the same lines at the same places of the same blocks. Salted
             *     hashes and encrypted values of secrets may differ. Null without a summary, and for a change above its limits, such
             *     as 400 lines. Without `secret:read`, a pseudonym.
             */
            change_group: string | null;
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description The user who last changed the configuration, as the device states in its first lines (IOS XE, Junos). The
             *     device claims this and does not prove it. It is not part of the content hash: a text that differs only in
             *     it creates no version.
             */
            reported_author: string | null;
            /** @description Why the version is suspicious: the sentences of `suspicions`, in the language that the client accepts */
            suspicious: string[];
            /** @description Why the version is suspicious */
            suspicions: components["schemas"]["Message"][];
            /**
             * Format: date-time
             * @description When a user reviewed it
             */
            reviewed_at: string | null;
            reviewed_by: string | null;
            review_note: string | null;
            review_ticket: string | null;
            /** @description The lineage is compared with this version */
            pinned: boolean;
            lab_mode: boolean;
            host_not_compared: boolean;
            damaged: components["schemas"]["Damaged"];
            /** @description The last restore check; null if there was none yet */
            restore_check: components["schemas"]["RestoreCheck"] | null;
            /** Format: uuid */
            snapshot_id: string | null;
        };
        RestoreCheck: {
            checked_at: components["schemas"]["Instant"];
            /**
             * @description `incomplete`: the text does not pass the check of its platform for complete texts; `damaged`: it cannot be read completely
             * @enum {string}
             */
            outcome: "restorable" | "incomplete" | "damaged";
            /** @description Why it is not restorable */
            failure: components["schemas"]["Message"] | null;
            /** @description The sentence of `failure`, in the language that the client accepts */
            reason: string | null;
        };
        LastKnownGood: {
            /** Format: uuid */
            artifact_id: string;
            /** Format: uuid */
            device_id: string;
            key: string;
            transport: components["schemas"]["Transport"];
            kind: components["schemas"]["ArtifactKind"];
            /** @description The version meets every criterion */
            good: boolean;
            /** @description Without a good version, the newest that is not suspicious. Null if every version is suspicious or none is stored */
            version: components["schemas"]["Version"] | null;
            /** @description The criteria that the version does not meet; empty if it is good */
            failing: components["schemas"]["Message"][];
            /** @description The sentences of `failing`, in the language that the client accepts */
            reasons: string[];
        };
        /** @description What a device held at a moment, and what happened in the minutes before it */
        PastState: {
            device: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                tenant_id: string;
                name: string;
                platform: components["schemas"]["PlatformId"];
                site: string;
                tags: string[];
            };
            /** Format: date-time */
            decommissioned_at: string | null;
            /**
             * Format: date-time
             * @description When all its versions were deleted, after the moment
             */
            purged_at: string | null;
            lineages: components["schemas"]["PastLineage"][];
            /** @description Runs that had not ended before the window, latest first, at most 10 */
            runs: components["schemas"]["PastRun"][];
            /** @description Events of the window, latest first, at most 10 */
            events: components["schemas"]["PastEvent"][];
            /** @description All events of the window */
            events_count: number;
        };
        PastLineage: {
            /** Format: uuid */
            artifact_id: string;
            key: string;
            transport: components["schemas"]["Transport"];
            kind: components["schemas"]["ArtifactKind"];
            /**
             * @description `good` as for the last known good version, by what is known now; `unsure` if another criterion fails. `none`: nothing
             *     was stored yet. `deleted`: what was stored then has been deleted
             * @enum {string}
             */
            state: "good" | "suspicious" | "partial" | "unsure" | "none" | "deleted";
            /** @description The version was stored in the window, and is not the first of its lineage */
            changed: boolean;
            /** @description The criteria of a good version that the version does not meet */
            failing: components["schemas"]["Message"][];
            /** @description The sentences of `failing`, in the language that the client accepts */
            reasons: string[];
            /** @description The version that was current at the moment */
            version: components["schemas"]["PastVersion"] | null;
            /**
             * Format: uuid
             * @description The version before it
             */
            previous_version_id: string | null;
            /**
             * Format: date-time
             * @description When the next version was stored
             */
            next_captured_at: string | null;
            /** @description A run at the moment or later found this version. If false, the device may have changed before the moment */
            seen_later: boolean;
        };
        PastVersion: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            job_id: string;
            captured_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            added: number | null;
            removed: number | null;
            reported_author: string | null;
            review_ticket: string | null;
            /** Format: uuid */
            snapshot_id: string | null;
        };
        PastRun: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["RunKind"];
            status: components["schemas"]["RunStatus"];
            trigger: components["schemas"]["RunTrigger"];
            requested_by: string;
            queued_at: components["schemas"]["Instant"];
            /** Format: date-time */
            finished_at: string | null;
        };
        PastEvent: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["EventType"];
            severity: components["schemas"]["Severity"];
            at: components["schemas"]["Instant"];
        };
        GoldenConfiguration: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            name: string;
            /** @description Devices with this tag should equal the version */
            tag: string;
            platform: components["schemas"]["PlatformId"];
            /** @description The artifact key */
            key: string;
            /**
             * Format: uuid
             * @description The golden version
             */
            version_id: string;
            captured_at: components["schemas"]["Instant"];
            /**
             * Format: uuid
             * @description The lineage of the version
             */
            artifact_id: string;
            /**
             * Format: uuid
             * @description The device of the version
             */
            device_id: string;
            /** @description Its name */
            device: string;
            declared_differences: components["schemas"]["DeclaredDifferences"];
            note: string | null;
            created_at: components["schemas"]["Instant"];
            created_by: string;
            updated_at: components["schemas"]["Instant"];
            updated_by: string;
        };
        /** @description A pattern for what may differ between two texts */
        DeclaredDifference: {
            /** @description Without groups, a line that it matches is ignored; with groups, only what they match is */
            pattern: string;
            /** @description Why it is declared */
            note?: string | null;
        };
        NewGoldenConfiguration: {
            name: components["schemas"]["GoldenName"];
            tag: components["schemas"]["GoldenTag"];
            /** Format: uuid */
            version_id: string;
            declared_differences?: components["schemas"]["DeclaredDifferences"];
            note?: components["schemas"]["GoldenNote"];
        };
        GoldenConfigurationPatch: {
            name?: components["schemas"]["GoldenName"];
            tag?: components["schemas"]["GoldenTag"];
            /** Format: uuid */
            version_id?: string;
            declared_differences?: components["schemas"]["DeclaredDifferences"];
            note?: components["schemas"]["GoldenNote"];
        };
        GoldenName: string;
        GoldenTag: string;
        GoldenNote: string | null;
        /**
         * @description `golden`: of the golden version. `common`: another line, of more than half of the devices. `rare`: another line, of fewer
         * @enum {string}
         */
        ComplianceLineKind: "golden" | "common" | "rare";
        Compliance: {
            masked: components["schemas"]["Masked"];
            /** @description Null for `/api/outliers` */
            golden: components["schemas"]["GoldenConfiguration"] | null;
            tag: string;
            platform: components["schemas"]["PlatformId"];
            key: string;
            /** @description Devices in service with the tag and the platform */
            devices_total: number;
            devices_compared: number;
            /** @description Compared devices that have every expected line */
            devices_without_missing: number;
            /** @description Compared devices that have every expected line and no extra line */
            devices_equal: number;
            /** @description Distinct lines of the golden version, or of most devices */
            lines_expected: number;
            /** @description Those of them that every compared device has */
            lines_everywhere: number;
            /** @description Lines that match the request, including those above `max_lines` */
            lines_total: number;
            /** @description By the number of their missing and extra lines, the largest first; then those that were not compared */
            devices: components["schemas"]["CompliantDevice"][];
            /** @description Fewest outliers first; then rare lines, those of most devices first */
            lines: components["schemas"]["ComplianceLine"][];
            /** @description False if a limit ended the comparison */
            complete: boolean;
            /** @description The limit that ended the comparison */
            stopped: components["schemas"]["Message"] | null;
            /** @description The sentence of `stopped`, in the language that the client accepts */
            reason: string | null;
        };
        CompliantDevice: {
            /** Format: uuid */
            id: string;
            name: string;
            site: string;
            /** Format: uuid */
            artifact_id: string | null;
            /**
             * Format: uuid
             * @description The latest version, also if it was not compared
             */
            version_id: string | null;
            /** Format: date-time */
            captured_at: string | null;
            /** @description Expected lines that it lacks; null if it was not compared */
            missing: number | null;
            /** @description Other lines that it has */
            extra: number | null;
            /** @description Why it was not compared */
            not_compared: components["schemas"]["Message"] | null;
            /** @description The sentence of `not_compared` */
            reason: string | null;
        };
        ComplianceLine: {
            kind: components["schemas"]["ComplianceLineKind"];
            /** @description Line number of its first occurrence in the golden version, from 1; null for other lines */
            line: number | null;
            /** @description Titles of the blocks that contain it, the outermost first */
            path: string[];
            /** @description As compared, at most 2,000 characters */
            text: string;
            /** @description Number of compared devices that have it */
            devices: number;
            outliers: number;
            /**
             * @description Whether the outliers are the devices without it or with it
             * @enum {string}
             */
            outlier_side: "without" | "with";
            /** @description The devices; null if they are more than 20, unless `line` is given */
            outlier_ids: string[] | null;
        };
        LineHistory: {
            /** Format: uuid */
            version_id: string;
            /** Format: uuid */
            artifact_id: string;
            /** @description Number of lines of the normalised text */
            lines: number;
            /** @description First examined line, from 1 */
            first_line: number;
            /** @description Last examined line; less than `first_line` if no line was examined */
            last_line: number;
            /** @description The examined lines in order, without gaps */
            spans: components["schemas"]["LineSpan"][];
            /** @description The versions that introduced the lines, latest first */
            origins: components["schemas"]["LineOrigin"][];
            examined: components["schemas"]["ExaminedVersions"];
            /** @description False if a limit ended the examination before every line had an origin */
            complete: boolean;
            /** @description The limit that ended the examination; its versions are in `examined` */
            stopped: components["schemas"]["Message"] | null;
        };
        LineSpan: {
            /** @description From 1 */
            from_line: number;
            to_line: number;
            /** @description Index in `origins` */
            origin: number;
        };
        /** @description The stored version that introduced the lines; each version from it to this one contains them */
        LineOrigin: {
            /** Format: uuid */
            version_id: string;
            /**
             * Format: uuid
             * @description The run that stored the version
             */
            job_id: string;
            captured_at: components["schemas"]["Instant"];
            /** @description The user who last changed the configuration, as the device states it */
            reported_author: string | null;
            /** Format: date-time */
            reviewed_at: string | null;
            reviewed_by: string | null;
            /** @description The ticket of the review */
            review_ticket: string | null;
            /** @description Number of examined lines that began with the version */
            lines: number;
            /**
             * Format: uuid
             * @description The version before it, which lacks the lines. Null if no older one was compared
             */
            previous_version_id: string | null;
            /**
             * Format: date-time
             * @description When the previous version was last collected
             */
            last_seen_without_at: string | null;
            /** @description Why the lines may be older; empty if the origin is certain */
            doubts: components["schemas"]["Message"][];
            /** @description The sentences of `doubts`, in the language that the client accepts */
            reasons: string[];
        };
        ExaminedVersions: {
            /** @description Older versions that were compared */
            compared: number;
            /** @description Older versions that are damaged or above the comparison limit */
            unreadable: number;
            /**
             * Format: uuid
             * @description The last version that was compared
             */
            oldest_version_id: string;
            oldest_captured_at: components["schemas"]["Instant"];
        };
        TextDiff: {
            /** Format: uuid */
            from: string;
            /** Format: uuid */
            to: string;
            unified: string;
            masked: components["schemas"]["Masked"];
            /** @description Counts the whole difference */
            added: number;
            /** @description Counts the whole difference */
            removed: number;
            truncated: boolean;
            hunks: components["schemas"]["DiffHunks"];
        };
        DeclaredDifferences: components["schemas"]["DeclaredDifference"][];
        DevicePairSide: {
            /** Format: uuid */
            device_id: string;
            /** @description Its name */
            device: string;
            platform: components["schemas"]["PlatformId"];
            /**
             * Format: uuid
             * @description The version that was compared; null if none was
             */
            version_id: string | null;
        };
        DevicePair: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            tenant_id: string;
            name: string;
            first: components["schemas"]["DevicePairSide"];
            second: components["schemas"]["DevicePairSide"];
            /** @description The artifact that both devices have */
            key: string;
            declared_differences: components["schemas"]["DeclaredDifferences"];
            note: string | null;
            /**
             * @description `equal`: no difference beyond the declared ones. `unknown`: they could not be compared
             * @enum {string}
             */
            state: "equal" | "differs" | "unknown";
            /** @description Why the state is `unknown`: `reason_message` in the language that the client accepts */
            reason: string | null;
            reason_message: components["schemas"]["Message"] | null;
            /** @description Lines removed and added between the two; null if `unknown` */
            differing_lines: number | null;
            /** @description When the state began */
            since: components["schemas"]["Instant"];
            /** Format: date-time */
            compared_at: string | null;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
            updated_by: string;
        };
        NewDevicePair: {
            name: components["schemas"]["DevicePairName"];
            /** Format: uuid */
            first_device_id: string;
            /** Format: uuid */
            second_device_id: string;
            key: components["schemas"]["DevicePairKey"];
            declared_differences?: components["schemas"]["DeclaredDifferences"];
            note?: components["schemas"]["DevicePairNote"];
        };
        DevicePairPatch: {
            name?: components["schemas"]["DevicePairName"];
            /** Format: uuid */
            first_device_id?: string;
            /** Format: uuid */
            second_device_id?: string;
            key?: components["schemas"]["DevicePairKey"];
            declared_differences?: components["schemas"]["DeclaredDifferences"];
            note?: components["schemas"]["DevicePairNote"];
        };
        DevicePairPreview: {
            /** Format: uuid */
            first_device_id: string;
            /** Format: uuid */
            second_device_id: string;
            key: components["schemas"]["DevicePairKey"];
            declared_differences?: components["schemas"]["DeclaredDifferences"];
            /**
             * @description Unchanged lines around each hunk
             * @default 3
             */
            context?: number;
        };
        DevicePairName: string;
        DevicePairKey: string;
        DevicePairNote: string | null;
        LineRun: {
            /** @description The first line, from 1 */
            line: number;
            lines: number;
        };
        /**
         * @description A difference without the declared ones. Lines that were ignored as a whole are neither in `unified` nor counted:
         *     `from_lines` and `to_lines` of a hunk do not count those within it. Line numbers are those of the whole texts.
         */
        DeclaredDiff: components["schemas"]["TextDiff"] & {
            /** @description Of the first device */
            ignored_from: components["schemas"]["LineRun"][];
            /** @description Of the second device */
            ignored_to: components["schemas"]["LineRun"][];
        };
        /** @description Whether pseudonyms replace secrets, because the caller lacks `secret:read` */
        Masked: boolean;
        /** @description The blocks of lines that `unified` shows as removed and added, in order */
        DiffHunks: components["schemas"]["DiffHunk"][];
        DiffHunk: {
            /** @description First removed line, from 1. If none was removed, the line that follows. */
            from_line: number;
            /** @description Number of removed lines */
            from_lines: number;
            /** @description First added line, from 1. If none was added, the line that follows. */
            to_line: number;
            /** @description Number of added lines */
            to_lines: number;
            words: components["schemas"]["DiffWords"][];
        };
        /**
         * @description Characters of the removed lines that became characters of the added lines. Offsets count UTF-16 code units
         *     from the start of the hunk's lines, which are joined by line feeds. Empty if the two sides have too little in
         *     common.
         */
        DiffWords: {
            from_start: number;
            from_end: number;
            to_start: number;
            to_end: number;
        };
        SearchRequest: {
            /** @description The text that a line must contain */
            pattern: string;
            /**
             * @description The pattern is a regular expression
             * @default false
             */
            regex?: boolean;
            /**
             * @description Ignores the case of the letters A to Z
             * @default false
             */
            ignore_case?: boolean;
            platform?: components["schemas"]["PlatformId"];
            /** @description Only devices of this site */
            site?: string;
            /** @description Only devices with this tag */
            tag?: string;
            /** @description Only texts of this artifact, such as `running-config` */
            key?: string;
            /**
             * @description Finds devices without such a line in any of their texts
             * @default false
             */
            missing?: boolean;
            /**
             * @description Lines before and after each match
             * @default 0
             */
            context?: number;
            /**
             * @description Maximum number of devices in the result
             * @default 1000
             */
            limit?: number;
        };
        SearchedDevice: {
            /** Format: uuid */
            id: string;
            name: string;
            platform: string;
            site: string;
        };
        SearchRecord: components["schemas"]["SearchMatch"] | components["schemas"]["SearchMissing"] | components["schemas"]["SearchUnreadable"] | components["schemas"]["SearchEnd"];
        SearchedText: {
            /** Format: uuid */
            tenant_id: string;
            device: components["schemas"]["SearchedDevice"];
            /** Format: uuid */
            artifact_id: string;
            key: string;
            transport: components["schemas"]["Transport"];
            /** Format: uuid */
            version_id: string;
            /** Format: date-time */
            captured_at: string;
        };
        SearchMatch: components["schemas"]["SearchedText"] & {
            /** @enum {string} */
            type: "match";
            /** @description Matching lines of the text */
            matches: number;
            /** @description The first 100 matching lines */
            lines: {
                /** @description Line number in the normalised text, from 1 */
                line: number;
                /** @description For a long line, the 500 characters around the match */
                text: string;
                before: string[];
                after: string[];
            }[];
        };
        SearchMissing: {
            /** @enum {string} */
            type: "missing";
            /** Format: uuid */
            tenant_id: string;
            device: components["schemas"]["SearchedDevice"];
            /** @description Number of searched texts of the device */
            texts: number;
        };
        /** @description A text that cannot be read; whether it contains the line is unknown */
        SearchUnreadable: components["schemas"]["SearchedText"] & {
            /** @enum {string} */
            type: "unreadable";
        };
        SearchEnd: {
            /** @enum {string} */
            type: "end";
            /** @description The search covered everything and all results were sent */
            complete: boolean;
            /**
             * @description Why it is not complete: `limit`: more devices than requested; `deadline`: the search took more than a
             *     minute; `too_costly`: the pattern needs too much time per character. Narrow the search with filters, or
             *     change the pattern.
             * @enum {string|null}
             */
            reason: "limit" | "deadline" | "too_costly" | null;
            /** @description Devices in the result */
            devices: number;
            /** @description Matching lines in the texts of the result */
            matches: number;
            /** @description Searched texts */
            texts: number;
            unreadable: number;
            /** @description Texts that were not searched: the caller may not read secrets, and theirs cannot be masked */
            withheld: number;
            masked: components["schemas"]["Masked"];
            /** @description Devices that match the filter and have no such text yet */
            without_text: number;
        };
        Divergence: {
            /** @description Changes between successive versions: at most 1,000, largest first, unknown magnitudes last */
            ecarts: {
                /** Format: uuid */
                artifact_id: string;
                artifact_key: string;
                transport: components["schemas"]["Transport"];
                /** Format: uuid */
                from_version_id: string;
                /** Format: uuid */
                to_version_id: string;
                from_at: components["schemas"]["Instant"];
                to_at: components["schemas"]["Instant"];
                added: number | null;
                removed: number | null;
            }[];
        };
        Recompute: {
            computed: number;
            /** @description Magnitudes still to be computed; repeat the request until this is 0 */
            remaining: number;
        };
        Snapshot: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            device_id: string;
            /** Format: uuid */
            artifact_id: string;
            /** Format: uuid */
            version_id: string;
            key: string;
            transport: components["schemas"]["Transport"];
            captured_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            files: number;
            folders: number;
            /** @description Links, device files, FIFOs and sockets */
            others: number;
            /** Format: int64 */
            size_bytes: number;
            /** @description Files that could not be read, or vanished or changed while being read */
            problems: number;
            /**
             * @description Why the members of an archive cannot be browsed; the archive itself is complete and can be downloaded
             * @enum {string|null}
             */
            not_browsable: "encrypted" | "unknown_format" | "too_many_members" | "too_large" | "unsafe_names" | null;
            lab_mode: boolean;
            damaged: components["schemas"]["Damaged"];
        };
        TreeEntry: {
            /** @description UTF-8; other bytes are `%XX`, and `%` is `%25` */
            name: string;
            /** @enum {string} */
            type: "file" | "directory" | "symlink" | "fifo" | "socket" | "char" | "block";
            /** Format: int64 */
            size: number;
            /** @description Octal, such as `0644` */
            mode: string;
            /** Format: int64 */
            uid: number;
            /** Format: int64 */
            gid: number;
            user?: string;
            group?: string;
            mtime: components["schemas"]["Instant"];
            /** @description For a symbolic link */
            target?: string;
            /** @description For a device file, such as `8,1` */
            device?: string;
            /** @description Entries with the same value are one file */
            hard_link?: string;
            /** @enum {string} */
            problem?: "unreadable" | "vanished" | "changed";
        };
        FolderDiff: {
            /** @constant */
            type: "folder";
            path: string;
            added: components["schemas"]["DiffEntry"][];
            removed: components["schemas"]["DiffEntry"][];
            modified: components["schemas"]["DiffEntry"][];
            truncated: boolean;
            /** @description Counts the whole difference */
            counts: {
                added: number;
                removed: number;
                modified: number;
            };
        };
        DiffEntry: {
            path: string;
            type: string;
            changes?: ("type" | "content" | "size" | "mode" | "owner" | "target" | "device" | "hard_link" | "problem")[];
            /** @description For a member of an archive: whether the difference creates a new version. Other differences occur at every save, or do not change the meaning */
            counted?: boolean;
        };
        FileDiff: {
            /** @constant */
            type: "file";
            path: string;
            unified: string;
            added: number;
            removed: number;
            truncated: boolean;
            hunks: components["schemas"]["DiffHunks"];
            /** @description Not text: the response states only whether the files differ */
            binary?: boolean;
            /** @description A text in an archive, compared by the rules of its platform: without values that change automatically */
            normalised?: boolean;
            changes?: string[];
        };
        DailyReport: {
            /**
             * Format: date
             * @description In `BKP_TIMEZONE`
             */
            day: string;
            computed_at: components["schemas"]["Instant"];
            /** @description The report is final; later events do not change it */
            frozen: boolean;
            summary: components["schemas"]["ReportSummary"];
            exceptions: components["schemas"]["ReportException"][];
            /** @description More than 5,000 of one customer: the most severe are listed */
            exceptions_truncated: boolean;
            unscheduled: components["schemas"]["UnscheduledDevices"];
            agents: components["schemas"]["ReportAgent"][];
            /** @description In a consolidated report, by short name */
            customers?: components["schemas"]["CustomerReport"][];
        };
        ReportDay: {
            /**
             * Format: date
             * @description In `BKP_TIMEZONE`
             */
            day: string;
            computed_at: components["schemas"]["Instant"];
            /** @description Number of devices that coverage is measured against */
            devices: number;
            covered: number;
            coverage_pct: number | null;
            /** @description Devices that needed attention */
            exceptions: number;
        };
        /** @enum {string} */
        ReportPeriod: "daily" | "weekly" | "monthly";
        /** @enum {string} */
        ReportSectionName: "coverage" | "failures" | "changes" | "storage" | "restores" | "accesses";
        /** @description Default: all; `accesses` only if the caller has `audit:read` */
        ReportSections: components["schemas"]["ReportSectionName"][];
        /** @description Each recipient gets a mail of its own */
        ReportRecipients: components["schemas"]["MailAddress"][];
        /** @description Local time at which reports are sent, such as `07:00`; a report waits until the last day of its period is frozen */
        ReportTime: string;
        /** @description IANA name. Default: `BKP_TIMEZONE` */
        ReportTimeZone: string;
        /** @description The day on which weekly reports are sent; default: `mon` */
        ReportWeekday: components["schemas"]["BlackoutDay"];
        /** @description The day on which monthly reports are sent; default: 1 */
        ReportDayOfMonth: number;
        NewReportSchedule: {
            name: components["schemas"]["Name"];
            period: components["schemas"]["ReportPeriod"];
            time?: components["schemas"]["ReportTime"];
            weekday?: components["schemas"]["ReportWeekday"];
            day_of_month?: components["schemas"]["ReportDayOfMonth"];
            time_zone?: components["schemas"]["ReportTimeZone"];
            /**
             * @default en
             * @enum {string}
             */
            language?: "en" | "fr";
            recipients: components["schemas"]["ReportRecipients"];
            /** @default true */
            attach_pdf?: boolean;
            sections?: components["schemas"]["ReportSections"];
            /** @default true */
            enabled?: boolean;
        };
        ReportSchedulePatch: {
            name?: components["schemas"]["Name"];
            period?: components["schemas"]["ReportPeriod"];
            time?: components["schemas"]["ReportTime"];
            weekday?: components["schemas"]["ReportWeekday"];
            day_of_month?: components["schemas"]["ReportDayOfMonth"];
            time_zone?: components["schemas"]["ReportTimeZone"];
            /** @enum {string} */
            language?: "en" | "fr";
            recipients?: components["schemas"]["ReportRecipients"];
            attach_pdf?: boolean;
            sections?: components["schemas"]["ReportSections"];
            enabled?: boolean;
        };
        ReportSchedule: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null: the report of all customers
             */
            tenant_id: string | null;
            name: string;
            period: components["schemas"]["ReportPeriod"];
            time: string;
            /** @description Null unless the reports are weekly */
            weekday: components["schemas"]["BlackoutDay"] | null;
            /** @description Null unless the reports are monthly */
            day_of_month: number | null;
            time_zone: string;
            /** @enum {string} */
            language: "en" | "fr";
            recipients: string[];
            attach_pdf: boolean;
            sections: components["schemas"]["ReportSectionName"][];
            enabled: boolean;
            /** @description The sentence for the code, in the language that the client accepts */
            disabled_reason: string | null;
            /** @description Why the service disabled it; see `docs/errors.md` */
            disabled_reason_code: string | null;
            disabled_reason_params: components["schemas"]["MessageParams"];
            /** @description Time of the next report; null while the schedule is disabled */
            next_at: components["schemas"]["Instant"] | null;
            created_at: components["schemas"]["Instant"];
        };
        SentReport: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null: the schedule was deleted
             */
            schedule_id: string | null;
            /**
             * Format: uuid
             * @description Null: the report of all customers
             */
            tenant_id: string | null;
            /** @description Of the schedule when the report was sent */
            name: string;
            period: components["schemas"]["ReportPeriod"];
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day of the period
             */
            to: string;
            /** @enum {string} */
            language: "en" | "fr";
            attach_pdf: boolean;
            sections: components["schemas"]["ReportSectionName"][];
            /** @description The user who sent it now; null at its time */
            sent_by: string | null;
            created_at: components["schemas"]["Instant"];
            /** @description By recipient; retried for 7 days */
            deliveries: {
                recipient: string;
                /** @enum {string} */
                status: "waiting" | "delivered" | "failed";
                attempts: components["schemas"]["DeliveryAttempt"][];
                next_at: components["schemas"]["Instant"] | null;
                finished_at: components["schemas"]["Instant"] | null;
            }[];
        };
        PeriodReport: {
            period: components["schemas"]["ReportPeriod"];
            /**
             * Format: date
             * @description The first day, in `time_zone`
             */
            from: string;
            /**
             * Format: date
             * @description The last day
             */
            to: string;
            time_zone: string;
            computed_at: components["schemas"]["Instant"];
            /** @description The period has not ended, or its last day is not frozen: figures change */
            live: boolean;
            /** @description Null: all customers */
            customer: {
                /** Format: uuid */
                id: string;
                slug: components["schemas"]["Slug"];
                name: string;
            } | null;
            coverage: components["schemas"]["PeriodCoverage"];
            failures: components["schemas"]["PeriodFailures"];
            changes: components["schemas"]["PeriodChanges"];
            storage: components["schemas"]["PeriodStorage"];
            restores: components["schemas"]["PeriodRestores"];
            /** @description Null without `audit:read` */
            accesses: components["schemas"]["PeriodAccesses"] | null;
        };
        /** @description From the frozen daily reports */
        PeriodCoverage: {
            /** @description In chronological order; days without a frozen report are in `missing_days` */
            days: {
                /** Format: date */
                day: string;
                devices: number;
                covered: number;
                exceptions: number;
            }[];
            missing_days: string[];
            /** @description On the last day with a report; only in the report of all customers */
            customers: {
                slug: components["schemas"]["Slug"];
                name: string;
                devices: number;
                covered: number;
                exceptions: number;
            }[];
            /** @description Devices that need attention on the last day with a report, the most severe first; at most 50 */
            exceptions: {
                device: string;
                customer: string;
                reasons: string[];
                last_success_at: components["schemas"]["Instant"] | null;
            }[];
            total_exceptions: number;
        };
        /** @description Backups that failed in the period */
        PeriodFailures: {
            /** @description The most frequent first */
            causes: {
                /** @description See `docs/errors.md` */
                cause: string;
                runs: number;
                devices: number;
                /** @description Devices with the most failures; at most 5 */
                examples: string[];
            }[];
            /** @description Backups that ended in the period */
            runs: number;
            failed_runs: number;
        };
        /** @description Changed versions */
        PeriodChanges: {
            /** @description The latest first; at most 200 */
            changes: {
                at: components["schemas"]["Instant"];
                customer: string;
                device: string;
                /** @description Key of the configuration */
                configuration: string;
                /** @description Lines; null: unknown */
                added: number | null;
                removed: number | null;
                author: string | null;
                /**
                 * @description `device`: the device reported it; `message`: a syslog message or trap named it
                 * @enum {string|null}
                 */
                author_source: "device" | "message" | null;
                review: {
                    by: string;
                    at: components["schemas"]["Instant"];
                } | null;
            }[];
            total: number;
            unreviewed: number;
        };
        PeriodStorage: {
            /** @description In chronological order */
            days: {
                /** Format: date */
                day: string;
                /** Format: int64 */
                stored_bytes: number;
            }[];
            /**
             * Format: int64
             * @description All stored versions as the devices sent them, when the report was computed
             */
            original_bytes: number;
            /**
             * Format: int64
             * @description Expected in 30 days; null without enough days
             */
            forecast_bytes: number | null;
        };
        /** @description Proofs that backups can be read back */
        PeriodRestores: {
            /** @description Those that failed first, then the latest; at most 100 */
            proofs: {
                at: components["schemas"]["Instant"];
                /** @enum {string} */
                kind: "restore" | "restore_check" | "integrity_check";
                customer: string | null;
                /** @description Of a restore */
                device: string | null;
                /** @enum {string} */
                outcome: "succeeded" | "failed";
                by: string | null;
                /**
                 * Format: int64
                 * @description Verified bytes, if known
                 */
                bytes: number | null;
            }[];
            total: number;
            failed: number;
        };
        /** @description Who read, compared, searched, downloaded or exported configurations */
        PeriodAccesses: {
            /** @description The most active first; at most 100 */
            users: {
                user: string;
                views: number;
                comparisons: number;
                searches: number;
                downloads: number;
                devices: number;
                last_at: components["schemas"]["Instant"];
            }[];
            total_users: number;
        };
        NewTenantLogo: {
            /** @description The image in base64 */
            data: string;
        };
        TenantLogo: {
            /** @enum {string} */
            type: "image/png" | "image/jpeg";
            width: number;
            height: number;
            /** Format: int64 */
            size_bytes: number;
        };
        CustomerCoverage: {
            /** Format: uuid */
            id: string;
            slug: components["schemas"]["Slug"];
            name: string;
            days: components["schemas"]["ReportDay"][];
        };
        CustomerReport: {
            /** Format: uuid */
            id: string;
            slug: components["schemas"]["Slug"];
            name: string;
            summary: components["schemas"]["ReportSummary"];
            exceptions: components["schemas"]["ReportException"][];
            exceptions_truncated: boolean;
            unscheduled: components["schemas"]["UnscheduledDevices"];
            agents: components["schemas"]["ReportAgent"][];
        };
        /** @description Whether the database was restored, when, and the time of the dump; a rebuilt index has no dump */
        RestoredMark: {
            restored: boolean;
            /** Format: date-time */
            at: string | null;
            /** Format: date-time */
            dump_taken_at: string | null;
        };
        /** @description Devices in service without a schedule or any backup attempt, by customer and name; at most 5,000 of one customer */
        UnscheduledDevices: {
            /** Format: uuid */
            device_id: string;
            name: string;
            /** @description Its short name */
            customer: string;
            site: string;
        }[];
        ReportSummary: {
            /** @description What coverage is measured against: enabled devices in service with a schedule or a backup attempt */
            devices: number;
            /** @description Of these, the number with a success within their tolerance */
            covered: number;
            /** @description To one decimal, rounded down, so that 100 means all; null if no device is to be covered */
            coverage_pct: number | null;
            /** @description Devices in service without a schedule or any backup attempt: nothing backs them up. They are not in `devices` */
            unscheduled: number;
            /** @description Devices that need attention */
            exceptions: number;
            /** @description Of these, the number whose backup waits for an agent */
            without_agent: number;
            /** @description Number of devices in each state */
            states: {
                changed: number;
                /** @description A success */
                unchanged: number;
                /** @description A success, and an exception */
                partial: number;
                failed: number;
                stale: number;
                blocked: number;
                never: number;
                disabled: number;
                decommissioned: number;
            };
            /** @description Not reviewed yet */
            suspicious_versions: number;
            /** @description Fingerprints that were accepted without comparison */
            hosts_not_compared: number;
            /** @description Devices that differ from a pinned version */
            drifted: number;
        };
        ReportException: {
            /** Format: uuid */
            device_id: string;
            name: string;
            customer: components["schemas"]["Slug"];
            state: components["schemas"]["DeviceState"];
            /** @description `damaged`: its latest stored version cannot be read completely; `drifted`: it differs from a pinned version */
            reasons: ("failed" | "blocked" | "damaged" | "stale" | "never" | "partial" | "suspicious" | "host_not_compared" | "drifted")[];
            /** Format: date-time */
            last_success_at: string | null;
            /** @description Such as `5 hours`, `3 days` or `never` */
            last_success_age_label: string;
            /** @description `failure` as text, or of a partial backup `failed_artifacts` and `warnings`, in the language that the client accepts */
            last_error: string | null;
            /** @description For the last backup; null if it did not fail completely */
            failure: components["schemas"]["Failure"] | null;
            /** @description What the last backup could not collect, if it was partial; at most three */
            failed_artifacts: {
                key: string;
                failure: components["schemas"]["Failure"];
            }[];
            /** @description For a partial backup: the sentences of `warning_messages`, in the language that the client accepts */
            warnings: string[];
            /** @description For a partial backup; at most three together with `failed_artifacts` */
            warning_messages: components["schemas"]["Message"][];
            /**
             * @description The error code of the last backup; also `no_agent` for a device that is stale or was never backed up while
             *     its queued backup waits for an agent
             */
            error_code: components["schemas"]["FailureCode"] | null;
            /** @description The ten latest */
            suspicious_versions: string[];
        };
        ReportAgent: {
            /** Format: uuid */
            id: string;
            name: string;
            customer: components["schemas"]["Slug"];
            /** @description Backups of this agent match no real device. Treat it as an alarm. */
            lab_mode: boolean;
            status: components["schemas"]["AgentStatus"];
            /** Format: date-time */
            last_seen_at: string | null;
            version: string | null;
        };
        ReadBack: {
            count: number;
            /** @description Objects that were read back within the period */
            checked: number;
            /**
             * Format: date-time
             * @description The oldest time of a read-back; null if an object was never read back
             */
            oldest_check_at: string | null;
            damaged: number;
        };
        StorageCompliance: {
            /** Format: uuid */
            tenant_id: string;
            slug: string;
            name: string;
            /**
             * @description `kept`: everything was read back within the period and is intact. `behind`: not everything was read back.
             *     `damaged`: something is damaged. `destroyed`: the customer's keys were destroyed, and no backup can be
             *     read.
             * @enum {string}
             */
            standing: "kept" | "behind" | "damaged" | "destroyed";
            /**
             * @description Why `standing` is not `kept`. `…_unchecked`: some objects were not read back within the period; the next
             *     nightly checks read them. Empty if `standing` is `kept`.
             */
            reasons: ("keys_destroyed" | "keys_damaged" | "keys_unchecked" | "packs_damaged" | "packs_unchecked" | "manifests_damaged" | "manifests_unchecked" | "versions_damaged")[];
            /** @description `BKP_INTEGRITY_DAYS` */
            period_days: number;
            packs: components["schemas"]["ReadBack"] & {
                /** Format: int64 */
                bytes: number;
                /** @description Share of the bytes */
                checked_share: number;
            };
            manifests: components["schemas"]["ReadBack"];
            /** @description The wrapped keys in the store, which are required to recover a lost database */
            keys: {
                /** @enum {string} */
                state: "good" | "damaged" | "unchecked" | "destroyed";
                /** Format: date-time */
                checked_at: string | null;
                /** @description The sentences of `damage`, in the language that the client accepts; null if it is empty */
                what: string | null;
                damage: components["schemas"]["Message"][];
            };
            /** @description How far packs and manifests are locked. Absent unless `BKP_S3_OBJECT_LOCK` is set. */
            object_lock?: {
                mode: components["schemas"]["ObjectLockMode"];
                /** @description Packs and manifests that are needed and locked */
                locked: number;
                /** @description Packs and manifests that are needed and not locked yet */
                unlocked: number;
                /**
                 * Format: date-time
                 * @description When the first of these locks ends
                 */
                locked_until: string | null;
                /** @description Objects whose locked version was hidden by a delete marker or another version last night */
                hidden: number;
                /** @description Objects that are no longer needed and are deleted when their locks end */
                deferred: number;
                /**
                 * Format: date-time
                 * @description When the last of these locks ends
                 */
                deferred_until: string | null;
            };
            /** @description The first hundred */
            damaged_objects: {
                /** @enum {string} */
                object: "pack" | "manifest";
                /**
                 * Format: uuid
                 * @description The id of the pack, or of the manifest's version
                 */
                id: string;
                /** @enum {string} */
                kind: "missing" | "unreadable" | "length" | "digest" | "header" | "content_key" | "index" | "block" | "chunk" | "place" | "sealed" | "differs";
                what: string;
                since: components["schemas"]["Instant"];
            }[];
            /** @description Versions that cannot be read completely */
            damaged_versions: number;
            /** @description The first hundred; `GET /api/storage/damaged-versions` lists all */
            damaged_versions_named: components["schemas"]["DamagedVersion"][];
            last_runs: components["schemas"]["PolicyRun"][];
        };
        DamagedVersion: {
            /** Format: uuid */
            version_id: string;
            /** Format: uuid */
            snapshot_id: string | null;
            /** Format: uuid */
            tenant_id: string;
            /** Format: uuid */
            device_id: string;
            /** @description Its name */
            device: string;
            /** Format: uuid */
            artifact_id: string;
            key: string;
            /** @enum {string} */
            transport: "ssh" | "api";
            captured_at: components["schemas"]["Instant"];
            /**
             * Format: uuid
             * @description The path at which the first error occurred; null for content without a path
             */
            pack_id: string | null;
            since: components["schemas"]["Instant"];
        };
        StoragePurge: {
            /** @description The customer's slug */
            confirm: string;
            /**
             * @description Only counts what would be deleted
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Confirms that the database was restored or rebuilt and that all newer content was attached again. The mark
             *     applies to the whole installation: purge, retention and sweep resume for every customer, not only for this
             *     one.
             * @enum {string}
             */
            accept_restored?: "all-customers";
        };
        BegunPurge: {
            /** @description This request cleared the installation's restore mark */
            restored_mark_cleared: boolean;
            /**
             * Format: uuid
             * @description `GET /api/policy-runs` reports its progress
             */
            policy_run_id: string;
        };
        PlannedPurge: {
            outcome: components["schemas"]["PolicyOutcome"];
            /** @description The sentence for the code, in the language that the client accepts */
            reason: string | null;
            /** @description Why nothing would be deleted; see `docs/errors.md` */
            reason_code: string | null;
            reason_params: components["schemas"]["MessageParams"];
            /** @description What would be deleted */
            counts: {
                [key: string]: number;
            };
        };
        KeyDestruction: {
            /** @description The customer's slug */
            confirm: string;
        };
        DestroyedKeys: {
            /** Format: uuid */
            tenant_id: string;
            destruction: components["schemas"]["Destruction"];
            /** @description Null until the delay has passed */
            destroyed_at: components["schemas"]["Instant"] | null;
            /**
             * @description Names of devices with a restore that was running or awaiting confirmation at the time of this request.
             *     These devices roll back automatically, and Coffer no longer checks the outcome.
             */
            changing_devices: string[];
            /** @description Copies that Coffer cannot destroy */
            notice: string;
        };
        StorageSample: {
            sampled_at: components["schemas"]["Instant"];
            /**
             * Format: int64
             * @description Bytes of packs, encrypted and compressed
             */
            stored: number;
        };
        StorageContents: {
            /** @description Ordered by slug */
            customers: {
                /** Format: uuid */
                id: string;
                slug: components["schemas"]["Slug"];
                lineages: number;
                versions: number;
                /**
                 * Format: int64
                 * @description Bytes of all versions, as collected
                 */
                collected: number;
                /**
                 * Format: int64
                 * @description Bytes of their chunks, uncompressed, each chunk once
                 */
                unique: number;
                /**
                 * Format: int64
                 * @description Bytes of packs
                 */
                stored: number;
            }[];
            /** @description Lineages with the most collected bytes, largest first */
            lineages: {
                /** Format: uuid */
                artifact_id: string;
                /** Format: uuid */
                tenant_id: string;
                /** Format: uuid */
                device_id: string;
                /** @description Its name */
                device: string;
                key: string;
                transport: components["schemas"]["Transport"];
                versions: number;
                /**
                 * Format: int64
                 * @description Bytes of its versions; shared content counts in each
                 */
                collected: number;
            }[];
        };
        StorageUsage: {
            /**
             * Format: int64
             * @description Bytes of packs, encrypted and compressed as in the store
             */
            stored: number;
            /**
             * Format: int64
             * @description Bytes; negative if usage shrinks. Show it with `basis`.
             */
            growth_per_day: number | null;
            /**
             * @description `measured`: the slope of daily samples. `transferred`: the daily transfer, multiplied by the share that
             *     remains stored. `insufficient`: not known yet.
             * @enum {string}
             */
            basis: "measured" | "transferred" | "insufficient";
            /**
             * Format: date-time
             * @description When the disk is full at the current growth; null if usage does not grow or no date can be estimated
             */
            full_at: string | null;
            /** @description The disk that contains the objects, if they are on this machine */
            disk: {
                /** Format: int64 */
                total: number;
                /** Format: int64 */
                free: number;
            } | null;
            by_tenant: {
                /** Format: uuid */
                id: string;
                slug: components["schemas"]["Slug"];
                /** Format: int64 */
                stored: number;
            }[];
            /** @description How far packs and manifests are locked; null unless `BKP_S3_OBJECT_LOCK` is set */
            object_lock: components["schemas"]["ObjectLockUsage"] | null;
        };
        /**
         * @description As last counted, every 15 minutes and after the nightly task. Figures are null until the first count. Of several
         *     customers, they are the sum; `GET /api/storage/compliance` and the metrics have the figures of each customer.
         */
        ObjectLockUsage: {
            mode: components["schemas"]["ObjectLockMode"];
            /** @description Packs and manifests that are needed and locked */
            locked: number | null;
            /** @description Packs and manifests that are needed and not locked yet */
            unlocked: number | null;
            /**
             * Format: date-time
             * @description When the first of these locks ends; null if nothing is locked
             */
            locked_until: string | null;
            /**
             * Format: date-time
             * @description Of several customers, the oldest count
             */
            counted_at: string | null;
        };
        /**
         * @description `governance`: a permission of the store bypasses locks. `compliance`: nothing shortens a lock.
         * @enum {string}
         */
        ObjectLockMode: "governance" | "compliance";
        NewDownload: {
            /** @description Path and query of the download request */
            path: string;
        };
        Download: {
            /** @description A path below the base address; it works once */
            url: string;
            expires_at: components["schemas"]["Instant"];
        };
        Settings: {
            /** @description The free share of the objects' disk, in percent, below which `storage.low` is raised */
            storage_low_percent: number;
            /**
             * @description The platform’s level
             * @enum {string|null}
             */
            trust_posture: "strict" | "tofu" | null;
            /**
             * @description The platform’s level
             * @enum {string|null}
             */
            restore_policy: "allow" | "deny" | null;
            /** @description Minutes after which an unused session ends; null: only its lifetime limits it */
            session_idle_minutes: number | null;
            /** @description The maximum lifetime, in days, of a new API token without networks; null: no separate limit */
            token_days_without_networks: number | null;
            /** @description Whether users may keep encrypted copies of configurations on their computers */
            break_glass_copies: boolean;
            /** @description The maximum days without contact after which the desktop deletes such a copy */
            break_glass_days: number;
            /** @description Users with these roles must have a second factor */
            second_factor_roles: components["schemas"]["Role"][];
            /** @description Actions that another person must approve (`GET /api/approvals`) */
            approval_actions: components["schemas"]["SelectableApprovalAction"][];
            /** @description Between the request to destroy keys or delete a customer and its execution */
            destruction_delay_days: number;
            /** @description A shorter delay that was set, and the time from which it applies; null if none is pending */
            destruction_delay_next: components["schemas"]["NextDelay"] | null;
            /** @description Days before a cut of retention, at any level, applies */
            retention_cooling_off_days: number;
            /** @description A shorter cooling-off period that was set, and the time from which it applies; null if none is pending */
            retention_cooling_off_next: components["schemas"]["NextDelay"] | null;
            /** @description The minimum at any level */
            retention_floor_keep_days: number | null;
            /** @description The minimum at any level */
            retention_floor_keep_last: number | null;
            /** @description When an administrator confirmed that a copy of the master key is kept elsewhere; null if never */
            master_key_backed_up_at: components["schemas"]["Instant"] | null;
            environment: components["schemas"]["EnvironmentSettings"];
            /** @description The effective values where no level sets one */
            defaults: {
                storage_low_percent: number;
                environment: components["schemas"]["EnvironmentSettings"];
            };
            /** @description Of the replica that responds */
            service: {
                version: string;
                started_at: components["schemas"]["Instant"];
                /**
                 * Format: date-time
                 * @description Of the certificate that it presents; null if it does not use TLS itself
                 */
                certificate_ends_at: string | null;
            };
        };
        NextDelay: {
            days: number;
            at: components["schemas"]["Instant"];
        };
        /** @description Read from environment variables at start */
        EnvironmentSettings: {
            base_url: string;
            time_zone: string;
            schedule_jitter_minutes: number;
            session_ttl_minutes: number;
            integrity_days: number;
            restore_check_days: number;
            dump_keep: number;
            import_allow_private: boolean;
            local_agent: boolean;
            max_local_agents: number;
            /** @enum {string} */
            database: "embedded" | "external";
            /** @enum {string} */
            object_store: "disk" | "bucket";
            /** Format: int64 */
            max_file_preview_bytes: number;
            /** Format: int64 */
            max_diff_file_bytes: number;
            max_diff_lines: number;
            /** Format: int64 */
            max_archive_bytes: number;
        };
        SettingsPatch: {
            storage_low_percent?: number;
            /** @enum {string|null} */
            trust_posture?: "strict" | "tofu" | null;
            /** @enum {string|null} */
            restore_policy?: "allow" | "deny" | null;
            session_idle_minutes?: number | null;
            token_days_without_networks?: number | null;
            break_glass_copies?: boolean;
            break_glass_days?: number;
            second_factor_roles?: components["schemas"]["Role"][];
            approval_actions?: components["schemas"]["SelectableApprovalAction"][];
            destruction_delay_days?: number;
            retention_cooling_off_days?: number;
            retention_floor_keep_days?: number | null;
            retention_floor_keep_last?: number | null;
            /** @description true confirms now that a copy of the master key is kept elsewhere; false withdraws it */
            master_key_backed_up?: boolean;
        };
        /** @enum {string} */
        EventType: "run.changed" | "run.partial" | "run.failed" | "run.blocked" | "device.recovered" | "device.stale" | "device.address_changed" | "device.address_approved" | "version.written" | "version.suspicious" | "version.not_restorable" | "version.restorable" | "artifact.drifted" | "artifact.aligned" | "device_pair.differs" | "device_pair.aligned" | "fingerprint.pending" | "fingerprint.changed" | "fingerprint.approved" | "fingerprint.rejected" | "restore.state" | "agent.online" | "agent.offline" | "agent.cloned" | "agent.rewound" | "agent.lab_mode" | "agent.listener_silent" | "agent.listener_heard" | "agent.enrollment_token_created" | "agent.enrolled" | "agent.revoked" | "user.created" | "user.disabled" | "user.enabled" | "user.deleted" | "user.changed" | "user.role_changed" | "role.created" | "role.changed" | "role.deleted" | "user.second_factor_added" | "user.second_factor_removed" | "user.recovery_code_used" | "user.break_glass_login" | "token.created" | "token.revoked" | "approval.requested" | "approval.approved" | "approval.rejected" | "approval.used" | "approval.expired" | "break_glass_copy.created" | "break_glass_copy.revoked" | "break_glass_copy.deleted" | "login.failures" | "credential.created" | "credential.deleted" | "credential.changed" | "platform.changed" | "retention.changed" | "retention.cut" | "retention.cut_withdrawn" | "destruction.requested" | "destruction.withdrawn" | "destruction.completed" | "integrity.damaged" | "integrity.healed" | "report.frozen" | "storage.low" | "storage.enough" | "storage.grown" | "store.unreachable" | "store.reachable" | "identity_provider.unreachable" | "identity_provider.reachable" | "task.failed" | "task.recovered" | "dump.overdue" | "dump.recovered" | "clock.skewed" | "clock.corrected" | "certificate.expiring" | "certificate.renewed" | "settings.changed" | "webhook.disabled" | "notification_channel.disabled" | "notification_channel.suspended" | "report_schedule.suspended" | "report.undeliverable" | "event.acknowledged";
        /** @enum {string} */
        Severity: "info" | "warning" | "critical";
        /** @description The fields of every event. Ids, names, counts and codes; never lines of a configuration or output of a device */
        EventBase: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["EventType"];
            severity: components["schemas"]["Severity"];
            at: components["schemas"]["Instant"];
            /**
             * Format: uuid
             * @description Null: an event of the installation
             */
            tenant_id: string | null;
            device: {
                /** Format: uuid */
                id: string;
                name: string;
                site: string;
                platform: string;
                tags: string[];
            } | null;
            agent: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            acknowledgement: components["schemas"]["EventAcknowledgement"] | null;
        };
        /** @description The body of a webhook delivery; for its signature, see docs/events.md */
        WebhookNotification: {
            /**
             * Format: uuid
             * @description The id of the delivery; a repeated delivery has the same id
             */
            id: string;
            /** Format: uuid */
            webhook_id: string;
            /** @enum {string} */
            kind: "event" | "digest" | "escalation" | "test";
            /** @description One line per event, for chat tools */
            text: string;
            events: components["schemas"]["Event"][];
        };
        /** @description An event with the `data` of its type. Later versions may add types, and fields to a type. */
        Event: components["schemas"]["RunEvent"] | components["schemas"]["DeviceRecoveredEvent"] | components["schemas"]["DeviceStaleEvent"] | components["schemas"]["AddressChangedEvent"] | components["schemas"]["AddressApprovedEvent"] | components["schemas"]["VersionWrittenEvent"] | components["schemas"]["VersionSuspiciousEvent"] | components["schemas"]["RestoreCheckEvent"] | components["schemas"]["DriftEvent"] | components["schemas"]["DevicePairEvent"] | components["schemas"]["FingerprintEvent"] | components["schemas"]["FingerprintDecidedEvent"] | components["schemas"]["RestoreStateEvent"] | components["schemas"]["AgentSeenEvent"] | components["schemas"]["AgentDoubtedEvent"] | components["schemas"]["AgentLabModeEvent"] | components["schemas"]["AgentListenerEvent"] | components["schemas"]["EnrollmentTokenCreatedEvent"] | components["schemas"]["AgentEnrolledEvent"] | components["schemas"]["AgentRevokedEvent"] | components["schemas"]["UserEvent"] | components["schemas"]["UserChangedEvent"] | components["schemas"]["UserRoleChangedEvent"] | components["schemas"]["RoleEvent"] | components["schemas"]["SecondFactorEvent"] | components["schemas"]["RecoveryCodeUsedEvent"] | components["schemas"]["BreakGlassLoginEvent"] | components["schemas"]["TokenEvent"] | components["schemas"]["ApprovalRequestedEvent"] | components["schemas"]["ApprovalDecidedEvent"] | components["schemas"]["ApprovalUsedEvent"] | components["schemas"]["ApprovalExpiredEvent"] | components["schemas"]["BreakGlassCopyEvent"] | components["schemas"]["BreakGlassCopyDeletedEvent"] | components["schemas"]["LoginFailuresEvent"] | components["schemas"]["CredentialEvent"] | components["schemas"]["CredentialChangedEvent"] | components["schemas"]["PlatformEvent"] | components["schemas"]["RetentionEvent"] | components["schemas"]["DestructionEvent"] | components["schemas"]["IntegrityEvent"] | components["schemas"]["ReportFrozenEvent"] | components["schemas"]["StorageRoomEvent"] | components["schemas"]["StorageGrownEvent"] | components["schemas"]["StoreEvent"] | components["schemas"]["IdentityProviderEvent"] | components["schemas"]["TaskEvent"] | components["schemas"]["DumpEvent"] | components["schemas"]["ClockEvent"] | components["schemas"]["CertificateEvent"] | components["schemas"]["SettingsChangedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["ChannelDisabledEvent"] | components["schemas"]["ChannelSuspendedEvent"] | components["schemas"]["ReportScheduleSuspendedEvent"] | components["schemas"]["ReportUndeliverableEvent"] | components["schemas"]["EventAcknowledgedEvent"];
        RunEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "run.changed" | "run.partial" | "run.failed" | "run.blocked";
            data: {
                /** Format: uuid */
                run_id: string;
                trigger: string;
                error_code?: components["schemas"]["FailureCode"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run.changed" | "run.partial" | "run.failed" | "run.blocked";
        };
        DeviceRecoveredEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "device.recovered";
            data: {
                /** Format: uuid */
                run_id: string;
                /** @enum {string} */
                was: "failed" | "blocked" | "stale";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "device.recovered";
        };
        DeviceStaleEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "device.stale";
            data: {
                last_success_at: components["schemas"]["Instant"] | null;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "device.stale";
        };
        AddressChangedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "device.address_changed";
            data: {
                /** @description The previous values of the changed fields */
                from: {
                    [key: string]: unknown;
                };
                /** @description The current values of the changed fields */
                to: {
                    [key: string]: unknown;
                };
                /** @description Credentials are not sent there until a user approves the address */
                pending: boolean;
                changed_by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "device.address_changed";
        };
        AddressApprovedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "device.address_approved";
            data: {
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "device.address_approved";
        };
        VersionWrittenEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "version.written";
            data: {
                /** Format: uuid */
                version_id: string;
                /** Format: uuid */
                artifact_id: string;
                /** Format: uuid */
                run_id: string;
                key: string;
                transport: components["schemas"]["Transport"];
                /** Format: int64 */
                size_bytes: number;
                added: number | null;
                removed: number | null;
                first: boolean;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "version.written";
        };
        VersionSuspiciousEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "version.suspicious";
            data: {
                /** Format: uuid */
                version_id: string;
                /** Format: uuid */
                artifact_id: string;
                /** Format: uuid */
                run_id: string;
                key: string;
                transport: components["schemas"]["Transport"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "version.suspicious";
        };
        RestoreCheckEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "version.not_restorable" | "version.restorable";
            data: {
                /** Format: uuid */
                version_id: string;
                /** Format: uuid */
                artifact_id: string;
                key: string;
                transport: components["schemas"]["Transport"];
                /** @enum {string} */
                outcome: "restorable" | "incomplete" | "damaged";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "version.not_restorable" | "version.restorable";
        };
        DriftEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "artifact.drifted" | "artifact.aligned";
            data: {
                /** Format: uuid */
                artifact_id: string;
                key: string;
                transport: components["schemas"]["Transport"];
                /** Format: uuid */
                pinned_version_id: string | null;
                /** Format: uuid */
                latest_version_id: string | null;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "artifact.drifted" | "artifact.aligned";
        };
        /** @description `device` is the first device of the pair. The deletion of a pair emits no event */
        DevicePairEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "device_pair.differs" | "device_pair.aligned";
            data: {
                /** Format: uuid */
                pair_id: string;
                name: string;
                key: string;
                second_device: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                };
                /** Format: uuid */
                first_version_id: string;
                /** Format: uuid */
                second_version_id: string;
                /** @description Lines removed and added between the two */
                differing_lines: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "device_pair.differs" | "device_pair.aligned";
        };
        FingerprintEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "fingerprint.pending" | "fingerprint.changed";
            data: {
                /** Format: uuid */
                fingerprint_id: string;
                kind: string;
                algorithm: string | null;
                fingerprint: string;
                host: string;
                port: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fingerprint.pending" | "fingerprint.changed";
        };
        FingerprintDecidedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "fingerprint.approved" | "fingerprint.rejected";
            data: {
                /** Format: uuid */
                fingerprint_id: string;
                kind: string;
                algorithm: string | null;
                fingerprint: string;
                host: string;
                port: number;
                /** @description Its status before the decision */
                status_before: string;
                /** @description A user compared it with the device */
                compared: boolean;
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fingerprint.approved" | "fingerprint.rejected";
        };
        RestoreStateEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "restore.state";
            data: {
                /** Format: uuid */
                run_id: string;
                /** Format: uuid */
                version_id: string | null;
                status: string;
                error_code?: components["schemas"]["FailureCode"];
                confirm_until?: components["schemas"]["Instant"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "restore.state";
        };
        AgentSeenEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "agent.online" | "agent.offline";
            data: {
                last_seen_at: components["schemas"]["Instant"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "agent.online" | "agent.offline";
        };
        AgentDoubtedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "agent.cloned" | "agent.rewound";
            data: {
                hostname: string | null;
                clear_with: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "agent.cloned" | "agent.rewound";
        };
        AgentLabModeEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "agent.lab_mode";
            data: {
                lab_mode: boolean;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "agent.lab_mode";
        };
        AgentListenerEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "agent.listener_silent" | "agent.listener_heard";
            data: {
                protocol: components["schemas"]["ListenerProtocol"];
                /** @description Why the agent could not open the port */
                error: components["schemas"]["ListenerError"] | null;
                /** Format: date-time */
                last_message_at: string | null;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "agent.listener_silent" | "agent.listener_heard";
        };
        EnrollmentTokenCreatedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "agent.enrollment_token_created";
            data: {
                expires_at: components["schemas"]["Instant"];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "agent.enrollment_token_created";
        };
        AgentEnrolledEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "agent.enrolled";
            data: {
                hostname: string;
                version: string;
                /** @description The agent had a key before: another computer may have taken its place */
                replaced_key: boolean;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "agent.enrolled";
        };
        AgentRevokedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "agent.revoked";
            data: {
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "agent.revoked";
        };
        UserEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "user.created" | "user.disabled" | "user.enabled" | "user.deleted";
            data: {
                /** Format: uuid */
                user_id: string;
                email: string;
                role: components["schemas"]["Role"];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.created" | "user.disabled" | "user.enabled" | "user.deleted";
        };
        UserChangedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "user.changed";
            data: {
                /** Format: uuid */
                user_id: string;
                email: string;
                role: components["schemas"]["Role"];
                /** @description `email`, `name` or `password` */
                changed: string[];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.changed";
        };
        UserRoleChangedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "user.role_changed";
            data: {
                /** Format: uuid */
                user_id: string;
                email: string;
                role: components["schemas"]["Role"];
                role_before: components["schemas"]["Role"];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.role_changed";
        };
        RoleEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "role.created" | "role.changed" | "role.deleted";
            data: {
                /** Format: uuid */
                role_id: string;
                name: string;
                permissions: components["schemas"]["Permission"][];
                /** @description Permissions that the change added */
                added: components["schemas"]["Permission"][];
                /** @description Permissions that the change removed */
                removed: components["schemas"]["Permission"][];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "role.created" | "role.changed" | "role.deleted";
        };
        SecondFactorEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "user.second_factor_added" | "user.second_factor_removed";
            data: {
                /** Format: uuid */
                user_id: string;
                email: string;
                /** @description null if an administrator removed all */
                factor: components["schemas"]["FactorKind"] | null;
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.second_factor_added" | "user.second_factor_removed";
        };
        BreakGlassLoginEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "user.break_glass_login";
            data: {
                /** Format: uuid */
                user_id: string;
                email: string;
                ip: string | null;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.break_glass_login";
        };
        RecoveryCodeUsedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "user.recovery_code_used";
            data: {
                /** Format: uuid */
                user_id: string;
                email: string;
                codes_left: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.recovery_code_used";
        };
        TokenEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "token.created" | "token.revoked";
            data: {
                /** Format: uuid */
                token_id: string;
                name: string;
                role: components["schemas"]["Role"];
                /**
                 * Format: uuid
                 * @description Of the user who created it
                 */
                user_id: string;
                /** @description Networks from which it can be used; empty: any */
                networks: string[];
                expires_at: components["schemas"]["Instant"];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "token.created" | "token.revoked";
        };
        ApprovalRequestedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "approval.requested";
            data: {
                /** Format: uuid */
                approval_id: string;
                action: components["schemas"]["ApprovalAction"];
                requested_by: string;
                reason: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "approval.requested";
        };
        ApprovalDecidedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "approval.approved" | "approval.rejected";
            data: {
                /** Format: uuid */
                approval_id: string;
                action: components["schemas"]["ApprovalAction"];
                requested_by: string;
                reason: string;
                by: string;
                note: string | null;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "approval.approved" | "approval.rejected";
        };
        ApprovalUsedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "approval.used";
            data: {
                /** Format: uuid */
                approval_id: string;
                action: components["schemas"]["ApprovalAction"];
                requested_by: string;
                approved_by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "approval.used";
        };
        ApprovalExpiredEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "approval.expired";
            data: {
                /** Format: uuid */
                approval_id: string;
                action: components["schemas"]["ApprovalAction"];
                requested_by: string;
                reason: string;
                /** @description It was approved, but not used */
                was_approved: boolean;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "approval.expired";
        };
        BreakGlassCopyEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "break_glass_copy.created" | "break_glass_copy.revoked";
            data: {
                /** Format: uuid */
                copy_id: string;
                /**
                 * Format: uuid
                 * @description Of the user who registered it
                 */
                user_id: string;
                computer: string;
                /** @description Empty: all sites */
                sites: string[];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "break_glass_copy.created" | "break_glass_copy.revoked";
        };
        BreakGlassCopyDeletedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "break_glass_copy.deleted";
            data: {
                /** Format: uuid */
                copy_id: string;
                /**
                 * Format: uuid
                 * @description Of the user who registered it
                 */
                user_id: string;
                computer: string;
                /** @description Empty: all sites */
                sites: string[];
                /** @enum {string} */
                reason: "revoked" | "expired" | "user" | "connection";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "break_glass_copy.deleted";
        };
        LoginFailuresEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "login.failures";
            data: {
                /** @enum {string} */
                of: "account" | "network";
                /**
                 * Format: uuid
                 * @description Of `account`
                 */
                user_id: string | null;
                /** @description Of `account`: that of the user, never what was typed */
                email: string | null;
                /** @description Of `network`: a /24 of IPv4 or a /48 of IPv6 */
                network: string | null;
                /** @description Wrong passwords since then */
                failures: number;
                /** @description Number of different accounts */
                accounts: number;
                /** @description Number of different networks of origin */
                networks: number;
                since: components["schemas"]["Instant"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "login.failures";
        };
        CredentialEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "credential.created" | "credential.deleted";
            data: {
                /** Format: uuid */
                credential_id: string;
                name: string;
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "credential.created" | "credential.deleted";
        };
        CredentialChangedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "credential.changed";
            data: {
                /** Format: uuid */
                credential_id: string;
                name: string;
                /** @description Names of fields and secrets */
                changed: string[];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "credential.changed";
        };
        PlatformEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "platform.changed";
            data: {
                /** Format: uuid */
                document_id: string;
                platform: string;
                /** @enum {string} */
                change: "created" | "updated" | "tested" | "activated" | "retired" | "deleted";
                /** @description The version that is concerned */
                version: number;
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "platform.changed";
        };
        RetentionEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "retention.changed" | "retention.cut" | "retention.cut_withdrawn";
            data: {
                /** @enum {string} */
                level: "platform" | "customer" | "device";
                /** Format: uuid */
                device_id?: string | null;
                keep_days?: number | null;
                keep_last?: number | null;
                decommissioned_retention_days?: number;
                /** @description The same fields before the change */
                before?: {
                    [key: string]: unknown;
                };
                /** @description Their number, for a bulk change */
                devices?: number;
                /** @description The first 50 of them */
                device_ids?: string[];
                /** @description When a cut applies */
                at?: components["schemas"]["Instant"];
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "retention.changed" | "retention.cut" | "retention.cut_withdrawn";
        };
        DestructionEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "destruction.requested" | "destruction.withdrawn" | "destruction.completed";
            data: {
                /** Format: uuid */
                destruction_id: string;
                /** @enum {string} */
                kind: "keys" | "tenant";
                due_at?: components["schemas"]["Instant"];
                by?: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "destruction.requested" | "destruction.withdrawn" | "destruction.completed";
        };
        IntegrityEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "integrity.damaged" | "integrity.healed";
            data: {
                /** @enum {string} */
                what: "pack" | "manifest" | "keys" | "dump";
                id?: string;
                name?: string;
                kind?: string;
                chunks?: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "integrity.damaged" | "integrity.healed";
        };
        ReportFrozenEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "report.frozen";
            data: {
                /** Format: date */
                day: string;
                devices: number;
                covered: number;
                exceptions: number;
                suspicious_versions: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "report.frozen";
        };
        StorageRoomEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "storage.low" | "storage.enough";
            data: {
                /** Format: int64 */
                free_bytes: number;
                /** Format: int64 */
                total_bytes: number;
                low_percent: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "storage.low" | "storage.enough";
        };
        StorageGrownEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "storage.grown";
            data: {
                /** Format: int64 */
                stored_bytes: number;
                /** Format: int64 */
                before_bytes: number;
                /** @description Of the sample with `before_bytes` */
                before_at: components["schemas"]["Instant"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "storage.grown";
        };
        StoreEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "store.unreachable" | "store.reachable";
            data: {
                /** @description Of the first failed check */
                since: components["schemas"]["Instant"];
                /** @description Host name of the replica */
                detected_by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "store.unreachable" | "store.reachable";
        };
        IdentityProviderEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "identity_provider.unreachable" | "identity_provider.reachable";
            data: {
                /** Format: uuid */
                provider_id: string;
                name: string;
                kind: components["schemas"]["ProviderKind"];
                /** @description Of the first request without an answer */
                since: components["schemas"]["Instant"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "identity_provider.unreachable" | "identity_provider.reachable";
        };
        TaskEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "task.failed" | "task.recovered";
            data: {
                /** @description Its kind in `/api/policy-runs` */
                task: string;
                /** @description Of the first failed run */
                failed_at: components["schemas"]["Instant"];
                /**
                 * Format: uuid
                 * @description The policy run that failed, or succeeded again
                 */
                run_id: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "task.failed" | "task.recovered";
        };
        DumpEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "dump.overdue" | "dump.recovered";
            data: {
                /** @description Of the latest complete dump */
                last_dump_at: components["schemas"]["Instant"] | null;
                limit_hours: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dump.overdue" | "dump.recovered";
        };
        ClockEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "clock.skewed" | "clock.corrected";
            data: {
                /** @enum {string} */
                of: "replica" | "agent";
                /** @description Host name of the replica or agent */
                hostname: string | null;
                /** @description Against PostgreSQL for a replica, against the service for an agent; negative when it is behind */
                ahead_seconds: number;
                limit_seconds: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "clock.skewed" | "clock.corrected";
        };
        CertificateEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "certificate.expiring" | "certificate.renewed";
            data: {
                /** @description The names in the certificate */
                names: string;
                ends_at: components["schemas"]["Instant"];
                days_left: number;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "certificate.expiring" | "certificate.renewed";
        };
        SettingsChangedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "settings.changed";
            data: {
                changed: string[];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "settings.changed";
        };
        WebhookDisabledEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "webhook.disabled";
            data: {
                /** Format: uuid */
                webhook_id: string;
                name: string;
                failing_since: components["schemas"]["Instant"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
        };
        ChannelDisabledEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "notification_channel.disabled";
            data: {
                /** Format: uuid */
                channel_id: string;
                name: string;
                failing_since: components["schemas"]["Instant"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "notification_channel.disabled";
        };
        ChannelSuspendedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "notification_channel.suspended";
            data: {
                /** Format: uuid */
                channel_id: string;
                name: string;
                /**
                 * @description The user whose role it has is disabled or deleted, or lost permissions or customers; or the role was
                 *     limited to sites or tags, or deleted
                 * @enum {string}
                 */
                reason: "channel_owner_gone" | "channel_owner_limited" | "channel_role_limited" | "channel_role_deleted";
                /** @description Name of the role that was limited or deleted */
                role?: string;
                /** @description Sites and tags of `channel_role_limited`; at most 20 */
                limits?: string[];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "notification_channel.suspended";
        };
        ReportScheduleSuspendedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "report_schedule.suspended";
            data: {
                /** Format: uuid */
                schedule_id: string;
                name: string;
                /**
                 * @description The user whose role it has is disabled or deleted, or lost permissions or customers; or the role was
                 *     limited to sites or tags, or deleted
                 * @enum {string}
                 */
                reason: "schedule_owner_gone" | "schedule_owner_limited" | "schedule_role_limited" | "schedule_role_deleted";
                /** @description Name of the role that was limited or deleted */
                role?: string;
                /** @description Sites and tags of `schedule_role_limited`; at most 20 */
                limits?: string[];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "report_schedule.suspended";
        };
        ReportUndeliverableEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "report.undeliverable";
            data: {
                /** Format: uuid */
                sent_report_id: string;
                /** Format: uuid */
                schedule_id: string | null;
                /** @description Of the schedule */
                name: string;
                recipient: string;
                period: components["schemas"]["ReportPeriod"];
                /**
                 * Format: date
                 * @description The last day of the period
                 */
                to: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "report.undeliverable";
        };
        EventAcknowledgedEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "event.acknowledged";
            data: {
                /** Format: uuid */
                event_id: string;
                by: string;
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "event.acknowledged";
        };
        /** @description Empty or absent matches everything, as for the other filters */
        FilterEvents: components["schemas"]["EventType"][];
        FilterSites: string[];
        FilterTags: string[];
        FilterPlatforms: components["schemas"]["PlatformId"][];
        /** @description Minutes for which events are collected into one delivery; 0 delivers each immediately */
        DigestMinutes: number;
        Webhook: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null: events of every customer
             */
            tenant_id: string | null;
            name: string;
            /** @description The host of the address; the rest may be secret */
            host: string;
            /** @description Of `headers`; their values are never shown */
            header_names: string[];
            role: components["schemas"]["Role"];
            events: components["schemas"]["FilterEvents"];
            min_severity: components["schemas"]["Severity"];
            sites: components["schemas"]["FilterSites"];
            tags: components["schemas"]["FilterTags"];
            platforms: components["schemas"]["FilterPlatforms"];
            digest_minutes: components["schemas"]["DigestMinutes"];
            enabled: boolean;
            /** @description No delivery succeeded since this time; null if deliveries succeed */
            failing_since: components["schemas"]["Instant"] | null;
            /** @description The sentence for the code, in the language that the client accepts */
            disabled_reason: string | null;
            /** @description Why the service disabled it; see `docs/errors.md` */
            disabled_reason_code: string | null;
            disabled_reason_params: components["schemas"]["MessageParams"];
            created_at: components["schemas"]["Instant"];
        };
        /** @description The service sends requests to it, under the rules of imports; it follows no redirects */
        WebhookUrl: string;
        /** @description The key for signatures */
        WebhookSecret: string;
        /**
         * @description Not `Host`, `Content-Type`, `Content-Length`, `Content-Encoding`, `Accept-Encoding`, `Expect`, a connection
         *     header (RFC 9110, section 7.6.1), or a name that begins with `X-Coffer-`
         */
        WebhookHeaderName: string;
        WebhookHeaderValue: string;
        NewWebhookHeader: {
            name: components["schemas"]["WebhookHeaderName"];
            value: components["schemas"]["WebhookHeaderValue"];
        };
        /** @description Without `value`, the stored value is kept, unless `url` changes too */
        WebhookHeaderPatch: {
            name: components["schemas"]["WebhookHeaderName"];
            value?: components["schemas"]["WebhookHeaderValue"];
        };
        NewWebhook: {
            name: components["schemas"]["Name"];
            url: components["schemas"]["WebhookUrl"];
            secret: components["schemas"]["WebhookSecret"];
            /** @description Headers of each delivery in addition to those of the signature, such as `Authorization` */
            headers?: components["schemas"]["NewWebhookHeader"][];
            events?: components["schemas"]["FilterEvents"];
            min_severity?: components["schemas"]["Severity"];
            sites?: components["schemas"]["FilterSites"];
            tags?: components["schemas"]["FilterTags"];
            platforms?: components["schemas"]["FilterPlatforms"];
            digest_minutes?: components["schemas"]["DigestMinutes"];
            /** @default true */
            enabled?: boolean;
        };
        WebhookPatch: {
            name?: components["schemas"]["Name"];
            url?: components["schemas"]["WebhookUrl"];
            secret?: components["schemas"]["WebhookSecret"];
            /** @description Replaces all headers of the webhook */
            headers?: components["schemas"]["WebhookHeaderPatch"][];
            events?: components["schemas"]["FilterEvents"];
            min_severity?: components["schemas"]["Severity"];
            sites?: components["schemas"]["FilterSites"];
            tags?: components["schemas"]["FilterTags"];
            platforms?: components["schemas"]["FilterPlatforms"];
            digest_minutes?: components["schemas"]["DigestMinutes"];
            enabled?: boolean;
        };
        /**
         * @description `merged`: its events are in a later delivery, because the receiver was down; never for a webhook
         * @enum {string}
         */
        DeliveryStatus: "waiting" | "delivered" | "failed" | "merged";
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The same in every attempt, so that a receiver can detect duplicates
             */
            id: string;
            /** Format: uuid */
            webhook_id: string;
            /** @enum {string} */
            kind: "event" | "digest" | "escalation" | "test";
            status: components["schemas"]["DeliveryStatus"];
            events: {
                [key: string]: unknown;
            }[];
            attempts: components["schemas"]["DeliveryAttempt"][];
            next_at: components["schemas"]["Instant"] | null;
            created_at: components["schemas"]["Instant"];
            finished_at: components["schemas"]["Instant"] | null;
        };
        /**
         * @description `webhook` is signed and has a fixed body; the body of `http` follows a template
         * @enum {string}
         */
        NotificationChannelKind: "webhook" | "http" | "mail" | "slack" | "teams" | "mattermost" | "pagerduty" | "ntfy" | "syslog" | "snmp";
        /** @description All filters must match; an empty or absent one matches everything */
        NotificationRule: {
            events?: components["schemas"]["FilterEvents"];
            min_severity?: components["schemas"]["Severity"];
            /** @description Ids of customers; only for a channel of the platform */
            customers?: string[];
            sites?: components["schemas"]["FilterSites"];
            tags?: components["schemas"]["FilterTags"];
            platforms?: components["schemas"]["FilterPlatforms"];
        };
        /** @description An event that matches any rule is sent; default: every event */
        NotificationRules: components["schemas"]["NotificationRule"][];
        /** @description Events in these hours are collected and sent as one digest at their end */
        QuietHours: {
            /** @description IANA name, such as `Europe/Paris` */
            time_zone: string;
            from: components["schemas"]["WallTime"];
            to: components["schemas"]["WallTime"];
            /** @description The days on which they begin; default: all */
            days?: components["schemas"]["BlackoutDay"][];
            /** @description Events of this severity and higher are sent at once; default: `critical` */
            min_severity?: components["schemas"]["Severity"];
        };
        /**
         * @description Events that no user acknowledges, and whose alert does not end, are sent once through another channel of the same
         *     customer
         */
        NotificationEscalation: {
            /** @description After this channel sends the event */
            after_minutes: number;
            /** Format: uuid */
            channel_id: string;
            /** @description Only events of this severity or higher; default: `warning` */
            min_severity?: components["schemas"]["Severity"];
        };
        /** @description The service sends requests to it, under the rules of imports; it follows no redirects */
        ChannelUrl: string;
        /** @description Name or address */
        ChannelHost: string;
        /** @description PEM of the authority that issued the certificate of the server; default: public authorities */
        CaCertificates: string | null;
        MailAddress: string;
        WebhookChannelInput: {
            url?: components["schemas"]["ChannelUrl"];
            secret?: components["schemas"]["WebhookSecret"];
            /** @description Without `value`, the stored value is kept */
            headers?: components["schemas"]["WebhookHeaderPatch"][];
        };
        HttpChannelInput: {
            url?: components["schemas"]["ChannelUrl"];
            /**
             * @description Default: POST
             * @enum {string}
             */
            method?: "POST" | "PUT";
            /** @description Default: `application/json` */
            content_type?: string;
            /** @description Text of the body with fields of the message; docs/notifications.md lists them */
            template: string;
            /** @description Without `value`, the stored value is kept */
            headers?: components["schemas"]["WebhookHeaderPatch"][];
        };
        /** @description At least one address or role */
        MailChannelInput: {
            to?: components["schemas"]["MailAddress"][];
            /** @description Every enabled user with one of these roles of the customer, or of the platform, when a mail is sent */
            roles?: components["schemas"]["Role"][];
        };
        UrlChannelInput: {
            url?: components["schemas"]["ChannelUrl"];
        };
        MattermostChannelInput: {
            url?: components["schemas"]["ChannelUrl"];
            /** @description A channel, or a user as `@name`, instead of the channel of the webhook */
            channel?: string | null;
        };
        /** @description Integration key of Events API v2 */
        PagerdutyKey: string;
        /** @description On a server without access control, a client that knows the topic can read it */
        NtfyTopic: string;
        NtfyToken: string | null;
        /** @description PEM, without a passphrase */
        ClientKey: string | null;
        /** @description Of version 2c; sent in plain text */
        SnmpCommunity: string | null;
        MailPassword: string | null;
        PagerdutyChannelInput: {
            /**
             * @description Service region of the account; default: us
             * @enum {string}
             */
            region?: "us" | "eu";
            routing_key?: components["schemas"]["PagerdutyKey"];
        };
        NtfyChannelInput: {
            /** @description Address of the server, such as `https://ntfy.sh` */
            server: string;
            topic?: components["schemas"]["NtfyTopic"];
            token?: components["schemas"]["NtfyToken"];
        };
        SyslogChannelInput: {
            host: components["schemas"]["ChannelHost"];
            /** @description Default: 6514, 601 or 514 by transport */
            port?: number;
            /**
             * @description Default: tls; `tcp` and `udp` are plain text
             * @enum {string}
             */
            transport?: "tls" | "tcp" | "udp";
            /** @description RFC 5424, section 6.2.1; default: 16 (local0) */
            facility?: number;
            ca_certificates?: components["schemas"]["CaCertificates"];
            /** @description PEM */
            client_certificate?: string | null;
            client_key?: components["schemas"]["ClientKey"];
        };
        /**
         * @description Default: 3
         * @enum {string}
         */
        SnmpVersion: "2c" | "3";
        SnmpSecret: string | null;
        SnmpChannelInput: {
            host: components["schemas"]["ChannelHost"];
            /** @description Default: 162 */
            port?: number;
            version?: components["schemas"]["SnmpVersion"];
            /**
             * @description Default: trap; the receiver acknowledges an inform
             * @enum {string}
             */
            type?: "trap" | "inform";
            /**
             * Format: int64
             * @description Your enterprise number for the notifications; default: 32473, which is reserved for documentation
             */
            enterprise?: number;
            /** @description Of version 3 */
            username?: string | null;
            /**
             * @description Of version 3
             * @enum {string|null}
             */
            auth_protocol?: "sha1" | "sha256" | "sha512" | null;
            /**
             * @description Of version 3
             * @enum {string|null}
             */
            priv_protocol?: "aes128" | "aes256" | null;
            community?: components["schemas"]["SnmpCommunity"];
            auth_password?: components["schemas"]["SnmpSecret"];
            priv_password?: components["schemas"]["SnmpSecret"];
        };
        NewNotificationChannel: {
            name: components["schemas"]["Name"];
            kind: components["schemas"]["NotificationChannelKind"];
            webhook?: components["schemas"]["WebhookChannelInput"];
            http?: components["schemas"]["HttpChannelInput"];
            mail?: components["schemas"]["MailChannelInput"];
            slack?: components["schemas"]["UrlChannelInput"];
            teams?: components["schemas"]["UrlChannelInput"];
            mattermost?: components["schemas"]["MattermostChannelInput"];
            pagerduty?: components["schemas"]["PagerdutyChannelInput"];
            ntfy?: components["schemas"]["NtfyChannelInput"];
            syslog?: components["schemas"]["SyslogChannelInput"];
            snmp?: components["schemas"]["SnmpChannelInput"];
            rules?: components["schemas"]["NotificationRules"];
            /**
             * @default en
             * @enum {string}
             */
            language?: "en" | "fr";
            include_summaries?: components["schemas"]["IncludeSummaries"];
            digest_minutes?: components["schemas"]["DigestMinutes"];
            quiet_hours?: components["schemas"]["QuietHours"] | null;
            escalation?: components["schemas"]["NotificationEscalation"] | null;
            /** @default true */
            enabled?: boolean;
        };
        NotificationChannelPatch: {
            name?: components["schemas"]["Name"];
            webhook?: components["schemas"]["WebhookChannelInput"];
            http?: components["schemas"]["HttpChannelInput"];
            mail?: components["schemas"]["MailChannelInput"];
            slack?: components["schemas"]["UrlChannelInput"];
            teams?: components["schemas"]["UrlChannelInput"];
            mattermost?: components["schemas"]["MattermostChannelInput"];
            pagerduty?: components["schemas"]["PagerdutyChannelInput"];
            ntfy?: components["schemas"]["NtfyChannelInput"];
            syslog?: components["schemas"]["SyslogChannelInput"];
            snmp?: components["schemas"]["SnmpChannelInput"];
            rules?: components["schemas"]["NotificationRules"];
            /** @enum {string} */
            language?: "en" | "fr";
            include_summaries?: components["schemas"]["IncludeSummaries"];
            digest_minutes?: components["schemas"]["DigestMinutes"];
            quiet_hours?: components["schemas"]["QuietHours"] | null;
            escalation?: components["schemas"]["NotificationEscalation"] | null;
            enabled?: boolean;
        };
        /**
         * @description Lists which settings and blocks of a configuration changed, without their values, if the role of the channel may read
         *     configurations and secrets; the number of changed lines if it may read configurations
         */
        IncludeSummaries: boolean;
        NotificationChannel: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null: events of every customer
             */
            tenant_id: string | null;
            name: string;
            kind: components["schemas"]["NotificationChannelKind"];
            /** @description The host or the recipients; the rest of the address may be secret */
            destination: string;
            /** @description The fields of its destination that are not secret, as in a request */
            settings: {
                [key: string]: unknown;
            };
            /** @description Of `headers`; their values are never shown */
            header_names: string[];
            role: components["schemas"]["Role"];
            rules: components["schemas"]["NotificationRule"][];
            /** @enum {string} */
            language: "en" | "fr";
            include_summaries: components["schemas"]["IncludeSummaries"];
            digest_minutes: components["schemas"]["DigestMinutes"];
            quiet_hours: components["schemas"]["QuietHours"] | null;
            escalation: components["schemas"]["NotificationEscalation"] | null;
            enabled: boolean;
            /** @description No delivery succeeded since this time; null if deliveries succeed */
            failing_since: components["schemas"]["Instant"] | null;
            /** @description The sentence for the code, in the language that the client accepts */
            disabled_reason: string | null;
            /** @description Why the service disabled it; see `docs/errors.md` */
            disabled_reason_code: string | null;
            disabled_reason_params: components["schemas"]["MessageParams"];
            created_at: components["schemas"]["Instant"];
        };
        NotificationPreview: {
            /**
             * Format: uuid
             * @description The rendered event; null: a test message
             */
            event_id: string | null;
            /** @description The latest events that match the rules, among the last 200; latest first. Choose one with `event_id` */
            events: components["schemas"]["Event"][];
            /** @description What the receiver gets: a body, the subject and texts of a mail, or the fields of a trap */
            parts: {
                name: string;
                content_type: string;
                text: string;
            }[];
        };
        NotificationDelivery: {
            /**
             * Format: uuid
             * @description The same in every attempt, so that a receiver can detect duplicates
             */
            id: string;
            /** Format: uuid */
            channel_id: string;
            /** @enum {string} */
            kind: "event" | "digest" | "escalation" | "test";
            status: components["schemas"]["DeliveryStatus"];
            events: {
                [key: string]: unknown;
            }[];
            attempts: components["schemas"]["DeliveryAttempt"][];
            next_at: components["schemas"]["Instant"] | null;
            created_at: components["schemas"]["Instant"];
            finished_at: components["schemas"]["Instant"] | null;
            /**
             * Format: uuid
             * @description The delivery that contains its events, if it was merged
             */
            merged_into: string | null;
        };
        /** @description Who acknowledged the event, and when */
        EventAcknowledgement: {
            at: components["schemas"]["Instant"];
            by: string;
            note: string | null;
        };
        NewAcknowledgement: {
            note?: string;
        };
        MailServer: {
            host: string | null;
            port: number | null;
            /** @enum {string|null} */
            security: "starttls" | "tls" | "none" | null;
            username: string | null;
            has_password: boolean;
            from: string | null;
            ca_certificates: string | null;
        };
        NewMailServer: {
            host: components["schemas"]["ChannelHost"];
            /** @description Default: 587, for `tls` 465 */
            port?: number;
            /**
             * @description Default: starttls; `none` is accepted only for an address of the service’s own computer, without a login
             * @enum {string}
             */
            security?: "starttls" | "tls" | "none";
            username?: string | null;
            password?: components["schemas"]["MailPassword"];
            from: components["schemas"]["MailAddress"];
            ca_certificates?: components["schemas"]["CaCertificates"];
        };
        MailServerTest: {
            to: components["schemas"]["MailAddress"];
        };
        DeliveryAttempt: {
            at: components["schemas"]["Instant"];
            /** @description HTTP status of the response; null without a response */
            status: number | null;
            /** @description The sentence for the code, in the language that the client accepts */
            error: string | null;
            /** @description Why the delivery failed; see `docs/errors.md` */
            error_code: string | null;
            error_params: components["schemas"]["MessageParams"];
            ms: number;
            /** @description Addresses that the mail server refused permanently; others are tried again or received the mail */
            refused_recipients: string[];
        };
        AuditRecord: {
            /** Format: uuid */
            id: string;
            ts: components["schemas"]["Instant"];
            actor: string;
            role: string | null;
            action: string;
            object: string;
            /** Format: uuid */
            object_id: string | null;
            /**
             * Format: uuid
             * @description The device concerned, even if the object is a run, a version or a snapshot
             */
            device_id: string | null;
            /** @description Its current name */
            device_name: string | null;
            /** @description The artifact concerned, such as `running-config` */
            artifact_key: string | null;
            /** Format: uuid */
            tenant_id: string | null;
            cross_tenant: boolean;
            request_id: string | null;
            ip: string | null;
            /** @enum {string} */
            outcome: "done" | "refused" | "failed";
            /**
             * @description Facts of the action. An object with `code` and `params` is a message; `docs/errors.md` contains its
             *     sentence. Records of earlier versions contain sentences instead.
             */
            detail?: {
                [key: string]: unknown;
            } | null;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        Ready: {
            /** @enum {string} */
            status: "ready" | "not_ready";
            /** @description `answers`, `is read-only` or `does not answer` */
            database: string;
            /** @description The first table without its row policies, if there is one */
            isolation: string;
            object_store: string;
            /** @description HTTP processes of this replica; absent if it has one. A process that ended gets no requests and is replaced; one that does not respond makes the replica `not_ready` */
            processes?: {
                configured: number;
                running: number;
                unresponsive: number;
            };
        };
        Base64: string;
        /** @description 32 bytes */
        Key32: string;
        Hex64: string;
        Challenge: {
            challenge: string;
            expires_in_ms: number;
            server_time: components["schemas"]["Instant"];
            protocols: number[];
            service_key: components["schemas"]["Key32"];
            /** @description Scheme, host and port of the object store for agents, so that an agent can report whether it can connect; null if packs are sent to the service */
            store_url?: string | null;
        };
        Enroll: {
            /** Format: uuid */
            agent_id: string;
            challenge: string;
            public_key: components["schemas"]["Key32"];
            hostname: string;
            version: string;
        };
        Enrolled: {
            /** Format: uuid */
            agent_id: string;
            agent_name: string;
            /** Format: uuid */
            tenant_id: string;
            tenant_name: string;
            lab_mode: boolean;
        };
        NewAgentSession: {
            /** Format: uuid */
            agent_id: string;
            /** Format: uuid */
            boot_id: string;
            envelope_key: components["schemas"]["Key32"];
            challenge: string;
            /** Format: int64 */
            sequence: number;
            protocol: number;
            version: string;
            hostname: string;
            platforms: string[];
            transports: string[];
            slots: number;
            /**
             * @description The latest format of platform documents that the agent reads. Jobs then contain the document of their platform.
             * @default 0
             */
            document_format?: number;
            /**
             * @description The latest format of dry runs of platform documents that the agent supports; 0: none
             * @default 0
             */
            dry_run_format?: number;
        };
        AgentSession: {
            /** Format: uuid */
            session_id: string;
            /**
             * Format: int64
             * @description A number that the agent stores on disk and sends with the next request
             */
            sequence: number;
            server_time: components["schemas"]["Instant"];
            lab_mode: boolean;
            /** @description Why this agent gets no jobs, if it is too old */
            outdated?: string;
            intervals: components["schemas"]["Intervals"];
            /** @description The largest number of requests in a batch. Absent in a service that accepts no batches */
            max_batch?: number;
        };
        /** @description Milliseconds */
        Intervals: {
            claim_wait_ms: number;
            claim_give_up_ms: number;
            heartbeat_ms: number;
            offer_ms: number;
            lease_ms: number;
            fence_ms: number;
            /** @description Milliseconds after the deadline for which a result is still sent */
            result_grace_ms: number;
            deadlines_ms: {
                text: number;
                archive: number;
                tree: number;
                restore: number;
            };
        };
        Claim: {
            /** Format: uuid */
            claim_id: string;
            /** @description For all jobs except those of restores */
            free_slots: number;
            /**
             * @description For restores, their confirmations and outcome checks, which do not wait for other jobs; absent in agents that do not support restores
             * @default 0
             */
            restore_slots?: number;
        };
        Offers: {
            offers: {
                /** Format: uuid */
                job_id: string;
                /** Format: uuid */
                lease_id: string;
                kind: components["schemas"]["RunKind"];
                deadline_ms: number;
                envelope: components["schemas"]["Base64"];
                envelope_signature: components["schemas"]["Base64"];
            }[];
        };
        Lease: {
            /** Format: uuid */
            job_id: string;
            /** Format: uuid */
            lease_id: string;
        };
        Heartbeat: {
            leases: components["schemas"]["Lease"][];
            /** @description Leases whose work was terminated on the agent; each counts as a loss */
            dropped: components["schemas"]["Lease"][];
            /** @description Responses since the last heartbeat without a valid signature of the service */
            altered?: number;
        };
        HeartbeatAnswer: {
            leases: {
                /** Format: uuid */
                job_id: string;
                /** Format: uuid */
                lease_id: string;
                /** @enum {string} */
                state: "held" | "cancel" | "lost";
            }[];
            drain: boolean;
            /**
             * Format: date-time
             * @description When the listeners of the agent were set; null without listeners
             */
            listeners_since?: string | null;
        };
        WatchListRequest: {
            tag?: string;
        };
        WatchList: {
            /** @description Identifies this content */
            tag: string;
            listeners?: components["schemas"]["Listeners"];
            /** @description The users of SNMPv3 with their passwords, sealed to the process of the agent */
            snmp_users?: components["schemas"]["Base64"];
            devices?: {
                /** Format: uuid */
                id: string;
                platform: string;
                /** @description Address or host name of the device */
                host: string;
                /** @description Names that identify it in a relayed message */
                names: string[];
            }[];
            /** @description By platform: the messages that report a change */
            platforms?: {
                [key: string]: {
                    syslog?: {
                        contains: string[];
                        unless?: string[];
                        /** @description A pattern with the groups `user` and `from` */
                        author?: string;
                    }[];
                    traps?: string[];
                };
            };
        };
        ChangeReport: {
            listeners: {
                protocol: components["schemas"]["ListenerProtocol"];
                port: number;
                error: components["schemas"]["ListenerError"] | null;
                /**
                 * Format: int64
                 * @description Received since the listener was opened
                 */
                messages: number;
                /**
                 * Format: int64
                 * @description Of these, from no known device
                 */
                unknown: number;
                /**
                 * Format: int64
                 * @description Of these, rejected ones of SNMPv3
                 */
                rejected?: number;
                last_rejection?: components["schemas"]["SnmpRejection"] | null;
                /** Format: date-time */
                last_message_at: string | null;
            }[];
            changes: {
                /** Format: uuid */
                device_id: string;
                protocol: components["schemas"]["ListenerProtocol"];
                received_at: components["schemas"]["Instant"];
                user: string | null;
                from: string | null;
            }[];
        };
        SealedLog: {
            /** Format: uuid */
            lease_id: string;
            /** @description The number of the first line under this lease; lines that are already stored have no effect */
            first: number;
            sealed: components["schemas"]["Base64"];
        };
        ObservedFingerprints: {
            /** Format: uuid */
            lease_id: string;
            observed: {
                kind: components["schemas"]["FingerprintKind"];
                algorithm: string;
                host: string;
                port: number;
                fingerprint: string;
            }[];
        };
        FingerprintDecisions: {
            decisions: {
                fingerprint: string;
                /** @enum {string} */
                status: "approved" | "pending" | "rejected";
            }[];
        };
        BaselinePage: {
            /** @description Null if there is no earlier snapshot */
            sealed: string | null;
            next: string | null;
        };
        ArtifactCheck: {
            /** Format: uuid */
            lease_id: string;
            artifacts: {
                key: string;
                transport: components["schemas"]["Transport"];
                fingerprint: components["schemas"]["Hex64"];
                normalised_fingerprint: components["schemas"]["Hex64"];
                normaliser_revision: number;
            }[];
        };
        ArtifactCheckAnswer: {
            artifacts: {
                key: string;
                transport: components["schemas"]["Transport"];
                /** @enum {string} */
                state: "unchanged" | "needed";
            }[];
        };
        ChunkIds: {
            /** Format: uuid */
            lease_id: string;
            ids: components["schemas"]["Hex64"][];
        };
        NewProgress: {
            /** Format: uuid */
            lease_id: string;
            /** Format: int64 */
            files: number;
            /** Format: int64 */
            total_files: number;
            /** Format: int64 */
            bytes: number;
            /** Format: int64 */
            total_bytes: number;
            /** Format: int64 */
            bytes_per_second: number;
            /** @description Root of a stored tree of the completely read files */
            checkpoint?: components["schemas"]["Hex64"];
        };
        /** @description Progress of reading a file tree */
        RunProgress: {
            /**
             * Format: int64
             * @description Files that this attempt has read completely
             */
            files: number;
            /**
             * Format: int64
             * @description Files that this attempt has to read
             */
            total_files: number;
            /** Format: int64 */
            bytes: number;
            /** Format: int64 */
            total_bytes: number;
            /**
             * Format: int64
             * @description On average since the attempt began
             */
            bytes_per_second: number;
            at: components["schemas"]["Instant"];
        };
        MissingChunks: {
            /** @description Indexes into the requested ids */
            missing: number[];
        };
        NewPacks: {
            /** Format: uuid */
            lease_id: string;
            packs: {
                /** Format: int64 */
                size: number;
                sha256: components["schemas"]["Base64"];
                md5: components["schemas"]["Base64"];
            }[];
        };
        PackAddresses: {
            packs: {
                /** Format: uuid */
                id: string;
                /** @description Signed, valid for 15 minutes. A path refers to the service itself. */
                url: string;
                headers: {
                    [key: string]: string;
                };
                /** @description The path at which the service accepts the same pack, for an agent that cannot reach `url`. Signed, valid for 15 minutes. */
                relay: string;
            }[];
        };
        PackIds: {
            /** Format: uuid */
            lease_id: string;
            packs: string[];
        };
        PackStates: {
            packs: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                state: "verified" | "missing" | "wrong";
                reason?: string;
            }[];
        };
        /** @description A blob as a list of chunks, or as chunks that contain the list */
        ContentRef: {
            /** Format: int64 */
            size: number;
            chunks?: components["schemas"]["Hex64"][];
            list?: components["schemas"]["Hex64"][];
        };
        JobResult: {
            /** Format: uuid */
            lease_id: string;
            /** @enum {string} */
            outcome: "collected" | "restore" | "failed" | "blocked" | "cancelled";
            transport: components["schemas"]["Transport"] | null;
            error_code?: string;
            artifacts: components["schemas"]["ResultArtifact"][];
            restore?: components["schemas"]["RestoreResult"];
            /** @description Data that may quote a device: the error, warnings, steps, messages and metadata by artifact */
            sealed: components["schemas"]["Base64"];
        };
        /** @description Requests of jobs, listed by operation. Each has the body of the operation */
        AgentBatch: {
            logs?: {
                /** Format: uuid */
                job_id: string;
                body: components["schemas"]["SealedLog"];
            }[];
            checks?: {
                /** Format: uuid */
                job_id: string;
                body: components["schemas"]["ArtifactCheck"];
            }[];
            packs?: {
                /** Format: uuid */
                job_id: string;
                body: components["schemas"]["NewPacks"];
            }[];
            confirmations?: {
                /** Format: uuid */
                job_id: string;
                body: components["schemas"]["PackIds"];
            }[];
            results?: {
                /** Format: uuid */
                job_id: string;
                body: components["schemas"]["JobResult"];
            }[];
        };
        /** @description The answers, listed by operation in the order of the requests. An empty list is absent */
        AgentBatchAnswers: {
            logs?: components["schemas"]["BatchedAnswers"];
            checks?: components["schemas"]["BatchedAnswers"];
            packs?: components["schemas"]["BatchedAnswers"];
            confirmations?: components["schemas"]["BatchedAnswers"];
            results?: components["schemas"]["BatchedAnswers"];
        };
        BatchedAnswers: {
            /** @description The status that the request alone would have */
            status: number;
            /** @description The body that the request alone would have; absent with status 204 */
            body?: {
                [key: string]: unknown;
            };
        }[];
        /** @description The result of a restore, its confirmation or its outcome check; only with the outcome `restore` */
        RestoreResult: {
            /**
             * @description `pending`: the commit awaits confirmation. `in_force`: the device runs the restored configuration, and no
             *     commit is pending. `unchanged`: it already ran that configuration. `rolled_back`, `not_committed`: it runs
             *     the previous configuration. `unknown`: the session was lost during the commit.
             * @enum {string}
             */
            state: "pending" | "confirmed" | "in_force" | "unchanged" | "rolled_back" | "not_committed" | "unknown";
            /** @description When the device committed, by the service's clock */
            committed_at?: components["schemas"]["Instant"];
            /** @description As the device reports */
            minutes_left?: number;
            /**
             * @description The device does not report whether this state is final: a commit may still be running (`not_committed`),
             *     or the device may still roll back (`in_force`).
             */
            may_change?: boolean;
        };
        RestorePayload: {
            sealed: components["schemas"]["Base64"];
            /** @description Where the next page begins */
            next: number | null;
        };
        ResultArtifact: {
            key: string;
            transport: components["schemas"]["Transport"];
            /** @enum {string} */
            state: "captured" | "unchanged" | "absent" | "failed";
            error_code?: string;
            captured_at?: components["schemas"]["Instant"];
            fingerprint?: components["schemas"]["Hex64"];
            normalised_fingerprint?: components["schemas"]["Hex64"];
            normaliser_revision?: number;
            content?: components["schemas"]["ContentRef"];
            root?: components["schemas"]["Hex64"];
        };
        ResultAnswer: {
            status: components["schemas"]["RunStatus"];
        };
    };
    responses: {
        /** @description The state has not changed since the one that `If-None-Match` names */
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Rejected, with the reason */
        Refused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Rejected or failed, with the reason */
        ScimRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Failed, or temporarily unavailable; with `Retry-After` if you can retry */
        Failed: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
         * @example 01980f3a-5c00-7000-8000-000000000001
         */
        TenantQuery: string;
        /**
         * @description Maximum number of results
         * @example 50
         */
        Limit: number;
        /** @description The end of the previous page, from the `Link` header */
        Cursor: string;
        /**
         * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
         *     and nothing is changed.
         */
        IfMatch: string;
        /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
        IfNoneMatch: string;
        /**
         * @description Exactly this name, in this case; a name is unique within a customer
         * @example edge-1
         */
        ExactName: string;
        /**
         * @description Exactly this slug
         * @example acme
         */
        ExactSlug: components["schemas"]["Slug"];
        /**
         * @description Part of the name, address, site or a tag
         * @example core
         */
        DeviceText: string;
        /**
         * @description Only this platform, or one of several: repeat the parameter
         * @example netco_iosxe
         */
        DevicePlatform: components["schemas"]["PlatformId"] | components["schemas"]["PlatformId"][];
        /**
         * @description Only this site, or one of several: repeat the parameter
         * @example [
         *       "lyon"
         *     ]
         */
        DeviceSite: string | string[];
        /**
         * @description Only devices that show this vendor, or one of several: repeat the parameter
         * @example [
         *       "Arista"
         *     ]
         */
        DeviceVendor: string | string[];
        /**
         * @description Only devices that show this model, or one of several: repeat the parameter
         * @example [
         *       "DCS-7050SX3"
         *     ]
         */
        DeviceModel: string | string[];
        /**
         * @description Only devices that show this serial number, or one of several: repeat the parameter
         * @example [
         *       "JPE12345678"
         *     ]
         */
        DeviceSerial: string | string[];
        /**
         * @description Only devices whose support ends on this day or earlier
         * @example 2027-12-31
         */
        DeviceEndOfSupportBy: string;
        /**
         * @description Only devices that show this version of the operating system, or one of several: repeat the parameter
         * @example [
         *       "4.30.1F"
         *     ]
         */
        DeviceOsVersion: string | string[];
        /**
         * @description Only devices with this tag, or one of several: repeat the parameter
         * @example [
         *       "core"
         *     ]
         */
        DeviceTag: string | string[];
        /**
         * @description Only devices in this state, or one of several: repeat the parameter
         * @example stale
         */
        DeviceInState: components["schemas"]["DeviceState"] | components["schemas"]["DeviceState"][];
        /**
         * @description Only devices that differ from a pinned version (`true`), or only the others (`false`)
         * @example true
         */
        DeviceDrift: boolean;
        /**
         * @description Only devices that this agent is assigned to
         * @example 01980f3a-5c00-7000-8000-000000000003
         */
        DeviceAgentId: string;
        /**
         * @description Only devices that use this credential for any transport
         * @example 01980f3a-5c00-7000-8000-000000000004
         */
        DeviceCredentialId: string;
        /**
         * @description Only devices whose backups are enabled (`true`) or disabled (`false`)
         * @example true
         */
        DeviceEnabled: boolean;
        /**
         * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
         *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
         *     customer and user. A key that is reused for another request gets 409 with the type
         *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
         *     stored.
         */
        IdempotencyKey: string;
        /**
         * @description A destruction, as `GET /api/destructions` lists it
         * @example 01980f3a-5c00-7000-8000-000000000042
         */
        DestructionId: string;
        /**
         * @description A customer
         * @example 01980f3a-5c00-7000-8000-000000000001
         */
        CustomerId: string;
        /**
         * @description A second factor of the caller
         * @example 01980f3a-5c00-7000-8000-000000000071
         */
        FactorId: string;
        /**
         * @description A session of the caller
         * @example 01980f3a-5c00-7000-8000-00000000000e
         */
        SessionId: string;
        /**
         * @description An API token of the caller
         * @example 01980f3a-5c00-7000-8000-00000000000c
         */
        TokenId: string;
        /**
         * @description A user
         * @example 01980f3a-5c00-7000-8000-000000000002
         */
        UserId: string;
        /**
         * @description A group that the identity provider created
         * @example 01980f3a-5c00-7000-8000-000000000003
         */
        ScimGroupId: string;
        /** @description A comparison such as `userName eq "bo@example.net"` */
        ScimFilter: string;
        /** @description Position of the first resource, from 1; lower values count as 1 */
        ScimStartIndex: number;
        /** @description Maximum number of resources, up to 200; negative values count as 0 */
        ScimCount: number;
        /** @description Accepted and ignored: resources are sorted by id */
        ScimSortBy: string;
        /** @description Accepted and ignored */
        ScimSortOrder: string;
        /** @description Only these attributes, separated by commas */
        ScimAttributes: string;
        /** @description Without these attributes, separated by commas */
        ScimExcludedAttributes: string;
        /**
         * @description An agent
         * @example 01980f3a-5c00-7000-8000-000000000003
         */
        AgentId: string;
        /**
         * @description A credential
         * @example 01980f3a-5c00-7000-8000-000000000004
         */
        CredentialId: string;
        /**
         * @description A golden configuration
         * @example 01980f3a-5c00-7000-8000-000000000032
         */
        GoldenId: string;
        /** @description A request that needs approval */
        ApprovalId: string;
        /**
         * @description A break-glass copy
         * @example 01980f3a-5c00-7000-8000-000000000033
         */
        BreakGlassCopyId: string;
        /**
         * @description A custom role
         * @example 01980f3a-5c00-7000-8000-000000000062
         */
        CustomRoleId: string;
        /**
         * @description A service account
         * @example 01980f3a-5c00-7000-8000-000000000069
         */
        ServiceAccountId: string;
        /**
         * @description An extra command
         * @example 01980f3a-5c00-7000-8000-000000000031
         */
        ExtraCommandId: string;
        /**
         * @description A device pair
         * @example 01980f3a-5c00-7000-8000-000000000034
         */
        DevicePairId: string;
        /**
         * @description A test of a platform document
         * @example 01980f3a-5c00-7000-8000-000000000016
         */
        PlatformDocumentTestId: string;
        /**
         * @description A platform document
         * @example 01980f3a-5c00-7000-8000-000000000015
         */
        PlatformDocumentId: string;
        /**
         * @description A device
         * @example 01980f3a-5c00-7000-8000-000000000005
         */
        DeviceId: string;
        /**
         * @description A fleet
         * @example 01980f3a-5c00-7000-8000-000000000006
         */
        FleetId: string;
        /**
         * @description A fingerprint
         * @example 01980f3a-5c00-7000-8000-000000000007
         */
        FingerprintId: string;
        /**
         * @description A run
         * @example 01980f3a-5c00-7000-8000-000000000008
         */
        RunId: string;
        /**
         * @description A lineage
         * @example 01980f3a-5c00-7000-8000-000000000009
         */
        ArtifactId: string;
        /**
         * @description A version
         * @example 01980f3a-5c00-7000-8000-00000000000a
         */
        VersionId: string;
        /**
         * @description A snapshot
         * @example 01980f3a-5c00-7000-8000-00000000000b
         */
        SnapshotId: string;
        /**
         * @description A webhook
         * @example 01980f3a-5c00-7000-8000-00000000000e
         */
        WebhookId: string;
        /**
         * @description A notification channel
         * @example 01980f3a-5c00-7000-8000-00000000000e
         */
        ChannelId: string;
        /**
         * @description A report schedule
         * @example 01980f3a-5c00-7000-8000-000000000021
         */
        ReportScheduleId: string;
        /**
         * @description A sent report
         * @example 01980f3a-5c00-7000-8000-000000000022
         */
        SentReportId: string;
        /**
         * @description An event
         * @example 01980f3a-5c00-7000-8000-000000000010
         */
        EventId: string;
        /**
         * @description A delivery of a channel
         * @example 01980f3a-5c00-7000-8000-00000000000f
         */
        DeliveryId: string;
        /**
         * @description The job of an offer
         * @example 01980f3a-5c00-7000-8000-00000000000d
         */
        JobId: string;
        /** @description Any other value gets 400 */
        PolicyLevelPath: "platform" | "customer" | "device";
        /** @description Any other value gets 400 */
        BlackoutLevel: "platform" | "customer" | "site" | "device";
        /**
         * @description The site, at the level `site`
         * @example lyon
         */
        BlackoutSite: string;
        /**
         * @description The device, at the level `device`
         * @example 01980f3a-5c00-7000-8000-000000000005
         */
        PolicyDevice: string;
        /**
         * @description Includes the devices that are in service
         * @example true
         */
        WithDevices: boolean;
        /**
         * @description Writes nothing and returns what would be written
         * @example true
         */
        DryRunQuery: boolean;
        /**
         * @description A path in the tree, from `/`. UTF-8; other bytes are `%XX`, and `%` is `%25`.
         * @example /etc
         */
        SnapshotPath: string;
        /**
         * @description Unchanged lines around a change
         * @example 10
         */
        DiffContextQuery: number;
        /**
         * @description Compares the normalised texts, or the raw texts as the device sent them
         * @example normalised
         */
        DiffTextQuery: "normalised" | "raw";
        /**
         * @description Treats lines that differ only in whitespace as equal, and shows them as in the older version
         * @example true
         */
        IgnoreWhitespaceQuery: boolean;
        /**
         * @description Returns the complete content as an attachment; requires `config:download`
         * @example true
         */
        DownloadQuery: boolean;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this state; send it as `If-Match` with a change, or as `If-None-Match` with a read */
        ETag: string;
        /** @description The path of the created or queued object, for `GET` */
        Location: string;
        /** @description With 429 and 503: the seconds to wait */
        RetryAfter: number;
        /** @description Remaining requests (`r`), and the seconds until the whole limit is available again (`t`): `"caller";r=543;t=6` */
        RateLimit: string;
        /** @description The limit: `q` requests in `w` seconds, as in `"caller";q=600;w=60`. Absent if there is no limit */
        RateLimitPolicy: string;
        /** @description `true` if this is the response to an earlier request with the same `Idempotency-Key` */
        IdempotencyReplayed: "true";
        /** @description The number of selected devices and of queued runs, as `devices=12 queued=10` */
        Selected: string;
        /** @description The id of the version */
        VersionId: string;
        /** @description The artifact and the transport of its lineage, as `running-config over ssh` */
        ArtifactKey: string;
        /** @description When this content was first collected */
        CapturedAt: string;
        /** @description When a backup last found the device with this content */
        LastSeenAt: string;
        /** @description `secrets` if the caller may not read secrets: pseudonyms replace them. Otherwise absent. */
        Masked: "secrets";
        /** @description With `max_lines`, the number of lines returned and in total, as `lines=500 total=1234` */
        Preview: string;
        /** @description `<…>; rel="next"` leads to the next page, and is absent on the last */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process responds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description Not ready, with the reason */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    metrics: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One sample per line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "anna@example.net",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description A session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            /** @description The password is correct; complete the login with a second factor */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginChallenge"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    loginWithSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "Zb0pWcV2mKX3hq5d8Yt1uA",
                 *       "totp": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["FactorLogin"];
            };
        };
        responses: {
            /** @description A session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readLoginProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, as a login page shows it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginProvider"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    beginSsoLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "anna@example.net",
                 *       "challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                 *       "return_to": "http://127.0.0.1:53682/"
                 *     }
                 */
                "application/json": components["schemas"]["SsoRequest"];
            };
        };
        responses: {
            /** @description The address at the provider, for ten minutes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SsoAddress"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    receiveSsoCallback: {
        parameters: {
            query?: {
                /**
                 * @description As issued. Providers add parameters of their own.
                 * @example kq3Yw0vBq7sK1
                 */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Continue at the address of the client */
            303: {
                headers: {
                    /** @description The return address with `sso_code`, or the console with `sso_error` */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    receiveCustomerSsoCallback: {
        parameters: {
            query?: {
                /**
                 * @description As issued. Providers add parameters of their own.
                 * @example kq3Yw0vBq7sK1
                 */
                state?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Continue at the address of the client */
            303: {
                headers: {
                    /** @description The return address with `sso_code`, or the console with `sso_error` */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readSamlMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/samlmetadata+xml": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    receiveSamlResponse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SamlResponseForm"];
            };
        };
        responses: {
            /** @description Continue at the address of the client */
            303: {
                headers: {
                    /** @description The return address with `sso_code`, or the console with `sso_error` */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readCustomerSamlMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/samlmetadata+xml": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    receiveCustomerSamlResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SamlResponseForm"];
            };
        };
        responses: {
            /** @description Continue at the address of the client */
            303: {
                headers: {
                    /** @description The return address with `sso_code`, or the console with `sso_error` */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    receiveSsoLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LogoutForm"];
            };
        };
        responses: {
            /** @description The sessions have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    receiveCustomerSsoLogout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LogoutForm"];
            };
        };
        responses: {
            /** @description The sessions have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    completeSsoLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "HJ4NnX0eSJ3VbK1cQb0tFo3vU4M0mCw7hY4hQH2r2bE",
                 *       "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
                 *     }
                 */
                "application/json": components["schemas"]["SsoCompletion"];
            };
        };
        responses: {
            /** @description A session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            /** @description Complete the login with a second factor */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginChallenge"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    beginSsoConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                 *       "return_to": "http://127.0.0.1:53682/"
                 *     }
                 */
                "application/json": components["schemas"]["SsoConfirmationRequest"];
            };
        };
        responses: {
            /** @description The address at the provider, for ten minutes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SsoAddress"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    completeSsoConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "HJ4NnX0eSJ3VbK1cQb0tFo3vU4M0mCw7hY4hQH2r2bE",
                 *       "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
                 *     }
                 */
                "application/json": components["schemas"]["SsoCompletion"];
            };
        };
        responses: {
            /** @description A confirmation, which is shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    beginLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                 *       "client": "coffer on workstation-7"
                 *     }
                 */
                "application/json": components["schemas"]["LoginCodeRequest"];
            };
        };
        responses: {
            /** @description The code, for ten minutes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCode"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    completeLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code_id": "0193c1a5-7f0e-7000-8000-000000000001",
                 *       "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
                 *     }
                 */
                "application/json": components["schemas"]["CodeCompletion"];
            };
        };
        responses: {
            /** @description A session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            /** @description The user has not decided yet */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingCode"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    beginConfirmationCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                 *       "client": "coffer on workstation-7",
                 *       "action": {
                 *         "method": "DELETE",
                 *         "path": "/api/tenants/0193c1a5-7f0e-7000-8000-000000000001"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmationCodeRequest"];
            };
        };
        responses: {
            /** @description The code, for ten minutes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCode"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    completeConfirmationCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code_id": "0193c1a5-7f0e-7000-8000-000000000001",
                 *       "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
                 *     }
                 */
                "application/json": components["schemas"]["CodeCompletion"];
            };
        };
        responses: {
            /** @description A confirmation, which is shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            /** @description The user has not decided yet */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingCode"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    findLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_code": "WDJB-MJHT"
                 *     }
                 */
                "application/json": components["schemas"]["UserCodeInput"];
            };
        };
        responses: {
            /** @description The client that asks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginCode"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    confirmLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_code": "WDJB-MJHT"
                 *     }
                 */
                "application/json": components["schemas"]["UserCodeInput"];
            };
        };
        responses: {
            /** @description Confirmed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    rejectLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_code": "WDJB-MJHT"
                 *     }
                 */
                "application/json": components["schemas"]["UserCodeInput"];
            };
        };
        responses: {
            /** @description Rejected */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    saveIdentityProvider: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example Entra ID",
                 *       "issuer": "https://login.example.net/tenant/v2.0",
                 *       "client_id": "coffer",
                 *       "client_secret": "not-a-secret",
                 *       "email_domains": [
                 *         "example.net"
                 *       ],
                 *       "role_mappings": [
                 *         {
                 *           "claim": "groups",
                 *           "value": "coffer-operators",
                 *           "role": "tenant_operator"
                 *         }
                 *       ],
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["IdentityProviderInput"];
            };
        };
        responses: {
            /** @description The provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    removeIdentityProvider: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    testIdentityProvider: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the provider offers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderTest"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    tryRoleMappings: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "claims": {
                 *         "sub": "248289761001",
                 *         "email": "anna@example.net",
                 *         "groups": [
                 *           "coffer-operators"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ClaimsInput"];
            };
        };
        responses: {
            /** @description The account, or why the login would be refused */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedIdentity"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    linkUser: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "248289761001"
                 *     }
                 */
                "application/json": components["schemas"]["ProviderSubject"];
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is no longer valid */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            /** @description A confirmation, which is shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    requestPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Options of WebAuthn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The factors; never their secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A second factor of the caller
                 * @example 01980f3a-5c00-7000-8000-000000000071
                 */
                factor_id: components["parameters"]["FactorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    issueTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, which is shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedTotp"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description The app is a second factor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Laptop",
                 *       "response": {
                 *         "id": "mFZl2m1oV4mHkQ",
                 *         "rawId": "mFZl2m1oV4mHkQ",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
                 *           "attestationObject": "o2NmbXRkbm9uZQ"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedPasskey"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Options of WebAuthn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new codes, which are shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse battery staple",
                 *       "new_password": "another long one, of words"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed; all other sessions of the user have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Identity and scope of the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions; never their tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A session of the caller
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, the latest first; never their values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createToken: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiToken"];
            };
        };
        responses: {
            /** @description The token, shown only once */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeApiToken"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An API token of the caller
                 * @example 01980f3a-5c00-7000-8000-00000000000c
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is no longer valid */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listAllTokens: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only tokens of this user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id?: string;
                /**
                 * @description Only tokens that this user created, for example for service accounts
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                created_by?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, latest first; never their values */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyApiToken"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getApiToken: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An API token of the caller
                 * @example 01980f3a-5c00-7000-8000-00000000000c
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token's name, role, networks and times, and the user who created it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyApiToken"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    revokeToken: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An API token of the caller
                 * @example 01980f3a-5c00-7000-8000-00000000000c
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is no longer valid */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomRole"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createRole: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "On-call engineers",
                 *       "permissions": [
                 *         "device:read",
                 *         "report:read",
                 *         "backup:trigger"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewCustomRole"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomRole"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getRole: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A custom role
                 * @example 01980f3a-5c00-7000-8000-000000000062
                 */
                role_id: components["parameters"]["CustomRoleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomRole"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteRole: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A custom role
                 * @example 01980f3a-5c00-7000-8000-000000000062
                 */
                role_id: components["parameters"]["CustomRoleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateRole: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A custom role
                 * @example 01980f3a-5c00-7000-8000-000000000062
                 */
                role_id: components["parameters"]["CustomRoleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "device:read",
                 *         "report:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CustomRolePatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomRole"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listScimUsers: {
        parameters: {
            query?: {
                /** @description A comparison such as `userName eq "bo@example.net"` */
                filter?: components["parameters"]["ScimFilter"];
                /** @description Position of the first resource, from 1; lower values count as 1 */
                startIndex?: components["parameters"]["ScimStartIndex"];
                /** @description Maximum number of resources, up to 200; negative values count as 0 */
                count?: components["parameters"]["ScimCount"];
                /** @description Accepted and ignored: resources are sorted by id */
                sortBy?: components["parameters"]["ScimSortBy"];
                /** @description Accepted and ignored */
                sortOrder?: components["parameters"]["ScimSortOrder"];
                /** @description Only these attributes, separated by commas */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description Without these attributes, separated by commas */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    createScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ],
                 *       "userName": "bo@example.net",
                 *       "externalId": "00u1",
                 *       "displayName": "Bo",
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["ScimResource"];
                "application/scim+json": components["schemas"]["ScimResource"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    getScimUser: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description Without these attributes, separated by commas */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
            };
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    replaceScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ],
                 *       "userName": "bo@example.net",
                 *       "externalId": "00u1",
                 *       "displayName": "Bo",
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["ScimResource"];
                "application/scim+json": components["schemas"]["ScimResource"];
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    deleteScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deprovisioned */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    patchScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "replace",
                 *           "path": "active",
                 *           "value": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatch"];
                "application/scim+json": components["schemas"]["ScimPatch"];
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                /** @description A comparison such as `userName eq "bo@example.net"` */
                filter?: components["parameters"]["ScimFilter"];
                /** @description Position of the first resource, from 1; lower values count as 1 */
                startIndex?: components["parameters"]["ScimStartIndex"];
                /** @description Maximum number of resources, up to 200; negative values count as 0 */
                count?: components["parameters"]["ScimCount"];
                /** @description Accepted and ignored: resources are sorted by id */
                sortBy?: components["parameters"]["ScimSortBy"];
                /** @description Accepted and ignored */
                sortOrder?: components["parameters"]["ScimSortOrder"];
                /** @description Only these attributes, separated by commas */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description Without these attributes, separated by commas */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    createScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ],
                 *       "displayName": "network-team"
                 *     }
                 */
                "application/json": components["schemas"]["ScimResource"];
                "application/scim+json": components["schemas"]["ScimResource"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description Without these attributes, separated by commas */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
            };
            header?: never;
            path: {
                /**
                 * @description A group that the identity provider created
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                scim_group_id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    replaceScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A group that the identity provider created
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                scim_group_id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ],
                 *       "displayName": "network-team"
                 *     }
                 */
                "application/json": components["schemas"]["ScimResource"];
                "application/scim+json": components["schemas"]["ScimResource"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    deleteScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A group that the identity provider created
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                scim_group_id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    patchScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A group that the identity provider created
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                scim_group_id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "add",
                 *           "path": "members",
                 *           "value": [
                 *             {
                 *               "value": "01980f3a-5c00-7000-8000-000000000002"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatch"];
                "application/scim+json": components["schemas"]["ScimPatch"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    readScimConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    listScimResourceTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    readScimResourceType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a resource type
                 * @example User
                 */
                resource_type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    listScimSchemas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    readScimSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The URN of a schema
                 * @example urn:ietf:params:scim:schemas:core:2.0:User
                 */
                schema_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            "4XX": components["responses"]["ScimRefused"];
            "5XX": components["responses"]["ScimRefused"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "monitoring",
                 *       "role": "tenant_readonly"
                 *     }
                 */
                "application/json": components["schemas"]["NewServiceAccount"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getServiceAccount: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A service account
                 * @example 01980f3a-5c00-7000-8000-000000000069
                 */
                service_account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteServiceAccount: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A service account
                 * @example 01980f3a-5c00-7000-8000-000000000069
                 */
                service_account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateServiceAccount: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A service account
                 * @example 01980f3a-5c00-7000-8000-000000000069
                 */
                service_account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "disabled": true
                 *     }
                 */
                "application/json": components["schemas"]["ServiceAccountPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createServiceAccountToken: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A service account
                 * @example 01980f3a-5c00-7000-8000-000000000069
                 */
                service_account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "monitoring",
                 *       "networks": [
                 *         "192.0.2.0/24"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewServiceAccountToken"];
            };
        };
        responses: {
            /** @description The token, shown only once */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeApiToken"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users by e-mail */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bo@example.net",
                 *       "name": "Bo",
                 *       "role": "tenant_operator",
                 *       "password": "a password of words"
                 *     }
                 */
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, with every session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemainingTokens"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "tenant_operator",
                 *       "disabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedUser"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions; never their tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only lists the API tokens of this user, and revokes none
                 * @example true
                 */
                keep_tokens?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedTokens"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    resetSecondFactors: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A user
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed, with all recovery codes */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Exactly this slug
                 * @example acme
                 */
                slug?: components["parameters"]["ExactSlug"];
                /**
                 * @description Part of the slug or name
                 * @example acme
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Customers by slug */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "acme-west",
                 *       "name": "Acme Networks West"
                 *     }
                 */
                "application/json": components["schemas"]["NewTenant"];
            };
        };
        responses: {
            /** @description Added, with its own keys */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    exportTenants: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Includes the devices that are in service
                 * @example true
                 */
                with_devices?: components["parameters"]["WithDevices"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getTenant: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteTenant: {
        parameters: {
            query: {
                /**
                 * @description The slug of the customer
                 * @example acme
                 */
                confirm: components["schemas"]["Slug"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requested */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destruction"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateTenant: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme Networks",
                 *       "decommissioned_retention_days": 180
                 *     }
                 */
                "application/json": components["schemas"]["TenantPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readLocalAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The local agent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalAgent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    startLocalAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent; it is online within some seconds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    removeLocalAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    destroyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirm": "acme"
                 *     }
                 */
                "application/json": components["schemas"]["KeyDestruction"];
            };
        };
        responses: {
            /** @description Destroyed, because the delay is 0 or has passed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestroyedKeys"];
                };
            };
            /** @description Requested */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestroyedKeys"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listDestructions: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Destructions */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destruction"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getDestruction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A destruction, as `GET /api/destructions` lists it
                 * @example 01980f3a-5c00-7000-8000-000000000042
                 */
                destruction_id: components["parameters"]["DestructionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destruction */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destruction"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    withdrawDestruction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A destruction, as `GET /api/destructions` lists it
                 * @example 01980f3a-5c00-7000-8000-000000000042
                 */
                destruction_id: components["parameters"]["DestructionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destruction"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A destruction, as `GET /api/destructions` lists it
                 * @example 01980f3a-5c00-7000-8000-000000000042
                 */
                destruction_id: components["parameters"]["DestructionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestructionCertificate"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    exportTenant: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Includes the devices that are in service
                 * @example true
                 */
                with_devices?: components["parameters"]["WithDevices"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Exactly this name, in this case; a name is unique within a customer
                 * @example edge-1
                 */
                name?: components["parameters"]["ExactName"];
                /**
                 * @description Exactly this slug
                 * @example acme
                 */
                slug?: components["parameters"]["ExactSlug"];
                /**
                 * @description Part of the slug, name or host name
                 * @example north
                 */
                q?: string;
                /**
                 * @description Only agents in this state
                 * @example online
                 */
                status?: components["schemas"]["AgentStatus"];
                /**
                 * @description Order; a leading hyphen reverses it. Agents that never connected come first
                 * @example last_seen_at
                 */
                sort?: "name" | "-name" | "last_seen_at" | "-last_seen_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of `sort`; by name by default */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "ghent-1",
                 *       "name": "Ghent, rack 1"
                 *     }
                 */
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description Added; enrol it with a token */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ghent, rack 2",
                 *       "lab_mode": false
                 *     }
                 */
                "application/json": components["schemas"]["AgentPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createEnrollmentToken: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ttl_minutes": 60
                 *     }
                 */
                "application/json": components["schemas"]["EnrollmentTokenRequest"];
            };
        };
        responses: {
            /** @description Shown only once; the previous token is no longer valid */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentToken"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    revokeAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked: its requests are rejected, its leases end, and it deletes its keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    clearAgent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cleared */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listHandedSecrets: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only credentials that the agent received at this time or later
                 * @example 2026-11-01T00:00:00Z
                 */
                since?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By credential and device */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedSecret"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listCredentials: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Exactly this name, in this case; a name is unique within a customer
                 * @example edge-1
                 */
                name?: components["parameters"]["ExactName"];
                /**
                 * @description Part of the name, account or description
                 * @example network
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Credentials by name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createCredential: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "routers",
                 *       "username": "backup",
                 *       "password": "what the routers know",
                 *       "enable_secret": "and what they ask next",
                 *       "description": "Read-only account of all routers"
                 *     }
                 */
                "application/json": components["schemas"]["NewCredential"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getCredential: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A credential
                 * @example 01980f3a-5c00-7000-8000-000000000004
                 */
                credential_id: components["parameters"]["CredentialId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteCredential: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A credential
                 * @example 01980f3a-5c00-7000-8000-000000000004
                 */
                credential_id: components["parameters"]["CredentialId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateCredential: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A credential
                 * @example 01980f3a-5c00-7000-8000-000000000004
                 */
                credential_id: components["parameters"]["CredentialId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "what the routers know now",
                 *       "enable_secret": null
                 *     }
                 */
                "application/json": components["schemas"]["CredentialPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPlatforms: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With transports, artifacts and the schema of their options */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Platform"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getPlatformSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    checkPlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "coffer: 1\nid: acme_switch\nname: Acme Switch\nvendor: Acme\nextends: cisco_like\nevidence: { level: modelled }\n"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformDocumentSource"];
            };
        };
        responses: {
            /** @description The errors, or the platform that the document describes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocumentCheck"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    importPlatformDefinition: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "scrapli",
                 *       "source": "default_mode: exec\nmodes:\n  - name: exec\n    prompt_pattern: '^[a-z-]{1,63}#$'\n",
                 *       "id": "acme_switch",
                 *       "name": "Acme Switch",
                 *       "vendor": "Acme"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformDefinition"];
            };
        };
        responses: {
            /** @description The draft and the report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDefinitionDraft"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPlatformDocuments: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only the document that describes this platform
                 * @example acme_switch
                 */
                platform?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Documents by platform */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocument"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createPlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "coffer: 1\nid: acme_router\nname: Acme Router\nvendor: Acme\nextends: cisco_like\nevidence: { level: modelled }\n",
                 *       "note": "First draft"
                 *     }
                 */
                "application/json": components["schemas"]["NewPlatformDocument"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getPlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocument"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deletePlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updatePlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "coffer: 1\nid: acme_switch\nname: Acme Switch\nvendor: Acme\nextends: cisco_like\nevidence: { level: modelled }\n",
                 *       "note": "The name of the vendor"
                 *     }
                 */
                "application/json": components["schemas"]["NewPlatformDocument"];
            };
        };
        responses: {
            /** @description Stored */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    markPlatformDocumentTested: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["TestedPlatformDocument"];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    activatePlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["VersionOfPlatformDocument"];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    retirePlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    tryPlatformDocument: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_id": "01980f3a-5c00-7000-8000-000000000005",
                 *       "readings": 2
                 *     }
                 */
                "application/json": components["schemas"]["NewDryRun"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPlatformDocumentVersions: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocumentVersion"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPlatformDocumentTests: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tests, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocumentTest"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createPlatformDocumentTest: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "01980f3a-5c00-7000-8000-000000000008",
                 *       "name": "edge1, release 4.2"
                 *     }
                 */
                "application/json": components["schemas"]["NewPlatformDocumentTest"];
            };
        };
        responses: {
            /** @description Kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocumentTest"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getPlatformDocumentTest: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
                /**
                 * @description A test of a platform document
                 * @example 01980f3a-5c00-7000-8000-000000000016
                 */
                test_id: components["parameters"]["PlatformDocumentTestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocumentTestContent"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deletePlatformDocumentTest: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
                /**
                 * @description A test of a platform document
                 * @example 01980f3a-5c00-7000-8000-000000000016
                 */
                test_id: components["parameters"]["PlatformDocumentTestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    diffPlatformDocument: {
        parameters: {
            query: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The older side
                 * @example 1
                 */
                from: number;
                /**
                 * @description The newer side
                 * @example 1
                 */
                to: number;
            };
            header?: never;
            path: {
                /**
                 * @description A platform document
                 * @example 01980f3a-5c00-7000-8000-000000000015
                 */
                document_id: components["parameters"]["PlatformDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformDocumentDiff"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Exactly this name, in this case; a name is unique within a customer
                 * @example edge-1
                 */
                name?: components["parameters"]["ExactName"];
                /**
                 * @description Part of the name, address, site or a tag
                 * @example core
                 */
                q?: components["parameters"]["DeviceText"];
                /**
                 * @description Only this platform, or one of several: repeat the parameter
                 * @example netco_iosxe
                 */
                platform?: components["parameters"]["DevicePlatform"];
                /**
                 * @description Only this site, or one of several: repeat the parameter
                 * @example [
                 *       "lyon"
                 *     ]
                 */
                site?: components["parameters"]["DeviceSite"];
                /**
                 * @description Only devices with this tag, or one of several: repeat the parameter
                 * @example [
                 *       "core"
                 *     ]
                 */
                tag?: components["parameters"]["DeviceTag"];
                /**
                 * @description Only devices that show this vendor, or one of several: repeat the parameter
                 * @example [
                 *       "Arista"
                 *     ]
                 */
                vendor?: components["parameters"]["DeviceVendor"];
                /**
                 * @description Only devices that show this model, or one of several: repeat the parameter
                 * @example [
                 *       "DCS-7050SX3"
                 *     ]
                 */
                model?: components["parameters"]["DeviceModel"];
                /**
                 * @description Only devices that show this serial number, or one of several: repeat the parameter
                 * @example [
                 *       "JPE12345678"
                 *     ]
                 */
                serial?: components["parameters"]["DeviceSerial"];
                /**
                 * @description Only devices that show this version of the operating system, or one of several: repeat the parameter
                 * @example [
                 *       "4.30.1F"
                 *     ]
                 */
                os_version?: components["parameters"]["DeviceOsVersion"];
                /**
                 * @description Only devices whose support ends on this day or earlier
                 * @example 2027-12-31
                 */
                end_of_support_by?: components["parameters"]["DeviceEndOfSupportBy"];
                /**
                 * @description Only devices in this state, or one of several: repeat the parameter
                 * @example stale
                 */
                state?: components["parameters"]["DeviceInState"];
                /**
                 * @description Only devices that differ from a pinned version (`true`), or only the others (`false`)
                 * @example true
                 */
                drift?: components["parameters"]["DeviceDrift"];
                /**
                 * @description Only devices that this agent is assigned to
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id?: components["parameters"]["DeviceAgentId"];
                /**
                 * @description Only devices that use this credential for any transport
                 * @example 01980f3a-5c00-7000-8000-000000000004
                 */
                credential_id?: components["parameters"]["DeviceCredentialId"];
                /**
                 * @description Only devices whose backups are enabled (`true`) or disabled (`false`)
                 * @example true
                 */
                enabled?: components["parameters"]["DeviceEnabled"];
                /**
                 * @description Only decommissioned devices, or none of them
                 * @example true
                 */
                decommissioned?: boolean;
                /**
                 * @description Order; a leading hyphen reverses it
                 * @example -last_success_at
                 */
                sort?: "name" | "-name" | "last_success_at" | "-last_success_at" | "created_at" | "-created_at" | "vendor" | "-vendor" | "model" | "-model" | "serial" | "-serial" | "os_version" | "-os_version" | "end_of_support_on" | "-end_of_support_on";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Devices */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "core-1",
                 *       "hostname": "192.0.2.1",
                 *       "platform": "netco_iosxe",
                 *       "schedule": "0 2 * * *",
                 *       "site": "Ghent",
                 *       "tags": [
                 *         "core",
                 *         "dc1"
                 *       ],
                 *       "credential_id": "01980f3a-5c00-7000-8000-000000000004",
                 *       "agent_ids": [
                 *         "01980f3a-5c00-7000-8000-000000000003"
                 *       ],
                 *       "options": {
                 *         "ssh_port": 2222
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewDevice"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateDevices: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only reports what would be changed
                 * @example true
                 */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "01980f3a-5c00-7000-8000-000000000005"
                 *       ],
                 *       "change": {
                 *         "schedule": "0 2 * * *"
                 *       },
                 *       "add_tags": [
                 *         "dc1"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DevicesPatch"];
            };
        };
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicesChanged"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    exportDevices: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Part of the name, address, site or a tag
                 * @example core
                 */
                q?: components["parameters"]["DeviceText"];
                /**
                 * @description Only this platform, or one of several: repeat the parameter
                 * @example netco_iosxe
                 */
                platform?: components["parameters"]["DevicePlatform"];
                /**
                 * @description Only this site, or one of several: repeat the parameter
                 * @example [
                 *       "lyon"
                 *     ]
                 */
                site?: components["parameters"]["DeviceSite"];
                /**
                 * @description Only devices with this tag, or one of several: repeat the parameter
                 * @example [
                 *       "core"
                 *     ]
                 */
                tag?: components["parameters"]["DeviceTag"];
                /**
                 * @description Only devices that show this vendor, or one of several: repeat the parameter
                 * @example [
                 *       "Arista"
                 *     ]
                 */
                vendor?: components["parameters"]["DeviceVendor"];
                /**
                 * @description Only devices that show this model, or one of several: repeat the parameter
                 * @example [
                 *       "DCS-7050SX3"
                 *     ]
                 */
                model?: components["parameters"]["DeviceModel"];
                /**
                 * @description Only devices that show this serial number, or one of several: repeat the parameter
                 * @example [
                 *       "JPE12345678"
                 *     ]
                 */
                serial?: components["parameters"]["DeviceSerial"];
                /**
                 * @description Only devices that show this version of the operating system, or one of several: repeat the parameter
                 * @example [
                 *       "4.30.1F"
                 *     ]
                 */
                os_version?: components["parameters"]["DeviceOsVersion"];
                /**
                 * @description Only devices whose support ends on this day or earlier
                 * @example 2027-12-31
                 */
                end_of_support_by?: components["parameters"]["DeviceEndOfSupportBy"];
                /**
                 * @description Only devices in this state, or one of several: repeat the parameter
                 * @example stale
                 */
                state?: components["parameters"]["DeviceInState"];
                /**
                 * @description Only devices that differ from a pinned version (`true`), or only the others (`false`)
                 * @example true
                 */
                drift?: components["parameters"]["DeviceDrift"];
                /**
                 * @description Only devices that this agent is assigned to
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id?: components["parameters"]["DeviceAgentId"];
                /**
                 * @description Only devices that use this credential for any transport
                 * @example 01980f3a-5c00-7000-8000-000000000004
                 */
                credential_id?: components["parameters"]["DeviceCredentialId"];
                /**
                 * @description Only devices whose backups are enabled (`true`) or disabled (`false`)
                 * @example true
                 */
                enabled?: components["parameters"]["DeviceEnabled"];
                /**
                 * @description Format of the export
                 * @example csv
                 */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, or the table */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryDocument"];
                    "text/csv": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readNamedDeviceConfig: {
        parameters: {
            query: {
                /**
                 * @description The name of the device, in this case
                 * @example edge-1
                 */
                name: string;
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The artifact, instead of the main one
                 * @example running-config
                 */
                artifact?: string;
                /**
                 * @description Only the lineage over this transport
                 * @example ssh
                 */
                transport?: "ssh" | "api";
                /**
                 * @description The configuration as it was known at this time
                 * @example 2999-12-31T00:00:00Z
                 */
                at?: components["schemas"]["Instant"];
                /**
                 * @description The normalised text that Coffer compares, without lines that change automatically
                 * @example true
                 */
                normalised?: boolean;
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text, raw as it was collected, or normalised */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    ETag: components["headers"]["ETag"];
                    "X-Coffer-Version": components["headers"]["VersionId"];
                    "X-Coffer-Artifact": components["headers"]["ArtifactKey"];
                    "X-Coffer-Captured-At": components["headers"]["CapturedAt"];
                    "X-Coffer-Last-Seen-At": components["headers"]["LastSeenAt"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/octet-stream": string;
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": "30 3 * * *",
                 *       "tags": [
                 *         "core"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DevicePatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    exportDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A document of one device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    testDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued; the steps of the run show its progress */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    confirmRestore: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued; the restore succeeds when this run succeeds */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    decommissionDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Out of service; its backups stay until `purge_at` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    reinstateDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Back in service; the purge is cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listDeviceFacts: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceFactPeriod"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listDeviceExtraCommands: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtraCommand"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listEndOfLife: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the table */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndOfLifeEntry"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    loadEndOfLife: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "csv",
                 *       "source": "vendor,model,os_version,end_of_sale,end_of_support,source\nCisco,C9300*,,2026-10-31,2031-10-31,bulletin 1\n"
                 *     }
                 */
                "application/json": components["schemas"]["NewEndOfLife"];
            };
        };
        responses: {
            /** @description Loaded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadedEndOfLife"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listGoldenConfigurations: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenConfiguration"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createGoldenConfiguration: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Access switches",
                 *       "tag": "access",
                 *       "version_id": "01980f3a-5c00-7000-8000-00000000000a",
                 *       "declared_differences": [
                 *         {
                 *           "pattern": "^hostname (.*)",
                 *           "note": "each switch has its own name"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewGoldenConfiguration"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenConfiguration"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getGoldenConfiguration: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A golden configuration
                 * @example 01980f3a-5c00-7000-8000-000000000032
                 */
                golden_id: components["parameters"]["GoldenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The golden configuration */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenConfiguration"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteGoldenConfiguration: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A golden configuration
                 * @example 01980f3a-5c00-7000-8000-000000000032
                 */
                golden_id: components["parameters"]["GoldenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateGoldenConfiguration: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A golden configuration
                 * @example 01980f3a-5c00-7000-8000-000000000032
                 */
                golden_id: components["parameters"]["GoldenId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "with the new time servers"
                 *     }
                 */
                "application/json": components["schemas"]["GoldenConfigurationPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenConfiguration"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readCompliance: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only lines of this kind, or one of several: repeat the parameter. By default golden and common lines; with `device_id`, all
                 * @example golden
                 */
                kind?: components["schemas"]["ComplianceLineKind"] | components["schemas"]["ComplianceLineKind"][];
                /**
                 * @description Only lines in which this device differs
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description Only this line of the golden version, with all devices that lack it
                 * @example 12
                 */
                line?: number;
                /**
                 * @description Maximum number of lines in the response; `lines_total` counts all
                 * @example 100
                 */
                max_lines?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A golden configuration
                 * @example 01980f3a-5c00-7000-8000-000000000032
                 */
                golden_id: components["parameters"]["GoldenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Devices and lines that differ */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Compliance"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readOutliers: {
        parameters: {
            query: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only devices with this tag
                 * @example access
                 */
                tag: string;
                /**
                 * @description Only devices of this platform
                 * @example netco_iosxe
                 */
                platform: components["schemas"]["PlatformId"];
                /**
                 * @description The artifact to compare
                 * @example running-config
                 */
                key: string;
                /**
                 * @description Only lines of this kind, or one of several: repeat the parameter. By default common lines; with `device_id`, all. No line is golden here
                 * @example common
                 */
                kind?: components["schemas"]["ComplianceLineKind"] | components["schemas"]["ComplianceLineKind"][];
                /**
                 * @description Only lines in which this device differs
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description Maximum number of lines in the response; `lines_total` counts all
                 * @example 100
                 */
                max_lines?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Devices and lines that differ */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Compliance"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listExtraCommands: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only those for this platform
                 * @example netco_iosxe
                 */
                platform?: components["schemas"]["PlatformId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By platform and key */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtraCommand"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createExtraCommand: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "netco_iosxe",
                 *       "key": "extra-arp",
                 *       "command": "show ip arp",
                 *       "tag": "core",
                 *       "contains": "^Protocol"
                 *     }
                 */
                "application/json": components["schemas"]["NewExtraCommand"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtraCommand"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getExtraCommand: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description An extra command
                 * @example 01980f3a-5c00-7000-8000-000000000031
                 */
                command_id: components["parameters"]["ExtraCommandId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The extra command */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtraCommand"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteExtraCommand: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description An extra command
                 * @example 01980f3a-5c00-7000-8000-000000000031
                 */
                command_id: components["parameters"]["ExtraCommandId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateExtraCommand: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description An extra command
                 * @example 01980f3a-5c00-7000-8000-000000000031
                 */
                command_id: components["parameters"]["ExtraCommandId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "command": "show ip arp detail",
                 *       "min_lines": 5
                 *     }
                 */
                "application/json": components["schemas"]["ExtraCommandPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtraCommand"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description true: only requests that await a decision
                 * @example true
                 */
                pending?: boolean;
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getApproval: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description A request that needs approval */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request and its state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    approveRequest: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description A request that needs approval */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Agreed with the site"
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalDecision"];
            };
        };
        responses: {
            /** @description Approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    rejectRequest: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description A request that needs approval */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Not during the change freeze"
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalDecision"];
            };
        };
        responses: {
            /** @description Rejected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    withdrawRequest: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description A request that needs approval */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listBreakGlassCopies: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakGlassCopy"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createBreakGlassCopy: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "computer": "anna-laptop",
                 *       "expires_after_days": 7
                 *     }
                 */
                "application/json": components["schemas"]["NewBreakGlassCopy"];
            };
        };
        responses: {
            /** @description Registered */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeBreakGlassCopy"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getBreakGlassCopy: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A break-glass copy
                 * @example 01980f3a-5c00-7000-8000-000000000033
                 */
                copy_id: components["parameters"]["BreakGlassCopyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The copy's computer, sites, times and state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakGlassCopy"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    revokeBreakGlassCopy: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A break-glass copy
                 * @example 01980f3a-5c00-7000-8000-000000000033
                 */
                copy_id: components["parameters"]["BreakGlassCopyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The copy is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listBreakGlassConfigurations: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description A break-glass copy
                 * @example 01980f3a-5c00-7000-8000-000000000033
                 */
                copy_id: components["parameters"]["BreakGlassCopyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By device. A page may be empty although `Link` names a next one */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakGlassConfiguration"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readBreakGlassContents: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A break-glass copy
                 * @example 01980f3a-5c00-7000-8000-000000000033
                 */
                copy_id: components["parameters"]["BreakGlassCopyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version_ids": [
                 *         "01980f3a-5c00-7000-8000-000000000009"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BreakGlassContentsRequest"];
            };
        };
        responses: {
            /** @description At least one entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakGlassContent"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    contactBreakGlassCopy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "ZJ2b1ZQxw0m0U8C8m1nG8bqPp5y0o3Qm8c0pQb3n5xY"
                 *     }
                 */
                "application/json": components["schemas"]["BreakGlassContact"];
            };
        };
        responses: {
            /** @description Whether the copy may be kept, and for how long without contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakGlassContactResult"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listOccurrences: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Occurrence"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readDeviceConfig: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The artifact, instead of the main one
                 * @example running-config
                 */
                artifact?: string;
                /**
                 * @description Only the lineage over this transport
                 * @example ssh
                 */
                transport?: "ssh" | "api";
                /**
                 * @description The configuration as it was known at this time
                 * @example 2999-12-31T00:00:00Z
                 */
                at?: components["schemas"]["Instant"];
                /**
                 * @description The normalised text that Coffer compares, without lines that change automatically
                 * @example true
                 */
                normalised?: boolean;
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text, raw as it was collected, or normalised */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    ETag: components["headers"]["ETag"];
                    "X-Coffer-Version": components["headers"]["VersionId"];
                    "X-Coffer-Artifact": components["headers"]["ArtifactKey"];
                    "X-Coffer-Captured-At": components["headers"]["CapturedAt"];
                    "X-Coffer-Last-Seen-At": components["headers"]["LastSeenAt"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/octet-stream": string;
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One lineage for each artifact and transport */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listLastKnownGood: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each lineage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastKnownGood"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deviceDivergence: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes of all lineages of the device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Divergence"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    importCsv: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Writes nothing and returns what would be written
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRunQuery"];
                /**
                 * @description false rejects a table with an unknown column
                 * @example false
                 */
                ignore_unknown_columns?: boolean;
                /**
                 * @description From a table of several customers, imports the lines of the customer with this `slug` into the customer of
                 *     `tenant`. Default: the customer of `tenant`.
                 * @example acme
                 */
                from_customer?: components["schemas"]["Slug"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TableUpload"];
            };
        };
        responses: {
            /** @description The result of each line */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    importJson: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Writes nothing and returns what would be written
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRunQuery"];
                /**
                 * @description From a document of several customers, imports the section of the customer with this `slug` into the customer
                 *     of `tenant`. Default: the customer of `tenant`, or the only customer of the document.
                 * @example acme
                 */
                from_customer?: components["schemas"]["Slug"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "coffer-inventory",
                 *       "version": 1,
                 *       "devices": [
                 *         {
                 *           "name": "edge-1",
                 *           "hostname": "192.0.2.9",
                 *           "platform": "routeco_junos",
                 *           "tags": [
                 *             "edge"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InventoryUpload"];
            };
        };
        responses: {
            /** @description The result of each device */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    importNetbox: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Writes nothing and returns what would be written
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRunQuery"];
                /**
                 * @description The address of NetBox
                 * @example https://netbox.example.net
                 */
                url?: string;
                /**
                 * @description A NetBox API token, of either version
                 * @example 0123456789abcdef0123456789abcdef01234567
                 */
                token?: string;
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "url": "https://netbox.example.net",
                 *       "token": "0123456789abcdef0123456789abcdef01234567"
                 *     }
                 */
                "application/json": components["schemas"]["NetboxSource"];
            };
        };
        responses: {
            /** @description The result of each device */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listFleets: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Exactly this name, in this case; a name is unique within a customer
                 * @example edge-1
                 */
                name?: components["parameters"]["ExactName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Fleets by name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createFleet: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme in the cloud",
                 *       "credential_id": "01980f3a-5c00-7000-8000-000000000004",
                 *       "schedule": "0 4 * * *",
                 *       "agent_ids": []
                 *     }
                 */
                "application/json": components["schemas"]["NewFleet"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getFleet: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A fleet
                 * @example 01980f3a-5c00-7000-8000-000000000006
                 */
                fleet_id: components["parameters"]["FleetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fleet */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteFleet: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A fleet
                 * @example 01980f3a-5c00-7000-8000-000000000006
                 */
                fleet_id: components["parameters"]["FleetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateFleet: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A fleet
                 * @example 01980f3a-5c00-7000-8000-000000000006
                 */
                fleet_id: components["parameters"]["FleetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_ids": [
                 *         "2930418"
                 *       ],
                 *       "schedule": "0 5 * * *"
                 *     }
                 */
                "application/json": components["schemas"]["FleetPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    approveFleetAddress: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A fleet
                 * @example 01980f3a-5c00-7000-8000-000000000006
                 */
                fleet_id: components["parameters"]["FleetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    scanFleet: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A fleet
                 * @example 01980f3a-5c00-7000-8000-000000000006
                 */
                fleet_id: components["parameters"]["FleetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requested */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    applyFleet: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A fleet
                 * @example 01980f3a-5c00-7000-8000-000000000006
                 */
                fleet_id: components["parameters"]["FleetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": [
                 *         "L_646829496481105433"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["FleetSelection"];
            };
        };
        responses: {
            /** @description Aligned */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetApplied"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listFingerprints: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only pending fingerprints
                 * @example true
                 */
                pending_only?: boolean;
                /**
                 * @description Only this device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description Only this status
                 * @example approved
                 */
                status?: components["schemas"]["FingerprintStatus"];
                /**
                 * @description Only fingerprints that a user compared (`true`), or did not compare (`false`)
                 * @example false
                 */
                compared?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fingerprint"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getFingerprint: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A fingerprint
                 * @example 01980f3a-5c00-7000-8000-000000000007
                 */
                fingerprint_id: components["parameters"]["FingerprintId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fingerprint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fingerprint"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    approveFingerprint: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A fingerprint
                 * @example 01980f3a-5c00-7000-8000-000000000007
                 */
                fingerprint_id: components["parameters"]["FingerprintId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "compared_out_of_band": true,
                 *       "note": "read on the console cable by J. Doe"
                 *     }
                 */
                "application/json": components["schemas"]["FingerprintApproval"];
            };
        };
        responses: {
            /** @description Approved; the device can be backed up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fingerprint"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    rejectFingerprint: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A fingerprint
                 * @example 01980f3a-5c00-7000-8000-000000000007
                 */
                fingerprint_id: components["parameters"]["FingerprintId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rejected; Coffer does not log in to the device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fingerprint"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listAddresses: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only pending addresses
                 * @example true
                 */
                pending_only?: boolean;
                /**
                 * @description Only this device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By the name of the device */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceAddress"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    approveAddresses: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addresses": [
                 *         {
                 *           "device_id": "01980f3a-5c00-7000-8000-000000000005",
                 *           "digest": "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddressApprovals"];
            };
        };
        responses: {
            /** @description The approved addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressesApproved"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    approveAddress: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "digest": "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
                 *     }
                 */
                "application/json": components["schemas"]["AddressApproval"];
            };
        };
        responses: {
            /** @description Approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceAddress"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getEffectiveRetention: {
        parameters: {
            query?: {
                /**
                 * @description The device; if absent, the customer, or the platform if no customer is named
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each value with the level that sets it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveRetention"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    previewRetention: {
        parameters: {
            query?: {
                /**
                 * @description The device; if absent, the customer, or the platform if no customer is named
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description The level of the proposed values; by default, the device if one is named, otherwise the customer
                 * @example customer
                 */
                level?: components["schemas"]["PolicyLevel"];
                /**
                 * @description Proposed value
                 * @example 365
                 */
                keep_days?: number;
                /**
                 * @description Proposed value
                 * @example 10
                 */
                keep_last?: number;
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Totals, and the lineages that would lose versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getRetention: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["PolicyLevelPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values of the level, and the effective values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPolicy"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    setRetention: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only reports what the next run would remove
                 * @example true
                 */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["PolicyLevelPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keep_days": 365,
                 *       "keep_last": 10
                 *     }
                 */
                "application/json": components["schemas"]["RetentionRule"];
            };
        };
        responses: {
            /** @description Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPolicy"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getPosture: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["PolicyLevelPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values of the level, and the effective values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosturePolicy"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    setPosture: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["PolicyLevelPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "trust_posture": "strict"
                 *     }
                 */
                "application/json": components["schemas"]["PostureRule"];
            };
        };
        responses: {
            /** @description Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PosturePolicy"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getEffectiveRestore: {
        parameters: {
            query?: {
                /**
                 * @description The device; if absent, the customer, or the platform if no customer is named
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The effective value, and the value of each level */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveRestore"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getRestorePolicy: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["PolicyLevelPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values of the level, and the effective values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestorePolicyLevel"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    setRestorePolicy: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["PolicyLevelPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "restore_policy": "deny"
                 *     }
                 */
                "application/json": components["schemas"]["RestoreRule"];
            };
        };
        responses: {
            /** @description Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestorePolicyLevel"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPolicyRuns: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only this kind
                 * @example retention
                 */
                kind?: components["schemas"]["PolicyKind"];
                /**
                 * @description Only runs with this outcome
                 * @example failed
                 */
                outcome?: components["schemas"]["PolicyOutcome"];
                /**
                 * @description Only runs that began at or after this time
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyRun"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listScheduledStarts: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The 168 hours from the current one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledWeek"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listBlackouts: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blackouts in scope */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedBlackout"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getEffectiveBlackouts: {
        parameters: {
            query: {
                /**
                 * @description The device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: string;
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description From the platform's level down */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveBlackouts"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getBlackouts: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The site, at the level `site`
                 * @example lyon
                 */
                site?: components["parameters"]["BlackoutSite"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["BlackoutLevel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blackouts of the level, in its order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LevelBlackouts"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    setBlackouts: {
        parameters: {
            query?: {
                /**
                 * @description The device, at the level `device`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: components["parameters"]["PolicyDevice"];
                /**
                 * @description The site, at the level `site`
                 * @example lyon
                 */
                site?: components["parameters"]["BlackoutSite"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /** @description Any other value gets 400 */
                level: components["parameters"]["BlackoutLevel"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "blackouts": [
                 *         {
                 *           "name": "office hours",
                 *           "days": [
                 *             "mon",
                 *             "tue",
                 *             "wed",
                 *             "thu",
                 *             "fri"
                 *           ],
                 *           "from": "08:00",
                 *           "to": "18:00"
                 *         },
                 *         {
                 *           "name": "end of the year",
                 *           "starts_at": "2026-12-20T00:00:00Z",
                 *           "ends_at": "2027-01-04T00:00:00Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewBlackouts"];
            };
        };
        responses: {
            /** @description Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LevelBlackouts"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    triggerBackups: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_ids": [
                 *         "01980f3a-5c00-7000-8000-000000000005"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Trigger"];
            };
        };
        responses: {
            /** @description The created jobs; devices with a pending job get no second one */
            202: {
                headers: {
                    "X-Coffer-Selected": components["headers"]["Selected"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listBackupFailures: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only devices of this platform
                 * @example netco_iosxe
                 */
                platform?: components["schemas"]["PlatformId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The causes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureCause"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only failed, blocked, partial and unknown runs
                 * @example true
                 */
                failed_only?: boolean;
                /**
                 * @description Only this device, or one of several: repeat the parameter
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string | string[];
                /**
                 * @description Only runs last claimed by this agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id?: string;
                /**
                 * @description Only this status, or one of several: repeat the parameter
                 * @example [
                 *       "failed"
                 *     ]
                 */
                status?: components["schemas"]["RunStatus"] | components["schemas"]["RunStatus"][];
                /**
                 * @description Only this kind, or one of several: repeat the parameter
                 * @example backup
                 */
                kind?: components["schemas"]["RunKind"] | components["schemas"]["RunKind"][];
                /**
                 * @description Only runs queued at or after this time
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Only runs queued at this exact time, which all runs of one request share, or at one of several: repeat the parameter
                 * @example 2026-11-21T02:00:00.123Z
                 */
                queued_at?: components["schemas"]["Instant"] | components["schemas"]["Instant"][];
                /**
                 * @description Order; with a leading hyphen, the latest come first
                 * @example queued_at
                 */
                sort?: "queued_at" | "-queued_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of `sort`; latest first by default */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getRun: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A run
                 * @example 01980f3a-5c00-7000-8000-000000000008
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readRunLog: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only lines after this `seq`
                 * @example 200
                 */
                after?: number;
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A run
                 * @example 01980f3a-5c00-7000-8000-000000000008
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogLine"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readDryRun: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A run
                 * @example 01980f3a-5c00-7000-8000-000000000008
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run; `result` is null until it ends */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    cancelRun: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A run
                 * @example 01980f3a-5c00-7000-8000-000000000008
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled, or requested to stop if it is running */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listVersions: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    lastKnownGood: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version, without its text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastKnownGood"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    compareVersions: {
        parameters: {
            query: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The older side
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                from: string;
                /**
                 * @description The newer side
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                to: string;
                /**
                 * @description Unchanged lines around a change
                 * @example 10
                 */
                context?: components["parameters"]["DiffContextQuery"];
                /**
                 * @description Compares the normalised texts, or the raw texts as the device sent them
                 * @example normalised
                 */
                text?: components["parameters"]["DiffTextQuery"];
                /**
                 * @description Treats lines that differ only in whitespace as equal, and shows them as in the older version
                 * @example true
                 */
                ignore_whitespace?: components["parameters"]["IgnoreWhitespaceQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counters cover the whole difference */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextDiff"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listDevicePairs: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only pairs of this device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description Only pairs whose state is `differs`, or only the others
                 * @example true
                 */
                differs?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePair"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createDevicePair: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Core firewalls",
                 *       "first_device_id": "01980f3a-5c00-7000-8000-000000000005",
                 *       "second_device_id": "01980f3a-5c00-7000-8000-000000000035",
                 *       "key": "running-config",
                 *       "declared_differences": [
                 *         {
                 *           "pattern": "^hostname (\\S+)",
                 *           "note": "Each unit has its own name"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewDevicePair"];
            };
        };
        responses: {
            /** @description Saved and compared */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePair"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    previewDevicePair: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_device_id": "01980f3a-5c00-7000-8000-000000000005",
                 *       "second_device_id": "01980f3a-5c00-7000-8000-000000000035",
                 *       "key": "running-config",
                 *       "declared_differences": [
                 *         {
                 *           "pattern": "^hostname (\\S+)"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DevicePairPreview"];
            };
        };
        responses: {
            /** @description The counters cover the whole difference */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclaredDiff"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getDevicePair: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A device pair
                 * @example 01980f3a-5c00-7000-8000-000000000034
                 */
                pair_id: components["parameters"]["DevicePairId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pair */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePair"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteDevicePair: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A device pair
                 * @example 01980f3a-5c00-7000-8000-000000000034
                 */
                pair_id: components["parameters"]["DevicePairId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateDevicePair: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A device pair
                 * @example 01980f3a-5c00-7000-8000-000000000034
                 */
                pair_id: components["parameters"]["DevicePairId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "declared_differences": [
                 *         {
                 *           "pattern": "ip address (\\S+) (\\S+)"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DevicePairPatch"];
            };
        };
        responses: {
            /** @description Changed and compared */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePair"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readDevicePairDiff: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Unchanged lines around a change
                 * @example 10
                 */
                context?: components["parameters"]["DiffContextQuery"];
                /**
                 * @description Treats lines that differ only in whitespace as equal, and shows them as in the older version
                 * @example true
                 */
                ignore_whitespace?: components["parameters"]["IgnoreWhitespaceQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A device pair
                 * @example 01980f3a-5c00-7000-8000-000000000034
                 */
                pair_id: components["parameters"]["DevicePairId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counters cover the whole difference */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclaredDiff"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    diffVersions: {
        parameters: {
            query: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The older side
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                from: string;
                /**
                 * @description The newer side
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                to: string;
                /**
                 * @description Unchanged lines around a change
                 * @example 10
                 */
                context?: components["parameters"]["DiffContextQuery"];
                /**
                 * @description Compares the normalised texts, or the raw texts as the device sent them
                 * @example normalised
                 */
                text?: components["parameters"]["DiffTextQuery"];
                /**
                 * @description Treats lines that differ only in whitespace as equal, and shows them as in the older version
                 * @example true
                 */
                ignore_whitespace?: components["parameters"]["IgnoreWhitespaceQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counters cover the whole difference */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextDiff"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    pinVersion: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version_id": "01980f3a-5c00-7000-8000-00000000000a"
                 *     }
                 */
                "application/json": components["schemas"]["NewPin"];
            };
        };
        responses: {
            /** @description The lineage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    unpinVersion: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No version is pinned */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readDrift: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Unchanged lines around a change
                 * @example 10
                 */
                context?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference of the normalised texts; the counters cover all of it */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drift"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    artifactDivergence: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Largest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Divergence"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    recomputeDivergence: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A lineage
                 * @example 01980f3a-5c00-7000-8000-000000000009
                 */
                artifact_id: components["parameters"]["ArtifactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recompute"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getVersion: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A version
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readVersionContent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Returns the complete content as an attachment; requires `config:download`
                 * @example true
                 */
                download?: components["parameters"]["DownloadQuery"];
                /**
                 * @description The normalised text that Coffer compares, without lines that change automatically
                 * @example true
                 */
                normalised?: boolean;
                /**
                 * @description Only this number of lines; `X-Coffer-Preview` contains the total
                 * @example 100
                 */
                max_lines?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A version
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The raw text, byte for byte as stored, or the normalised one */
            200: {
                headers: {
                    "X-Coffer-Preview": components["headers"]["Preview"];
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/octet-stream": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readLineHistory: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description First line, from 1
                 * @example 1
                 */
                from_line?: number;
                /**
                 * @description Number of lines from `from_line` on
                 * @example 100
                 */
                max_lines?: number;
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A version
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The origin of each line */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineHistory"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    reviewVersion: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A version
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "As planned",
                 *       "ticket": "CHG-1042"
                 *     }
                 */
                "application/json": components["schemas"]["ReviewWords"];
            };
        };
        responses: {
            /** @description The version's metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    withdrawReview: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A version
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version is not reviewed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    restoreVersion: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A version
                 * @example 01980f3a-5c00-7000-8000-00000000000a
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirm": "LOAD OVERRIDE",
                 *       "confirm_minutes": 10
                 *     }
                 */
                "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only changes that are reviewed (`true`), or not reviewed (`false`)
                 * @example false
                 */
                reviewed?: boolean;
                /**
                 * @description Only changes that were suspicious when collected (`true`), or were not (`false`)
                 * @example true
                 */
                suspicious?: boolean;
                /**
                 * @description Only versions that this run stored
                 * @example 01980f3a-5c00-7000-8000-000000000006
                 */
                run_id?: string;
                /**
                 * @description Only versions collected at or after this time
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Only versions collected before this time
                 * @example 2026-11-22T00:00:00Z
                 */
                until?: components["schemas"]["Instant"];
                /**
                 * @description Only this device, or one of several: repeat the parameter
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string | string[];
                /**
                 * @description Only this platform, or one of several: repeat the parameter
                 * @example netco_iosxe
                 */
                platform?: components["schemas"]["PlatformId"] | components["schemas"]["PlatformId"][];
                /**
                 * @description Only devices of this site, or one of several: repeat the parameter
                 * @example [
                 *       "lyon"
                 *     ]
                 */
                site?: string | string[];
                /**
                 * @description Only devices with this tag, or one of several: repeat the parameter
                 * @example [
                 *       "core"
                 *     ]
                 */
                tag?: string | string[];
                /**
                 * @description Only this artifact, or one of several: repeat the parameter
                 * @example running-config
                 */
                key?: string | string[];
                /**
                 * @description Only changes with this `change_group` that were not suspicious. A platform user without `secret:read` names the customer
                 * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                 */
                group?: string;
                /**
                 * @description Order; with a leading hyphen, the latest come first
                 * @example captured_at
                 */
                sort?: "captured_at" | "-captured_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of `sort`; latest first by default */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listChangeGroups: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only changes that are reviewed (`true`), or not reviewed (`false`)
                 * @example false
                 */
                reviewed?: boolean;
                /**
                 * @description Only changes that were suspicious when collected (`true`), or were not (`false`)
                 * @example true
                 */
                suspicious?: boolean;
                /**
                 * @description Only versions collected at or after this time
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Only versions collected before this time
                 * @example 2026-11-22T00:00:00Z
                 */
                until?: components["schemas"]["Instant"];
                /**
                 * @description Only this device, or one of several: repeat the parameter
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string | string[];
                /**
                 * @description Only this platform, or one of several: repeat the parameter
                 * @example netco_iosxe
                 */
                platform?: components["schemas"]["PlatformId"] | components["schemas"]["PlatformId"][];
                /**
                 * @description Only devices of this site, or one of several: repeat the parameter
                 * @example [
                 *       "lyon"
                 *     ]
                 */
                site?: string | string[];
                /**
                 * @description Only devices with this tag, or one of several: repeat the parameter
                 * @example [
                 *       "core"
                 *     ]
                 */
                tag?: string | string[];
                /**
                 * @description Only this artifact, or one of several: repeat the parameter
                 * @example running-config
                 */
                key?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By the time of the latest change of each group, latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeGroup"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    reviewChanges: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version_ids": [
                 *         "01980f3a-5c00-7000-8000-00000000000a"
                 *       ],
                 *       "ticket": "CHG-1042"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeReview"];
            };
        };
        responses: {
            /** @description Number of reviewed changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewedChanges"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPastStates: {
        parameters: {
            query: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The moment
                 * @example 2026-11-21T03:00:00Z
                 */
                at: components["schemas"]["Instant"];
                /**
                 * @description Length of the window that ends at the moment
                 * @example 60
                 */
                minutes?: number;
                /**
                 * @description Only devices that changed in the window
                 * @example true
                 */
                changed?: boolean;
                /**
                 * @description Only devices of this site, or one of several: repeat the parameter
                 * @example [
                 *       "lyon"
                 *     ]
                 */
                site?: string | string[];
                /**
                 * @description Only devices with this tag, or one of several: repeat the parameter
                 * @example [
                 *       "core"
                 *     ]
                 */
                tag?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Devices by name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PastState"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    searchConfigurations: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description One record per line, the last one of type `end` */
            200: {
                headers: {
                    "X-Coffer-Masked": components["headers"]["Masked"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    browseSnapshot: {
        parameters: {
            query?: {
                /**
                 * @description A path in the tree, from `/`. UTF-8; other bytes are `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description A snapshot
                 * @example 01980f3a-5c00-7000-8000-00000000000b
                 */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries by name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreeEntry"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readSnapshotFile: {
        parameters: {
            query?: {
                /**
                 * @description A path in the tree, from `/`. UTF-8; other bytes are `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Returns the complete content as an attachment; requires `config:download`
                 * @example true
                 */
                download?: components["parameters"]["DownloadQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A snapshot
                 * @example 01980f3a-5c00-7000-8000-00000000000b
                 */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/octet-stream": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    diffSnapshots: {
        parameters: {
            query: {
                /**
                 * @description A path in the tree, from `/`. UTF-8; other bytes are `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The snapshot to compare with, as the newer side
                 * @example 01980f3a-5c00-7000-8000-00000000000b
                 */
                other: string;
                /**
                 * @description Unchanged lines around a change
                 * @example 10
                 */
                context?: number;
                /**
                 * @description Treats lines that differ only in whitespace as equal, and shows them as in the older version
                 * @example true
                 */
                ignore_whitespace?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description A snapshot
                 * @example 01980f3a-5c00-7000-8000-00000000000b
                 */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For a folder, the added, removed and modified entries; for a file, its difference */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderDiff"] | components["schemas"]["FileDiff"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    archiveSnapshot: {
        parameters: {
            query?: {
                /**
                 * @description A path in the tree, from `/`. UTF-8; other bytes are `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A snapshot
                 * @example 01980f3a-5c00-7000-8000-00000000000b
                 */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A tar.gz, streamed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    dailyReport: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description In `BKP_TIMEZONE`; default: today
                 * @example 2026-11-20
                 */
                day?: string;
                /**
                 * @description Compute the report of today, even if it was frozen
                 * @example true
                 */
                live?: boolean;
                /**
                 * @description Maximum number of exceptions, the most severe, and of unscheduled devices. Counts include all. Default: 5,000 for each customer
                 * @example 8
                 */
                listed?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyReport"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listCoverage: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The last day. Default: today in `BKP_TIMEZONE`
                 * @example 2026-11-20
                 */
                until?: string;
                /**
                 * @description Number of days up to `until`
                 * @example 31
                 */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By short name; the days of each customer in chronological order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerCoverage"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listReportDays: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only this day and earlier days
                 * @example 2026-11-20
                 */
                until?: string;
                /**
                 * @description Maximum number of results
                 * @example 31
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportDay"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    persistDailyReport: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recorded report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyReport"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readPeriodReport: {
        parameters: {
            query: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Length of the period
                 * @example monthly
                 */
                period: components["schemas"]["ReportPeriod"];
                /**
                 * @description Any day of the period, at most 400 days ago. Default: the last day of the latest ended period
                 * @example 2026-10-31
                 */
                to?: string;
                /**
                 * @description `html` is the mail, `pdf` its attachment
                 * @example json
                 */
                format?: "json" | "html" | "pdf";
                /**
                 * @description Of `html` and `pdf`. Default: the language that the client accepts
                 * @example fr
                 */
                language?: "en" | "fr";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeriodReport"];
                    "text/html": string;
                    "application/pdf": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listReportSchedules: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Exactly this name, in this case; a name is unique within a customer
                 * @example edge-1
                 */
                name?: components["parameters"]["ExactName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Schedules by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createReportSchedule: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReportSchedule"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getReportSchedule: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A report schedule
                 * @example 01980f3a-5c00-7000-8000-000000000021
                 */
                report_schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteReportSchedule: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A report schedule
                 * @example 01980f3a-5c00-7000-8000-000000000021
                 */
                report_schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateReportSchedule: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A report schedule
                 * @example 01980f3a-5c00-7000-8000-000000000021
                 */
                report_schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportSchedulePatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    sendReport: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A report schedule
                 * @example 01980f3a-5c00-7000-8000-000000000021
                 */
                report_schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued; `deliveries` state what was delivered */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentReport"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listSentReports: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only reports of this schedule
                 * @example 01980f3a-5c00-7000-8000-000000000021
                 */
                schedule_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reports, latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentReport"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    downloadSentReport: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Format of the file
                 * @example pdf
                 */
                format?: "html" | "pdf";
            };
            header?: never;
            path: {
                /**
                 * @description A sent report
                 * @example 01980f3a-5c00-7000-8000-000000000022
                 */
                sent_report_id: components["parameters"]["SentReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "text/html": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readTenantLogo: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    setTenantLogo: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTenantLogo"];
            };
        };
        responses: {
            /** @description Stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantLogo"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    removeTenantLogo: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A customer
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    storageUsage: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Current usage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageUsage"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    storageSamples: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Number of days to go back
                 * @example 30
                 */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most one per day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageSample"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    storageContents: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sizes of each customer, and the largest lineages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageContents"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    sampleStorage: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage with this sample */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageUsage"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    purgeStorage: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirm": "acme",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["StoragePurge"];
            };
        };
        responses: {
            /** @description What would be deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedPurge"];
                };
            };
            /** @description Started */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunPurge"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readRestored: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mark; null if it is not set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredMark"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    acknowledgeRestored: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mark before the acknowledgement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredMark"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    storageCompliance: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the checks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageCompliance"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    damagedVersions: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DamagedVersion"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createDownload: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDownload"];
            };
        };
        responses: {
            /** @description The URL, relative to the base address of the service */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Download"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last path segment of the URL that POST /api/downloads returned */
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes, as an attachment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The effective settings, without secrets */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsPatch"];
            };
        };
        responses: {
            /** @description The effective settings */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The id of an event; returns later events
                 * @example 01980f3a-5c00-7000-8000-000000000010
                 */
                after?: string;
                /**
                 * @description The id of an event; returns the events directly before it. Not together with `after`
                 * @example 01980f3a-5c00-7000-8000-000000000010
                 */
                before?: string;
                /**
                 * @description Only this type, or one of several: repeat the parameter
                 * @example run.failed
                 */
                type?: components["schemas"]["EventType"] | components["schemas"]["EventType"][];
                /**
                 * @description Only this severity or higher
                 * @example warning
                 */
                min_severity?: components["schemas"]["Severity"];
                /**
                 * @description Only events of this device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description Only events at or after this time
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Only events that a channel of the customer, or of the platform, escalates or has escalated, and that no user acknowledged
                 * @example true
                 */
                escalating?: true;
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description The last received id of a resumed stream, as browsers and libraries send it */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An event
                 * @example 01980f3a-5c00-7000-8000-000000000010
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event, with who acknowledged it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    acknowledgeEvent: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description An event
                 * @example 01980f3a-5c00-7000-8000-000000000010
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAcknowledgement"];
            };
        };
        responses: {
            /** @description The event with its acknowledgement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listNotificationChannels: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Exactly this name, in this case; a name is unique within a customer
                 * @example edge-1
                 */
                name?: components["parameters"]["ExactName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Channels by name, without their secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createNotificationChannel: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNotificationChannel"];
            };
        };
        responses: {
            /** @description Added; it receives events from now on */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getNotificationChannel: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A notification channel
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                channel_id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteNotificationChannel: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A notification channel
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                channel_id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted with its deliveries */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateNotificationChannel: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A notification channel
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                channel_id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationChannelPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    testNotificationChannel: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A notification channel
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                channel_id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; `status` states whether it was delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDelivery"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    previewNotificationChannel: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description An event that the channel may receive; its rules need not match
                 * @example 01980f3a-5c00-7000-8000-000000000010
                 */
                event_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A notification channel
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                channel_id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreview"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listNotificationDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries in this state
                 * @example failed
                 */
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description A notification channel
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                channel_id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDelivery"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    resendNotificationDelivery: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A notification channel
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                channel_id: components["parameters"]["ChannelId"];
                /**
                 * @description A delivery of a channel
                 * @example 01980f3a-5c00-7000-8000-00000000000f
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued for delivery */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDelivery"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readMailServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail server */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailServer"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    setMailServer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMailServer"];
            };
        };
        responses: {
            /** @description The mail server */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailServer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    removeMailServer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    testMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailServerTest"];
            };
        };
        responses: {
            /** @description The result; `error` is null if the server accepted the mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAttempt"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Exactly this name, in this case; a name is unique within a customer
                 * @example edge-1
                 */
                name?: components["parameters"]["ExactName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhooks by name; addresses are reduced to the host */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID that the client chooses. A repeated request with the same key and content gets the stored response,
                 *     byte for byte and with `Idempotency-Replayed: true`, and starts nothing. Keys are stored for 7 days per
                 *     customer and user. A key that is reused for another request gets 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch`. Error responses are not
                 *     stored.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Added; it receives events from now on */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /** @description The `ETag` of the state that the caller has; 304 without a body if it has not changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A webhook
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: components["responses"]["NotModified"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A webhook
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted with its deliveries */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the response is 412 `precondition_failed`
                 *     and nothing is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A webhook
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    testWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A webhook
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; `status` states whether it was delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries in this state
                 * @example failed
                 */
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description A webhook
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, latest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A webhook
                 * @example 01980f3a-5c00-7000-8000-00000000000e
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description A delivery of a channel
                 * @example 01980f3a-5c00-7000-8000-00000000000f
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued for delivery */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to restrict a read, and must name one to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /** @description The end of the previous page, from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Maximum number of results
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only actions of platform roles on a customer
                 * @example true
                 */
                cross_tenant_only?: boolean;
                /**
                 * @description Only this action, or one of several: repeat the parameter
                 * @example [
                 *       "device.update"
                 *     ]
                 */
                action?: string | string[];
                /**
                 * @description Only this actor, or one of several: repeat the parameter
                 * @example [
                 *       "anna@example.net"
                 *     ]
                 */
                actor?: string | string[];
                /**
                 * @description Only reads of configurations
                 * @example true
                 */
                readings_only?: boolean;
                /**
                 * @description Only this kind of object, such as `device`, or one of several: repeat the parameter
                 * @example [
                 *       "device"
                 *     ]
                 */
                object?: string | string[];
                /**
                 * @description Only actions on this object
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                object_id?: string;
                /**
                 * @description Only records about this device: the device, its runs, fingerprints, configurations and snapshots; a search names its devices in `detail`
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description The same for devices with exactly this name, of every customer in scope
                 * @example core-1
                 */
                device_name?: string;
                /**
                 * @description Only records about this artifact and its snapshots. Combine it with `device_id` to select one configuration
                 * @example running-config
                 */
                artifact_key?: string;
                /**
                 * @description Only this outcome, or one of several: repeat the parameter
                 * @example [
                 *       "refused"
                 *     ]
                 */
                outcome?: ("done" | "refused" | "failed") | ("done" | "refused" | "failed")[];
                /**
                 * @description Only records at or after this time
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Only records before this time
                 * @example 2026-11-22T00:00:00Z
                 */
                until?: components["schemas"]["Instant"];
                /**
                 * @description Order; with a leading hyphen, the latest come first
                 * @example ts
                 */
                sort?: "ts" | "-ts";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of `sort`; latest first by default */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecord"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentChallenge: {
        parameters: {
            query: {
                /** @description Covered by the signature of the response, so that an old response is not valid */
                nonce: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Valid for 60 s */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Challenge"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentEnroll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Enroll"];
            };
        };
        responses: {
            /** @description The agent's key is registered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrolled"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgentSession"];
            };
        };
        responses: {
            /** @description The session, the server's time and the intervals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSession"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentClaim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Claim"];
            };
        };
        responses: {
            /** @description Offers with sealed envelopes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offers"];
                };
            };
            /** @description No work */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Heartbeat"];
            };
        };
        responses: {
            /** @description The state of each lease */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentBatch"];
            };
        };
        responses: {
            /** @description The answer to each request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentBatchAnswers"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentWatchList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchListRequest"];
            };
        };
        responses: {
            /** @description The list; without devices if it is unchanged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentChangeReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeReport"];
            };
        };
        responses: {
            /** @description Recorded */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SealedLog"];
            };
        };
        responses: {
            /** @description Stored */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentFingerprints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObservedFingerprints"];
            };
        };
        responses: {
            /** @description Whether they are trusted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FingerprintDecisions"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentBaseline: {
        parameters: {
            query: {
                /** @description The lease that the job runs under */
                lease_id: string;
                /** @description The end of the previous page */
                after?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BaselinePage"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentPayload: {
        parameters: {
            query: {
                /** @description The lease that the job runs under */
                lease_id: string;
                /** @description The byte at which the page begins */
                after?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bytes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestorePayload"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtifactCheck"];
            };
        };
        responses: {
            /** @description The result for each artifact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactCheckAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentMissingChunks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChunkIds"];
            };
        };
        responses: {
            /** @description The missing chunks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissingChunks"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProgress"];
            };
        };
        responses: {
            /** @description Recorded */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentPacks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPacks"];
            };
        };
        responses: {
            /** @description One URL for each pack, in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackAddresses"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentConfirmPacks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PackIds"];
            };
        };
        responses: {
            /** @description The packs that the service found in the store */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackStates"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job of an offer
                 * @example 01980f3a-5c00-7000-8000-00000000000d
                 */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobResult"];
            };
        };
        responses: {
            /** @description Committed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    agentPutPack: {
        parameters: {
            query: {
                /** @description Seconds since 1970 */
                expires: number;
                /** @description The service's signature over pack and expiry */
                signature: string;
            };
            header?: never;
            path: {
                /** @description As in the URL that was issued */
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Stored */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    receiveEvents: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery */
                "X-Coffer-Delivery": string;
                /** @description When it was sent, in seconds since 1970 */
                "X-Coffer-Timestamp": string;
                /** @description `sha256=` and the HMAC-SHA-256, in hex, of time, id and body, keyed with the secret of the webhook */
                "X-Coffer-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookNotification"];
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed; Coffer retries the delivery */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed; Coffer retries the delivery */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
