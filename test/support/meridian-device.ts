import { noFaults, type ShellModel } from './shell-device.ts'
import { type SshSimulator, startShellSimulator } from './ssh-simulator.ts'

/** The password of the configuration below. No transcript and no proposal must contain it. */
export const meridianSecret = 'meridian-Secret3'

/** Returns a configuration with the time at which it was shown. */
export function meridianConfig(shownAt = '10:00'): string {
  const head = ['hostname core-7', `! shown at ${shownAt} by console`, `user admin password ${meridianSecret}`]
  return [...head, ...Array.from({ length: 60 }, (_, at) => `port ${at + 1} up`), 'end of configuration', ''].join('\n')
}

/** A device for which no document exists, with a pager that only `no page` turns off. */
export function meridianModel(config: () => string = meridianConfig): ShellModel {
  let isPaged = true
  const version = [
    'Meridian NX version 4.2.1',
    ...Array.from({ length: 40 }, () => 'module ok'),
    'Serial number: MX20441',
    '',
  ]
  const mark = '-- press space (12%) --'
  return {
    prompt: () => 'core-7# ',
    pager: { lines: () => (isPaged ? 20 : null), mark, wipe: () => `\r${' '.repeat(mark.length)}\r` },
    obey(command) {
      if (command === 'exit') return { hangsUp: true }
      if (command === 'show version') return { pages: version.join('\n') }
      if (command === 'show config') return { pages: config() }
      if (command !== 'no page') return `Cannot understand "${command}"\n`
      isPaged = false
      return ''
    },
  }
}

/** Starts the device. `config` is called for each reading. */
export function startMeridian(config: () => string): Promise<SshSimulator> {
  return startShellSimulator(() => meridianModel(config), noFaults())
}
