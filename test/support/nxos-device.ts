import { fixture } from './recordings.ts'
import { noFaults, type Said, type ShellModel } from './shell-device.ts'

/** A simulated NX-OS command line for collectors. */
export type NxosBehaviour = ReturnType<typeof plainNxos>

export function nxosBehaviour(changes: Partial<NxosBehaviour> = {}): NxosBehaviour {
  return { ...plainNxos(), ...changes }
}

function plainNxos() {
  const lab = 'netco_nxos/lab-validation/nxos_evpn_l2vni__NX-1'
  const runningConfig = fixture(`${lab}/show_running-config.txt`).toString('latin1')
  const startupConfig = runningConfig
    .replace('!Command: show running-config', '!Command: show startup-config')
    .replace(/^!Running configuration last done at.*\n/m, '')
    .replace(/^(!Time: .*\n)/m, '$1!Startup config saved at: Mon Feb 15 10:00:00 2021\n')
  return {
    ...noFaults({ banner: copyright }),
    hostname: 'NX-1',
    runningConfig,
    /** Null: it was never saved. */
    startupConfig: startupConfig as string | null,
    version: fixture(`${lab}/show_version.txt`).toString('latin1'),
    /** `network-operator` may not read the configurations. */
    role: 'network-admin' as 'network-admin' | 'network-operator',
    /** `feature privilege`: the account lands at `>`, and `enable` asks for this secret. */
    enableSecret: null as string | null,
    /** The prompt of a system shell in which the account lands, and `exit` opens the command line; null: no such shell. */
    landsIn: null as string | null,
    /** Lines per page; `terminal length 0` disables paging unless `pagerStuck`. Null: no pager. */
    pageLines: null as number | null,
    pagerStuck: false,
    /** The text that replaces the mark after a key press. */
    pagerWipe: `\r          \r`,
    /** Text between host and `#` from the command with this number on. */
    maintenanceFrom: null as number | null,
  }
}

/** One session on an NX-OS device. Its prompt is a carriage return, the name, and `# `. */
export function nxosModel(behaviour: NxosBehaviour): ShellModel {
  const b = behaviour
  let isPaging = b.pageLines !== null
  let isRaised = b.enableSecret === null
  let commands = 0
  let isOutside = b.landsIn !== null

  function answerTo(command: string): string {
    const mayRead = b.role === 'network-admin' && isRaised
    if (command === 'show version') return `${b.version.trimEnd()}\n`
    if (command === 'show running-config') return mayRead ? `\n${b.runningConfig.trimEnd()}\n\n` : denied
    if (command !== 'show startup-config') return invalid
    return mayRead ? `\n${b.startupConfig?.trimEnd() ?? '% startup-config file not found'}\n\n` : denied
  }

  return {
    prompt() {
      if (isOutside) return b.landsIn ?? ''
      const mode = b.maintenanceFrom !== null && commands >= b.maintenanceFrom ? '(maint-mode)' : ''
      return `\r${b.hostname}${mode}${isRaised ? '#' : '>'} `
    },
    greeting: () => ({ text: '' }),
    obey(command): Said {
      commands++
      if (command === 'exit' && isOutside) {
        isOutside = false
        return ''
      }
      if (command === 'exit') return { hangsUp: true }
      if (command === 'enable' && b.enableSecret !== null) {
        return {
          asks: 'Password: ',
          then(secret) {
            isRaised = secret === b.enableSecret
            return isRaised ? '' : '% Access denied\n'
          },
        }
      }
      if (command === 'terminal length 0') isPaging &&= b.pagerStuck
      return command.startsWith('terminal ') ? '' : { pages: answerTo(command) }
    },
    pager: { lines: () => (isPaging ? b.pageLines : null), mark: ' --More-- ', wipe: () => b.pagerWipe },
    echoEnd: '\r\r\n', // of 7.x; later releases end it like any line
    logLine: '2026 Nov 21 12:00:00 NX-1 %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up in mode access',
  }
}

const copyright =
  'Cisco Nexus Operating System (NX-OS) Software\nTAC support: http://www.cisco.com/tac\n# for staff #\n'
const denied = '\r\r\n% Permission denied for the role\n'
const invalid = "                              ^\n% Invalid command at '^' marker.\n"
