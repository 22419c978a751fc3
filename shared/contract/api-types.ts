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
        /** Does the process answer */
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
         * Does the database answer, and are customers isolated in it
         * @description The object store's state is told and does not decide; a store that stumbles must not take replicas out.
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
         *     database's connections are told to platform roles that name no customer.
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
         * @description Failures answer 429 with `Retry-After`, and each makes the wait longer: after five of an account from one address, or
         *     a hundred from one address at all accounts, within 15 minutes. After a hundred of an account from everywhere, the
         *     addresses that failed at it wait. Of IPv6, a network of 64 bits is one address.
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
        /** End this session */
        post: operations["logout"];
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
        /** Who one is, and what one may */
        get: operations["me"];
        put?: never;
        post?: never;
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
        /** List people */
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
        get?: never;
        put?: never;
        post?: never;
        /** Remove a person */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a person
         * @description A new role stays on its side: `platform_` roles remain `platform_`, `tenant_` roles `tenant_`. The last enabled platform_admin cannot be taken away (409).
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List customers in scope */
        get: operations["listTenants"];
        put?: never;
        /** Add a customer */
        post: operations["createTenant"];
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
        /** Read a customer */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description The slug is fixed.
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
         * @description For ever: nothing that was backed up for this customer can be read again. The keys leave the database, the object
         *     store with every former version, and the memory of every replica; a tombstone in the store keeps them from coming
         *     back with a restored database. Credentials lose their secrets, agents are revoked, runs cancelled, devices disabled.
         *     Asking again finishes what was interrupted. Copies of the database outside the service, and dumps written to files,
         *     hold the keys too and have to be destroyed by whoever keeps them.
         */
        post: operations["destroyKey"];
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
        /** List agents */
        get: operations["listAgents"];
        put?: never;
        /** Add an agent */
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
        /** Read an agent */
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
        /** Change an agent */
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
        /** Revoke an agent */
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
    "/api/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List credentials: names and counts, no secret */
        get: operations["listCredentials"];
        put?: never;
        /** Add a credential */
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
        /** Read a credential, without its secrets */
        get: operations["getCredential"];
        put?: never;
        post?: never;
        /** Delete a credential that no device uses */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        /** Change a credential */
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
        /** Platforms that can be backed up */
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
        /** List and search devices */
        get: operations["listDevices"];
        put?: never;
        /** Add a device */
        post: operations["createDevice"];
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
        /** Read a device */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a device */
        patch: operations["updateDevice"];
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
    "/api/devices/{device_id}/decommission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a device out of service */
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
    "/api/devices/{device_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the lineages of a device */
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
        /** Rank the changes of a device */
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
        /** List the snapshots of a device */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
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
        /** List fingerprints */
        get: operations["listFingerprints"];
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
         * @description The approval binds customer, device, kind, host, port and fingerprint. An earlier approved key of the same kind and algorithm is superseded.
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
        /** Reject a fingerprint */
        post: operations["rejectFingerprint"];
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
        /** How long backups are kept, and which level says so */
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
        /** Read how long backups are kept, at one level */
        get: operations["getRetention"];
        /**
         * Set how long backups are kept, at one level
         * @description A version goes when neither value keeps it: it is not among the `keep_last` newest of its lineage, and was last seen
         *     on the device more than `keep_days` days ago. Never the latest of a lineage, nor the newest that is not in doubt.
         *     Nothing goes before the next nightly run. With `dry_run` nothing is set, and `preview` says what that run would remove.
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
        /** Read how devices are trusted at first sight, at one level */
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
        /** Whether restores are allowed, and which level says so */
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
        /** Read whether restores are allowed, at one level */
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
    "/api/backups/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Back up now */
        post: operations["triggerBackups"];
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
        /** List runs */
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
        /** Read a run */
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
        /** Read a run's log, also while it runs */
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
        /** List the versions of a lineage */
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
    "/api/artifacts/{artifact_id}/divergence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rank the changes of a lineage */
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
        /** Compute magnitudes that are unknown */
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
        /** Read a version's record */
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
         *     `config:download` and is audited as `config.download`. A tree has no text: 409 names its snapshot.
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
         * Say that a suspicious version was looked at
         * @description It stays as it is, and is no exception of the daily report any more. Reviewing it again changes nothing. 409 for a
         *     version that is not suspicious.
         */
        post: operations["reviewVersion"];
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
         *     what nothing refers to now. While the service's clock and PostgreSQL's are apart it is a 409 (`clock_differs`).
         */
        post: operations["purgeStorage"];
        delete?: never;
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
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Every write, and every reading of a configuration, leaves a record; the operation's `x-audit` is its action. Some
         *     actions belong to no operation. Of agents: `agent.exchange` and `backup.result_mismatch` (refused, somebody should
         *     look), `agent.cloned`, `agent.rewound`, `backup.commit`, `trust.first_sight`. Of what runs by itself:
         *     `retention.apply`, `device.purge`, `integrity.damaged`, `integrity.healed`. Of a change that brings another with it:
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
        /** A fresh challenge, signed by the service */
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
        /** A process run begins */
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
        /** Wait for work */
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
        /** Keep all leases alive */
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
        /** Lines of a run's log */
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
        /** Host keys that were seen */
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
        /** The previous tree, sealed to this process */
        get: operations["agentBaseline"];
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
        /** Is this what is stored already */
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
        /** Which chunks are not stored yet */
        post: operations["agentMissingChunks"];
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
        /** Addresses to send packs to */
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
        /** Packs that were sent */
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
        /** A job's result; idempotent */
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
        /** The bytes of a pack, to an address that was signed for them */
        put: operations["agentPutPack"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description RFC 9457. `title` says what kind of refusal it is, `detail` what to do about this one. */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail?: string;
            request_id: string;
            /** @description A stable word for programs, where the status alone does not say enough */
            code?: string;
            /** @description The fields that were refused (422) */
            errors?: {
                /** @description Names and indexes joined by dots, as `options.paths.0` */
                path: string;
                message: string;
            }[];
            /** @description The permission, or `tenant` (403) */
            missing?: string;
            /** @description What the repository lacks (412) */
            missing_ids?: string[];
            /** @description The policy level that refuses */
            level?: string;
            limit_bytes?: number;
            size_bytes?: number;
            retry_after_seconds?: number;
        };
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
        };
        Tenant: {
            /** Format: uuid */
            id: string;
            slug: components["schemas"]["Slug"];
            name: string;
            restore_policy: components["schemas"]["RestorePolicy"];
            decommissioned_retention_days: number;
            created_at: components["schemas"]["Instant"];
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
            /** @description Why it gets no jobs, when it speaks another protocol than the service */
            outdated: string | null;
            running_jobs: number;
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
        /** @enum {string} */
        PlatformId: "fwco_fortios" | "linux_server" | "netco_iosxe" | "netco_nxos";
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
            state: components["schemas"]["DeviceState"];
            /** @description With history, the platform is fixed */
            has_history: boolean;
            /** Format: date-time */
            last_success_at: string | null;
            last_run: components["schemas"]["LastRun"] | null;
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
        LastRun: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["RunStatus"];
            error_code: string | null;
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
            /** @description The customer of a device cannot be changed; naming one is refused with 405. */
            tenant_id?: unknown;
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
            effective: components["schemas"]["EffectiveRetention"];
            /** @description Nothing was set */
            dry_run: boolean;
            preview?: components["schemas"]["RetentionPreview"];
        };
        EffectiveRetention: {
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: uuid */
            device_id: string | null;
            keep_days: number;
            keep_days_from: components["schemas"]["DecidedBy"];
            keep_last: number;
            keep_last_from: components["schemas"]["DecidedBy"];
        };
        RetentionPreview: {
            /** @description Of all lineages, also those that are not shown */
            totals: {
                lineages: number;
                versions: number;
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
            size_bytes_going: number;
            /** @description The oldest 50 of them, the oldest first */
            going: {
                /** Format: uuid */
                version_id: string;
                captured_at: components["schemas"]["Instant"];
                last_seen_at: components["schemas"]["Instant"];
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
         * @description `purge`: of devices out of service; `storage_purge`: of a customer’s storage, by a person
         * @enum {string}
         */
        PolicyKind: "retention" | "purge" | "storage_purge" | "sweep" | "integrity" | "report" | "sample" | "dump" | "rebuild" | "expire";
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
            /** @description Why nothing was done, or why it stopped or failed */
            reason: string | null;
            /** @description What it did */
            counts: {
                [key: string]: number;
            };
            /** @description It only said what it would do */
            dry_run: boolean;
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
            /** @description Somebody has compared it with what the device itself shows */
            compared: boolean;
            first_seen_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            /** Format: date-time */
            decided_at: string | null;
            decided_by: string | null;
            device: {
                /** Format: uuid */
                id: string;
                name: string;
            };
        };
        /**
         * @description Which devices to back up now. Naming none is refused. `platform` narrows `all_devices: true` or `device_ids`; without
         *     either, also with `all_devices: false`, it names all devices of that platform.
         */
        Trigger: {
            all_devices?: boolean;
            platform?: components["schemas"]["PlatformId"];
            device_ids?: string[];
        };
        /** @enum {string} */
        RunKind: "backup" | "test";
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
        /**
         * @description `unchanged` is a success. `blocked` waits for a host key to be approved; the device was not logged in to.
         * @enum {string}
         */
        RunStatus: "queued" | "running" | "retrying" | "succeeded" | "unchanged" | "partial" | "blocked" | "failed" | "cancelled";
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
            /** @description Device, step, what was expected, what was seen, what to try */
            error: string | null;
            error_code: string | null;
            queued_at: components["schemas"]["Instant"];
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: uuid */
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
            warnings: string[];
        };
        RunArtifact: {
            key: string;
            transport: components["schemas"]["Transport"];
            /** @enum {string} */
            outcome: "changed" | "unchanged" | "absent" | "failed";
            /** Format: uuid */
            version_id?: string;
            code?: string;
            message?: string;
            /** @description Why its version should be looked at; absent once it was */
            suspicious?: string[];
        };
        TestStep: {
            name: string;
            ok: boolean;
            duration_ms: number;
            detail?: string;
        };
        LogLine: {
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
            size_bytes: number;
            lines: number | null;
            /** @description Lines added since the version before, on the normalised text; entries of a tree. Null is unknown. */
            added: number | null;
            removed: number | null;
            metadata: {
                [key: string]: unknown;
            };
            /** @description Why a complete capture should be looked at */
            suspicious: string[];
            /**
             * Format: date-time
             * @description When somebody did
             */
            reviewed_at: string | null;
            reviewed_by: string | null;
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
            size_bytes: number;
            /** @description Files that could not be read, vanished or changed while being read */
            problems: number;
            lab_mode: boolean;
            damaged: components["schemas"]["Damaged"];
        };
        TreeEntry: {
            /** @description UTF-8; a byte that is not is `%XX`, and `%` is `%25` */
            name: string;
            /** @enum {string} */
            type: "file" | "directory" | "symlink" | "fifo" | "socket" | "char" | "block";
            size: number;
            /** @description Octal, as `0644` */
            mode: string;
            uid: number;
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
        };
        FileDiff: {
            /** @constant */
            type: "file";
            path: string;
            unified: string;
            added: number;
            removed: number;
            truncated: boolean;
            /** @description Not text: only whether they differ is said */
            binary?: boolean;
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
            agents: components["schemas"]["ReportAgent"][];
            /** @description Of a consolidated report, by short name */
            customers?: components["schemas"]["CustomerReport"][];
        };
        CustomerReport: {
            /** Format: uuid */
            id: string;
            slug: components["schemas"]["Slug"];
            name: string;
            summary: components["schemas"]["ReportSummary"];
            exceptions: components["schemas"]["ReportException"][];
            exceptions_truncated: boolean;
            agents: components["schemas"]["ReportAgent"][];
        };
        ReportSummary: {
            /** @description What coverage is measured against: devices in service and enabled that have a schedule or were ever backed up */
            devices: number;
            /** @description Of these, how many have a success within their tolerance */
            covered: number;
            /** @description To a tenth, rounded down, so that 100 means all; null when there is no device to cover */
            coverage_pct: number | null;
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
        };
        ReportException: {
            /** Format: uuid */
            device_id: string;
            name: string;
            customer: components["schemas"]["Slug"];
            state: components["schemas"]["DeviceState"];
            /** @description `damaged`: the latest that is stored of it cannot be read whole */
            reasons: ("failed" | "blocked" | "damaged" | "stale" | "never" | "partial" | "suspicious" | "host_not_compared")[];
            /** Format: date-time */
            last_success_at: string | null;
            /** @description As `5 hours`, `3 days` or `never` */
            last_success_age_label: string;
            last_error: string | null;
            error_code: string | null;
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
            /** @description `BKP_INTEGRITY_DAYS` */
            period_days: number;
            packs: components["schemas"]["ReadBack"] & {
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
            reason: string | null;
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
            destroyed_at: components["schemas"]["Instant"];
            /** @description What nobody but a person can destroy */
            notice: string;
        };
        StorageUsage: {
            /** @description Bytes of packs, encrypted and compressed as they lie in the store */
            stored: number;
            /** @description Bytes; negative when it shrinks. Show it with `basis`. */
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
                total: number;
                free: number;
            } | null;
            by_tenant: {
                /** Format: uuid */
                id: string;
                slug: components["schemas"]["Slug"];
                stored: number;
            }[];
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
            /** Format: uuid */
            tenant_id: string | null;
            cross_tenant: boolean;
            request_id: string | null;
            ip: string | null;
            /** @enum {string} */
            outcome: "done" | "refused" | "failed";
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
            database: string;
            /** @description The first table found without its policies, when there is one */
            isolation: string;
            object_store: string;
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
            /** @description What the agent keeps on disk and sends next time */
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
            };
        };
        Claim: {
            /** Format: uuid */
            claim_id: string;
            free_slots: number;
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
        MissingChunks: {
            /** @description Indexes into the ids that were asked for */
            missing: number[];
        };
        NewPacks: {
            /** Format: uuid */
            lease_id: string;
            packs: {
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
            size: number;
            chunks?: components["schemas"]["Hex64"][];
            list?: components["schemas"]["Hex64"][];
        };
        JobResult: {
            /** Format: uuid */
            lease_id: string;
            /** @enum {string} */
            outcome: "collected" | "failed" | "blocked" | "cancelled";
            transport: components["schemas"]["Transport"] | null;
            error_code?: string;
            artifacts: components["schemas"]["ResultArtifact"][];
            /** @description What may quote a device: the error, warnings, steps, messages and metadata by artifact */
            sealed: components["schemas"]["Base64"];
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
        /** @description Refused, with the reason */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
        Tenant: string;
        /** @description How many at most */
        Limit: number;
        /** @description Where the page before ended; taken from the `Link` header */
        Cursor: string;
        /** @description A repeat with the same key and the same request gets the same answer and starts nothing. Kept 7 days. */
        IdempotencyKey: string;
        CustomerId: string;
        UserId: string;
        AgentId: string;
        CredentialId: string;
        DeviceId: string;
        FingerprintId: string;
        RunId: string;
        ArtifactId: string;
        VersionId: string;
        SnapshotId: string;
        JobId: string;
        /** @description `platform`, `customer` or `device`; another word is a 400 */
        PolicyLevel: string;
        /** @description The device, at the level `device` */
        PolicyDevice: string;
        /** @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`. */
        SnapshotPath: string;
        /** @description The whole as an attachment; needs `config:download` */
        Download: boolean;
    };
    requestBodies: never;
    headers: {
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
        };
    };
    metrics: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
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
            default: components["responses"]["Problem"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["User"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description Part of the slug or name */
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
            default: components["responses"]["Problem"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTenant"];
            };
        };
        responses: {
            /** @description Added, with keys of its own */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getTenant: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateTenant: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    destroyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyDestruction"];
            };
        };
        responses: {
            /** @description Destroyed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestroyedKeys"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description Part of the slug, name or host name */
                q?: string;
                /** @description Only agents in this state */
                status?: components["schemas"]["AgentStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Agents by name */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"][];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAgent: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description Added; enrol it with a token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAgent: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    updateAgent: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
            default: components["responses"]["Problem"];
        };
    };
    createEnrollmentToken: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
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
            default: components["responses"]["Problem"];
        };
    };
    revokeAgent: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    clearAgent: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    listCredentials: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description Part of the name, account or description */
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
            default: components["responses"]["Problem"];
        };
    };
    createCredential: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCredential"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getCredential: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                credential_id: components["parameters"]["CredentialId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteCredential: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    updateCredential: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                credential_id: components["parameters"]["CredentialId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialPatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description Part of the name, address, site or a tag */
                q?: string;
                /** @description Only this platform */
                platform?: components["schemas"]["PlatformId"];
                /** @description Only this site */
                site?: string;
                /** @description Only devices with this tag */
                tag?: string;
                /** @description Only devices in this state */
                state?: components["schemas"]["DeviceState"];
                /** @description Only devices that name this agent */
                agent_id?: string;
                /** @description Only devices that use this credential on any path */
                credential_id?: string;
                /** @description Only devices whose backups are enabled, or not */
                enabled?: boolean;
                /** @description Only decommissioned devices, or none of them */
                decommissioned?: boolean;
                /** @description Order; a leading hyphen turns it round */
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
            default: components["responses"]["Problem"];
        };
    };
    createDevice: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDevice"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDevice: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateDevice: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DevicePatch"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testDevice: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                device_id: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued; the run's steps tell how far it came */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    decommissionDevice: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    reinstateDevice: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    listOccurrences: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    deviceDivergence: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    listFingerprints: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only those that wait for somebody */
                pending_only?: boolean;
                /** @description Only this device */
                device_id?: string;
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
            default: components["responses"]["Problem"];
        };
    };
    approveFingerprint: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                fingerprint_id: components["parameters"]["FingerprintId"];
            };
            cookie?: never;
        };
        requestBody?: never;
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
            default: components["responses"]["Problem"];
        };
    };
    rejectFingerprint: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    getEffectiveRetention: {
        parameters: {
            query?: {
                /** @description This device; without it the customer, and the platform where none is named */
                device_id?: string;
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
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
            default: components["responses"]["Problem"];
        };
    };
    previewRetention: {
        parameters: {
            query?: {
                /** @description This device; without it the customer, and the platform where none is named */
                device_id?: string;
                /** @description Where the proposed values would be set; the device where one is named, else the customer */
                level?: components["schemas"]["PolicyLevel"];
                /** @description Proposed */
                keep_days?: number;
                /** @description Proposed */
                keep_last?: number;
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
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
            default: components["responses"]["Problem"];
        };
    };
    getRetention: {
        parameters: {
            query?: {
                /** @description The device, at the level `device` */
                device_id?: components["parameters"]["PolicyDevice"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description `platform`, `customer` or `device`; another word is a 400 */
                level: components["parameters"]["PolicyLevel"];
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
            default: components["responses"]["Problem"];
        };
    };
    setRetention: {
        parameters: {
            query?: {
                /** @description The device, at the level `device` */
                device_id?: components["parameters"]["PolicyDevice"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description Only say what the next run would remove */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description `platform`, `customer` or `device`; another word is a 400 */
                level: components["parameters"]["PolicyLevel"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
            default: components["responses"]["Problem"];
        };
    };
    getPosture: {
        parameters: {
            query?: {
                /** @description The device, at the level `device` */
                device_id?: components["parameters"]["PolicyDevice"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description `platform`, `customer` or `device`; another word is a 400 */
                level: components["parameters"]["PolicyLevel"];
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
            default: components["responses"]["Problem"];
        };
    };
    setPosture: {
        parameters: {
            query?: {
                /** @description The device, at the level `device` */
                device_id?: components["parameters"]["PolicyDevice"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description `platform`, `customer` or `device`; another word is a 400 */
                level: components["parameters"]["PolicyLevel"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
            default: components["responses"]["Problem"];
        };
    };
    getEffectiveRestore: {
        parameters: {
            query?: {
                /** @description This device; without it the customer, and the platform where none is named */
                device_id?: string;
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
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
            default: components["responses"]["Problem"];
        };
    };
    getRestorePolicy: {
        parameters: {
            query?: {
                /** @description The device, at the level `device` */
                device_id?: components["parameters"]["PolicyDevice"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description `platform`, `customer` or `device`; another word is a 400 */
                level: components["parameters"]["PolicyLevel"];
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
            default: components["responses"]["Problem"];
        };
    };
    setRestorePolicy: {
        parameters: {
            query?: {
                /** @description The device, at the level `device` */
                device_id?: components["parameters"]["PolicyDevice"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description `platform`, `customer` or `device`; another word is a 400 */
                level: components["parameters"]["PolicyLevel"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
            default: components["responses"]["Problem"];
        };
    };
    listPolicyRuns: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only this kind */
                kind?: components["schemas"]["PolicyKind"];
                /** @description Only those that ended so */
                outcome?: components["schemas"]["PolicyOutcome"];
                /** @description Only those that began at or after */
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
            default: components["responses"]["Problem"];
        };
    };
    triggerBackups: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: {
                /** @description A repeat with the same key and the same request gets the same answer and starts nothing. Kept 7 days. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Trigger"];
            };
        };
        responses: {
            /** @description The jobs created; devices with a pending job get no second one */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"][];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only failed, blocked and partial runs */
                failed_only?: boolean;
                /** @description Only this device */
                device_id?: string;
                /** @description Only this status */
                status?: components["schemas"]["RunStatus"];
                /** @description Only backups, or tests */
                kind?: components["schemas"]["RunKind"];
                /** @description Only queued at or after */
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
                    "application/json": components["schemas"]["Run"][];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRun: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    readRunLog: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description Only lines behind this `seq` */
                after?: number;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    cancelRun: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled, or asked to stop while it runs */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listVersions: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    diffVersions: {
        parameters: {
            query: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description The older side */
                from: string;
                /** @description The newer side */
                to: string;
                /** @description Unchanged lines around a change */
                context?: number;
            };
            header?: never;
            path: {
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
                    "application/json": components["schemas"]["TextDiff"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    artifactDivergence: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    recomputeDivergence: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    getVersion: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    readVersionContent: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description The whole as an attachment; needs `config:download` */
                download?: components["parameters"]["Download"];
                /** @description Only the first lines; `X-Coffer-Preview` then tells how many there are */
                max_lines?: number;
            };
            header?: never;
            path: {
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The raw text, byte for byte as stored */
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
            default: components["responses"]["Problem"];
        };
    };
    reviewVersion: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
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
            default: components["responses"]["Problem"];
        };
    };
    browseSnapshot: {
        parameters: {
            query?: {
                /** @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`. */
                path?: components["parameters"]["SnapshotPath"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    readSnapshotFile: {
        parameters: {
            query?: {
                /** @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`. */
                path?: components["parameters"]["SnapshotPath"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description The whole as an attachment; needs `config:download` */
                download?: components["parameters"]["Download"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    diffSnapshots: {
        parameters: {
            query: {
                /** @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`. */
                path?: components["parameters"]["SnapshotPath"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description The snapshot to compare with; it is the newer side */
                other: string;
                /** @description Unchanged lines around a change */
                context?: number;
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    archiveSnapshot: {
        parameters: {
            query?: {
                /** @description A path in the tree, from `/`. UTF-8; a byte that is not is `%XX`, and `%` is `%25`. */
                path?: components["parameters"]["SnapshotPath"];
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    dailyReport: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description In `BKP_TIMEZONE`; today where it is absent */
                day?: string;
                /** @description Compute today now, even if it was frozen */
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
            default: components["responses"]["Problem"];
        };
    };
    persistDailyReport: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
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
            default: components["responses"]["Problem"];
        };
    };
    storageUsage: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
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
            default: components["responses"]["Problem"];
        };
    };
    sampleStorage: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage with this sample */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageUsage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    purgeStorage: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
            default: components["responses"]["Problem"];
        };
    };
    storageCompliance: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
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
            default: components["responses"]["Problem"];
        };
    };
    damagedVersions: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description How many at most */
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
            default: components["responses"]["Problem"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description The customer. Platform roles name one to narrow a reading, and must to write; other roles have their own. */
                tenant?: components["parameters"]["Tenant"];
                /** @description Where the page before ended; taken from the `Link` header */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many at most */
                limit?: number;
                /** @description Only what platform roles did to a customer */
                cross_tenant_only?: boolean;
                /** @description Only this action */
                action?: string;
                /** @description Only this actor */
                actor?: string;
                /** @description Only at or after */
                since?: components["schemas"]["Instant"];
                /** @description Only before */
                until?: components["schemas"]["Instant"];
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
                    "application/json": components["schemas"]["AuditRecord"][];
                };
            };
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
        };
    };
    agentLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    agentFingerprints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
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
            default: components["responses"]["Problem"];
        };
    };
    agentCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    agentMissingChunks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    agentPacks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    agentConfirmPacks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    agentResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
    agentPutPack: {
        parameters: {
            query: {
                expires: number;
                signature: string;
            };
            header?: never;
            path: {
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
            default: components["responses"]["Problem"];
        };
    };
}
