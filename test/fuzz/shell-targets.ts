import { fortiosModel, fortiosText, withVdoms } from '../support/fortios-device.ts'
import { generatedConfig, iosBehaviour, iosModel } from '../support/ios-device.ts'
import { junosAccount, junosShell } from '../support/junos-cli.ts'
import { createJunosDevice } from '../support/junos-device.ts'
import { nxosBehaviour, nxosModel } from '../support/nxos-device.ts'
import { panosBehaviour, panosModel } from '../support/panos-device.ts'
import { fixture } from '../support/recordings.ts'
import { noFaults, type ShellFaults, type ShellModel } from '../support/shell-device.ts'

/** A platform's command line with one text, of which a line is replaced by others. */
export interface FuzzTarget {
  platform: string
  options: Record<string, unknown>
  key: string
  command: string
  /** Other commands that may read the text, and the device’s output for them. */
  otherwise?: { command: string; text(): string }
  /** The text as the device sends it, with the line `placeholder` where lines may be inserted. */
  text(at: number): string
  /** With a pager that cannot be turned off, where the platform has one for this command. */
  device(changes: Partial<ShellFaults>, isPaged: boolean): { faults: ShellFaults; model: () => ShellModel }
  logLines: readonly string[]
}

export const placeholder = 'PLACE-FOR-NOISE'

export const fuzzTargets: readonly FuzzTarget[] = [
  {
    platform: 'netco_iosxe',
    options: { artifacts: ['running-config'] },
    key: 'running-config',
    command: 'show running-config',
    text: (at) => withLineAt(generatedConfig(2_000, 7, 'exitgw'), at, 12, 1),
    device(changes, isPaged) {
      const behaviour = iosBehaviour({ pageLines: isPaged ? 11 : null, pagerStuck: isPaged, ...changes })
      return { faults: behaviour, model: () => iosModel(behaviour) }
    },
    logLines: logLinesOf('netco_iosxe'),
  },
  {
    platform: 'netco_nxos',
    options: { artifacts: ['running-config'] },
    key: 'running-config',
    command: 'show running-config',
    text: (at) => `\n${withLineAt(nxosBehaviour().runningConfig.trim(), at, 8, 0)}\n\n`,
    device(changes, isPaged) {
      const pagerWipe = '\r\x1b[K'
      const behaviour = nxosBehaviour({ pageLines: isPaged ? 23 : null, pagerStuck: isPaged, pagerWipe, ...changes })
      return { faults: behaviour, model: () => nxosModel(behaviour) }
    },
    logLines: logLinesOf('netco_nxos'),
  },
  {
    platform: 'fwco_fortios',
    options: { vdom: 'global' },
    key: 'full-configuration',
    command: 'show full-configuration | grep .',
    text: () => fortiosPlaced('full'),
    otherwise: { command: 'show | grep .', text: () => fortiosPlaced('brief') },
    device(changes, isPaged) {
      const behaviour = withVdoms({ pageLines: isPaged ? 8 : 100, ...changes })
      return { faults: behaviour, model: () => fortiosModel(behaviour) }
    },
    logLines: ['*ATTENTION*: Admin sessions removed because license registration status changed'],
  },
  {
    platform: 'pafw_panos',
    options: {},
    key: 'running-config',
    command: 'show config running',
    text: () =>
      `<response status="success"><result>${withBanner(panosBehaviour().runningConfig)}</result></response>\n`,
    device(changes, isPaged) {
      const behaviour = panosBehaviour({ isPagerStuck: isPaged, ...changes })
      return { faults: behaviour, model: () => panosModel(behaviour) }
    },
    logLines: ['Broadcast message from root (Sat Nov 21 19:00:00 2026):'],
  },
  {
    platform: 'routeco_junos', // where no command runs without a terminal
    options: { artifacts: ['configuration-conf'] },
    key: 'configuration-conf',
    command: 'show configuration | display omit | no-more',
    otherwise: { command: 'show configuration | no-more', text: () => junosPlaced() },
    text: () => junosPlaced(),
    device(changes, isPaged) {
      const account = junosAccount({ role: isPaged ? '{master:member1-re0}' : null })
      return { faults: noFaults(changes), model: () => junosShell(junosDevice(), account) }
    },
    logLines: ['Message from syslogd@r1 at Nov 21 12:00:00  ...'],
  },
]

function fortiosPlaced(form: 'full' | 'brief'): string {
  return fortiosText(withVdoms(), 'global', form).replace('<html>\n', `<html>\n${placeholder}\n`)
}

function junosPlaced(): string {
  return junosDevice()
    .show('conf')
    .replace(/\n(?=\w+ \{\n)/, `\n/* first\n${placeholder}\nlast */\n`)
}

function junosDevice() {
  const text = fixture('routeco_junos/lab-validation/junos_evpn_type5__node1-1/input_configuration.cfg')
  const clock = { now: () => new Date(86_400_000), after: () => () => undefined }
  return createJunosDevice({ text: text.toString('latin1'), clock })
}

function withBanner(config: string): string {
  return config.replace('<devices>', `<devices>\n<login-banner>first\n${placeholder}\nlast</login-banner>`)
}

/** @param at in [0, 1) @param before lines at the beginning, and `behind` at the end, that stay together */
function withLineAt(text: string, at: number, before: number, behind: number): string {
  const lines = text.trimEnd().split('\n')
  lines.splice(before + Math.floor(at * (lines.length - before - behind + 1)), 0, placeholder)
  return `${lines.join('\n')}\n`
}

function logLinesOf(platform: string): string[] {
  return fixture(`${platform}/intruders.txt`).toString('latin1').trimEnd().split('\n')
}
