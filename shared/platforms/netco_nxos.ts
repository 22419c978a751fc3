import { endsWhereItGoesOn } from './truncation-evidence.ts'
import { neverSaved, nxapi, nxosRights } from './nxos-nxapi.ts'
import { commonOptions, optional, platform, enable } from './platform.ts'
import { ciscoSecrets } from './vendor-secrets.ts'

const keys = ['running-config', 'startup-config', 'version'] as const
const configs = ['running-config', 'startup-config'] as const

/** Lines about the time of the read and the last session, in one text or the other. */
const headers = [/^!(?:Command|Time|Running configuration last done at|Startup config saved at):/]

const wholeAccount = { minLines: 20, requiredLines: [/^version /, /^(?:hostname|switchname) /] }
const version = /^version (?<value>\S+)/

/** A pager mark is wiped by blanks, or by erasing its line. */
const wiped = new RegExp(`^(?:\\r +\\r|\\r *(?:${String.fromCharCode(27)}\\[[0-9;]*[Km])+\\r?)+`)

/** Lines after the interfaces. Only routing protocols follow them. */
const closing = /^(?:line (?:console|vty)\b|boot (?:nxos|kickstart|system) )/

const savedConfig = { key: 'startup-config', isForEvery: false, compare: endsWhereItGoesOn('startup-config') }

/** Runs of lines whose order may change with a restart (the sorting of RANCID's nxos.pm). */
const unordered = [/^snmp-server user /, /^snmp-server enable traps /, /^username /, /^cli alias /]

/** Cisco NX-OS. Captures: test/fixtures/netco_nxos/. */
export const netcoNxos = platform({
  id: 'netco_nxos',
  name: 'Cisco NX-OS',
  vendor: 'Cisco',
  transports: ['api', 'ssh'],
  preferred: 'ssh',
  artifacts: {
    'running-config': { kind: 'text', transports: ['api', 'ssh'] },
    'startup-config': { kind: 'text', transports: ['api', 'ssh'] },
    version: { kind: 'text', transports: ['api', 'ssh'] },
  },
  changes: {
    syslog: [
      {
        contains: ['%VSHD-5-VSHD_SYSLOG_CONFIG_I'],
        author: String.raw`Configured from \S+ by (?<user>\S+) on (?<from>[^@\s]+)`,
      },
    ],
    traps: ['1.3.6.1.4.1.9.9.43.2.0.1'], // ciscoConfigManEvent
  },
  options: { type: 'object', additionalProperties: false, properties: commonOptions(keys) },

  ssh: {
    driver: 'shell',
    verbs: 'cisco',
    // the prompt is sent as `\r` and `HOST# `; `(maint-mode)` and a chassis' `(nxos)` are optional
    prompt: /^(?<host>[\w.@-]{1,63}|\[[^\]]{1,80}\])(?:\([\w.\-@/:+]{1,32}\))?(?<end>[>#$])$/,
    promptVaries: /(?:\([\w.\-@/:+]{1,32}\))?/,
    // guest shell, bash and Tcl, in which some accounts start
    systemShell: { prompt: /^\[[^\]]+\]\$$|^bash-[\d.]+[$#]$|-tcl#$/, command: 'exit' },
    privilegedEnd: '#', // `>` only with `feature privilege`
    newline: '\n',
    comment: '!',
    errorPatterns: [
      /^%\s?(?:Invalid|Incomplete|Ambiguous|Unknown)/i,
      /^%?\s?No token match at/i, // 1000v
      /^Cmd exec error/i,
      /^ERROR: /,
    ],
    permissionErrors: [/Permission denied for the role/i, /^%\s?(?:Authorization|Authentication) failed/i],
    refusalLines: 5,
    // while a fabric extender or a breakout port is being configured
    busy: [/Syntax error while parsing/i, /service (?:is )?not (?:yet )?(?:ready|responding)/i],
    pager: { mark: /^\s*--More--\s*$/, answer: ' ', wiped, residue: /^\s*--More--/ },
    preamble: [],
    // `2026 Nov 21 12:00:00.123 UTC HOST %$ VDC-1 %$ %ETHPORT-5-IF_UP: …`, partially or without prefix
    syslogLine:
      /^(?:\d{4} [A-Z][a-z]{2}\s+\d+ [\d:.]+ (?:\S+ ){1,2})?(?:(?:\S+ )?%\$ VDC-\d+ %\$\s+)?%[A-Z0-9_$]+(?:-[A-Z0-9_]+)*-\d-[A-Z0-9_]+:/,
    prepare: [
      enable({
        command: 'enable',
        asksName: /^Username:\s?$/i,
        asksSecret: /^Password:\s?$/i,
        refused: [/^% ?(?:Error in authentication|Access denied|Bad secrets|Invalid|Permission denied)/i],
      }),
      optional('terminal length 0'),
      optional('terminal width 511'),
      optional('terminal no monitor'),
    ],
    artifacts: {
      // no last line marks the end: the prompt must follow, and the head must be present
      'running-config': { commands: ['show running-config'], wholeAccount, required: true, metadata: { version } },
      'startup-config': { commands: ['show startup-config'], absent: neverSaved, wholeAccount },
      version: { commands: ['show version'], requiredLines: [/NX-OS/, /^Kernel uptime is/] },
    },
    logout: 'exit',
    advice: { privilege_insufficient: nxosRights },
    limits: {
      promptMs: 60_000,
      idleMs: 60_000, // a chassis builds its configuration without output for up to a minute
      totalMs: 300_000,
      maxBytes: 64 * 1024 * 1024,
      retryMs: 15_000,
    },
  },

  api: nxapi,

  facts: {
    inventory: [/^PID: (?<model>[^\s,]+)\s*,.*\bSN: (?<serial>\S+)/],
    version: [
      /^ +(?:NXOS|system): +version (?<os_version>\S+)/,
      /^ +Device name: (?<hostname>\S+)/,
      /^ +Processor [Bb]oard ID (?<serial>\S+)/,
      /^Kernel uptime is (?<uptime>.+)/,
    ],
    'running-config': [/^(?:hostname|switchname) (?<hostname>\S+)/, /^version (?<os_version>\S+)/],
  },

  secrets: ciscoSecrets,
  outline: 'indent',

  normalise: {
    revision: 2,
    rules: [
      { artifacts: configs, volatile: /^!Command: (.*)/ },
      { artifacts: configs, volatile: /^!Time: (.*)/ }, // time of the read
      { artifacts: configs, volatile: /^!Running configuration last done at: (.*)/ }, // also without a change
      { artifacts: configs, volatile: /^!Startup config saved at: (.*)/ },

      ...unordered.map((sorted) => ({ artifacts: configs, sorted })),

      { artifacts: ['version'], volatile: /^Kernel uptime is (.*)/ },
      { artifacts: ['version'], volatile: /^Last reset(.*)/ },
      { artifacts: ['version'], volatile: /^ {2}(?:Reason|System version|Service):(.*)/ }, // of the last reset
      { artifacts: ['version'], volatile: /^\s+bootflash:( +\d+) kB/ }, // 0 during concurrent requests (CSCvz71586)
    ],
  },

  // no line marks the end: a text ends with `boot` or a routing protocol. `line vty` is in the last fifth of all 36
  // public captures of 7.3 to 10.4
  cutEvidence: {
    'running-config': { closing, companions: [savedConfig] },
    'startup-config': { closing, companions: [] },
  },

  divergence: { running: 'running-config', saved: 'startup-config', omit: headers },
})
