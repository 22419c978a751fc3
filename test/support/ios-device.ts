import { fixture } from './recordings.ts'
import { seeded } from './random.ts'
import { noFaults, type ShellModel } from './shell-device.ts'

/** A simulated IOS command line for collectors, with the faults of real ones. */
export type IosBehaviour = ReturnType<typeof plainIos>

export function iosBehaviour(changes: Partial<IosBehaviour> = {}): IosBehaviour {
  return { ...plainIos(), ...changes }
}

function plainIos() {
  const lab = 'netco_iosxe/lab-validation/eos_iosxe_aws_demo__exitgw'
  const runningConfig = fixture(`${lab}/show_running-config.txt`).toString('latin1')
  const saved = 'Using 8634 out of 33554432 bytes\n'
  return {
    ...noFaults(),
    hostname: 'exitgw',
    runningConfig,
    /** Null if the device has no startup configuration. */
    startupConfig: runningConfig.replace(/^Building configuration\.\.\.\n\nCurrent.*\n/, saved) as string | null,
    version: fixture(`${lab}/show_version.txt`).toString('latin1'),
    inventory: fixture('netco_iosxe/genieparser/show_inventory__golden_output_asr1k_output.txt').toString('latin1'),
    /** The account lands in user EXEC; `enable` asks for this secret. Null: it lands in privileged EXEC. */
    enableSecret: null as string | null,
    /** Whether `enable` asks for a user name first. */
    enableAsksName: false,
    /** Lines per page; `terminal length 0` disables paging unless `pagerStuck`. Null: no pager. */
    pageLines: null as number | null,
    pagerStuck: false,
    /** The text that replaces the mark after a key press. */
    pagerWipe: '\b\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\b\b',
    /** `exec prompt timestamp`. */
    timestamps: false,
    /** In user EXEC and for accounts of a low level, running-config prints only its frame. */
    lowPrivilege: false,
    /** Text between host and `#` after this many commands. */
    promptVariant: null as { after: number; text: string } | null,
    /** Whether the greeting waits for a key. */
    pressReturn: false,
  }
}

/** One session on an IOS device. Later changes of `behaviour` apply. */
export function iosModel(behaviour: IosBehaviour): ShellModel {
  const b = behaviour
  let privileged = b.enableSecret === null && !b.lowPrivilege
  let paging = b.pageLines !== null
  let commands = 0
  let errorPatterns = 0

  function enable(): ReturnType<ShellModel['obey']> {
    if (privileged || b.enableSecret === null) return ''
    const secret = { asks: 'Password: ', then: takeSecret }
    return b.enableAsksName ? { asks: 'Username: ', shown: true, then: () => secret } : secret
  }

  function takeSecret(text: string): ReturnType<ShellModel['obey']> {
    if (text === b.enableSecret) {
      privileged = true
      return ''
    }
    return errorPatterns++ < 2 ? { asks: 'Password: ', then: takeSecret } : '% Bad secrets\n'
  }

  function answerTo(command: string): string {
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

  return {
    prompt() {
      const variant = b.promptVariant && commands > b.promptVariant.after ? b.promptVariant.text : ''
      return `${b.hostname}${variant}${privileged || b.lowPrivilege ? '#' : '>'}`
    },
    greeting: () => (b.pressReturn ? { text: '\nPress RETURN to get started.\n', waitsFor: 'line' } : { text: '\n' }),
    obey(command) {
      commands++
      if (command === 'exit') return { hangsUp: true }
      return command === 'enable' ? enable() : { pages: answerTo(command) }
    },
    frame(answer) {
      const stamp =
        'Load for five secs: 5%/0%; one minute: 6%; five minutes: 6%\nTime source is NTP, 12:00:00.123 UTC Sat Nov 21 2026\n\n'
      const end = answer === '' ? '' : '\n'
      return `${b.timestamps ? stamp : ''}${answer}${answer.endsWith('\n') ? '' : end}${end}`
    },
    pager: { lines: () => (paging ? b.pageLines : null), mark: ' --More-- ', wipe: () => b.pagerWipe },
    logLine: '*Nov 21 12:00:00.123: %SYS-5-CONFIG_I: Configured from console by admin on vty0 (192.0.2.1)',
  }
}

/** Returns a configuration of about `bytes`, like those of access switches; the same for the same seed. */
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
