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
         * Does the process answer
         * @description Answers as long as the process does, whatever the database does: what a supervisor asks to know whether to start
         *     it again. Query parameters are ignored.
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
         * @description The object store's state is reported and does not decide: an unavailable store must not take replicas out of service. Query
         *     parameters are ignored.
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
         * Read the figures that a monitoring system collects
         * @description Prometheus' text format. Figures of customers are those in the caller's scope; those of the process, the disk and the
         *     database's connections are told to platform roles that name no customer. Query parameters other than `tenant` are
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
         * @description After too many failures, the response is 429 with `Retry-After`; each further failure extends the wait. Failures are
         *     counted by what is known of the sender: a device that signed in to the account before (a cookie for this operation
         *     only), an address that did, or neither. An unknown sender has 10 failures per account in 24 h, 5 per account and address
         *     in 15 minutes, and 100 per address for all accounts. An IPv6 /64 counts as one address. If too many unknown senders log
         *     in at the same time, some get 503 with `Retry-After`.
         */
        post: operations["login"];
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
         * End this session
         * @description The token is void at once, on every replica. Other sessions of the same person stay.
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
         * Confirm your identity with your password
         * @description Operations that cannot be undone require more than a session. An operation with `x-confirmation` returns 403 with
         *     `confirmation` in `missing` unless the request has the value issued here in the header `X-Coffer-Confirmation`. The
         *     confirmation is bound to this session, valid for five minutes, and replaces an earlier one. A wrong password counts as a
         *     failed login, with the same limits. API tokens cannot obtain a confirmation.
         */
        post: operations["confirmIdentity"];
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
         * Change one's own password
         * @description A wrong `current_password` counts as a failed login does, with the same limits.
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
         * Who one is, and what one may
         * @description What a client needs to know to show only what may be done: role, customer, permissions, and when to log in
         *     again.
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
         * List one's own sessions
         * @description Those that are open, the latest 1000. They say from where somebody works, which no token may read.
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
         * End one of one's own sessions
         * @description Its token is void at once, on every replica; one's password stays as it is.
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
         * List one's own API tokens
         * @description Those that have expired are listed for another 30 days.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Make an API token for a program
         * @description It is sent as `Authorization: Bearer …`, like the token of a session, and acts as the audit's `token:<name>`. Its role
         *     may do nothing that one's own may not. A person of the platform may make one with a `tenant_` role, bound to the
         *     customer named by `tenant`. Whatever its maker loses it loses too: it ends with the account, and a role that was
         *     lowered lowers it. No token makes tokens, accounts or passwords (403 with `session` in `missing`). A person has at
         *     most 100.
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
         * Revoke one of one's own API tokens
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
         * List the API tokens of everybody
         * @description For who has to find one that leaked: those that are bound to the customer, whoever made them, and for platform roles
         *     those of all customers and of the platform. A role that may more than one's own is left out. Those that have expired
         *     are listed for another 30 days.
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
         * Revoke anybody's API token
         * @description One that the list shows. Programs that use it get 401 from their next request on. Its maker keeps the account, and the
         *     other tokens.
         */
        delete: operations["revokeToken"];
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
         * List people
         * @description Platform roles see everybody, or with `tenant` the people of one customer.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Add a person
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
         * Remove a person
         * @description Their sessions and tokens end at once; what they did stays in the audit log. 409 for the last platform
         *     administrator.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a person
         * @description A new role stays on its side: `platform_` roles remain `platform_`, `tenant_` roles `tenant_`. The last enabled
         *     platform_admin cannot be taken away (409). Another password, role or e-mail, and enabling, need your password again
         *     (403 with `confirmation` in `missing`). Another password ends this user's sessions and revokes their API tokens,
         *     unless `keep_tokens` is true; the answer lists both.
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
         * List a person's sessions
         * @description Those that are open, the latest 1000.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /**
         * End a person's sessions
         * @description All of them at once, but for the one that asks. Who knows the password can log in again: set another one, or disable
         *     the account, to prevent further access. API tokens are revoked too, unless `keep_tokens` is true; the answer lists them.
         */
        delete: operations["endUserSessions"];
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
         * @description Those in the scope of the caller: all for platform roles, the own one for others.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Add a customer
         * @description A customer has encryption keys and a place in the object store of its own from the start. The slug is for good.
         *     409 when it is taken.
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
         * @description A section of `customers` for each, by slug. With `tenant` only that one's.
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
         * @description What a customer is called, and how long backups of its decommissioned devices are kept.
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
         * @description The slug is fixed. Fewer `decommissioned_retention_days` are a cut of retention: it needs a session and the password
         *     again, and no device is purged before the cooling-off has passed.
         */
        patch: operations["updateTenant"];
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
         * @description Its settings, its agents and the credentials that its devices use, by name and without any secret; with
         *     `with_devices` its devices too.
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
         * @description With their state as it is now: an agent that was not heard for a while is `offline`.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Add an agent
         * @description It has no jobs before a collector enrols with a token made for it. The customer of an agent is for good.
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
         * @description Its state, its version, and how many jobs it runs.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Delete a revoked agent
         * @description 409 for an agent that is not revoked, and for the only agent of a device, naming those devices: left without one,
         *     they could be collected by any agent of the customer.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description Its name, or whether it stands in a laboratory. The customer cannot be changed (405).
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
         * Make an enrolment token
         * @description For a first enrolment, or for an agent whose disk was lost: the new key replaces the old one. 409 for a revoked agent.
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
         * @description For good: its next exchange is refused, its leases fall, and it forgets its keys. A revoked agent can be
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
         * Let a cloned or rewound agent work again
         * @description 409 for an agent that is neither.
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
         * List credentials: names and counts, no secret
         * @description Account names, which secrets are set and how many devices use them. No role can read a secret.
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Add a credential
         * @description Secrets are sealed under the keys of the customer; nothing reads them back but a job that needs them.
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
         * @description The account name, which secrets are set, and how many devices use it.
         */
        get: operations["getCredential"];
        put?: never;
        post?: never;
        /**
         * Delete a credential that no device uses
         * @description 409 while a device or a fleet uses it.
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
         * Platforms that can be backed up
         * @description What can be backed up, over which paths, and which options a device of each platform takes.
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
    "/api/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search devices
         * @description A page at a time, in the order that `sort` says. Filters are joined by "and".
         */
        get: operations["listDevices"];
        put?: never;
        /**
         * Add a device
         * @description It is in service from now on: with a schedule its first run is the next occurrence, without one it is backed up
         *     on demand. 409 for a name that the customer has, 422 for what it cannot be backed up with, naming the field.
         */
        post: operations["createDevice"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change many devices
         * @description Those named in `ids`, or those that `filter` finds, at most 2,000: all or none of them. Each is checked as a change of
         *     it alone would be; 422 names the devices at fault. What is so already is not written. `options` are replaced as a
         *     whole, never merged: the answer names what each device loses. With `dry_run` nothing is written, and faults are told
         *     device by device. One audit record for each device that is changed.
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
         * @description By name, without those that are decommissioned; with the filters of the list those that they find. JSON is complete.
         *     CSV has every column that the import takes, thus all but the blackouts of devices, and of all customers one more,
         *     `customer`; a cell that a spreadsheet would take
         *     for a formula has an apostrophe before it, which the import takes away again. Devices that are renamed meanwhile may
         *     be missing. Without `tenant` a platform role needs `tenant:manage`.
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
    "/api/devices/{device_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a device
         * @description The device with its state, its last run and the next one.
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
         * @description As an import takes it: credentials and agents by name, and no secret.
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
         * @description The same queue, agent, transport order and credentials as a backup; it stops before collection.
         *     409 when no agent that may is online, or the device is disabled or decommissioned.
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
         * @description Queues the confirmation: the agent connects anew, which proves that the device can still be reached, and commits. 409
         *     when no commit waits for it, or its time is over. Asked again while one is under way, it answers with that one.
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
         * @description No more runs: waiting ones are cancelled, one that is under way finishes. `purge_at` says when its backups go.
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
         * Put a device back into service
         * @description 409 for one that is in service, or whose backups are purged: that one has given its name up, add it as a new device.
         */
        post: operations["reinstateDevice"];
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
         * What became of the occurrences of a device's schedule
         * @description Those of the last 90 days.
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
         * @description The text of the latest version, or of the one in force at `at`. Without `artifact` it is the platform's main one, the first
         *     in `GET /api/platforms`: `running-config` (netco_iosxe, netco_nxos, pafw_panos, pafw_panorama), `full-configuration`
         *     (fwco_fortios), `network` (netco_meraki), `scf` (lbco_bigip), `configuration-conf` (routeco_junos). Of two transports the
         *     lineage that was seen last. 404 where nothing was stored by then, 409 for a tree (linux_server), an archive and a secret.
         *     Each request is audited as `config.read`, including those that return 304.
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
         * @description A device that is reached over both paths has two lineages of the same artifact, which are never compared with
         *     each other.
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
    "/api/devices/{device_id}/divergence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rank the changes of a device
         * @description Transitions between successive versions of all lineages, the largest first. Those whose magnitude is unknown come last.
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
         * @description Dated captures of the trees and archives of a device.
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
         * @description Devices are matched by name: those that are there are changed, others are added. Columns: name, hostname, platform,
         *     transport, site, schedule, credential, credential_api, credential_ssh, agents, tags, enabled, staleness_hours,
         *     retry_attempts, retry_delay_minutes, trust_posture, restore_policy, keep_days and keep_last (retention, replaced
         *     together), and each option of a platform by its name (paths, excludes, sudo, vdom, vsys, ssh_port, …) or as
         *     option.NAME, in any order; lists have semicolons between their items. A column that is absent is not touched, and an
         *     empty cell empties its field, except name, hostname, platform, enabled, retry_attempts and retry_delay_minutes, which
         *     then stay. Shorter retention needs a session and the password again. Unknown columns are ignored with a warning, or refused with
         *     `ignore_unknown_columns=false`. `platform` takes the names of NetBox, Netmiko and Oxidized too, such as `cisco-ios-xe`. Lines that cannot be taken are rejected with the reason, and the others are written in one
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
         * @description Devices are matched by name. Fields that a device does not name are not touched; options are replaced as a whole.
         *     A document of devices makes neither agents nor credentials: a device whose credential or agent is missing is added
         *     without, and a warning says so. An export of a customer, with or without devices, is taken whole: its agents are
         *     created and await enrolment, its credentials are created without secrets, and its settings of the
         *     customer are applied if the customer has no device yet. Anything that the role may not do is omitted with a warning.
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
         * @description Reads the devices of a NetBox by its REST API: name, primary IP address, platform, site and tags; its tenants say
         *     nothing about ours. `url` is its address, or that of a list of devices or virtual machines with filters, as
         *     `https://netbox.example.net/api/dcim/devices/?tag=backup`. `url` and `token` may also stand in the body, where no
         *     proxy writes them into its log. The service’s own computer, link-local addresses and the metadata services of clouds
         *     are never asked, private networks only where `BKP_IMPORT_ALLOW_PRIVATE` allows it, and no redirect is followed.
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
         * List fleets, without what they found
         * @description Each with how its last scan ended.
         */
        get: operations["listFleets"];
        put?: never;
        /**
         * Add a fleet
         * @description Nothing is asked of the cloud yet. Agents and schedule are those of every device that is imported.
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
         * Read a fleet, with what its last scan found
         * @description `last_scan.results` are the networks that the last complete scan found, and whether each is in the inventory.
         */
        get: operations["getFleet"];
        put?: never;
        post?: never;
        /**
         * Forget a fleet; its devices stay in service
         * @description Devices that were imported from it stay in service, and are from then on like those that were added by hand.
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
         * Look for networks, in the background
         * @description Returns at once; read the fleet to see how far it came. A scan that waits or runs is not doubled. It only proposes:
         *     nothing is added or taken out of service, whatever it finds.
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
         * @description Networks that are named are imported with the fleet's agents and schedule, or put back into service. Those that this
         *     fleet imported and that are not named go out of service, unless `how` says otherwise; their backups stay readable and
         *     go after the retention of decommissioned devices. The same selection again changes nothing.
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
         * @description Host keys and certificates that agents have seen, with what has become of them. Compare one with what the device
         *     itself shows before it is approved.
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
         * @description With the one that is approved at the same place, where it is another.
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
         *     body it is approved and recorded as "host not compared". Only in a session: an API token is refused.
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
         * @description Runs of the device end `blocked` while it shows this one.
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
         * @description Allows that the device's secrets are sent to the address that `digest` names. Only in a session: an API token is
         *     refused. The approval holds for these hosts, ports, credentials and trust options; when one of them changes, the
         *     device waits again.
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
         * How long backups are kept, and which level says so
         * @description The device says, else its customer, else the platform, for each value by itself.
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
         * What the next run of retention would remove
         * @description Under the policies as they are, or as if `level` said `keep_days` and `keep_last`. Nothing is removed. Sizes are those
         *     of the texts and trees as they were collected: versions share what is equal, so less becomes free.
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
         * Read how long backups are kept, at one level
         * @description Null where the level says nothing and inherits.
         */
        get: operations["getRetention"];
        /**
         * Set how long backups are kept, at one level
         * @description A version goes when neither value keeps it: it is not among the `keep_last` newest of its lineage, and was last seen
         *     on the device more than `keep_days` days ago. Never the latest of a lineage, nor a pinned one, nor the newest that is not in doubt.
         *     Longer retention applies immediately. A cut, also by inheriting less, requires a session and confirmation (403), applies
         *     after `retention_cooling_off_days`, and raises `retention.cut`. `effective` shows it as pending; to withdraw it, set
         *     `before_cut` again. A value below the platform's minimum gets 422. Versions are removed by the next nightly run at the
         *     earliest. With `dry_run`, nothing is set, and `preview` shows what a run would remove after the cooling-off period.
         *     The level `platform` needs `tenant:manage`.
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
         * Read how devices are trusted at first sight, at one level
         * @description A lower level can only be stricter than the one above it.
         */
        get: operations["getPosture"];
        /**
         * Set how devices are trusted at first sight, at one level
         * @description `strict` waits until a person has compared a device's key; `tofu` accepts the first one and marks it "host not
         *     compared". A lower level may only tighten: 422 names the level above that is strict. The level `platform` needs
         *     `tenant:manage`.
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
         * Whether restores are allowed, and which level says so
         * @description Platform, customer and device must each allow. The first level that refuses is named.
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
         * Read whether restores are allowed, at one level
         * @description Null where the level says nothing and inherits.
         */
        get: operations["getRestorePolicy"];
        /**
         * Set whether restores are allowed, at one level
         * @description Every level must allow; an empty one is as the level above, and the platform denies until somebody allows. `allow`
         *     below a level that denies is kept, and of no effect until that one allows. The level `device` needs `device:write`.
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
         * What was done regularly, without being asked
         * @description Every run leaves a record, also one that had nothing to do. Those of the whole installation, which are of no customer,
         *     are shown to platform roles that name none.
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
    "/api/blackouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read when no scheduled backup starts, at every level
         * @description Every level that says something: the platform's first, then customer by customer in the order of slugs, its sites and
         *     devices by name. `holds_until` says which of them holds now.
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
         * Which blackouts a device has, what holds now, and when it starts next
         * @description Those of the platform, its customer, its site and its own. `next_start_at` is where the next occurrence will start as
         *     things stand, and `next_start_moved_by` what moved it there.
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
         * Read when no scheduled backup starts, at one level
         * @description Those of this level alone, in its order; what a device has in all is told by `GET /api/blackouts/effective`.
         */
        get: operations["getBlackouts"];
        /**
         * Set when no scheduled backup starts, at one level
         * @description In place of what the level said; none takes all away. Name the `digest` of what was read in `in_place_of`, so that
         *     what somebody else saved meanwhile is not lost. A device has the blackouts of every level: of the platform, its
         *     customer, its site and its own. A start that falls into one moves to its end, and its occurrence stays the same. What
         *     is triggered by a person or a program is not held, nor a run that was queued before. The level `platform` needs
         *     `tenant:manage`.
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
         * @description The devices in scope whose last backup failed or was blocked, grouped by `error_code`, the most frequent cause first.
         *     Devices that are disabled or decommissioned do not count. `triggerBackups` with `failed` and the same `error_code`
         *     repeats the backups of one cause.
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
         * @description With its attempts, its steps and, where it failed, what to do about it.
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
         * Read a run's log, also while it runs
         * @description Ask again with `after` set to the last `seq` to follow a run. Kept 90 days; secrets are blanked.
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
         * @description 409 for a run that has ended.
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
         * @description A version is written when the normalised text differs from the latest; `last_seen_at` says how long it stayed.
         *     Recorded in the audit log as a reading.
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
    "/api/artifacts/{artifact_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a lineage
         * @description 400 when the versions are of different lineages, 413 above the comparison limit.
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
         * Hold a lineage against one of its versions
         * @description Retention keeps that version; what the device says is compared with it after every run, and the lineage `drifted` when
         *     it says something else. It takes the place of the version that was pinned before. The purge of a decommissioned device
         *     takes it too. 400 for a version of another lineage.
         */
        put: operations["pinVersion"];
        post?: never;
        /**
         * Hold a lineage against no version any more
         * @description 404 where nothing is pinned.
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
         * How a lineage differs from its pinned version
         * @description From the pinned version to the latest. 404 where nothing is pinned, 413 above the comparison limit. Of a tree the
         *     entries are counted; its two snapshots can be compared.
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
         * @description Transitions between successive versions, the largest first. Those whose magnitude is unknown come last.
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
         * Compute magnitudes that are unknown
         * @description Of versions from before magnitudes were recorded. Ask again while `remaining` is above 0.
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
         * Read a version's record
         * @description When it was captured and last seen, its size, its change, and what was noticed about it; not its text.
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
         * @description The raw text as it would be restored, not the normalised one. With `download=true` it is an attachment, needs
         *     `config:download` and is audited as `config.download`. A tree has no text: 409 names its snapshot. With
         *     `normalised=true` the text as it is compared, which is what `diff` shows the differences of; 413 above the
         *     comparison limit.
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
         * Say that a version was looked at
         * @description A suspicious one is no exception of the daily report any more. Reviewing it again without words changes nothing; a
         *     note or a ticket takes the place of what was said before.
         */
        post: operations["reviewVersion"];
        /**
         * Take a review back
         * @description Nothing is left of its note and ticket; a suspicious version is an exception of the daily report again.
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
         * Give a device a configuration back
         * @description Queues a restore. The agent replaces the whole configuration of the device by this version, and commits it so that the
         *     device goes back by itself unless the commit is confirmed within `confirm_minutes`. It is done at most once.
         *
         *     `confirm` is exactly `LOAD OVERRIDE`. 403 names the level whose policy refuses. 422 for a version that cannot be
         *     restored, saying why. 409 while another restore of the device is under way. Send an `Idempotency-Key`: a request that
         *     is repeated because its answer was lost then never restores twice.
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
         * What changed, on all devices
         * @description Versions that say something else than the one before them in their lineage; the first of a lineage is none.
         *     `reviewed=false` is what nobody has looked at yet.
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
         * Say that changes were looked at
         * @description All of them or none: 422 names those that are not there. One audit record for each. As with one version, words take
         *     the place of an earlier review, and without words that one stands.
         */
        post: operations["reviewChanges"];
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
         * @description Searches the latest text of every lineage of devices in service, as it is compared: volatile values are blanked, lines
         *     are numbered from 1. A text is found from the moment its backup has ended.
         *
         *     With `regex` the pattern is a regular expression in the syntax of ECMAScript, for one line at a time, without
         *     references to groups, looking ahead and looking behind: what is left is decided in one pass over a line, so that no
         *     pattern can run away. With `missing` it finds the devices that have the line in none of the texts asked for.
         *
         *     The answer is a stream of JSON objects, one a line, as they are found and in no order. The last one is of type `end`;
         *     an answer without it was cut. It says whether everything was searched. What is shown is recorded in the audit, with the
         *     pattern, also when nobody waits for the end.
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
         * @description 409 for a path that is no folder.
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
         * @description 409 for a path that is no file, or whose bytes could not be collected. Above the preview limit 413; `download=true` has no limit, needs `config:download` and is audited as `config.download`.
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
         * @description 400 when the other snapshot is of another device, 413 above the comparison limit.
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
         * @description 413 above the archive limit, before the first byte; 409 for a path that is no folder. Entries stand under their
         *     paths from the root. What the backup lacks (unreadable files) or an archive cannot hold (sockets) is named in a last
         *     member, `COFFER-MISSING.txt`, which is only there when something is missing. An archive that breaks off is damaged.
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
         * @description Is every device covered, and what needs somebody? Without a customer, platform roles get the totals with a part for
         *     each customer. A day that was frozen is answered as it was recorded; today, while it is not, is computed now. 404
         *     for a past day that was never frozen.
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
    "/api/reports/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the days whose report was frozen
         * @description With the figures that the report of each day begins with. Without a customer, platform roles get the days of the
         *     consolidated report.
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
         * @description What is recorded does not change any more: the first freeze of a day stands, and a repeat answers it. Without a
         *     customer, platform roles freeze the consolidated report and with it each customer's. Every day is frozen by itself a
         *     few minutes after its end.
         */
        post: operations["persistDailyReport"];
        delete?: never;
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
         * Read how much is stored, and how fast it grows
         * @description `growth_per_day` is to be shown with its `basis`. A role that is bound to a customer sees that customer's figures,
         *     without `disk` and `full_at`; so does a platform role that names one.
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
         * Read what was stored day after day
         * @description The samples that growth is measured by: the last of each day (UTC), the oldest first. They are kept 400 days. A role
         *     that is bound to a customer sees that customer's; so does a platform role that names one.
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
         * Read what the storage holds, and what is the largest of it
         * @description Three sizes of the same: `collected`, the texts and trees of all versions as the devices gave them; `unique`, the parts
         *     of them unpacked, equal ones once, with the members of archives and the listings of folders; `stored`, those as they lie
         *     in the store, compressed and encrypted.
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
         * Take a sample of what is stored now
         * @description One is taken every day by itself. Without a customer, platform roles sample all of them.
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
         * Remove all that nothing refers to
         * @description A person's yes, for one customer, to more than a nightly sweep removes unasked. What retention and the end of
         *     decommissioned devices remove is applied first. It goes on after the answer; a dry run is waited for, and counts
         *     what nothing refers to now. Anything but a dry run needs a session and the password again. While the service's clock and PostgreSQL's are apart it is a 409 (`clock_differs`).
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
         * @description After a restore of a dump or a rebuild of the index nothing is removed from the object store, because the database
         *     may know less than the store, until an administrator acknowledges it.
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
         * Read whether what is stored was read back and is good
         * @description Every pack and manifest is read back from the store within `period_days`, and what is wrong is named with what it
         *     hurts, customer by customer in the order of slugs. Damage leaves the answer by itself when the next check finds the
         *     object good, or the next backup has sent again what was lost.
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
         * List the versions that cannot be read whole
         * @description As the last check found them, by id. Of a tree the snapshot is named too.
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
         * Make an address from which a browser can save a download
         * @description Browsers save files from addresses, and send no token with them. The address that is answered is good once, for 60
         *     seconds, for exactly this download: a version's content or a snapshot's file with `download=true`, a snapshot's
         *     archive, or an export of devices or customers. Permission, scope and the record in the audit are those of the
         *     download itself, by who made the address: 403 for one that he may not have. It is void when his session or token is.
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
         * Save what an address was made for
         * @description Once. The answer is that of the download, or its refusal; 404 `ticket_void` for an address that was used.
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
         * What is set for the whole installation
         * @description What can be changed while it runs stands in the database and holds for every replica at once; what stands under
         *     `environment` is read at the start (docs/settings.md). How long versions are kept is under `/api/retention/platform`.
         */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what is set for the whole installation
         * @description Absent fields are unchanged. The event `settings.changed` lists the changed fields. `session_idle_minutes`,
         *     `token_days_without_networks` and `destruction_delay_days` require a session and confirmation. A longer delay
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
         * What has happened, and what happens
         * @description With `Accept: text/event-stream` the answer is a stream of server-sent events that goes on as long as the token is
         *     good: each has an `id`, the type as `event`, and this operation's record as `data`. `Last-Event-ID` (or `after`) goes on
         *     behind an event that was seen; without, it begins with what happens from now on. A comment line comes every 15
         *     seconds. An event `reset` says that the one named is not known any more, and that something may have been missed: read
         *     the state anew. Browsers read it with fetch, because `EventSource` sends no token.
         *
         *     Otherwise it is a list, the oldest first: behind `after`, or the latest ones. Poll with the last id that was seen, or go
         *     back with the first id of a list as `before`. `type` and `min_severity` are of the list; a stream tells everything.
         *
         *     Each event is told to those who may read what it is about; `permission` of the types is in docs/events.md. Events are
         *     kept for a while only (the setting `events_keep_days`); the audit and the runs tell of what was before.
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
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Those of the customer; a platform role that names none sees those of every customer and of the platform.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Have an address told of events
         * @description Of the customer named by `tenant`; one that a platform role makes without is told of every customer's events and of
         *     the installation's. It is told what its maker may know. docs/events.md has what is sent, and how a receiver checks
         *     the signature.
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
         * @description Returns only the host of its address, and never its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description At once and for good; what waits to be sent is not sent any more.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description What it is told from now on is what who changes it may know. `enabled` lets one go on that was disabled.
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
         * Send a trial to a webhook now
         * @description One attempt, signed like any other; the answer says what came of it.
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
         * What a webhook was told, and what came of it
         * @description Kept for 30 days.
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
         * Send something again
         * @description Under the same id, now, and for another 24 hours if need be.
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
         * @description Every write, and every reading of a configuration, leaves a record; the operation's `x-audit` is its action. What
         *     a platform role reads else of a customer is recorded as `tenant.read` with the operation in `detail`; repetitions
         *     within 15 minutes are one record. A rejected request has `outcome` `refused`, with status and code in `detail`. Some
         *     actions belong to no operation. Of agents: `agent.exchange` and `backup.result_mismatch` (refused, to be
         *     investigated), `agent.cloned`, `agent.rewound`, `backup.commit`, `trust.first_sight`. Of automatic tasks:
         *     `retention.apply`, `device.purge`, `integrity.damaged`, `integrity.healed`. Of consequences of another change:
         *     `trust.address_changed`, `storage.accept_restored`. Of commands: `database.dump`, `database.restore`.
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
         * @description The agent signs it to prove that it holds its key; the answer is signed, so that the agent knows whom it speaks
         *     with.
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
         * Spend an enrolment token
         * @description Signed twice over the same text: by the token's key (`X-Coffer-Token-Signature`) and by the agent's own (`X-Coffer-Signature`).
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
         * A process run begins
         * @description Ends the session before it, and what that one held is free at once. The same process asking again is given the same
         *     session.
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
         * @description Held open until there is work, for 25 s at most.
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
         * Keep all leases alive
         * @description Also tells which jobs to cancel, which leases are lost, and whether to take no more.
         */
        post: operations["agentHeartbeat"];
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
         * Lines of a run's log
         * @description In batches, numbered, so that a repeated batch is kept once. Sealed to the customer by the agent.
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
         * Host keys that were seen
         * @description Before any credential is used. A pending or refused one ends the run `blocked`.
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
         * The previous tree, sealed to this process
         * @description What the last capture of a tree held, so that only what changed is read.
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
         * The text of a restore, sealed to this process
         * @description In pages; nothing of it is stored on the agent.
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
         * Is this what is stored already
         * @description By keyed fingerprints of the raw and the normalised text: for what is unchanged nothing is sent.
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
         * Which chunks are not stored yet
         * @description What is told to be present is kept for 48 h at least.
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
         * Progress of reading a file tree
         * @description About once a minute. A `checkpoint` is the baseline of the device's next attempt if this one is interrupted.
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
         * Addresses to send packs to
         * @description Good for 15 minutes, for exactly these bytes.
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
         * Packs that were sent
         * @description Registers what is there: a run that starts again does not send it twice.
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
         * A job's result; idempotent
         * @description The roots of what was captured, or the failure. 412 names what the repository lacks.
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
         * The bytes of a pack, to an address that was signed for them
         * @description Where agents cannot reach the object store. The address says by its signature which bytes may be put there, and
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
         * What the service sends to a webhook
         * @description Not an operation of the service: what an address that was created as a webhook receives. Check the signature before
         *     the body is used (docs/events.md). Any answer from 200 to 299 within 15 seconds ends the delivery.
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
            /** @description The fields that were refused (422) */
            errors?: components["schemas"]["FieldError"][];
            /** @description The permission, `tenant`, `session` or `confirmation` (403) */
            missing?: string;
            /** @description What the repository lacks (412) */
            missing_ids?: string[];
            /** @description The policy level that refuses */
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
            /** @description The sentence of the code, in the language that the client accepts */
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
         * @description Why a run, or a part of it, failed. Programs read the codes; `message` is the whole as text. What an agent or a service of
         *     an earlier version described in a sentence that is not recognised has that sentence as `legacy_text` in `advice`
         */
        Failure: {
            code: components["schemas"]["FailureCode"];
            /** @description What was being done; null where nothing had begun */
            step: components["schemas"]["Message"] | null;
            expected: components["schemas"]["Message"] | null;
            /** @description What the device sent: quoted, redacted and never translated. Empty where it sent nothing, null where nothing was awaited */
            seen: string | null;
            advice: components["schemas"]["Message"];
            /** @description All of it as text, in the language that the client accepts */
            message: string;
        };
        /**
         * @description Why the value of a field was rejected. Codes keep their meaning; later versions may add others.
         * @enum {string}
         */
        FieldErrorCode: "above_is_strict" | "above_maximum" | "address_not_allowed" | "agent_not_found" | "backup_selection_required" | "backup_without_artifacts" | "backups_purged" | "below_minimum" | "below_platform_floor" | "blackout_form" | "body_not_expected" | "body_required" | "cells_surplus" | "chunks_or_list" | "column_missing" | "column_twice" | "column_unknown" | "comparison_note_required" | "contains_nul" | "content_unreadable" | "contradicts" | "credential_not_found" | "cron_field_count" | "cron_field_invalid" | "cron_name_unknown" | "cron_never" | "csv_unreadable" | "cursor_invalid" | "day_in_future" | "decommissioned_in_document" | "device_not_found" | "device_out_of_service" | "devices_by_ids_or_filter" | "document_without_content" | "duplicate_items" | "ends_before_start" | "error_of_device" | "error_of_field" | "event_unknown" | "exclude_clears_rules" | "exclude_empties_path" | "exclude_empty" | "exclude_has_nul" | "exclude_is_rule" | "exclude_too_long" | "excludes_too_complex" | "file_is_archive" | "file_not_in_encoding" | "file_not_text" | "fingerprint_mismatch" | "format_invalid" | "given_more_than_once" | "given_too_often" | "header_reserved" | "header_values_required_again" | "invalid_percent_escape" | "is_empty" | "is_fixed" | "is_required" | "live_only_today" | "log_lines_invalid" | "more_errors" | "must_be_integer" | "must_be_slug_of_customer" | "must_equal" | "name_repeated" | "names_nothing_to_change" | "needs_field" | "netbox_address_invalid" | "netbox_field_invalid" | "netbox_name_missing" | "netbox_page_too_long" | "netbox_redirects" | "netbox_token_rejected" | "netbox_token_required" | "netbox_too_many_devices" | "no_alternative" | "not_a_calendar_day" | "not_a_download" | "not_a_file_upload" | "not_a_network" | "not_above" | "not_accepted" | "not_artifact_of_platform" | "not_below" | "not_content_of_artifact" | "not_in_dry_run" | "not_in_fleet_scan" | "not_multiple" | "not_netbox" | "not_netbox_answer" | "not_one_of" | "not_signing_agent" | "not_unicode" | "offset_beyond_end" | "only_at_level" | "option_not_of_platform" | "option_required" | "other_customer" | "outcome_not_of_backup" | "outcome_not_of_restore" | "password_unchanged" | "password_wrong" | "path_has_nul" | "path_has_parent" | "path_not_absolute" | "path_too_deep" | "path_too_long" | "pattern_backreference" | "pattern_bracket_unmatched" | "pattern_class_open" | "pattern_count_reversed" | "pattern_count_too_high" | "pattern_ends_in_backslash" | "pattern_escape_unknown" | "pattern_group_open" | "pattern_group_unknown" | "pattern_groups_too_deep" | "pattern_has_line_end" | "pattern_lookaround" | "pattern_mismatch" | "pattern_nothing_to_repeat" | "pattern_range_reversed" | "pattern_too_large" | "platform_has_backups" | "platform_level_has_no_tenant" | "platform_unknown" | "query_not_encoded" | "report_invalid" | "required_at_level" | "required_for_new_device" | "response_too_long" | "restore_artifact_unsupported" | "restore_completeness_unknown" | "restore_damaged" | "restore_host_not_compared" | "restore_incomplete" | "restore_lab_mode" | "restore_not_complete" | "restore_not_text" | "restore_platform_unsupported" | "restore_state_not_final" | "restore_suspicious" | "restore_too_large" | "restore_transport_unsupported" | "role_exceeds_own" | "role_not_of_platform" | "role_not_of_tenant" | "rsync_path_invalid" | "sealed_for_other_lease" | "section_not_found" | "selects_too_many_devices" | "several_alternatives" | "site_unknown" | "size_above_maximum" | "tag_unknown" | "text_not_plain" | "token_lowers_trust" | "token_needs_networks" | "too_few_fields" | "too_few_items" | "too_long" | "too_many_devices" | "too_many_fields" | "too_many_items" | "too_many_lines" | "too_short" | "transport_unsupported" | "unchanged_only_of_restore" | "unknown_field" | "url_has_login" | "url_invalid" | "version_not_found" | "wrong_length" | "wrong_type";
        /**
         * @description What to know about an import or one of its lines. `unscheduled`: new devices have no schedule. `no_agent`: the
         *     customer has no enrolled agent, and there are devices that need one. Codes keep their meaning; later versions may add
         *     others.
         * @enum {string}
         */
        ImportWarningCode: "agent_not_found" | "agents_not_enrolled" | "agents_not_permitted" | "column_unknown" | "columns_unknown" | "credential_not_found" | "credentials_not_permitted" | "credentials_without_secrets" | "field_unknown" | "lines_of_other_customers" | "netbox_inactive" | "netbox_without_address" | "netbox_without_platform" | "no_agent" | "other_customer" | "platform_unknown" | "sections_of_other_customers" | "setting_not_permitted" | "setting_rejected" | "settings_kept" | "unscheduled";
        /**
         * @description What was wrong, as a stable word for programs. Codes keep their meaning; later versions may add others.
         * @enum {string}
         */
        ProblemCode: "address_changed" | "address_pending" | "address_refused" | "agent_needed" | "agent_not_revoked" | "agent_outdated" | "agent_revoked" | "authorization_without_token" | "bearer_invalid" | "body_incomplete" | "body_not_json" | "body_not_text" | "body_not_utf8" | "body_too_large" | "busy" | "challenge_expired" | "changed_meanwhile" | "chunk_extensions_too_large" | "chunks_missing" | "clock_differs" | "cloned" | "closed" | "commit_pending" | "confirm_late" | "confirmation_required" | "content_charset_unsupported" | "content_damaged" | "content_encoding_unsupported" | "content_type_unsupported" | "crashed" | "credential_in_use" | "database_unavailable" | "destruction_begun" | "destruction_pending" | "destruction_unfinished" | "device_decommissioned" | "device_disabled" | "device_edited" | "device_in_service" | "device_purged" | "email_taken" | "fixed_field" | "header_too_large" | "host_header_missing" | "host_header_repeated" | "idempotency_mismatch" | "import_running" | "internal_error" | "inventory_changed" | "is_archive" | "is_secret" | "is_tree" | "keys_destroyed" | "last_admin" | "lease_lost" | "login_failed" | "memory" | "method_not_allowed" | "multipart_incomplete" | "name_taken" | "never_frozen" | "no_agent" | "no_pending_commit" | "no_version_at" | "not_a_file" | "not_a_folder" | "not_authenticated" | "not_browsable" | "not_collected" | "not_found" | "not_unchanged" | "nothing_to_clear" | "pack_refused" | "permission_missing" | "platform_fixed" | "precondition_failed" | "query_ambiguous" | "queue_full" | "rate_limited" | "replayed" | "replica_streams_exhausted" | "request_malformed" | "request_timeout" | "restore_denied" | "restore_under_way" | "result_mismatch" | "revoked" | "rewound" | "role_needs_tenant" | "role_without_tenant" | "run_ended" | "session_ended" | "session_idle" | "session_required" | "slug_taken" | "snapshots_of_different_devices" | "source_unreachable" | "store_unreachable" | "superseded" | "tenant_not_allowed" | "tenant_required" | "ticket_void" | "time" | "token_invalid" | "token_network_not_allowed" | "token_spent" | "too_large" | "too_many" | "too_many_attempts" | "too_many_packs" | "too_many_streams" | "unknown_level" | "unknown_path" | "unsigned" | "validation_failed" | "version_of_other_lineage";
        /**
         * @description Why a run failed or was blocked. Codes keep their meaning; later versions may add others.
         * @enum {string}
         */
        FailureCode: "dns_failure" | "connection_refused" | "connection_timeout" | "host_unreachable" | "connection_lost" | "unsupported_algorithm" | "protocol_error" | "tls_untrusted" | "fingerprint_unapproved" | "fingerprint_rejected" | "address_unapproved" | "auth_failed" | "credential_missing" | "credential_unusable" | "two_factor_required" | "enable_failed" | "privilege_insufficient" | "prompt_timeout" | "command_refused" | "device_busy" | "request_failed" | "output_truncated" | "output_disturbed" | "output_too_large" | "archive_damaged" | "archive_refused" | "network_not_found" | "shell_not_clean" | "rsync_missing" | "rsync_too_old" | "rsync_failed" | "path_missing" | "path_unreadable" | "options_invalid" | "tree_too_large" | "device_misbehaved" | "restore_not_begun" | "restore_busy" | "restore_refused" | "restore_damaged" | "restore_unknown" | "restore_not_committed" | "restore_not_confirmed" | "store_unreachable" | "disk_full" | "superseded" | "deadline_exceeded" | "agent_lost" | "no_agent" | "platform_unsupported" | "internal_error";
        /**
         * Format: date-time
         * @description RFC 3339 in UTC; no leap second
         */
        Instant: string;
        /** @enum {string} */
        Role: "tenant_readonly" | "tenant_operator" | "tenant_admin" | "platform_operator" | "platform_admin";
        /** @enum {string} */
        Permission: "device:read" | "config:read" | "report:read" | "config:download" | "backup:trigger" | "device:write" | "credential:write" | "retention:write" | "audit:read" | "agent:manage" | "tenant:manage" | "purge:force" | "config:restore";
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
            /**
             * Format: uuid
             * @description The customer that the role is bound to
             */
            tenant_id: string | null;
            permissions: components["schemas"]["Permission"][];
            expires_at: components["schemas"]["Instant"];
            /** @description In which the service reads schedules (IANA), `BKP_TIMEZONE` */
            time_zone: string;
            /** @description The API token that asks; null in a session */
            token: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
        };
        IdentityProof: {
            password: $Write<string>;
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
            /** @description From where it was logged in */
            ip: string | null;
            /** @description It is the one that asks */
            current: boolean;
        };
        ApiToken: {
            /** Format: uuid */
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            /**
             * Format: uuid
             * @description The customer that it is bound to
             */
            tenant_id: string | null;
            /** @description Where it can be used; empty: everywhere */
            networks: string[];
            created_at: components["schemas"]["Instant"];
            expires_at: components["schemas"]["Instant"];
            /** @description To the minute */
            last_used_at: components["schemas"]["Instant"] | null;
        };
        NewApiToken: {
            /** @description The audit calls it `token:<name>` */
            name: string;
            role: components["schemas"]["Role"];
            /** @default 90 */
            expires_in_days?: number;
            /** @description Addresses or networks (CIDR) from which it may be used; empty or absent, from everywhere */
            networks?: string[];
        };
        AnyApiToken: components["schemas"]["ApiToken"] & {
            /** @description Who made it, and whose account it ends with; null for a person of the platform, whom a customer does not see */
            maker: {
                /** Format: uuid */
                id: string;
                email: string;
            } | null;
        };
        MadeApiToken: components["schemas"]["ApiToken"] & {
            /** @description Shown this once */
            token: string;
        };
        User: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            /** Format: uuid */
            tenant_id: string | null;
            disabled: boolean;
            created_at: components["schemas"]["Instant"];
        };
        NewUser: {
            email: string;
            name: components["schemas"]["Name"];
            role: components["schemas"]["Role"];
            password: $Write<string>;
        };
        UserPatch: {
            email?: string;
            name?: components["schemas"]["Name"];
            role?: components["schemas"]["Role"];
            password?: $Write<string>;
            disabled?: boolean;
            /**
             * @description With another password: revoke no API tokens, only list them
             * @default false
             */
            keep_tokens?: boolean;
        };
        UpdatedUser: components["schemas"]["User"] & components["schemas"]["RevokedTokens"];
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
            /** @description The days were reduced, and no device is purged before this time; null if no reduction is pending */
            purges_not_before: components["schemas"]["Instant"] | null;
            /** @description Since when nothing that was backed up can be read any more; null while it can */
            keys_destroyed_at: components["schemas"]["Instant"] | null;
            /** @description The pending, running or last destruction; null if there is none */
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
            /** @description Its backups match no real device. Treat it as an alarm. */
            lab_mode: boolean;
            status: components["schemas"]["AgentStatus"];
            /** Format: date-time */
            last_seen_at: string | null;
            /** Format: date-time */
            enrolled_at: string | null;
            version: string | null;
            hostname: string | null;
            /**
             * @description Why it gets no jobs, if it speaks another protocol than the service: the sentence of `outdated_message`, in the
             *     language that the client accepts
             */
            outdated: string | null;
            outdated_message: components["schemas"]["Message"] | null;
            running_jobs: number;
            /** @description null where none is heard */
            session: components["schemas"]["RunningAgent"] | null;
            created_at: components["schemas"]["Instant"];
        };
        NewAgent: {
            slug: components["schemas"]["Slug"];
            name: components["schemas"]["Name"];
            lab_mode?: boolean;
        };
        AgentPatch: {
            name?: components["schemas"]["Name"];
            lab_mode?: boolean;
            /** @description The customer of an agent cannot be changed; naming one is refused with 405. */
            tenant_id?: unknown;
        };
        /** @description What the process that runs now has said of itself */
        RunningAgent: {
            started_at: components["schemas"]["Instant"];
            platforms: string[];
            transports: string[];
            /** @description Jobs that it takes at once */
            slots: number;
        };
        EnrollmentTokenRequest: {
            /** @default 60 */
            ttl_minutes?: number;
        };
        EnrollmentToken: {
            /** @description Shown this once */
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
        /** @description A secret that is absent stays; null removes it. */
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
        /**
         * @description the vendor's cloud; null is the one of the platform's setting
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
             * @description Its API token is the cloud's key
             */
            credential_id: string;
            region: components["schemas"]["FleetRegion"];
            address_status: components["schemas"]["AddressStatus"];
            /** @description Empty: all that the key sees */
            org_ids: string[];
            agent_ids: string[];
            schedule: string;
            created_at: components["schemas"]["Instant"];
            updated_at: components["schemas"]["Instant"];
            /** @description null when none was ever asked for */
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
            /** @description Organisations that the last complete scan left out */
            skipped: {
                id: string;
                name: string;
                /** @description The sentence of the code, in the language that the client accepts */
                reason: string;
                /** @description See `docs/errors.md` */
                code: string;
                params: components["schemas"]["MessageParams"];
            }[];
            /**
             * @description Of the last complete scan, and what was imported and is not seen any more; not in lists of fleets. A scan that
             *     fails leaves it as it was.
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
            /** @description A device in service backs it up, whoever added it */
            existing: boolean;
            /** @description This fleet imported it, and takes it out of service when it is not named */
            imported: boolean;
            /** @description By the last complete scan */
            seen: boolean;
            /**
             * Format: uuid
             * @description Of it, in service or not
             */
            device_id: string | null;
            /** @description What that device is called here */
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
        /** @description What is absent stays. Devices that were imported before stay as they are. */
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
            /** @description Networks that a scan has found */
            keys: string[];
            /**
             * @description `align`: these are to be backed up, and what this fleet imported and is not here goes out of service. `add`: these
             *     too, and nothing goes. `remove`: these go, of what this fleet imported, and nothing comes. A selection of more
             *     than ten thousand is made in parts, by `add` and `remove`.
             * @default align
             * @enum {string}
             */
            how?: "align" | "add" | "remove";
        };
        /** @description Names of devices, by what became of them */
        FleetApplied: {
            imported: string[];
            reinstated: string[];
            /** @description In service already; now of this fleet too */
            adopted: string[];
            decommissioned: string[];
            unchanged: number;
        };
        /** @enum {string} */
        PlatformId: "fwco_fortios" | "lbco_bigip" | "linux_server" | "netco_iosxe" | "netco_meraki" | "netco_nxos" | "pafw_panorama" | "pafw_panos" | "routeco_junos";
        /** @enum {string} */
        Transport: "ssh" | "api";
        /** @enum {string} */
        TransportPref: "auto" | "api" | "ssh";
        /** @enum {string} */
        ArtifactKind: "text" | "blob";
        Platform: {
            id: components["schemas"]["PlatformId"];
            name: string;
            transports: components["schemas"]["Transport"][];
            preferred: components["schemas"]["Transport"];
            artifacts: {
                key: string;
                kind: components["schemas"]["ArtifactKind"];
                transports: components["schemas"]["Transport"][];
                /**
                 * @description Over which of them a version was read that can be given back to the device; none: it never can be. Whether
                 *     one version may be is told when it is asked for.
                 */
                restorable_over: components["schemas"]["Transport"][];
            }[];
            /** @description The JSON Schema of a device's options */
            options_schema: {
                [key: string]: unknown;
            };
        };
        /**
         * @description What the device last did (`changed`, `unchanged`, `partial`, `failed`, `blocked`), or `stale` when its last
         *     success is older than its tolerance, `never` before the first run, `disabled`, `decommissioned`
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
            /** @description Five-field cron; empty is on demand */
            schedule: string;
            site: string;
            tags: string[];
            /** Format: uuid */
            credential_id: string | null;
            /** Format: uuid */
            credential_api_id: string | null;
            /** Format: uuid */
            credential_ssh_id: string | null;
            /** @description Empty is any agent of the customer */
            agent_ids: string[];
            options: {
                [key: string]: unknown;
            };
            /** @description null follows the schedule */
            staleness_hours: number | null;
            retry_attempts: number;
            retry_delay_minutes: number;
            trust_posture: components["schemas"]["TrustPosture"];
            restore_policy: components["schemas"]["RestorePolicy"];
            enabled: boolean;
            address_status: components["schemas"]["AddressStatus"];
            state: components["schemas"]["DeviceState"];
            /** @description With history, the platform is fixed */
            has_history: boolean;
            /** Format: date-time */
            last_success_at: string | null;
            last_run: components["schemas"]["LastRun"] | null;
            restore: components["schemas"]["DeviceRestore"] | null;
            /**
             * Format: date-time
             * @description What the schedule says
             */
            next_occurrence_at: string | null;
            /**
             * Format: date-time
             * @description When that occurrence starts; a little later, so that not all devices start at once
             */
            next_run_at: string | null;
            /**
             * Format: date-time
             * @description It should have started, and a blackout holds it until then; the same as `next_run_at`
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
             * @description Its backups are gone; it cannot be put back into service
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
         * @description Also approves that the device's secrets are sent to this address. Only in a session, by a user with
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
            /** @description Names of the agents that may collect the device, and get its secrets; empty is any agent */
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
            /** @description Of a cloud */
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
         * @description `strict` waits for a person to compare the host key, `tofu` accepts the first one and marks it "host not
         *     compared"; null inherits the customer's. A device may only tighten what its customer allows.
         * @enum {string|null}
         */
        TrustPosture: "strict" | "tofu" | null;
        Tags: string[];
        /** @description An address or a host name */
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
        /** @description Absent fields stay. `options` are replaced as a whole, never merged. */
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
            /** @description The customer of a device cannot be changed; naming one is refused with 405. */
            tenant_id?: unknown;
        };
        /** @description Names the devices by `ids` or by `filter`, and what is to change. */
        DevicesPatch: {
            ids?: string[];
            filter?: components["schemas"]["DeviceFilter"];
            change?: components["schemas"]["DevicesChange"];
            add_tags?: components["schemas"]["Tags"];
            remove_tags?: components["schemas"]["Tags"];
        };
        /** @description As in the list of devices. A field with several values finds what has one of them. */
        DeviceFilter: {
            q?: string;
            platform?: components["schemas"]["PlatformId"] | components["schemas"]["PlatformId"][];
            site?: string | string[];
            tag?: string | string[];
            state?: components["schemas"]["DeviceState"] | components["schemas"]["DeviceState"][];
            drift?: boolean;
            /** Format: uuid */
            agent_id?: string;
            /** Format: uuid */
            credential_id?: string;
            enabled?: boolean;
            decommissioned?: boolean;
        };
        /**
         * @description As the change of one device, but for its name and address. Absent fields stay. `options` are replaced as a whole,
         *     never merged.
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
            /** @description Of these; in a dry run those that would be */
            changed: number;
            /** @description Of these, so already */
            unchanged: number;
            /** @description Of these; for one of them nothing would be changed at all */
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
                /** @description Options that it had and that are not said again */
                lost_options: string[];
                errors: components["schemas"]["FieldError"][];
            }[];
        };
        /**
         * @description Devices as another installation can take them: credentials and agents by name, no secret, no id. Of one customer
         *     they stand beside `customer`, of all in a section of `customers` each.
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
        /** @description Beside devices slug and name alone; the rest in exports of customers */
        CustomerDefinition: {
            slug: components["schemas"]["Slug"];
            name: components["schemas"]["Name"];
            restore_policy?: components["schemas"]["RestorePolicy"];
            trust_posture?: components["schemas"]["TrustPosture"];
            decommissioned_retention_days?: number;
            retention?: components["schemas"]["RetentionDefinition"];
            blackouts?: components["schemas"]["NewBlackout"][];
            /** @description Those that one site has, by site */
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
        /** @description What has to be there, with its secrets, before devices that name it can be backed up elsewhere */
        CredentialReference: {
            name: components["schemas"]["Name"];
            username: string | null;
            description: string | null;
        };
        /** @description A device as a person declares it */
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
            /** @description Names of agents; empty is any agent of the customer */
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
            /** @description Its own, in their order, beside those of the levels above; they are replaced as a whole */
            blackouts?: components["schemas"]["NewBlackout"][];
            enabled?: boolean;
            /** @description Out of service; an import rejects it */
            decommissioned?: boolean;
        };
        /**
         * @description What this level itself says of how long versions are kept, as a whole; null says nothing, and inherits the level
         *     above, as does each value
         */
        RetentionDefinition: {
            keep_days?: number | null;
            keep_last?: number | null;
        } | null;
        /**
         * @description An `InventoryDocument`. Of one with `customers` only the section of the customer that the request names is taken.
         *     Each device is looked at by itself: what is wrong with one rejects that one.
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
        /** @description What became of each line, or in a dry run would have; by row */
        ImportReport: {
            /**
             * @description Created and updated devices whose secrets are not sent until a user approves their address
             *     (`GET /api/trust/addresses`)
             */
            pending_addresses: number;
            created: components["schemas"]["ImportedLine"][];
            /** @description Every device that was there already */
            updated: {
                row: number;
                name: string | null;
                /** @description Fields; empty where nothing is different */
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
                /** @description null is about the whole */
                row: number | null;
                name: string | null;
                code: components["schemas"]["ImportWarningCode"];
                params: components["schemas"]["MessageParams"];
                /** @description The sentence of the code, in the language that the client accepts */
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
            /** @description Of a table as a spreadsheet counts, with the header as 1; of a list from 1 */
            row: number;
            name: string | null;
        };
        /** @enum {string} */
        PolicyLevel: "platform" | "customer" | "device";
        /**
         * @description The level that a value comes from; `default` where none says anything
         * @enum {string}
         */
        DecidedBy: "default" | "platform" | "customer" | "device";
        /** @description An absent value stays as it is; null inherits the level above */
        RetentionRule: {
            /** @description Days after a version was last seen on its device */
            keep_days?: number | null;
            /** @description The newest so many of each lineage, however old */
            keep_last?: number | null;
        };
        RetentionPolicy: {
            level: components["schemas"]["PolicyLevel"];
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            /** @description What this level says; null inherits */
            keep_days: number | null;
            /** @description What this level says; null inherits */
            keep_last: number | null;
            /**
             * @description The values of this level before a cut that does not apply yet. To withdraw the cut, set these values again. Null if
             *     no cut of this level is pending.
             */
            before_cut: components["schemas"]["RetentionBeforeCut"] | null;
            effective: components["schemas"]["EffectiveRetention"];
            /** @description Nothing was set */
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
            /** @description Of all lineages, also those that are not shown */
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
            /** @description What would hold for the device */
            keep_days: number;
            keep_last: number;
            versions_kept: number;
            versions_going: number;
            /** Format: int64 */
            size_bytes_going: number;
            /** @description The oldest 50 of them, the oldest first */
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
            /** @description The highest level that denies; where all allow, the lowest that says so */
            restore_policy_from: components["schemas"]["DecidedBy"];
            /** @description What each level says */
            levels: {
                platform: components["schemas"]["RestorePolicy"];
                customer: components["schemas"]["RestorePolicy"];
                device: components["schemas"]["RestorePolicy"];
            };
        };
        /**
         * @description `purge`: of devices out of service; `storage_purge`: of a customer’s storage, by a user; `destruction`: of keys or a customer; `object_lock`: locks of packs and manifests are extended; `conversion`: texts that earlier versions stored become codes with parameters
         * @enum {string}
         */
        PolicyKind: "retention" | "purge" | "storage_purge" | "sweep" | "integrity" | "report" | "sample" | "dump" | "rebuild" | "expire" | "destruction" | "object_lock" | "conversion";
        /**
         * @description `nothing`: it ran and had nothing to do; `stopped`: it ended, or was ended, before all was done
         * @enum {string}
         */
        PolicyOutcome: "done" | "nothing" | "stopped" | "failed";
        PolicyRun: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description null: of the whole installation
             */
            tenant_id: string | null;
            kind: components["schemas"]["PolicyKind"];
            started_at: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description null: under way, or interrupted
             */
            finished_at: string | null;
            outcome: components["schemas"]["PolicyOutcome"];
            /** @description The sentence of the code, in the language that the client accepts */
            reason: string | null;
            /** @description Why nothing was done, or why it stopped or failed; see `docs/errors.md` */
            reason_code: string | null;
            reason_params: components["schemas"]["MessageParams"];
            /** @description What it did */
            counts: {
                [key: string]: number;
            };
            /** @description It only said what it would do */
            dry_run: boolean;
        };
        /** @description Evidence of the comparison. Without it the fingerprint is approved as "host not compared". */
        FingerprintApproval: {
            /**
             * @description What the device itself shows: `SHA256:…` as OpenSSH prints it, or hex pairs with or without colons. Another one
             *     than the fingerprint is refused with 422.
             */
            displayed?: string;
            /** @description true confirms that the user compared it by other means; `note` says how */
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
             * @description How it was compared: `displayed` was sent and matched, or a user confirmed it by a note. null where it was not
             *     compared, or before this was recorded.
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
            /** @description Of one that waits or was rejected: another of its algorithm that is approved at its place */
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
         * @description Which devices to back up now. A request that selects none is rejected. `platform` narrows `all_devices: true`, `failed: true`, `filter` or
         *     `device_ids`; without any of them, also with `all_devices: false`, it names all devices of that platform.
         */
        Trigger: {
            all_devices?: boolean;
            /** @description The devices whose last backup failed or was blocked; not together with `all_devices` or `device_ids` */
            failed?: boolean;
            /** @description With `failed`: only those that failed with this `error_code` */
            error_code?: string;
            platform?: components["schemas"]["PlatformId"];
            device_ids?: string[];
            /**
             * @description As in `PATCH /api/devices`: the devices that it finds and that are enabled and in service. A tag or site that no
             *     device of the customer has is refused. Not together with `all_devices`, `failed` or `device_ids`
             */
            filter?: components["schemas"]["DeviceFilter"];
        };
        /** @description The devices whose last backup ended in the same way */
        FailureCause: {
            /** @enum {string} */
            status: "failed" | "blocked";
            /** @description As in a run; with it `triggerBackups` repeats these backups */
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
         * @description `restore_confirm` confirms the commit of a restore; `restore_check` looks what became of one
         * @enum {string}
         */
        RunKind: "backup" | "test" | "restore" | "restore_confirm" | "restore_check";
        Occurrence: {
            occurrence_at: components["schemas"]["Instant"];
            /**
             * @description `merged`: with a run that was pending; `missed`: a later one had come too; `skipped`: see the reason
             * @enum {string}
             */
            outcome: "queued" | "merged" | "missed" | "skipped";
            reason: string | null;
            /**
             * Format: uuid
             * @description Of `queued` and `merged`
             */
            run_id: string | null;
            /**
             * Format: date-time
             * @description The last of them where several were missed, else the same as `occurrence_at`
             */
            last_occurrence_at: string;
            /** @description How many, the last one included */
            count: number;
            recorded_at: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        BlackoutDay: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
        /** @description As `22:00`, in `BKP_TIMEZONE` */
        WallTime: string;
        NewBlackouts: {
            blackouts: components["schemas"]["NewBlackout"][];
            /**
             * @description The `digest` of what these were made from: refused with 409 `changed_meanwhile` when the level says something
             *     else by now. Without it whatever the level says is replaced.
             */
            in_place_of?: string;
        };
        /**
         * @description Every week (`days`, `from`, `to`) or once (`starts_at`, `ends_at`). Where `to` is not after `from` it ends on the
         *     day after, and a whole day is from `00:00` to `00:00`.
         */
        NewBlackout: {
            name: components["schemas"]["Name"];
            /** @description On which it begins */
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
             * @description When this one by itself ends, which holds now; null for one that does not
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
            /** @description Of all that the level says: another one once it says something else */
            digest: string;
        };
        EffectiveBlackouts: {
            /** Format: uuid */
            device_id: string;
            blackouts: components["schemas"]["Blackout"][];
            /** @description A start at this moment would be held */
            held_now: boolean;
            held_by: components["schemas"]["Blackout"] | null;
            /**
             * Format: date-time
             * @description Of those that hold now and follow on each other
             */
            ends_at: string | null;
            /** Format: date-time */
            next_occurrence_at: string | null;
            /**
             * Format: date-time
             * @description Of that occurrence, as it stands
             */
            next_start_at: string | null;
            next_start_moved_by: components["schemas"]["Blackout"] | null;
        };
        /**
         * @description `unchanged` is a success. `blocked` waits for a host key to be approved; the device was not logged in to. Of a
         *     restore: `awaiting_confirmation` until `restore.confirm_until`, `reverted` the device went back by itself, `unknown`
         *     nobody knows yet how far it came.
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
            /** @enum {string} */
            trigger: "manual" | "schedule";
            /**
             * Format: date-time
             * @description The occurrence of the schedule that it is of; it starts a little later
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
             * @description null: nobody yet, or the service itself, for a cloud
             */
            agent_id: string | null;
            transport: string | null;
            attempts: number;
            device_failures: number;
            losses: number;
            lab_mode: boolean;
            host_not_compared: boolean;
            cancel_requested: boolean;
            artifacts: components["schemas"]["RunArtifact"][];
            /** @description Of a connection test */
            steps: components["schemas"]["TestStep"][];
            progress?: components["schemas"]["RunProgress"];
            warnings: string[];
            /**
             * @description Of a queued run that no agent can take at present, wherever a run is returned. Of the agents that may collect the device
             *     none exists (`no_agent`), is enrolled, is online, or supports its platform
             */
            waiting?: {
                /** @enum {string} */
                code: "no_agent" | "agent_not_enrolled" | "agent_offline" | "platform_unsupported";
                message: string;
            };
            restore: components["schemas"]["RunRestore"] | null;
        };
        /** @description Of a restore, of the confirmation of one, and of a look at what became of one */
        RunRestore: {
            /**
             * Format: uuid
             * @description The restore itself
             */
            run_id: string;
            /**
             * Format: uuid
             * @description What the device is given
             */
            version_id: string;
            /** @description After so many the device goes back by itself */
            confirm_minutes: number;
            /**
             * Format: date-time
             * @description Until then the commit can be confirmed
             */
            confirm_until: string | null;
            /** @description Of the time to confirm in; null while no commit waits for it */
            remaining_seconds: number | null;
            /**
             * Format: date-time
             * @description When the device itself was seen to be as the status says; null where only time tells so
             */
            verified_at: string | null;
        };
        /** @description The restore that is under way; backups wait for its end */
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
             * @description How long the device waits for the confirmation before it goes back by itself
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
            /** @description `connect`, `login` and so on; of a step that failed, `step` as text in the language that the client accepts */
            name: string;
            ok: boolean;
            duration_ms: number;
            step: components["schemas"]["Message"];
            /** @description `failure` and `last_lines` as text, in the language that the client accepts */
            detail?: string;
            failure?: components["schemas"]["Failure"];
            /** @description What the device sent last before the step failed: redacted lines */
            last_lines?: string[];
        };
        LogLine: {
            /** Format: int64 */
            seq: number;
            at: components["schemas"]["Instant"];
            /** @enum {string} */
            level: "info" | "warn" | "error";
            line: string;
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
             * @description When a run last found it, changed or not
             */
            last_seen_at: string | null;
            /**
             * Format: uuid
             * @description What it is held against
             */
            pinned_version_id: string | null;
            /** Format: date-time */
            pinned_at: string | null;
            pinned_by: string | null;
            /** @description The latest version says something else than the pinned one; null where nothing is pinned */
            drifted: boolean | null;
        };
        NewPin: {
            /** Format: uuid */
            version_id: string;
        };
        Drift: {
            /** Format: uuid */
            artifact_id: string;
            /** @description The latest version says something else */
            drifted: boolean;
            /** Format: uuid */
            pinned_version_id: string;
            /** Format: uuid */
            latest_version_id: string;
            /**
             * Format: uuid
             * @description Of a tree or an archive
             */
            pinned_snapshot_id: string | null;
            /** Format: uuid */
            latest_snapshot_id: string | null;
            /** @description Lines of a text, entries of a tree. Null is unknown. */
            added: number | null;
            removed: number | null;
            /** @description Of a text */
            unified: string | null;
            truncated: boolean;
            /** @description Of a text, those that `unified` shows */
            hunks: components["schemas"]["DiffHunks"] | null;
        };
        ReviewWords: {
            note?: components["schemas"]["ReviewNote"];
            ticket?: components["schemas"]["ReviewTicket"];
        };
        /** @description In words; kept encrypted, for it may quote the configuration */
        ReviewNote: string;
        /** @description Where the change was asked for */
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
             * @description The one before it in its lineage; null when retention has removed it
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
        /** @description It was found to be unreadable as a whole; parts of it may still be there */
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
            /** @description HMAC-SHA-256 of the content under a key of the customer, in hex */
            fingerprint: string;
            /** Format: int64 */
            size_bytes: number;
            lines: number | null;
            /** @description Lines added since the version before, on the normalised text; entries of a tree. Null is unknown. */
            added: number | null;
            removed: number | null;
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Who changed it last, as the device itself says in its first lines (IOS XE, Junos). A claim of the device and no
             *     proof; it is no part of the fingerprint, so a text that differs in it alone is no other version.
             */
            reported_author: string | null;
            /** @description Why the version is suspicious: the sentences of `suspicions`, in the language that the client accepts */
            suspicious: string[];
            /** @description Why the version is suspicious */
            suspicions: components["schemas"]["Message"][];
            /**
             * Format: date-time
             * @description When somebody looked at it
             */
            reviewed_at: string | null;
            reviewed_by: string | null;
            review_note: string | null;
            review_ticket: string | null;
            /** @description Its lineage is held against it */
            pinned: boolean;
            lab_mode: boolean;
            host_not_compared: boolean;
            damaged: components["schemas"]["Damaged"];
            /** Format: uuid */
            snapshot_id: string | null;
        };
        TextDiff: {
            /** Format: uuid */
            from: string;
            /** Format: uuid */
            to: string;
            unified: string;
            /** @description Covers the whole difference */
            added: number;
            /** @description Covers the whole difference */
            removed: number;
            truncated: boolean;
            hunks: components["schemas"]["DiffHunks"];
        };
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
         * @description Characters of the removed lines that became characters of the added lines. Offsets count UTF-16 code units from
         *     the start of the hunk's lines, which are joined by line feeds. Empty where the two sides have too little in common.
         */
        DiffWords: {
            from_start: number;
            from_end: number;
            to_start: number;
            to_end: number;
        };
        SearchRequest: {
            /** @description What a line has to hold */
            pattern: string;
            /**
             * @description The pattern is a regular expression
             * @default false
             */
            regex?: boolean;
            /**
             * @description Of the letters A to Z
             * @default false
             */
            ignore_case?: boolean;
            platform?: components["schemas"]["PlatformId"];
            /** @description Only devices of this site */
            site?: string;
            /** @description Only devices with this tag */
            tag?: string;
            /** @description Only texts of this artifact key, as `running-config` */
            key?: string;
            /**
             * @description Devices that have such a line in none of their texts
             * @default false
             */
            missing?: boolean;
            /**
             * @description Lines before and after each
             * @default 0
             */
            context?: number;
            /**
             * @description Devices that are shown at most
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
            /** @description Lines of the text that match */
            matches: number;
            /** @description The first 100 of them */
            lines: {
                /** @description In the text as it is compared, from 1 */
                line: number;
                /** @description Of a long line the 500 characters around the match */
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
            /** @description How many texts of the device were searched */
            texts: number;
        };
        /** @description A text that cannot be read back; whether it has the line is not known */
        SearchUnreadable: components["schemas"]["SearchedText"] & {
            /** @enum {string} */
            type: "unreadable";
        };
        SearchEnd: {
            /** @enum {string} */
            type: "end";
            /** @description Everything that was asked for has been searched and told */
            complete: boolean;
            /**
             * @description Why it is not complete: `limit` more devices than were asked for, `deadline` more than a minute,
             *     `too_costly` the pattern costs too much on each character. Narrow the search by its filters or the pattern.
             * @enum {string|null}
             */
            reason: "limit" | "deadline" | "too_costly" | null;
            /** @description Devices that were shown */
            devices: number;
            /** @description Lines that match in the texts that were shown */
            matches: number;
            /** @description Texts that were searched */
            texts: number;
            unreadable: number;
            /** @description Devices of the filter that have no such text yet */
            without_text: number;
        };
        Divergence: {
            /** @description Transitions between successive versions, the 1,000 largest first, those of unknown magnitude last */
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
            /** @description Still unknown, and could be computed; ask again until it is 0 */
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
            /** @description Links, devices, fifos and sockets */
            others: number;
            /** Format: int64 */
            size_bytes: number;
            /** @description Files that could not be read, vanished or changed while being read */
            problems: number;
            /**
             * @description Why the members of an archive cannot be browsed; the archive itself is whole, and can be downloaded
             * @enum {string|null}
             */
            not_browsable: "encrypted" | "unknown_format" | "too_many_members" | "too_large" | "unsafe_names" | null;
            lab_mode: boolean;
            damaged: components["schemas"]["Damaged"];
        };
        TreeEntry: {
            /** @description UTF-8; a byte that is not is `%XX`, and `%` is `%25` */
            name: string;
            /** @enum {string} */
            type: "file" | "directory" | "symlink" | "fifo" | "socket" | "char" | "block";
            /** Format: int64 */
            size: number;
            /** @description Octal, as `0644` */
            mode: string;
            /** Format: int64 */
            uid: number;
            /** Format: int64 */
            gid: number;
            user?: string;
            group?: string;
            mtime: components["schemas"]["Instant"];
            /** @description Of a symbolic link */
            target?: string;
            /** @description Of a device, as `8,1` */
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
            /** @description Cover the whole difference */
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
            /** @description Of a member of an archive: whether this makes it another version. What does not is different in each save, or says the same */
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
            /** @description Not text: only whether they differ is said */
            binary?: boolean;
            /** @description A text of an archive, compared as its platform does: without what changes by itself */
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
            /** @description Recorded: what happens later does not change it */
            frozen: boolean;
            summary: components["schemas"]["ReportSummary"];
            exceptions: components["schemas"]["ReportException"][];
            /** @description More than 5,000 of one customer: the gravest are listed */
            exceptions_truncated: boolean;
            unscheduled: components["schemas"]["UnscheduledDevices"];
            agents: components["schemas"]["ReportAgent"][];
            /** @description Of a consolidated report, by short name */
            customers?: components["schemas"]["CustomerReport"][];
        };
        ReportDay: {
            /**
             * Format: date
             * @description In `BKP_TIMEZONE`
             */
            day: string;
            computed_at: components["schemas"]["Instant"];
            /** @description What coverage was measured against */
            devices: number;
            covered: number;
            coverage_pct: number | null;
            /** @description Devices that somebody should have looked at */
            exceptions: number;
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
            /** @description Of these, how many have a success within their tolerance */
            covered: number;
            /** @description To a tenth, rounded down, so that 100 means all; null when there is no device to cover */
            coverage_pct: number | null;
            /** @description Devices in service without a schedule or any backup attempt: nothing backs them up. They are not in `devices` */
            unscheduled: number;
            /** @description Devices that somebody should look at */
            exceptions: number;
            /** @description How many devices are in each state */
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
            /** @description That nobody has reviewed */
            suspicious_versions: number;
            /** @description Fingerprints accepted at first sight */
            hosts_not_compared: number;
            /** @description Devices that say something else than a version that is pinned */
            drifted: number;
        };
        ReportException: {
            /** Format: uuid */
            device_id: string;
            name: string;
            customer: components["schemas"]["Slug"];
            state: components["schemas"]["DeviceState"];
            /** @description `damaged`: the latest that is stored of it cannot be read whole; `drifted`: it says something else than a version that is pinned */
            reasons: ("failed" | "blocked" | "damaged" | "stale" | "never" | "partial" | "suspicious" | "host_not_compared" | "drifted")[];
            /** Format: date-time */
            last_success_at: string | null;
            /** @description As `5 hours`, `3 days` or `never` */
            last_success_age_label: string;
            /** @description `failure` as text, or of a partial backup `failed_artifacts` and `warnings`, in the language that the client accepts */
            last_error: string | null;
            /** @description Of the last backup; null where it did not fail as a whole */
            failure: components["schemas"]["Failure"] | null;
            /** @description What the last backup could not collect, if it was partial; at most three */
            failed_artifacts: {
                key: string;
                failure: components["schemas"]["Failure"];
            }[];
            /** @description Of a partial backup; at most three */
            warnings: string[];
            /**
             * @description Of the last backup; `no_agent` also for a device that is stale or was never backed up while its queued backup
             *     waits for an agent
             */
            error_code: components["schemas"]["FailureCode"] | null;
            /** @description The latest ten */
            suspicious_versions: string[];
        };
        ReportAgent: {
            /** Format: uuid */
            id: string;
            name: string;
            customer: components["schemas"]["Slug"];
            /** @description Its backups match no real device. Treat it as an alarm. */
            lab_mode: boolean;
            status: components["schemas"]["AgentStatus"];
            /** Format: date-time */
            last_seen_at: string | null;
            version: string | null;
        };
        ReadBack: {
            count: number;
            /** @description Read back within the period */
            checked: number;
            /**
             * Format: date-time
             * @description When the one was read back for which it is the longest ago; null where one never was
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
             * @description `kept`: everything was read back within the period and is good. `behind`: not everything was. `damaged`:
             *     something is not good. `destroyed`: the customer's keys were destroyed, and nothing can be read.
             * @enum {string}
             */
            standing: "kept" | "behind" | "damaged" | "destroyed";
            /**
             * @description Why `standing` is not `kept`. `…_unchecked`: some were not read back within the period; the next nights do so.
             *     Empty where it is.
             */
            reasons: ("keys_destroyed" | "keys_damaged" | "keys_unchecked" | "packs_damaged" | "packs_unchecked" | "manifests_damaged" | "manifests_unchecked" | "versions_damaged")[];
            /** @description `BKP_INTEGRITY_DAYS` */
            period_days: number;
            packs: components["schemas"]["ReadBack"] & {
                /** Format: int64 */
                bytes: number;
                /** @description Of the bytes */
                checked_share: number;
            };
            manifests: components["schemas"]["ReadBack"];
            /** @description The wrapped keys in the store, without which a lost database does not come back */
            keys: {
                /** @enum {string} */
                state: "good" | "damaged" | "unchecked" | "destroyed";
                /** Format: date-time */
                checked_at: string | null;
                what: string | null;
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
                 * @description Of the pack; of the manifest its version
                 */
                id: string;
                /** @enum {string} */
                kind: "missing" | "unreadable" | "length" | "digest" | "header" | "content_key" | "index" | "block" | "chunk" | "place" | "sealed" | "differs";
                what: string;
                since: components["schemas"]["Instant"];
            }[];
            /** @description Versions that cannot be read whole */
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
             * @description Where the first trouble was met; null for content that stands nowhere
             */
            pack_id: string | null;
            since: components["schemas"]["Instant"];
        };
        StoragePurge: {
            /** @description The customer's slug */
            confirm: string;
            /**
             * @description Only counts what would go
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description The database was restored from a dump or rebuilt, and everything newer has been put back. The mark is of the
             *     whole installation: purge, retention and sweep go on for every customer, not only for this one
             * @enum {string}
             */
            accept_restored?: "all-customers";
        };
        BegunPurge: {
            /** @description The installation was marked as restored, and with this request is not any more */
            restored_mark_cleared: boolean;
            /**
             * Format: uuid
             * @description How it goes is told by `GET /api/policy-runs`
             */
            policy_run_id: string;
        };
        PlannedPurge: {
            outcome: components["schemas"]["PolicyOutcome"];
            /** @description The sentence of the code, in the language that the client accepts */
            reason: string | null;
            /** @description Why nothing would go; see `docs/errors.md` */
            reason_code: string | null;
            reason_params: components["schemas"]["MessageParams"];
            /** @description What would go */
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
            /** @description Null until the delay is over */
            destroyed_at: components["schemas"]["Instant"] | null;
            /**
             * @description Names of devices to which a restore was under way or waited for its confirmation, as this request found them: they
             *     go back by themselves, and nobody looks any more
             */
            changing_devices: string[];
            /** @description What nobody but a person can destroy */
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
            /** @description In the order of slugs */
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
            /** @description Those that collected the most, the largest first */
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
             * @description Bytes; negative when it shrinks. Show it with `basis`.
             */
            growth_per_day: number | null;
            /**
             * @description `measured`: the slope of daily samples. `transferred`: what came a day, corrected by the share that stays.
             *     `insufficient`: not known yet.
             * @enum {string}
             */
            basis: "measured" | "transferred" | "insufficient";
            /**
             * Format: date-time
             * @description When the disk is full if it goes on like this; null when it does not grow, or no end is known
             */
            full_at: string | null;
            /** @description Where objects lie, if that is a disk of this machine */
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
            /** @description Path and query of the download, as one would ask for it */
            path: string;
        };
        Download: {
            /** @description A path below the base address; good once */
            url: string;
            expires_at: components["schemas"]["Instant"];
        };
        Settings: {
            /** @description With less room than this of the disk of the objects, the event `storage.low` is told */
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
            environment: components["schemas"]["EnvironmentSettings"];
            /** @description What holds where nothing is said */
            defaults: {
                storage_low_percent: number;
                environment: components["schemas"]["EnvironmentSettings"];
            };
            /** @description Of the replica that answers */
            service: {
                version: string;
                started_at: components["schemas"]["Instant"];
                /**
                 * Format: date-time
                 * @description Of the certificate that it shows; null where it speaks no TLS itself
                 */
                certificate_ends_at: string | null;
            };
        };
        NextDelay: {
            days: number;
            at: components["schemas"]["Instant"];
        };
        /** @description Read at the start, from variables of the environment */
        EnvironmentSettings: {
            base_url: string;
            time_zone: string;
            schedule_jitter_minutes: number;
            session_ttl_minutes: number;
            integrity_days: number;
            dump_keep: number;
            import_allow_private: boolean;
            local_agent: boolean;
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
            destruction_delay_days?: number;
            retention_cooling_off_days?: number;
            retention_floor_keep_days?: number | null;
            retention_floor_keep_last?: number | null;
        };
        /** @enum {string} */
        EventType: "run.changed" | "run.partial" | "run.failed" | "run.blocked" | "device.recovered" | "device.stale" | "device.address_changed" | "device.address_approved" | "version.written" | "version.suspicious" | "artifact.drifted" | "artifact.aligned" | "fingerprint.pending" | "fingerprint.changed" | "fingerprint.approved" | "fingerprint.rejected" | "restore.state" | "agent.online" | "agent.offline" | "agent.cloned" | "agent.rewound" | "agent.lab_mode" | "agent.enrollment_token_created" | "agent.enrolled" | "agent.revoked" | "user.created" | "user.disabled" | "user.enabled" | "user.deleted" | "user.changed" | "user.role_changed" | "token.created" | "token.revoked" | "login.failures" | "credential.created" | "credential.deleted" | "credential.changed" | "retention.changed" | "retention.cut" | "retention.cut_withdrawn" | "destruction.requested" | "destruction.withdrawn" | "destruction.completed" | "integrity.damaged" | "integrity.healed" | "report.frozen" | "storage.low" | "storage.enough" | "store.unreachable" | "store.reachable" | "task.failed" | "task.recovered" | "dump.overdue" | "dump.recovered" | "clock.skewed" | "clock.corrected" | "certificate.expiring" | "certificate.renewed" | "settings.changed" | "webhook.disabled";
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
             * @description Null: it is of the installation
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
        };
        /** @description The body of a webhook delivery; for its signature, see docs/events.md */
        WebhookNotification: {
            /**
             * Format: uuid
             * @description Of the delivery; a repeated delivery has the same
             */
            id: string;
            /** Format: uuid */
            webhook_id: string;
            /** @enum {string} */
            kind: "event" | "digest" | "test";
            /** @description One line per event, for chat tools */
            text: string;
            events: components["schemas"]["Event"][];
        };
        /** @description An event with the `data` of its type. Later versions may add types, and fields to a type. */
        Event: components["schemas"]["RunEvent"] | components["schemas"]["DeviceRecoveredEvent"] | components["schemas"]["DeviceStaleEvent"] | components["schemas"]["AddressChangedEvent"] | components["schemas"]["AddressApprovedEvent"] | components["schemas"]["VersionWrittenEvent"] | components["schemas"]["VersionSuspiciousEvent"] | components["schemas"]["DriftEvent"] | components["schemas"]["FingerprintEvent"] | components["schemas"]["FingerprintDecidedEvent"] | components["schemas"]["RestoreStateEvent"] | components["schemas"]["AgentSeenEvent"] | components["schemas"]["AgentDoubtedEvent"] | components["schemas"]["AgentLabModeEvent"] | components["schemas"]["EnrollmentTokenCreatedEvent"] | components["schemas"]["AgentEnrolledEvent"] | components["schemas"]["AgentRevokedEvent"] | components["schemas"]["UserEvent"] | components["schemas"]["UserChangedEvent"] | components["schemas"]["UserRoleChangedEvent"] | components["schemas"]["TokenEvent"] | components["schemas"]["LoginFailuresEvent"] | components["schemas"]["CredentialEvent"] | components["schemas"]["CredentialChangedEvent"] | components["schemas"]["RetentionEvent"] | components["schemas"]["DestructionEvent"] | components["schemas"]["IntegrityEvent"] | components["schemas"]["ReportFrozenEvent"] | components["schemas"]["StorageRoomEvent"] | components["schemas"]["StoreEvent"] | components["schemas"]["TaskEvent"] | components["schemas"]["DumpEvent"] | components["schemas"]["ClockEvent"] | components["schemas"]["CertificateEvent"] | components["schemas"]["SettingsChangedEvent"] | components["schemas"]["WebhookDisabledEvent"];
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
                /** @description The former values of the fields that differ */
                from: {
                    [key: string]: unknown;
                };
                /** @description Their values now */
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
                /** @description Where it can be used; empty: everywhere */
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
                /** @description Of the replica or agent */
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
        /** @description Empty or absent, as of the other filters, is whichever */
        FilterEvents: components["schemas"]["EventType"][];
        FilterSites: string[];
        FilterTags: string[];
        FilterPlatforms: components["schemas"]["PlatformId"][];
        /** @description Gathers events for so long; 0 tells each at once */
        DigestMinutes: number;
        Webhook: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null: of every customer
             */
            tenant_id: string | null;
            name: string;
            /** @description Of the address: the rest of it may be a secret */
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
            /** @description Nothing was delivered since; null while all is well */
            failing_since: components["schemas"]["Instant"] | null;
            /** @description The sentence of the code, in the language that the client accepts */
            disabled_reason: string | null;
            /** @description Why the service has disabled it; see `docs/errors.md` */
            disabled_reason_code: string | null;
            disabled_reason_params: components["schemas"]["MessageParams"];
            created_at: components["schemas"]["Instant"];
        };
        /** @description It is asked from the service, under the rules of imports; a redirect is not followed */
        WebhookUrl: string;
        /** @description The key of the signature */
        WebhookSecret: string;
        /**
         * @description Not `Host`, `Content-Type`, `Content-Length`, `Content-Encoding`, `Accept-Encoding`, `Expect`, a header of the
         *     connection (RFC 9110, section 7.6.1), or one that begins with `X-Coffer-`
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
            /** @description Replaces all its headers */
            headers?: components["schemas"]["WebhookHeaderPatch"][];
            events?: components["schemas"]["FilterEvents"];
            min_severity?: components["schemas"]["Severity"];
            sites?: components["schemas"]["FilterSites"];
            tags?: components["schemas"]["FilterTags"];
            platforms?: components["schemas"]["FilterPlatforms"];
            digest_minutes?: components["schemas"]["DigestMinutes"];
            enabled?: boolean;
        };
        /** @enum {string} */
        DeliveryStatus: "waiting" | "delivered" | "failed";
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The same in every attempt: what was heard twice is one
             */
            id: string;
            /** Format: uuid */
            webhook_id: string;
            /** @enum {string} */
            kind: "event" | "digest" | "test";
            status: components["schemas"]["DeliveryStatus"];
            events: {
                [key: string]: unknown;
            }[];
            attempts: {
                at: components["schemas"]["Instant"];
                /** @description Of the answer; null where there was none */
                status: number | null;
                /** @description The sentence of the code, in the language that the client accepts */
                error: string | null;
                /** @description Why it did not deliver; see `docs/errors.md` */
                error_code: string | null;
                error_params: components["schemas"]["MessageParams"];
                ms: number;
            }[];
            next_at: components["schemas"]["Instant"] | null;
            created_at: components["schemas"]["Instant"];
            finished_at: components["schemas"]["Instant"] | null;
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
             * @description Facts of the action. An object with `code` and `params` is a message; `docs/errors.md` has its sentence. Records of
             *     earlier versions have sentences in its place.
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
            /** @description The first table found without its policies, when there is one */
            isolation: string;
            object_store: string;
            /** @description HTTP processes of this replica; absent where it has one. A process that ended is replaced and gets no requests; one that does not answer makes the replica `not_ready` */
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
            /** @description Scheme, host and port of the object store as agents reach it, so that an agent can say whether it does; null where packs go to the service */
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
            /** @description Why this agent gets no jobs, when it is too old */
            outdated?: string;
            intervals: components["schemas"]["Intervals"];
        };
        /** @description Milliseconds */
        Intervals: {
            claim_wait_ms: number;
            claim_give_up_ms: number;
            heartbeat_ms: number;
            offer_ms: number;
            lease_ms: number;
            fence_ms: number;
            /** @description How long past the deadline a result is still offered */
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
            /** @description For any job but those of restores */
            free_slots: number;
            /**
             * @description For restores, their confirmations and looks, which do not wait for other jobs; none by an agent that knows none
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
            /** @description Leases whose work was killed on the agent; each counts as a loss */
            dropped: components["schemas"]["Lease"][];
            /** @description Answers since the last heartbeat that were not signed as the service signs them */
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
        };
        SealedLog: {
            /** Format: uuid */
            lease_id: string;
            /** @description The number of the first line under this lease; lines that were kept already change nothing */
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
            /** @description Null when there is no snapshot before */
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
            /** @description Indexes into the ids that were asked for */
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
                /** @description Signed, for 15 minutes. A path is of the service itself. */
                url: string;
                headers: {
                    [key: string]: string;
                };
                /** @description The path at which the service takes the same pack, for an agent that cannot reach `url`. Signed, for 15 minutes. */
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
        /** @description A blob as a list of chunks, or as chunks that hold the list */
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
            /** @description What may quote a device: the error, warnings, steps, messages and metadata by artifact */
            sealed: components["schemas"]["Base64"];
        };
        /** @description What a restore, the confirmation of one, or a look at one found or did; with the outcome `restore` only */
        RestoreResult: {
            /**
             * @description `pending`: the commit waits for its confirmation. `in_force`: the device runs what it was given, and no commit is
             *     pending. `unchanged`: it ran that already. `rolled_back`, `not_committed`: it runs what it ran before. `unknown`:
             *     the session broke while it committed.
             * @enum {string}
             */
            state: "pending" | "confirmed" | "in_force" | "unchanged" | "rolled_back" | "not_committed" | "unknown";
            /** @description When the commit was made, by the service's time */
            committed_at?: components["schemas"]["Instant"];
            /** @description As the device says */
            minutes_left?: number;
            /**
             * @description The device does not tell whether this is the end: a commit may be under way still (`not_committed`), or may be undone
             *     by the device itself (`in_force`).
             */
            may_change?: boolean;
        };
        RestorePayload: {
            sealed: components["schemas"]["Base64"];
            /** @description Where the page after begins */
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
        /** @description Refused, with the reason */
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
         * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
         * @example 01980f3a-5c00-7000-8000-000000000001
         */
        TenantQuery: string;
        /**
         * @description How many at most
         * @example 50
         */
        Limit: number;
        /** @description Where the page before ended; taken from the `Link` header */
        Cursor: string;
        /**
         * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
         *     is changed.
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
         * @description Only devices that say something else than a version that is pinned, or none of them
         * @example true
         */
        DeviceDrift: boolean;
        /**
         * @description Only devices that name this agent
         * @example 01980f3a-5c00-7000-8000-000000000003
         */
        DeviceAgentId: string;
        /**
         * @description Only devices that use this credential on any path
         * @example 01980f3a-5c00-7000-8000-000000000004
         */
        DeviceCredentialId: string;
        /**
         * @description Only devices whose backups are enabled, or not
         * @example true
         */
        DeviceEnabled: boolean;
        /**
         * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
         *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
         *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
         *     refusal is not kept.
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
         * @description One of one's own sessions
         * @example 01980f3a-5c00-7000-8000-00000000000e
         */
        SessionId: string;
        /**
         * @description One of one's own API tokens
         * @example 01980f3a-5c00-7000-8000-00000000000c
         */
        TokenId: string;
        /**
         * @description A person
         * @example 01980f3a-5c00-7000-8000-000000000002
         */
        UserId: string;
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
         * @description A delivery of a webhook
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
         * @description Of the level `site`, which one
         * @example lyon
         */
        BlackoutSite: string;
        /**
         * @description The device, at the level `device`
         * @example 01980f3a-5c00-7000-8000-000000000005
         */
        PolicyDevice: string;
        /**
         * @description With the devices that are in service
         * @example true
         */
        WithDevices: boolean;
        /**
         * @description Writes nothing, and says what would be written
         * @example true
         */
        DryRun: boolean;
        /**
         * @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`.
         * @example /etc
         */
        SnapshotPath: string;
        /**
         * @description The whole as an attachment; needs `config:download`
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
        /** @description With `max_lines`, how many lines are shown of how many, as `lines=500 total=1234` */
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
            /** @description It does */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description One sample a line */
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
            /** @description The token is void */
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
            /** @description Changed; every other session of this person has ended */
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
                 * @description One of one's own sessions
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description The token, shown this once */
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
                 * @description One of one's own API tokens
                 * @example 01980f3a-5c00-7000-8000-00000000000c
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is void from now on */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Those of one person
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, the latest first; never their values */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description One of one's own API tokens
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description One of one's own API tokens
                 * @example 01980f3a-5c00-7000-8000-00000000000c
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is void from now on */
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
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description People by e-mail */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description A person
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A person
                 * @example 01980f3a-5c00-7000-8000-000000000002
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed, with every session */
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
    updateUser: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A person
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description A person
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only list the API tokens of this user, and revoke none
                 * @example true
                 */
                keep_tokens?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description A person
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
    listTenants: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
            /** @description Added, with keys of its own */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description With the devices that are in service
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description With the devices that are in service
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description Order; a leading hyphen turns it round. One that was never seen stands before all that were
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
            /** @description In the order of `sort`; without, by name */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Shown this once; the token before is void */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Revoked: its calls are refused, its leases fall, it wipes its keys */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only those that the agent received at this time or later
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
            query?: never;
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
    listDevices: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description Only devices in this state, or one of several: repeat the parameter
                 * @example stale
                 */
                state?: components["parameters"]["DeviceInState"];
                /**
                 * @description Only devices that say something else than a version that is pinned, or none of them
                 * @example true
                 */
                drift?: components["parameters"]["DeviceDrift"];
                /**
                 * @description Only devices that name this agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id?: components["parameters"]["DeviceAgentId"];
                /**
                 * @description Only devices that use this credential on any path
                 * @example 01980f3a-5c00-7000-8000-000000000004
                 */
                credential_id?: components["parameters"]["DeviceCredentialId"];
                /**
                 * @description Only devices whose backups are enabled, or not
                 * @example true
                 */
                enabled?: components["parameters"]["DeviceEnabled"];
                /**
                 * @description Only decommissioned devices, or none of them
                 * @example true
                 */
                decommissioned?: boolean;
                /**
                 * @description Order; a leading hyphen turns it round
                 * @example -last_success_at
                 */
                sort?: "name" | "-name" | "last_success_at" | "-last_success_at" | "created_at" | "-created_at";
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only say what would be changed
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
            /** @description What was changed */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description Only devices in this state, or one of several: repeat the parameter
                 * @example stale
                 */
                state?: components["parameters"]["DeviceInState"];
                /**
                 * @description Only devices that say something else than a version that is pinned, or none of them
                 * @example true
                 */
                drift?: components["parameters"]["DeviceDrift"];
                /**
                 * @description Only devices that name this agent
                 * @example 01980f3a-5c00-7000-8000-000000000003
                 */
                agent_id?: components["parameters"]["DeviceAgentId"];
                /**
                 * @description Only devices that use this credential on any path
                 * @example 01980f3a-5c00-7000-8000-000000000004
                 */
                credential_id?: components["parameters"]["DeviceCredentialId"];
                /**
                 * @description Only devices whose backups are enabled, or not
                 * @example true
                 */
                enabled?: components["parameters"]["DeviceEnabled"];
                /**
                 * @description How they are written
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
    getDevice: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
            /** @description Queued; the run's steps tell how far it came */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Queued; the restore has succeeded when this run has */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
    listOccurrences: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
            /** @description The latest first */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The normalised text that Coffer compares, without lines that change on their own
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description One for each artifact key and transport */
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
    deviceDivergence: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Over all its lineages */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
            /** @description The latest first */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Writes nothing, and says what would be written
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRun"];
                /**
                 * @description false rejects a table with an unknown column
                 * @example false
                 */
                ignore_unknown_columns?: boolean;
                /**
                 * @description Of a table of several customers, import what it holds of the customer with this `slug`, into the customer of
                 *     `tenant`. Default: the customer of `tenant`
                 * @example acme
                 */
                from_customer?: components["schemas"]["Slug"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
            /** @description What became of each line */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Writes nothing, and says what would be written
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRun"];
                /**
                 * @description Of a document of several customers, import what it holds of the customer with this `slug`, into the customer of
                 *     `tenant`. Default: the customer of `tenant`, or the only customer of the document
                 * @example acme
                 */
                from_customer?: components["schemas"]["Slug"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
            /** @description What became of each device */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Writes nothing, and says what would be written
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRun"];
                /**
                 * @description Where the NetBox is
                 * @example https://netbox.example.net
                 */
                url?: string;
                /**
                 * @description An API token of it, of either version
                 * @example 0123456789abcdef0123456789abcdef01234567
                 */
                token?: string;
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
            /** @description What became of each device */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
            /** @description Forgotten */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Asked for */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only those that wait for somebody
                 * @example true
                 */
                pending_only?: boolean;
                /**
                 * @description Only this device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description Only in this state
                 * @example approved
                 */
                status?: components["schemas"]["FingerprintStatus"];
                /**
                 * @description Only those that somebody has compared, or nobody
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
            /** @description The latest first */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Rejected; the device is not logged in to */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What was approved */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description This device; without it the customer, and the platform where none is named
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Each value with the level that it comes from */
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
                 * @description This device; without it the customer, and the platform where none is named
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description Where the proposed values would be set; the device where one is named, else the customer
                 * @example customer
                 */
                level?: components["schemas"]["PolicyLevel"];
                /**
                 * @description Proposed
                 * @example 365
                 */
                keep_days?: number;
                /**
                 * @description Proposed
                 * @example 10
                 */
                keep_last?: number;
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What the level says, and what holds there */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only say what the next run would remove
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What the level says, and what holds there */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description This device; without it the customer, and the platform where none is named
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id?: string;
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What holds, and what each level says */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What the level says, and what holds there */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only this kind
                 * @example retention
                 */
                kind?: components["schemas"]["PolicyKind"];
                /**
                 * @description Only those that ended so
                 * @example failed
                 */
                outcome?: components["schemas"]["PolicyOutcome"];
                /**
                 * @description Only those that began at or after
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
            /** @description The latest first */
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
    listBlackouts: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those in scope */
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
                 * @description Of this device
                 * @example 01980f3a-5c00-7000-8000-000000000005
                 */
                device_id: string;
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description From the platform's down */
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
                 * @description Of the level `site`, which one
                 * @example lyon
                 */
                site?: components["parameters"]["BlackoutSite"];
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What the level says, in its order */
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
                 * @description Of the level `site`, which one
                 * @example lyon
                 */
                site?: components["parameters"]["BlackoutSite"];
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
            /** @description The jobs created; devices with a pending job get no second one */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description Only those that this agent had last
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
                 * @description Only of this kind, or one of several: repeat the parameter
                 * @example backup
                 */
                kind?: components["schemas"]["RunKind"] | components["schemas"]["RunKind"][];
                /**
                 * @description Only queued at or after
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Order; with a leading hyphen the latest come first
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
            /** @description In the order of `sort`; without, the latest first */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only lines behind this `seq`
                 * @example 200
                 */
                after?: number;
                /**
                 * @description How many at most
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
    cancelRun: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Cancelled, or asked to stop while it runs */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
            /** @description The latest first */
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
    diffVersions: {
        parameters: {
            query: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                context?: number;
                /**
                 * @description Compares the normalised texts, or the raw ones as the device sent them
                 * @example normalised
                 */
                text?: "normalised" | "raw";
                /**
                 * @description Treats lines that differ only in whitespace as equal, and shows them as in the older version
                 * @example true
                 */
                ignore_whitespace?: boolean;
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Nothing is pinned */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description On the normalised text; the counters cover all of it */
            200: {
                headers: {
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description The largest first */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description The record */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The whole as an attachment; needs `config:download`
                 * @example true
                 */
                download?: components["parameters"]["DownloadQuery"];
                /**
                 * @description The normalised text that Coffer compares, without lines that change on their own
                 * @example true
                 */
                normalised?: boolean;
                /**
                 * @description Only the first lines; `X-Coffer-Preview` then tells how many there are
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
    reviewVersion: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description The version's record */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Nobody has looked at it */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only those that somebody has looked at, or nobody has
                 * @example false
                 */
                reviewed?: boolean;
                /**
                 * @description Only those that looked suspicious when they came, or did not
                 * @example true
                 */
                suspicious?: boolean;
                /**
                 * @description Only captured at or after
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Only captured before
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
                 * @description Order; with a leading hyphen the latest come first
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
            /** @description In the order of `sort`; without, the latest first */
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
    reviewChanges: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description How many */
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
    searchConfigurations: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description One record a line, the last one of type `end` */
            200: {
                headers: {
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
                 * @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The whole as an attachment; needs `config:download`
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
                 * @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The snapshot to compare with; it is the newer side
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
            /** @description Of a folder what was added, removed and modified; of a file its difference */
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
                 * @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`.
                 * @example /etc
                 */
                path?: components["parameters"]["SnapshotPath"];
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description In `BKP_TIMEZONE`; today where it is absent
                 * @example 2026-11-20
                 */
                day?: string;
                /**
                 * @description Compute today now, even if it was frozen
                 * @example true
                 */
                live?: boolean;
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
    listReportDays: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description Only this day and those before it
                 * @example 2026-11-20
                 */
                until?: string;
                /**
                 * @description How many at most
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
            /** @description The latest first */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description The report as it is recorded */
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
    storageUsage: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description As it is now */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How far back
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
            /** @description One a day at most */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
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
            /** @description Of each customer, and the largest lineages */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What would go */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedPurge"];
                };
            };
            /** @description Begun */
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
            /** @description The mark; null if there is none */
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
            /** @description The mark as it was */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description The address, below the base address of the service */
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
                /** @description What POST /api/downloads has answered, behind the last slash */
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
            /** @description What is in force here; no secret is among it */
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
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
            /** @description What is in force now */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description The id of an event; what came later is wanted
                 * @example 01980f3a-5c00-7000-8000-000000000010
                 */
                after?: string;
                /**
                 * @description The id of an event; the last ones before it are wanted. Not together with `after`
                 * @example 01980f3a-5c00-7000-8000-000000000010
                 */
                before?: string;
                /**
                 * @description Only of this type, or one of several: repeat the parameter
                 * @example run.failed
                 */
                type?: components["schemas"]["EventType"] | components["schemas"]["EventType"][];
                /**
                 * @description Only this grave or graver
                 * @example warning
                 */
                min_severity?: components["schemas"]["Severity"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Of a stream that goes on, as browsers and libraries send it */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, the oldest first */
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
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description Webhooks by name; of their addresses only the host */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description A UUID of the caller's own. A repeat with the same key and the same request gets the same answer, byte for byte and
                 *     with `Idempotency-Replayed: true`, and starts nothing. Kept 7 days, for a customer and user; 409 with the type
                 *     `urn:coffer:problem:idempotency-key-reused` and the code `idempotency_mismatch` for the key with another request. A
                 *     refusal is not kept.
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
            /** @description It is told of what happens from now on */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
            /** @description Removed with its deliveries; nothing is sent any more */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the state that you change. If the state has changed, the answer is 412 `precondition_failed` and nothing
                 *     is changed.
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
            /** @description What came of it; `status` says whether it arrived */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
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
            /** @description Deliveries, the latest first */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
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
                 * @description A delivery of a webhook
                 * @example 01980f3a-5c00-7000-8000-00000000000f
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits to be sent */
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
                 * @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own.
                 * @example 01980f3a-5c00-7000-8000-000000000001
                 */
                tenant?: components["parameters"]["TenantQuery"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many at most
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only what platform roles did to a customer
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
                 * @description Only who has read of a configuration
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
                 * @description Only what was done to this one
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
                 * @description Only this outcome, or one of several: repeat the parameter
                 * @example [
                 *       "refused"
                 *     ]
                 */
                outcome?: ("done" | "refused" | "failed") | ("done" | "refused" | "failed")[];
                /**
                 * @description Only at or after
                 * @example 2026-11-21T00:00:00Z
                 */
                since?: components["schemas"]["Instant"];
                /**
                 * @description Only before
                 * @example 2026-11-22T00:00:00Z
                 */
                until?: components["schemas"]["Instant"];
                /**
                 * @description Order; with a leading hyphen the latest come first
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
            /** @description In the order of `sort`; without, the latest first */
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
                /** @description The signature of the answer holds it, so an old answer does not fit */
                nonce: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Good for 60 s */
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
            /** @description The agent's key is known now */
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
            /** @description Nothing to do */
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
            /** @description What became of each */
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
            /** @description Kept */
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
                /** @description Where the page before ended */
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
            /** @description For each artifact */
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
            /** @description The missing ones */
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
            /** @description One for each pack, in order */
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
            /** @description What the service found in the store */
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
                /** @description The service's, over pack and instant */
                signature: string;
            };
            header?: never;
            path: {
                /** @description As the address was given */
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
                /** @description `sha256=` and the HMAC-SHA-256, in hex, of time, id and body under the secret of the webhook */
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
