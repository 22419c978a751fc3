import { fixture } from './recordings.ts'
import { noFaults, type Said, type ShellModel } from './shell-device.ts'

/** A simulated FortiGate for collectors. Its state outlives its sessions, so that a test can check what was changed. */
export type FortiosBehaviour = ReturnType<typeof plainFortios>

export function fortiosBehaviour(changes: Partial<FortiosBehaviour> = {}): FortiosBehaviour {
  return { ...plainFortios(), ...changes }
}

function plainFortios() {
  return {
    ...noFaults(),
    hostname: 'FW-1',
    model: 'FortiGate-501E',
    version: 'v7.4.8,build2795,250523 (GA.M)',
    /** Configuration by virtual domain; null: virtual domains are disabled. */
    vdoms: null as Record<string, string> | null,
    /** The global configuration; without virtual domains, the whole configuration. */
    global: fixture('fwco_fortios/modelled/global.conf').toString('latin1'),
    /**
     * An account that may not write sees masked secrets and a prompt that ends in `$`. `mayShow` is false with
     * `cli-show disable`; `vdom` limits it to a domain.
     */
    account: { name: 'backup', mayWrite: true, mayShow: true, vdom: null as string | null },
    /** `set post-login-banner enable` */
    postLoginBanner: null as string | null,
    /** A question that is shown instead of the first prompt. */
    question: null as string | null,
    /** `config system console`, `set output`; applies to the whole device. */
    console: { output: 'more' as 'more' | 'standard' },
    /** Lines per page of output that is not piped. */
    pageLines: 8,
    /** Text behind the name, for example `(Primary)`, from the command with this number on. */
    role: null as { from: number; text: string } | null,
    /** The name is cut to this length in a context. */
    cutNameTo: null as number | null,
    /** Shown instead of the actual context when a virtual domain is entered. */
    entersAnother: null as string | null,
    /** Whether the prompt does not change after `config global` and similar commands. */
    hidesContext: false,
  }
}

/** Returns a FortiGate with the virtual domains root, dmz and DMZ. */
export function withVdoms(changes: Partial<FortiosBehaviour> = {}): FortiosBehaviour {
  const vdoms = { root: policiesOf('root', 30), dmz: policiesOf('dmz', 5), DMZ: policiesOf('DMZ', 2) }
  return fortiosBehaviour({ vdoms, ...changes })
}

/** The output of a device, in the full form or in the short one. */
export function fortiosText(b: FortiosBehaviour, context: string | null, form: 'full' | 'brief'): string {
  const scope = context === null || context === 'global' ? '1' : `0:vd_name=${context}`
  const isMulti = b.vdoms === null ? 0 : 1
  const header = [
    `#config-version=FG5H1E-7.4.8-FW-build2795-250523:opmode=0:vdom=${isMulti}:user=${b.account.name}`,
    '#conf_file_ver=2841660000000000',
    '#buildno=2795',
    `#global_vdom=${scope}`,
    '',
  ].join('\n')
  const whole =
    b.vdoms === null || context === 'global'
      ? b.global
      : context !== null
        ? (b.vdoms[context] ?? '')
        : `config vdom\n${Object.keys(b.vdoms)
            .map((name) => `edit ${name}\nnext\n`)
            .join('')}end\nconfig global\n${b.global}end\n${Object.entries(b.vdoms)
            .map(([name, text]) => `config vdom\nedit ${name}\n${text}end\n`)
            .join('')}`
  const shown = form === 'full' ? whole : whole.replace(/^\s+set \S+ (?:enable|disable)\n/gm, '')
  return header + (b.account.mayWrite ? shown : shown.replace(/ENC \S+/g, 'FortinetPasswordMask'))
}

