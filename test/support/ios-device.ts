import type { Channel } from '../../agent/sessions/session.ts'
import { fixture } from './recordings.ts'
import { seeded } from './random.ts'

/** An IOS command line as far as a collector meets it, with the ways to misbehave that real ones have. */
export interface IosBehaviour {
  hostname: string
  runningConfig: string
  /** Null: there is none, and the device says so. */
  startupConfig: string | null
  version: string
  inventory: string
  /** Every answer, the greeting too, comes so much later. */
  latencyMs: number
  /** Shown before the first prompt, line ends `\n`. */
  banner: string
  /** The account lands in user EXEC; `enable` asks for this secret. Null: it lands on `#`. */
  enableSecret: string | null
  /** `enable` asks for a user name first. */
  enableAsksName: boolean
  /** Lines of a page; `terminal length 0` switches it off unless `pagerStuck`. Null: no pager. */
  pageLines: number | null
  pagerStuck: boolean
  /** What stands where the mark was, after a key. */
  pagerWipe: string
  /** `exec prompt timestamp`. */
  timestamps: boolean
  /** In user EXEC and for accounts of a low level, running-config prints its frame only. */
  lowPrivilege: boolean
  /** Answers of its own, by command; `{prompt}` is not needed. Refusals are written here. */
  answers: Record<string, string>
  echo: 'plain' | 'wrapped' | 'scrolled' | 'redrawn' | 'none'
  /** Stands between host and `#` after so many commands. */
  promptVariant: { after: number; text: string } | null
  /** A log line in the middle of the answer to this command, this many times; at 'prompt', behind the prompt. */
  intruder: { command: string; times: number; at: 'middle' | 'prompt' } | null
  /** The answer to this command ends after so many bytes; then. */
  cut: { command: string; bytes: number; then: 'hang up' | 'prompt' | 'silence' } | null
  /** Hangs up when the so-many-th line arrives (1 is the newline that confirms the prompt). */
  hangUpAtLine: number | null
  /** Says nothing any more from the so-many-th line on; 0: not even a greeting. */
  silentFromLine: number | null
  /** The greeting waits for a key. */
  pressReturn: boolean
  /** Newlines that come before this many milliseconds have passed are lost, as at a login that flushes its input. */
  swallowFirstNewline: boolean
  split: (said: Buffer) => Buffer[]
}

export const wipeOfIos = '\b\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\b\b'

export function iosBehaviour(changes: Partial<IosBehaviour> = {}): IosBehaviour {
  const lab = 'netco_iosxe/lab-validation/eos_iosxe_aws_demo__exitgw'
  const runningConfig = fixture(`${lab}/show_running-config.txt`).toString('latin1')
  return {
    hostname: 'exitgw',
    runningConfig,
    startupConfig: runningConfig.replace(
      /^Building configuration\.\.\.\n\nCurrent.*\n/,
      'Using 8634 out of 33554432 bytes\n',
    ),
    version: fixture(`${lab}/show_version.txt`).toString('latin1'),
    inventory: fixture('netco_iosxe/genieparser/show_inventory__golden_output_asr1k_output.txt').toString('latin1'),
    latencyMs: 0,
    banner: '',
    enableSecret: null,
    enableAsksName: false,
    pageLines: null,
    pagerStuck: false,
    pagerWipe: wipeOfIos,
    timestamps: false,
    lowPrivilege: false,
    answers: {},
    echo: 'plain',
    promptVariant: null,
    intruder: null,
    cut: null,
    hangUpAtLine: null,
    silentFromLine: null,
    pressReturn: false,
    swallowFirstNewline: false,
    split: (said) => [said],
    ...changes,
  }
}

export interface IosDevice {
  /** What the device reads: bytes as they come. */
  take(data: Buffer): void
  stop(): void
}

