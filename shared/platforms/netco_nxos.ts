import { endsWhereItGoesOn } from './cut-evidence.ts'
import { neverSaved, nxapi, nxosRights } from './nxos-nxapi.ts'
import { commonOptions, optional, platform, enable } from './platform.ts'

const keys = ['running-config', 'startup-config', 'version'] as const
const configs = ['running-config', 'startup-config'] as const

/** What tells of the reading, and of the last session, in the one text or in the other. */
const headers = [/^!(?:Command|Time|Running configuration last done at|Startup config saved at):/]

const wholeAccount = { minLines: 20, requiredLines: [/^version /, /^(?:hostname|switchname) /] }
const version = /^version (?<value>\S+)/

/** A page's mark is wiped by blanks, or by erasing its line. */
const wiped = new RegExp(`^(?:\\r +\\r|\\r *(?:${String.fromCharCode(27)}\\[[0-9;]*[Km])+\\r?)+`)

/** Lines behind the interfaces; only routing protocols come later. */
const closing = /^(?:line (?:console|vty)\b|boot (?:nxos|kickstart|system) )/

const savedConfig = { key: 'startup-config', isForEvery: false, compare: endsWhereItGoesOn('startup-config') }

/** Of each run the lines whose order a restart may change (the sorting of RANCID's nxos.pm). */
const unordered = [/^snmp-server user /, /^snmp-server enable traps /, /^username /, /^cli alias /]

/** Cisco NX-OS. Captures: test/fixtures/netco_nxos/. */
export const netcoNxos = platform({
  id: 'netco_nxos',
  name: 'Cisco NX-OS',
  transports: ['api', 'ssh'],
  preferred: 'ssh',
  artifacts: {
    'running-config': { kind: 'text', transports: ['api', 'ssh'] },
    'startup-config': { kind: 'text', transports: ['api', 'ssh'] },
    version: { kind: 'text', transports: ['api', 'ssh'] },
  },
  options: { type: 'object', additionalProperties: false, properties: commonOptions(keys) },

  ssh: {
    driver: 'shell',
    // the prompt comes as `\r` and `HOST# `; `(maint-mode)` and a chassis' `(nxos)` come and go
    prompt: /^(?<host>[\w.@-]{1,63}|\[[^\]]{1,80}\])(?:\([\w.\-@/:+]{1,32}\))?(?<end>[>#$])$/,
    promptVaries: /(?:\([\w.\-@/:+]{1,32}\))?/,
    // guest shell, bash and Tcl, where some accounts land
    systemShell: { prompt: /^\[[^\]]+\]\$$|^bash-[\d.]+[$#]$|-tcl#$/, command: 'exit' },
    privilegedEnd: '#', // `>` with `feature privilege` alone
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
    // while a fabric extender or a breakout port is being set up
    busy: [/Syntax error while parsing/i, /service (?:is )?not (?:yet )?(?:ready|responding)/i],
    pager: { mark: /^\s*--More--\s*$/, answer: ' ', wiped, residue: /^\s*--More--/ },
    preamble: [],
    // `2026 Nov 21 12:00:00.123 UTC HOST %$ VDC-1 %$ %ETHPORT-5-IF_UP: …`, without some of it, or bare
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
      // there is no last line to know the end by: the prompt has to follow, and the head has to be there
      'running-config': { commands: ['show running-config'], wholeAccount, required: true, metadata: { version } },
      'startup-config': { commands: ['show startup-config'], absent: neverSaved, wholeAccount },
      version: { commands: ['show version'], requiredLines: [/NX-OS/, /^Kernel uptime is/] },
    },
    logout: 'exit',
    advice: { privilege_insufficient: nxosRights },
    limits: {
      promptMs: 60_000,
      idleMs: 60_000, // a chassis builds its configuration in silence for up to a minute
      totalMs: 300_000,
      maxBytes: 64 * 1024 * 1024,
      retryMs: 15_000,
    },
  },

  api: nxapi,

  normalise: {
    revision: 2,
    rules: [
      { artifacts: configs, volatile: /^!Command: (.*)/ },
      { artifacts: configs, volatile: /^!Time: (.*)/ }, // of the reading
      { artifacts: configs, volatile: /^!Running configuration last done at: (.*)/ }, // also moved by no change at all
      { artifacts: configs, volatile: /^!Startup config saved at: (.*)/ },

      ...unordered.map((sorted) => ({ artifacts: configs, sorted })),

      { artifacts: ['version'], volatile: /^Kernel uptime is (.*)/ },
      { artifacts: ['version'], volatile: /^Last reset(.*)/ },
      { artifacts: ['version'], volatile: /^ {2}(?:Reason|System version|Service):(.*)/ }, // of that reset
      { artifacts: ['version'], volatile: /^\s+bootflash:( +\d+) kB/ }, // 0 when several ask at once (CSCvz71586)
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
