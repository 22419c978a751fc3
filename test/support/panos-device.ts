import { fixture } from './recordings.ts'
import { noFaults, type Said, type ShellModel } from './shell-device.ts'

/** A simulated command line of a PAN-OS firewall for collectors. */
export type PanosBehaviour = ReturnType<typeof plainPanos>

export function panosBehaviour(changes: Partial<PanosBehaviour> = {}): PanosBehaviour {
  return { ...plainPanos(), ...changes }
}

function plainPanos() {
  return {
    ...noFaults({ banner: 'Number of failed attempts since last successful login: 0\n\n\n' }),
    hostname: 'PA-VM',
    /** XML, indented, without the device's wrapping element. */
    runningConfig: baseline().trimEnd(),
    model: 'PA-VM',
    /** False for releases before 7.0. */
    hasScriptingMode: true,
    /** States of an HA pair as shown in its prompt; a new one after each command. */
    states: [] as string[],
    /** Lines per page until the pager is disabled; `isPagerStuck` prevents that. */
    pageLines: 23,
    isPagerStuck: false,
  }
}

function baseline(): string {
  const text = fixture('pafw_panos/iron-skillet/baseline.xml').toString('latin1')
  return text.slice(text.indexOf('<config'))
}

/**
 * One session on a firewall. Until its scripting mode is on, it redraws its line at every typed blank, as client bug
 * reports show. The candidate is visible only in the configuration mode.
 */
export function panosModel(behaviour: PanosBehaviour): ShellModel {
  const b = behaviour
  let isScripting = false
  let isPaging = true
  let isXml = false
  let commands = 0

  function prompt(): string {
    const state = b.states.length > 0 ? `(${b.states[Math.min(commands, b.states.length - 1)]})` : ''
    return `admin@${b.hostname}${state}> `
  }

  function system(): string {
    const values = { hostname: b.hostname, family: 'vm', model: b.model, serial: '1', 'sw-version': '10.1.6' }
    const all = Object.entries({ ...values, 'multi-vsys': 'off', 'operational-mode': 'normal' })
    if (!isXml) return `${all.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`
    const elements = all.map(([name, value]) => `  <${name}>${value}</${name}>`).join('\n')
    return `<response status="success"><result><system>\n${elements}\n</system></result></response>\n`
  }

  function wrapped(): string {
    return `<response status="success"><result>${b.runningConfig}</result></response>\n`
  }

  return {
    prompt,
    unknownComment: (line) => `Unknown command: ${line}\n`,
    // a redrawn line starts at the left, including the prompt
    echoOf(command) {
      if (isScripting) return undefined
      const words = command.split(' ')
      const drawn = words.map((_word, at) => words.slice(0, at + 1).join(' ') + (at + 1 < words.length ? ' ' : ''))
      return `${drawn.join(`\r\x1b[K${prompt()}`)}\r\n`
    },
    obey(command): Said {
      commands++
      if (command === 'exit') return { hangsUp: true }
      if (command === 'set cli scripting-mode on') {
        isScripting = b.hasScriptingMode
        return isScripting ? '' : 'Invalid syntax.\n'
      }
      if (command === 'set cli pager off') isPaging = b.isPagerStuck
      if (command === 'set cli op-command-xml-output on') isXml = true
      if (command.startsWith('set cli ')) return ''
      if (command === 'show system info') return { pages: system() }
      if (command !== 'show config running') return `Unknown command: ${command.split(' ')[0]}\n`
      return isXml ? { pages: wrapped() } : 'config {\n}\n'
    },
    pager: { lines: () => (isPaging ? b.pageLines : null), mark: 'lines 1-23 ', wipe: () => '\r           \r' },
    logLine: 'Broadcast message from root (Sat Nov 21 19:00:00 2026):',
  }
}
