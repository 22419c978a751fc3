import { message } from '../messages/message.ts'
import { restconf } from './iosxe-restconf.ts'
import { optional, platform, enable, commonOptions } from './platform.ts'
import { ciscoSecrets } from './vendor-secrets.ts'

const keys = ['running-config', 'startup-config', 'inventory', 'version'] as const
const configs = ['running-config', 'startup-config'] as const

/** ` --More-- ` is wiped by 9 backspaces, blanks, and 9 backspaces. */
const wiped = /^(?:[\b]+ *[\b]*|\r +\r)+/

const headers = [
  /^Building configuration\.\.\./,
  /^Current configuration : \d+ bytes/,
  /^Using \d+ out of \d+ bytes/,
  /^Uncompressed configuration from \d+ bytes to \d+ bytes/, // `service compress-config`
]
const author = { author: /^! Last configuration change at .* by (?<value>\S+)\s*$/ }

/** Cisco IOS XE and classic IOS. Recordings: test/fixtures/netco_iosxe/. */
export const netcoIosxe = platform({
  id: 'netco_iosxe',
  name: 'Cisco IOS XE',
  vendor: 'Cisco',
  transports: ['api', 'ssh'],
  preferred: 'ssh',
  artifacts: {
    'running-config': { kind: 'text', transports: ['api', 'ssh'] },
    'startup-config': { kind: 'text', transports: ['ssh'] },
    inventory: { kind: 'text', transports: ['api', 'ssh'] },
    version: { kind: 'text', transports: ['api', 'ssh'] },
  },
  changes: {
    syslog: [
      {
        contains: ['%SYS-5-CONFIG_I'],
        author: String.raw`Configured from .+ by (?<user>\S+)(?: on \S+ \((?<from>[^)\s]+)\))?`,
      },
      { contains: ['%SYS-5-CONFIG_P'] },
      { contains: ['%DMI-5-CONFIG_I'], author: String.raw`Configured from \S+ by (?<user>[^,\s]+)` },
      { contains: ['%PARSER-5-CFGLOG_LOGGEDCMD'], author: String.raw`User:(?<user>\S+)` },
    ],
    traps: ['1.3.6.1.4.1.9.9.43.2.0.1'], // ciscoConfigManEvent
  },
  options: { type: 'object', additionalProperties: false, properties: commonOptions(keys) },

  ssh: {
    driver: 'shell',
    verbs: 'cisco',
    // `(tcl)` is another language, which is never entered
    // a host name may contain more than letters: IOS warns about it but accepts it
    prompt: /^(?<host>[\w.\-@/:+'~&,]{1,63})(?:\((?!tcl\))[\w.\-@/:+]{0,32}\))?(?<end>[>#])\s?$/,
    promptVaries: /(?:\((?!tcl\))[\w.\-@/:+]{0,32}\))?/,
    privilegedEnd: '#',
    newline: '\n',
    comment: '!',
    errorPatterns: [
      /^%\s?(Invalid|Incomplete|Ambiguous|Unknown|Configuration buffer full|Error)/i,
      /^%?Error opening /i,
      /Line has invalid autocommand/,
    ],
    permissionErrors: [/^%\s?Authorization failed/i, /Command authorization failed/i, /\(Permission denied\)/i],
    refusalLines: 5,
    busy: [/Non-Volatile memory is in use/i, /startup-config file open failed \(Device or resource busy\)/i],
    pager: { mark: /^\s*--More--\s*$/, answer: ' ', wiped, residue: /^[\b ]*--More--/ },
    pressAnyKey: { seen: /Press (?:RETURN to get started|any key to continue)/i, answer: '\r' },
    preamble: [/^Load for five secs: /, /^Time source is /], // `exec prompt timestamp`
    // `*Mar  1 00:00:01.123: %SYS-5-CONFIG_I: …`, also after a sequence number or an uptime (`00:01:23: `, `1d02h: `),
    // or without both
    syslogLine:
      /^(?:\d+: )?(?:[*.]?[A-Z][a-z]{2}\s+\d+ .*: |[*.]?\d[\w:.]*: )?%[A-Z0-9_]+(?:-[A-Z0-9_]+)*-\d-[A-Z0-9_]+:/,
    prepare: [
      enable({
        command: 'enable',
        asksName: /^Username:\s?$/i,
        asksSecret: /^Password:\s?$/i,
        refused: [
          /^% ?(?:Error in authentication|Access denied|Bad secrets|Bad passwords|No password set)/i,
          /^% ?(?:Unknown command|Invalid input)/i,
          /Command authorization failed/i,
        ],
      }),
      // a command policy may reject both: pages are then turned by the pager's key
      optional('terminal length 0'),
      optional('terminal width 0'),
    ],
    artifacts: {
      'running-config': {
        commands: [
          'show running-config',
          'show running-config view full', // below privilege 15, with parser views
          'more system:running-config',
          'write terminal', // very old images
        ],
        lastLine: /^end$/,
        wholeAccount: { minLines: 20, requiredLines: [/^version /, /^hostname /] },
        skipLeading: headers,
        required: true,
        metadata: author,
      },
      'startup-config': {
        commands: ['show startup-config', 'more nvram:startup-config'],
        lastLine: /^end$/,
        absent: /^%{0,2}\s*startup-config is not present/i,
        skipLeading: headers,
        metadata: author,
      },
      inventory: { commands: ['show inventory'], requiredLines: [/\bPID:/] },
      version: { commands: ['show version'], requiredLines: [/\bVersion\b/, /\buptime is\b/] },
    },
    logout: 'exit',
    advice: {
      privilege_insufficient: message('advice_iosxe_privilege_or_enable'),
    },
    limits: {
      promptMs: 60_000,
      idleMs: 60_000, // a stack builds its configuration without output for up to a minute
      totalMs: 300_000,
      maxBytes: 64 * 1024 * 1024,
      retryMs: 15_000,
    },
  },

  api: restconf,

  facts: {
    inventory: [/^PID: (?<model>[^\s,]+)\s*,.*\bSN: (?<serial>\S+)/],
    version: [
      /^Cisco IOS XE Software, Version (?<os_version>\S+)/,
      /^Cisco IOS Software.*, Version (?<os_version>[^\s,]+)/,
      /^(?<hostname>\S+) uptime is (?<uptime>.+)/,
      /^cisco (?<model>\S+) .*\bprocessor\b/i,
      /^Processor board ID (?<serial>\S+)/,
    ],
    'running-config': [
      /^hostname (?<hostname>\S+)/,
      /^version (?<os_version>\S+)/,
      /^license udi pid (?<model>\S+) sn (?<serial>\S+)/,
    ],
  },

  secrets: ciscoSecrets,
  outline: 'indent',

  normalise: {
    revision: 3,
    rules: [
      // running-config and startup-config
      // after a restart, one of the two lines of this rule; the third, below, only after a save
      { artifacts: configs, remark: /^! (?:Last configuration change at|No configuration change since) .*/ },
      { artifacts: configs, remark: /^Uncompressed configuration from \d+ bytes to \d+ bytes/ },
      { artifacts: configs, remark: /^! NVRAM config last updated at .*/ },
      { artifacts: configs, volatile: /^ntp clock-period (\d+)/ }, // classic IOS, changes daily
      { artifacts: configs, volatile: /^Current configuration : (\d+) bytes/ },
      { artifacts: configs, volatile: /^Using (\d+) out of (\d+) bytes(.*)/ },
      {
        artifacts: configs,
        volatile: /^ tunnel mpls traffic-eng bandwidth (.*)/,
        section: { starts: /^interface Tunnel/i, with: /^ tunnel mpls traffic-eng auto-bw/ },
      },
      { artifacts: configs, volatile: /^\s+expression (\d+)$/ }, // written by EEM
      { artifacts: configs, collapse: /^rogue ap classify /, to: 'rogue ap classify <volatile>' },
      {
        artifacts: configs, // access servers
        volatile: /^ +(?:length|width|rxspeed|txspeed) (\d+)/,
        section: { starts: /^line (?:tty |aux |\d)/ },
      },
      { artifacts: configs, collapse: /^!\s*$/, to: '!' }, // their number varies between reads on some images

      // version
      { artifacts: ['version'], volatile: /^\S+ uptime is (.*)/ },
      { artifacts: ['version'], volatile: /^Uptime for this control processor is (.*)/ },
      { artifacts: ['version'], volatile: /^Switch uptime\s+: (.*)/i }, // each member of a stack
      { artifacts: ['version'], volatile: /^Time since \S+ switched to active is (.*)/ }, // of a second supervisor
      { artifacts: ['version'], volatile: /^System returned to ROM by (.*)/ },
      { artifacts: ['version'], volatile: /^System restarted at (.*)/ },
      { artifacts: ['version'], volatile: /\bwith (\d+K\/\d+K) bytes of memory/ },
      { artifacts: ['version'], volatile: /^The current (?:crypto )?throughput level is (.*)/ },
      { artifacts: ['version'], volatile: /^.*(?:eval|expire|licen[cs]e|period).*?(\d+ +weeks?.*\d+ +days?.*)$/i },

      { volatile: /^Load for five secs(.*)/ },
      { volatile: /^Time source is (.*)/ },
    ],
  },

  divergence: {
    running: 'running-config',
    saved: 'startup-config',
    // a self-signed certificate is hex in one and a file name in nvram in the other
    omit: [/^crypto pki certificate chain /],
  },
})
