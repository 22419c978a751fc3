import { message } from '../messages/message.ts'
import { bigipArchive } from './bigip-archive.ts'
import { bigipWords } from './bigip-replies.ts'
import { commonOptions, platform } from './platform.ts'
import { bigipSecrets } from './vendor-secrets.ts'

const keys = ['scf', 'ucs', 'master-key'] as const

/** States that a monitor sets on a member. */
const monitored = 'up|down|checking|irule-down|unchecked|unreachable|fqdn-[\\w-]+'

/** F5 BIG-IP (TMOS). Captures: test/fixtures/lbco_bigip/. */
export const lbcoBigip = platform({
  id: 'lbco_bigip',
  name: 'F5 BIG-IP',
  vendor: 'F5',
  transports: ['api', 'ssh'],
  preferred: 'api',
  artifacts: {
    scf: { kind: 'text', transports: ['api', 'ssh'] },
    ucs: { kind: 'blob', transports: ['api', 'ssh'], archive: bigipArchive },
    'master-key': { kind: 'text', transports: ['api', 'ssh'], onDemand: 'lbco_master_key', secret: true },
  },
  changes: {
    // the audit log of changes through any interface (K06443430)
    syslog: [{ contains: ['01070417:5: AUDIT'], author: String.raw`user (?<user>\S+) - ` }],
  },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...commonOptions(keys),
      lbco_master_key: {
        type: 'boolean',
        default: false,
        description: "also collect the unit's master key, which opens every secret of its configuration",
      },
    },
  },

  ssh: {
    driver: 'lbco_bigip',
    ...bigipWords,
    limits: {
      promptMs: 60_000,
      idleMs: 300_000, // a large configuration is built without output
      totalMs: 900_000,
      maxBytes: 256 * 1024 * 1024,
    },
  },

  api: {
    driver: 'lbco_bigip_rest',
    port: 443,
    login: 'bigip-token',
    ...bigipWords,
    limits: {
      idleMs: 300_000,
      totalMs: 900_000,
      maxBytes: 256 * 1024 * 1024,
      busyMs: 180_000, // services restart after updates, with responses of 502, 503 and 404
      retryMs: 10_000,
    },
    advice: {
      device_busy: message('advice_bigip_busy'),
      privilege_insufficient: message('advice_bigip_administrator'),
    },
  },

  facts: { scf: [/^#TMSH-VERSION: (?<os_version>\S+)/, /^ {4}hostname (?<hostname>\S+)/] },

  secrets: bigipSecrets,
  outline: 'braces',

  normalise: {
    revision: 2,
    rules: [
      // `$M$`, two characters of salt, and text encrypted with the unit's master key; several on a line if an object is
      // on one line
      { volatile: /\$M\$[^\s"}]+/g },
      // these may contain any printable character; `$6$` and thirteen letters of crypt(3) are one-way hashes, and `!`
      // and `*` mean no password
      {
        volatile:
          /^\s*(?!encrypted-password "?(?:\$\w+\$|[!*]|[./\w]{13}"?$))\S*encrypted(?:-password)? (?!(?:enabled|disabled|yes|no|true|false)$)(\S.*)$/,
      },
      // state of monitors, in listings; `user-down` is set by an administrator
      { volatile: new RegExp(`^\\s*state (${monitored})$`) },
      { volatile: /^\s*session (monitor-\w+)$/ },
      { volatile: new RegExp(`(?<=[ {]state )(?:${monitored})(?= (?:[^"]* )?\\})`, 'g') }, // an object on one line
      { volatile: /(?<=[ {]session )monitor-\w+(?= (?:[^"]* )?\})/g },
      { volatile: /^\s*failover-state (active|standby)$/ },
      { volatile: /^\s*(?:bandwidth-[bcp]ps|errors) (\d+)$/ },
      // files that are rewritten with equal content: `checksum` does not change
      { volatile: /^\s*cache-path \S*_(\d+_\d+)$/ },
      { volatile: /^\s*(?:create-time|last-update-time|updated-by|revision) (.*)$/ },
      {
        volatile: /^\s*value (.*)$/,
        section: { starts: /^sys db "?(?:configsync\.localconfigtime|gtm\.configtime|ltm\.configtime)"? \{/ },
      },
      { volatile: /^sys db "?(?:configsync\.localconfigtime|gtm\.configtime|ltm\.configtime)"? \{ value (.*) \}$/ },
      { volatile: /^\s*description "Updated by AS3 at (.*)"$/ },
    ],
  },
})
