import type { DriverLimits } from '../../../shared/platforms/platform.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { fortiosModel, withVdoms } from '../../support/fortios-device.ts'
import { iosBehaviour, iosModel } from '../../support/ios-device.ts'
import { junosAccount, junosShell } from '../../support/junos-cli.ts'
import { createJunosDevice } from '../../support/junos-device.ts'
import { nxosBehaviour, nxosModel } from '../../support/nxos-device.ts'
import { targetOf, testLimits } from '../../support/open-simulator.ts'
import { panosBehaviour, panosModel } from '../../support/panos-device.ts'
import { fixture } from '../../support/recordings.ts'
import { noFaults, shellDevice, type ShellFaults, type ShellModel } from '../../support/shell-device.ts'
import type { CollectedRun } from '../../support/collect-over-api.ts'
import { collectOverSsh, type SshCapture } from '../../support/ssh-captures.ts'
import { startSshSimulator, type SshSimulator } from '../../support/ssh-simulator.ts'

/** A simulated command line of a platform, and the command with the longest answer. */
export interface SimulatedShell {
  platform: string
  options?: Record<string, unknown>
  /** Returns a device without faults except for `changes`; each session has its own model. */
  device(changes?: Partial<ShellFaults>): { faults: ShellFaults; model: () => ShellModel }
  longest: string
  /**
   * Whether only the prompt ends a text: a prompt after a truncation can then be detected only by comparing versions.
   */
  endsByPromptOnly?: boolean
  /** Whether a text that takes too long is read in another form. */
  fallsBack?: boolean
}

/** The platforms whose command lines `shell-faults.test.ts` tests with every fault. */
export const simulatedShells: SimulatedShell[] = [
  {
    platform: 'fwco_fortios',
    options: { vdom: 'root' },
    device(changes) {
      const behaviour = withVdoms({ pageLines: 100, ...changes })
      return { faults: behaviour, model: () => fortiosModel(behaviour) }
    },
    longest: 'show full-configuration | grep .',
    fallsBack: true,
  },
  {
    platform: 'netco_iosxe',
    device(changes) {
      const behaviour = iosBehaviour(changes)
      return { faults: behaviour, model: () => iosModel(behaviour) }
    },
    longest: 'show running-config',
  },
  {
    platform: 'netco_nxos',
    device(changes) {
      const behaviour = nxosBehaviour(changes)
      return { faults: behaviour, model: () => nxosModel(behaviour) }
    },
    longest: 'show running-config',
    endsByPromptOnly: true,
  },
  {
    platform: 'pafw_panos',
    device(changes) {
      const behaviour = panosBehaviour(changes)
      return { faults: behaviour, model: () => panosModel(behaviour) }
    },
    longest: 'show config running',
  },
  {
    platform: 'routeco_junos', // which runs no command without a terminal
    options: { artifacts: ['configuration-conf'] },
    device(changes) {
      const clock = { now: () => new Date(86_400_000), after: () => () => undefined }
      const device = createJunosDevice({ text: fixture(junosText).toString('latin1'), clock })
      const account = junosAccount({ role: '{master:0}' })
      return { faults: noFaults(changes), model: () => junosShell(device, account) }
    },
    longest: 'show configuration | display omit | no-more',
  },
]

const junosText = 'routeco_junos/lab-validation/junos_evpn_type5__node1-1/input_configuration.cfg'

/** Executes one run over real SSH on a device of `SimulatedShell.device`. */
export async function collectFromShell(
  capture: Pick<SshCapture, 'platform' | 'options' | 'enable'>,
  { faults, model }: ReturnType<SimulatedShell['device']>,
  limits: Partial<DriverLimits> = {},
): Promise<CollectedRun & { simulator: SshSimulator }> {
  const simulator = await startSshSimulator({ shell: (wire, seen) => shellDevice(model(), faults, wire, seen) })
  try {
    const run = await collectOverSsh(
      (target, signal) => openSsh({ ...targetOf(simulator), trust: target.trust }, signal),
      capture,
      { shellLimits: { ...testLimits, ...limits } },
    )
    return { ...run, simulator }
  } catch (failure) {
    throw Object.assign(failure as Error, { simulator })
  } finally {
    await simulator.close()
  }
}
