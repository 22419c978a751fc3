import { fortiosRest } from './fortios-rest.ts'
import { fortiosShell } from './fortios-shell.ts'
import { commonOptions, platform } from './platform.ts'
import { fortiosSecrets } from './vendor-secrets.ts'

const keys = ['full-configuration'] as const

/**
 * A private key that is encrypted differently at each read: in PKCS 8, RFC 1421 or OpenSSH format (`openssh-key-v1`
 * with a cipher other than `none`, in base64). An unencrypted key changes only if an administrator changes it.
 */
const lockedKey = /-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED|^b3BlbnNzaC1rZXktdjEAAAAA(?!BG5vbmU)/

/** Fortinet FortiOS. Captures: test/fixtures/fwco_fortios/. */
export const fwcoFortios = platform({
  id: 'fwco_fortios',
  name: 'Fortinet FortiOS',
  vendor: 'Fortinet',
  transports: ['api', 'ssh'],
  preferred: 'api',
  artifacts: { 'full-configuration': { kind: 'text', transports: ['api', 'ssh'] } },
  changes: {
    syslog: [
      { contains: [' cfgpath="'], author: String.raw` user="(?<user>[^"]*)" ui="[^"(]*(?:\((?<from>[^)]*)\))?` },
    ],
  },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...commonOptions(keys),
      vdom: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{1,31}$',
        description: 'the virtual domain to read alone; without it the whole device',
      },
    },
  },

  ssh: fortiosShell,
  api: fortiosRest,

  facts: {
    'full-configuration': [
      /^#config-version=(?<model>[^-]+)-(?<os_version>\d+(?:\.\d+)+)-/,
      /^ {4}set hostname "(?<hostname>[^"]+)"/,
    ],
  },

  secrets: fortiosSecrets,
  outline: 'indent',

  normalise: {
    revision: 4,
    rules: [
      { volatile: /^#config-version=.*:user=(.*)$/ }, // the requesting user
      { volatile: /^#conf_file_ver=(.*)/ },
      { volatile: /^#private-encryption-key=(.*)/ },
      // encrypted differently at each read, except one-way hashes; `set md5-key 1 "ENC …"`, `set key name ENC …`
      { volatile: /^\s*set \S+(?: [^\s"]+| "[^"]*")*? "?ENC (?!SH2|PB2|AK1)(.*)/ },
      {
        body: {
          starts: /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
          lastLine: /-----END [A-Z ]*PRIVATE KEY-----/,
          with: lockedKey,
        },
      },
      { volatile: /^\s*set last-login (.*)/ },
      { volatile: /^\s*set last-updated (\d+)/ },
      { volatile: /^\s*set comments? "Error \(No order found for account ID (\d+)\) on (.*)"/ }, // ACME, every night
      // updated by the vendor's database; manual entries have more fields
      {
        omitted: {
          within: { starts: /^\s*config firewall internet-service-name$/, lastLine: /^\s*end$/ },
          starts: /^\s*edit /,
          lastLine: /^\s*next$/,
          only: /^\s*set (?:type default|internet-service-id \d+)$/,
        },
      },
    ],
  },
})