/** One session of the device. `seen` is told each line that was typed, secrets too. */
export function iosDevice(
  behaviour: IosBehaviour,
  out: Pick<Channel, 'write'> & { hangUp(): void },
  seen: (line: string) => void,
): IosDevice {
  const b = behaviour
  const timers = new Set<NodeJS.Timeout>()
  let privileged = b.enableSecret === null && !b.lowPrivilege
  let paging = b.pageLines !== null
  let asking: 'nothing' | 'name' | 'secret' | 'key' = b.pressReturn ? 'key' : 'nothing'
  let secretsAsked = 0
  let intrusions = b.intruder?.times ?? 0
  let typed = ''
  let pages: string[] = []
  let lines = 0
  let commands = 0
  let over = false

  const prompt = () => {
    const variant = b.promptVariant && commands > b.promptVariant.after ? b.promptVariant.text : ''
    return `${b.hostname}${variant}${privileged || b.lowPrivilege ? '#' : '>'}`
  }

  function later(act: () => void) {
    if (b.latencyMs === 0) return act()
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!over) act()
    }, b.latencyMs)
    timers.add(timer)
  }

  function say(text: string) {
    for (const part of b.split(Buffer.from(text.replace(/\r*\n/g, '\r\n'), 'latin1'))) out.write(part)
  }

  function hangUp() {
    over = true
    out.hangUp()
  }

  function line(text: string) {
    lines++
    seen(text)
    if (b.hangUpAtLine === lines) return hangUp()
    if (b.silentFromLine !== null && lines >= b.silentFromLine) return
    if (asking === 'key') {
      asking = 'nothing'
      return later(() => say(`\n${prompt()}`))
    }
    if (asking === 'name') {
      asking = 'secret'
      return later(() => say(`${text}\nPassword: `))
    }
    if (asking === 'secret') return later(() => takeSecret(text))
    if (text === '') {
      if (b.swallowFirstNewline && lines === 1) return
      return later(() => say(`\n${prompt()}`))
    }
    commands++
    later(() => obey(text))
  }

  function takeSecret(text: string) {
    if (text === b.enableSecret) {
      privileged = true
      asking = 'nothing'
      return say(`\n${prompt()}`)
    }
    if (secretsAsked++ < 2) return say('\nPassword: ')
    asking = 'nothing'
    say(`\n% Bad secrets\n\n${prompt()}`)
  }

  function obey(command: string) {
    if (command === 'exit') return hangUp()
    if (command === 'enable' && b.answers['enable'] === undefined) {
      if (privileged || b.enableSecret === null) return say(`${echoOf(command)}${prompt()}`)
      asking = b.enableAsksName ? 'name' : 'secret'
      return say(`${echoOf(command)}${b.enableAsksName ? 'Username: ' : 'Password: '}`)
    }
    const stamp =
      'Load for five secs: 5%/0%; one minute: 6%; five minutes: 6%\nTime source is NTP, 12:00:00.123 UTC Sat Nov 21 2026\n\n'
    let answer = answerTo(command)
    if (b.intruder?.command === command && b.intruder.at === 'middle' && intrusions-- > 0) answer = intruded(answer)
    const body = `${b.timestamps ? stamp : ''}${answer}${answer === '' || answer.endsWith('\n') ? '' : '\n'}${answer === '' ? '' : '\n'}`
    if (b.cut?.command === command)
      return cutAt(`${echoOf(command)}${body}`, echoOf(command).length + b.cut.bytes, b.cut.then)
    const trailer =
      b.intruder?.command === command && b.intruder.at === 'prompt' && intrusions-- > 0 ? `\n${logLine}\n` : ''
    if (paging && b.pageLines !== null) return page(`${echoOf(command)}${body}`, `${prompt()}${trailer}`)
    say(`${echoOf(command)}${body}${prompt()}${trailer}`)
  }

  function answerTo(command: string): string {
    const own = b.answers[command]
    if (own !== undefined) return own
    if (command === 'terminal length 0') {
      paging = b.pagerStuck
      return ''
    }
    if (command === 'terminal width 0') return ''
    if (command === 'show version') return b.version
    if (command === 'show inventory') return b.inventory
    if (command === 'show running-config' && b.lowPrivilege) {
      return 'Building configuration...\n\nCurrent configuration : 38 bytes\n!\n! Last configuration change at 10:00:00 UTC\n!\nboot-start-marker\nboot-end-marker\n!\nend\n'
    }
    if (command === 'show running-config' && privileged) return b.runningConfig
    if (command === 'show startup-config' && privileged) return b.startupConfig ?? '%% startup-config is not present\n'
    return "               ^\n% Invalid input detected at '^' marker.\n"
  }

  function page(text: string, last: string) {
    const all = text.split('\n')
    const size = b.pageLines ?? all.length
    pages = []
    for (let from = 0; from < all.length; from += size) pages.push(all.slice(from, from + size).join('\n'))
    pages.push(last)
    const tail = pages.splice(-2)
    pages.push(tail.join(''))
    say(pages.length > 1 ? `${pages.shift()}\n --More-- ` : (pages.shift() ?? ''))
  }

  function nextPage() {
    const next = pages.shift() ?? ''
    say(pages.length > 0 ? `${b.pagerWipe}${next}\n --More-- ` : `${b.pagerWipe}${next}`)
  }

  function cutAt(text: string, bytes: number, then: 'hang up' | 'prompt' | 'silence') {
    say(text.slice(0, bytes))
    if (then === 'hang up') hangUp()
    if (then === 'prompt') say(`\n${prompt()}`)
  }

  function echoOf(command: string): string {
    if (b.echo === 'none') return '\n'
    const half = Math.ceil(command.length / 2)
    if (b.echo === 'wrapped') return `${command.slice(0, half)}\r\n${command.slice(half)}\n`
    if (b.echo === 'redrawn') return `${command.slice(0, half)}${'\b'.repeat(half)}${command}\n`
    if (b.echo === 'scrolled')
      return `${command}${'\b'.repeat(command.length)}$${command.slice(5)}${' '.repeat(4)}\b\b\b\b\n`
    return `${command}\n`
  }

  later(() => {
    if (b.silentFromLine === 0) return
    say(b.pressReturn ? `${b.banner}\nPress RETURN to get started.\n` : `${b.banner}\n${prompt()}`)
  })

  return {
    take(data) {
      if (over) return
      for (const character of data.toString('latin1')) {
        if (pages.length > 0) {
          if (character === ' ') later(nextPage)
          continue
        }
        if (character !== '\r' && character !== '\n') typed += character
        else {
          const text = typed
          typed = ''
          line(text)
          if (over) return
        }
      }
    },
    stop() {
      over = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const logLine = '*Nov 21 12:00:00.123: %SYS-5-CONFIG_I: Configured from console by admin on vty0 (192.0.2.1)'

function intruded(answer: string): string {
  const lines = answer.split('\n')
  lines.splice(Math.floor(lines.length / 2), 0, logLine)
  return lines.join('\n')
}

/** A configuration of about `bytes`, as access switches have them: the same for the same seed. */
export function generatedConfig(bytes: number, seed: number, hostname = `sw-${seed}`): string {
  const random = seeded(seed)
  const number = (below: number) => Math.floor(random() * below)
  const blocks = [
    `Building configuration...\n\nCurrent configuration : ${bytes} bytes\n!\n! Last configuration change at 13:57:08 UTC Wed Mar 13 2024 by admin\n!\nversion 17.9\nservice timestamps debug datetime msec\nservice password-encryption\n!\nhostname ${hostname}\n!\nno aaa new-model\n!\n`,
  ]
  let length = blocks[0]?.length ?? 0
  for (let port = 0; length < bytes - 60; port++) {
    const block =
      `interface GigabitEthernet${1 + Math.floor(port / 48)}/0/${1 + (port % 48)}\n description access ${number(1e9).toString(36)}\n` +
      ` switchport access vlan ${1 + number(4000)}\n switchport mode access\n ip address 10.${number(256)}.${number(256)}.1 255.255.255.0\n` +
      ` spanning-tree portfast\n!\n`
    blocks.push(block)
    length += block.length
  }
  return `${blocks.join('')}line vty 0 15\n transport input ssh\n!\nend\n`
}
