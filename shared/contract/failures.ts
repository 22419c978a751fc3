/**
 * Every way a run can fail. `again`: another attempt may succeed though nobody changed anything.
 * `advice` is the last sentence of a failure's text: what a person at the site can try.
 */
export const failures = {
  // reaching the device
  dns_failure: { again: true, advice: 'check the host name, and that the agent can resolve it' },
  connection_refused: {
    again: true,
    advice: 'check the port, that the service is enabled on the device, and that its lines are not all in use',
  },
  connection_timeout: { again: true, advice: 'from the agent, check address, route and firewall' },
  host_unreachable: { again: true, advice: 'from the agent, check the route to the device' },
  connection_lost: { again: true, advice: 'see in the log where it ended; check the path and the device’s own log' },
  unsupported_algorithm: {
    again: false,
    advice: 'the device speaks only old algorithms: update it, or set its option legacy_algorithms to true',
  },
  protocol_error: { again: true, advice: 'check that the port really is that of the service expected' },

  // trusting it
  tls_untrusted: { again: false, advice: 'approve the certificate, pin it, or install one that validates' },
  fingerprint_unapproved: { again: false, advice: 'compare the fingerprint with the device and approve it' },
  fingerprint_rejected: {
    again: false,
    advice: 'the fingerprint was rejected: find out which machine answers at this address',
  },

  address_unapproved: {
    again: false,
    advice: 'its credential may not be sent to this address yet: compare the address and approve it under Trust',
  },

  // logging in to it
  auth_failed: { again: false, advice: 'check the credential' }, // twice could lock the account
  credential_missing: { again: false, advice: 'give the device a credential with the secret that this path needs' },
  credential_unusable: { again: false, advice: 'check that the private key is whole and its passphrase is right' },
  two_factor_required: { again: false, advice: 'use a key or a local account without a second factor' },
  enable_failed: { again: false, advice: 'check the enable secret of the credential' },
  privilege_insufficient: { again: false, advice: 'give the account the rights that this backup needs' },

  // talking with it
  prompt_timeout: {
    again: true,
    advice: 'see in the log what the device sent last; check its load and its AAA servers',
  },
  command_refused: { again: false, advice: 'check that the account may run this command on this device' },
  device_busy: { again: true, advice: 'the device was busy: wait for the other session on it to end' },
  request_failed: {
    again: true,
    advice: 'the device could not answer: see in the log what it said, and check its health',
  },
  output_truncated: { again: true, advice: 'see in the log where it ended' }, // never stored as a version
  output_disturbed: {
    again: true,
    advice: 'other text got into the answer: switch off terminal monitor and the pager for this account',
  },
  output_too_large: { again: false, advice: 'the answer is larger than the limit: see the log for both sizes' },

  // archives
  archive_damaged: { again: true, advice: 'the device gave an archive that is not whole: check the room on its disk' },
  archive_refused: {
    again: false,
    advice: 'the account may not make, fetch or remove this archive: give it the rights that the documentation names',
  },

  // clouds
  network_not_found: {
    again: false,
    advice: 'check the option netco_network_id, and that the key’s administrator may see this network',
  },

  // trees
  shell_not_clean: {
    again: false,
    advice: 'a login script of the account prints text: make it silent when not interactive',
  },
  rsync_missing: { again: false, advice: 'install rsync on the server' },
  rsync_too_old: { again: false, advice: 'update rsync on the server to 3.0 or newer' },
  rsync_failed: { again: true, advice: 'see in the log what the server’s rsync said' },
  path_missing: { again: false, advice: 'a requested path does not exist: correct the option paths' },
  path_unreadable: { again: false, advice: 'a requested path cannot be read: use the option sudo or another account' },
  options_invalid: { again: false, advice: 'correct the device’s options' },
  tree_too_large: { again: false, advice: 'the tree is larger than the limit: exclude what need not be kept' },
  device_misbehaved: { again: false, advice: 'the device broke the protocol: see the log, and check what it runs' },

  // giving a configuration back
  restore_not_begun: { again: false, advice: 'the device was not touched: ask for the restore again' },
  restore_busy: {
    again: false,
    advice: 'let whoever is named there finish or leave the configuration mode, then ask for the restore again',
  },
  restore_refused: {
    again: false,
    advice: 'the device refused the configuration and runs as before: see in the log what it said to which line',
  },
  restore_damaged: {
    again: true,
    advice: 'what arrived is not what was sent: check the room on the device’s disk, and ask for the restore again',
  },
  restore_unknown: {
    again: false,
    advice: 'it is looked what became of it; look at the device too, which goes back by itself unless somebody commits',
  },
  restore_not_committed: { again: false, advice: 'the device runs as before: ask for the restore again' },
  restore_not_confirmed: {
    again: false,
    advice: 'the device went back by itself: restore again, look at it, and confirm within the time',
  },

  // on our side
  store_unreachable: { again: true, advice: 'check that the agent reaches the object store' },
  disk_full: { again: true, advice: 'make room on the store' },
  superseded: {
    again: true,
    advice: 'the device was edited while the run connected to it: run it again with the new settings',
  },
  deadline_exceeded: {
    again: true,
    advice: 'the job took longer than its kind may: see in the log where the time went',
  },
  agent_lost: { again: true, advice: 'check that the agent runs and reaches the service' },
  no_agent: { again: true, advice: 'start an agent that is authorised for this device' },
  platform_unsupported: { again: false, advice: 'update the agent: it does not know this platform or path' },
  internal_error: { again: true, advice: 'report the lines of the run log' },
} as const satisfies Record<string, { again: boolean; advice: string }>

export type FailureCode = keyof typeof failures
