import { lacksStatements } from './truncation-evidence.ts'
import { createJunosReply } from './junos-reply.ts'
import { countMissingOfConf } from './junos-statements.ts'
import { createJunosConfInspector, createJunosSetInspector, createJunosXmlInspector } from './junos-text.ts'
import { countMissingOfXml } from './junos-xml-ends.ts'
import { commonOptions, optional, platform } from './platform.ts'
import { junosSecrets } from './vendor-secrets.ts'

const keys = ['configuration-conf', 'configuration-set', 'configuration-xml'] as const

/**
 * Role of the responding member, before a prompt: `{master:0}`, `{primary:node0}`, `{secondary-hold:node0}`,
 * `{master:member1-re0}` of an MX Virtual Chassis.
 */
export const junosRole = /\{[a-z][a-z-]{0,30}(?::[\w-]{1,30})?\}/

/** The role, and the notice of an unconfirmed commit. */
const lead = new RegExp(`^(?:${junosRole.source}|# commit confirmed will be .*)$`)

/** A prompt without its mark. A system shell may show a whole path, or the `\u` of an unsupported variable. */
export const junosPromptText = /[\w\-@/()\\:.~]{0,255} ?/

const confAuthor = { author: /^## Last (?:commit|changed): .* by (?<value>\S+)\s*$/ }
const xmlAuthor = { author: /<configuration\b[^>]*\b(?:commit|changed)-user="(?<value>[^"]+)"/ }

/**
 * Attributes of `<configuration>`: user and time of the commit, also of an empty one, and the namespace of the release.
 */
const bookkeeping = ['commit', 'changed']
  .flatMap((what) => ['seconds', 'localtime', 'user'].map((fact) => `${what}-${fact}`))
  .flatMap((name) => [name, `junos:${name}`])
  .concat('xmlns', 'xmlns:junos')

/** Without `database` a device returns the candidate, with uncommitted edits. */
function operation(format: 'text' | 'set' | 'xml'): string {
  return `<get-configuration database="committed" format="${format}"/>`
}

