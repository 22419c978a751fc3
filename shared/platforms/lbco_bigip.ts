import { message } from '../messages/message.ts'
import { bigipArchive } from './bigip-archive.ts'
import { bigipWords } from './bigip-replies.ts'
import { commonOptions, platform } from './platform.ts'

const keys = ['scf', 'ucs', 'master-key'] as const

/** What a monitor makes of a member. */
const monitored = 'up|down|checking|irule-down|unchecked|unreachable|fqdn-[\\w-]+'

/** F5 BIG-IP (TMOS). Captures: test/fixtures/lbco_bigip/. */
export const lbcoBigip = platform({
  id: 'lbco_bigip',
  name: 'F5 BIG-IP',
  transports: ['api', 'ssh'],
  preferred: 'api',
  artifacts: {
    scf: { kind: 'text', transports: ['api', 'ssh'] },
    ucs: { kind: 'blob', transports: ['api', 'ssh'], archive: bigipArchive },
    'master-key': { kind: 'text', transports: ['api', 'ssh'], onDemand: 'lbco_master_key', secret: true },
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
      idleMs: 300_000, // a large configuration is put together in silence
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
      busyMs: 180_000, // its services start again after updates, and while they do they answer 502, 503, 404
      retryMs: 10_000,
    },
    advice: {
      device_busy: message('advice_bigip_busy'),
      privilege_insufficient: message('advice_bigip_administrator'),
    },
  },

  normalise: {
    revision: 2,
    rules: [
      // `$M$`, two characters of salt, and what the unit's master key opens; several on a line where that is one object
      { volatile: /\$M\$[^\s"}]+/g },
      // any printable character may stand in these; `$6$` and thirteen letters of crypt(3) are one-way hashes, and `!` and
      // `*` stand for none
      {
        volatile:
          /^\s*(?!encrypted-password "?(?:\$\w+\$|[!*]|[./\w]{13}"?$))\S*encrypted(?:-password)? (?!(?:enabled|disabled|yes|no|true|false)$)(\S.*)$/,
      },
      // the state of monitors, in listings; `user-down` is somebody's will
      { volatile: new RegExp(`^\\s*state (${monitored})$`) },
      { volatile: /^\s*session (monitor-\w+)$/ },
      { volatile: new RegExp(`(?<=[ {]state )(?:${monitored})(?= (?:[^"]* )?\\})`, 'g') }, // an object on one line
      { volatile: /(?<=[ {]session )monitor-\w+(?= (?:[^"]* )?\})/g },
      { volatile: /^\s*failover-state (active|standby)$/ },
      { volatile: /^\s*(?:bandwidth-[bcp]ps|errors) (\d+)$/ },
      // of files, written again with equal content: `checksum` stays
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