/** One session on a FortiGate. */
export function fortiosModel(behaviour: FortiosBehaviour): ShellModel {
  const b = behaviour
  let path: string[] = b.account.vdom === null ? [] : [`=${b.account.vdom}`]
  let commands = 0

  /** The virtual domain, or `global`, to which commands apply. */
  function scope(): string | null {
    const inner = path.find((step) => step.startsWith('='))?.slice(1)
    return inner ?? (path[0] === 'global' ? 'global' : null)
  }

  function obey(command: string): Said {
    commands++
    if (command === 'exit') return { hangsUp: true }
    if (command === 'get system status') return b.console.output === 'more' ? { pages: statusOf(b) } : statusOf(b)
    if (command === 'end') return path.length > (b.account.vdom === null ? 0 : 1) ? leave() : unknown
    if (command === 'config global' || command === 'config vdom') {
      if (b.vdoms === null || b.account.vdom !== null) return parseError(command.slice(7))
      path = [command.slice(7)]
      return ''
    }
    if (path[0] === 'vdom' && command.startsWith('edit ')) return enter(command.slice(5))
    if (command.startsWith('config ')) {
      path.push(command.split(' ').at(-1) ?? '')
      return ''
    }
    if (path.at(-1) === 'console' && command === 'set output standard') {
      b.console.output = 'standard'
      return ''
    }
    return show(command)
  }

  /** Creates what does not exist, with the same output. */
  function enter(name: string): string {
    const into = b.entersAnother ?? name
    if (b.vdoms && !(into in b.vdoms)) b.vdoms[into] = ''
    path = ['vdom', `=${into}`]
    return `current vf=${into}:${Object.keys(b.vdoms ?? {}).indexOf(into)}`
  }

  function leave(): string {
    path = path.length > 1 && path[0] !== 'vdom' ? path.slice(0, -1) : []
    return ''
  }

  function show(command: string): Said {
    const known = /^show(?: (full-configuration))?( \| grep \.)?$/.exec(command)
    if (command === 'show system vdom-property | grep edit' && path[0] === 'global' && b.account.mayShow) {
      return Object.keys(b.vdoms ?? {})
        .map((name) => `    edit "${name}"`)
        .join('\n')
    }
    if (!known || !b.account.mayShow) return unknown
    const text = fortiosText(b, scope(), known[1] === undefined ? 'brief' : 'full')
    return known[2] === undefined ? { pages: text } : text
  }

  return {
    prompt() {
      const inner = path.at(-1)?.replace('=', '')
      const isShown = inner !== undefined && !b.hidesContext && path.length > (b.account.vdom === null ? 0 : 1)
      const name = isShown && b.cutNameTo !== null ? `${b.hostname.slice(0, b.cutNameTo)}~` : b.hostname
      const role = b.role && commands >= b.role.from ? b.role.text : ''
      return `${name}${role}${isShown ? ` (${inner})` : ''} ${b.account.mayWrite ? '#' : '$'} `
    },
    greeting() {
      if (b.question !== null) return { text: b.question, waitsFor: 'nothing' }
      if (b.postLoginBanner === null) return { text: '' }
      return { text: `${b.postLoginBanner}\n(Press 'a' to accept):`, waitsFor: 'a' }
    },
    obey,
    frame: (answer) => `${answer}${answer === '' || answer.endsWith('\n') ? '' : '\n'}\n`,
    pager: { lines: () => b.pageLines, mark: '--More-- ', wipe: () => '\r         \r' },
    echoEnd: '\r\r\n',
    logLine: "*ATTENTION*: Admin sessions removed because license registration status changed to 'VALID'",
  }
}

function statusOf(b: FortiosBehaviour): string {
  return [
    `Version: ${b.model} ${b.version}`,
    'Firmware Signature: certified',
    'Virus-DB: 93.06535(2026-01-28 06:31)',
    'Serial-Number: FG5H1E0000000000',
    'BIOS version: 05000006',
    'Log hard disk: Available',
    `Hostname: ${b.hostname}`,
    'Private Encryption: Disable',
    'Operation Mode: NAT',
    `Current virtual domain: ${b.account.vdom ?? 'root'}`,
    `Virtual domain configuration: ${b.vdoms === null ? 'disable' : 'multiple'}`,
    'Current HA mode: a-p, primary',
    'Release Version Information: GA',
    'System time: Wed Jan 12 12:12:12 2026',
    'Last reboot reason: warm reboot',
  ].join('\n')
}

function policiesOf(vdom: string, count: number): string {
  const policies = Array.from(
    { length: count },
    (_, at) =>
      `    edit ${at + 1}\n        set name "${vdom} ${at + 1}"\n        set action accept\n        set logtraffic disable\n    next\n`,
  )
  return `config system object-tagging\nend\nconfig firewall policy\n${policies.join('')}end\nconfig router multicast\nend\n`
}

function parseError(word: string): string {
  return `\ncommand parse error before '${word}'\nCommand fail. Return code -61`
}

const unknown = 'Unknown action 0'