/** Juniper Junos. Captures: test/fixtures/routeco_junos/. */
export const routecoJunos = platform({
  id: 'routeco_junos',
  name: 'Juniper Junos',
  vendor: 'Juniper',
  transports: ['api', 'ssh'],
  preferred: 'api',
  artifacts: {
    'configuration-conf': { kind: 'text', transports: ['api', 'ssh'] },
    'configuration-set': { kind: 'text', transports: ['api', 'ssh'] },
    'configuration-xml': { kind: 'text', transports: ['api', 'ssh'] },
  },
  changes: {
    syslog: [
      { contains: ['UI_COMMIT_COMPLETED'] },
      { contains: ['UI_COMMIT:'], author: String.raw`User '(?<user>[^']+)'` },
    ],
    traps: ['1.3.6.1.4.1.2636.4.5.0.1'], // jnxCmCfgChange
  },
  options: { type: 'object', additionalProperties: false, properties: commonOptions(keys) },

  ssh: {
    driver: 'shell',
    verbs: 'junos',
    // `root@host% `, `root@:~ # ` and `$ ` are system shells; the configuration mode, `user@host# `, is never entered
    prompt: new RegExp(`^(?<host>${junosPromptText.source})(?<end>[>%$#])\\s?$`),
    promptVaries: /(?:)/,
    promptLead: lead,
    systemShell: { prompt: /[%$#]$/, command: 'cli' },
    exec: {
      probe: 'show version | no-more',
      answered:
        /^(?:Hostname|Model|Junos|JUNOS|(?:fpc|node|re|localre|member)\d*:)|^error: |unknown command|syntax error/m,
      systemShell: /\bshow: (?:command )?not found/i,
      wrap: (command) => `cli -c "${command}"`,
    },
    newline: '\n',
    comment: '#',
    errorPatterns: [
      /^error: (?!configuration database (?:locked|modified))/i,
      /^(?:unknown command|syntax error)/i,
      /^\s+\^\s*$/, // marks the invalid word
      /\bis ambiguous\.?$/,
      /^(?:No valid completions|missing mandatory argument|invalid numeric value)/i,
    ],
    permissionErrors: [/^error: permission denied/i, /^permission denied/i],
    refusalLines: 5,
    busy: [/^error: configuration database (?:locked|modified)/i],
    broken:
      /^(?:error: )?(?:abnormal communication termination|could not connect to|could not open configuration database|the \S+ subsystem is not responding|Couldn't initiate connection|Resource deadlock avoided|select: protocol failure|database header mismatch:)|^version \S+;\d/i,
    pager: { mark: /^---\(more(?: \d+%)?\)---$/, answer: ' ', wiped: /^(?:\r *\r)+/, residue: /^\s*---\(more/ },
    preamble: [/^warning: /],
    syslogLine: /^(?:Message from syslogd@|\*{0,3} ?System shutdown message from |System going down )/i,
    prepare: [
      optional('set cli complete-on-space off'), // a blank would complete the preceding word and redraw the line
      optional('set cli screen-length 0'),
      optional('set cli screen-width 0'),
    ],
    artifacts: {
      'configuration-conf': {
        // without `display omit`, content under `apply-flags omit` is missing; old releases do not support it
        commands: ['show configuration | display omit | no-more', 'show configuration | no-more'],
        lastLine: /^(?!\{).*\};?$/, // a role in braces is not the end of a configuration
        inspect: createJunosConfInspector,
        metadata: confAuthor,
      },
      'configuration-set': {
        commands: ['show configuration | display set | no-more'],
        requiredLines: [/^set version /], // no end mark: the end of the command is used
        inspect: createJunosSetInspector,
      },
      'configuration-xml': {
        commands: ['show configuration | display xml | no-more'],
        lastLine: /<\/rpc-reply>$/,
        extract: () => createJunosReply('configuration'),
        inspect: createJunosXmlInspector,
        metadata: xmlAuthor,
      },
    },
    logout: 'exit',
    limits: {
      promptMs: 60_000,
      idleMs: 120_000, // small devices build their configuration without output for a minute
      totalMs: 600_000,
      maxBytes: 64 * 1024 * 1024,
      retryMs: 15_000,
    },
  },

  api: {
    driver: 'netconf',
    port: 830,
    command: 'xml-mode netconf need-trailer',
    artifacts: {
      'configuration-conf': {
        operation: operation('text'),
        extract: (messageId) => createJunosReply('configuration-text', messageId),
        inspect: createJunosConfInspector,
        metadata: confAuthor,
      },
      'configuration-set': {
        operation: operation('set'),
        extract: (messageId) => createJunosReply('configuration-set', messageId),
        inspect: createJunosSetInspector,
      },
      'configuration-xml': {
        operation: operation('xml'),
        extract: (messageId) => createJunosReply('configuration', messageId),
        inspect: createJunosXmlInspector,
        metadata: xmlAuthor,
      },
    },
    limits: { idleMs: 120_000, totalMs: 600_000, maxBytes: 64 * 1024 * 1024 },
  },

  restore: { key: 'configuration-conf' },

  cutEvidence: {
    'configuration-set': {
      companions: [
        {
          key: 'configuration-conf',
          isForEvery: true,
          compare: lacksStatements('configuration-conf', countMissingOfConf),
        },
        {
          key: 'configuration-xml',
          isForEvery: true,
          compare: lacksStatements('configuration-xml', countMissingOfXml),
        },
      ],
    },
  },

  facts: {
    'configuration-conf': [/^version "?(?<os_version>[^\s;"]+)"?;/, /^ {4}host-name (?<hostname>[^\s;]+);/],
    'configuration-set': [/^set version (?<os_version>\S+)/, /^set system host-name (?<hostname>\S+)/],
    'configuration-xml': [
      /^ *<version>(?<os_version>[^<]+)<\/version>/,
      /^ *<host-name>(?<hostname>[^<]+)<\/host-name>/,
    ],
  },

  secrets: junosSecrets,
  outline: 'braces',

  normalise: {
    revision: 2,
    layouts: [{ artifacts: ['configuration-xml'], omit: [], omitAttributes: [], omitRootAttributes: bookkeeping }],
    rules: [
      // changes with empty commits too, and is hidden from some classes
      { artifacts: ['configuration-conf'], remark: /^## Last (?:commit|changed): .*/ },
      // depends on the permissions of the account, the others on licences; the values remain comparable
      { artifacts: ['configuration-conf'], remark: /(?<=[;{}]) +## (?:SECRET-DATA|Warning: .*)$/ },
      { artifacts: ['configuration-conf'], remark: /^\s*##(?: Warning: .*)?$/ },
    ],
  },
})
