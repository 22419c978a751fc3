import { fixture } from './recordings.ts'
import { noFaults, type ShellModel } from './shell-device.ts'
import { type SshSimulator, startShellSimulator } from './ssh-simulator.ts'

/** The password of the configuration below. A transcript must not contain it. */
export const zephyrSecret = 'zephyr-Secret9'

/** A document of a device that the product does not know. */
export const zephyrDocument = fixture('zephyr_os/document.yaml').toString()

/** Returns a configuration with a generation time and a password, of more than 16 KiB. */
export function zephyrConfig(generatedAt: string): string {
  const ports = Array.from({ length: 600 }, (_, at) => `port ${at + 1} up speed 1000 vlan ${at % 40}`)
  const head = ['hostname zx-1', `generated at ${generatedAt} by system`, `user admin password ${zephyrSecret}`]
  return [...head, ...ports, '--- end of config ---', ''].join('\n')
}

/** Starts the device. `config` is called for each reading. */
export function startZephyr(config: () => string): Promise<SshSimulator> {
  return startShellSimulator(() => zephyrModel(config), noFaults())
}

function zephyrModel(config: () => string): ShellModel {
  return {
    prompt: () => 'zx-1::> ',
    pager: { lines: () => 100, mark: '-- more --', wipe: () => `\r${' '.repeat(10)}\r` },
    obey(command) {
      if (command === 'bye') return { hangsUp: true }
      if (command === 'show config') return { pages: config() }
      return command === 'show licence' ? 'no licence\n' : 'unknown command\n'
    },
  }
}
