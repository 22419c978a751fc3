import { netcoIosxe } from '../../shared/platforms/netco_iosxe.ts'
import type { DriverLimits } from '../../shared/platforms/platform.ts'
import { openShellOn } from '../../agent/collect/cli/shell.ts'
import type { Session } from '../../agent/sessions/session.ts'
import { openSsh, sshTimeouts } from '../../agent/sessions/ssh.ts'
import { startIosSimulator, type IosSimulator, type IosSimulatorOptions } from './ios-simulator.ts'
import type { SshTarget } from '../../agent/sessions/ssh-target.ts'
import { logTo } from './log-to.ts'

export const loginSecret = 'login-Secret1'
export const enableSecret = 'enable-Secret2'

/** Long enough for a busy machine; tests of silence use their own. */
export const testLimits: DriverLimits = {
  promptMs: 8_000,
  idleMs: 8_000,
  totalMs: 15_000,
  maxBytes: 16 * 1024 * 1024,
  retryMs: 1,
}

/** Returns the simulator as a trusted target. */
export function targetOf(simulator: { port: number }, changes: Partial<SshTarget> = {}): SshTarget {
  return {
    host: '127.0.0.1',
    port: simulator.port,
    username: 'backup',
    password: loginSecret,
    legacyAlgorithms: false,
    trust: () => Promise.resolve('approved'),
    timeouts: { ...sshTimeouts, graceMs: 200 },
    ...changes,
  }
}

interface RunOptions {
  keys?: string[]
  enableSecret?: string
  limits?: Partial<DriverLimits>
}

/** The error of a run, and the simulator that it used. */
export type FailedRun = Error & { code?: string; simulator: IosSimulator }

/** Executes one run on a new simulator, over real SSH. */
export async function collectFrom(options: IosSimulatorOptions, run: RunOptions = {}) {
  const simulator = await startIosSimulator(options)
  let session: Session | undefined
  try {
    session = await openSsh(targetOf(simulator), new AbortController().signal)
    const { harvest, log } = await collectOver(session, run)
    return { harvest, log, simulator }
  } catch (failure) {
    throw Object.assign(failure as Error, { simulator })
  } finally {
    await session?.close()
    await simulator.close()
  }
}

export async function collectOver(session: Session, run: RunOptions = {}) {
  const log: string[] = []
  const account = { username: 'backup', enableSecret: run.enableSecret, secrets: [loginSecret, enableSecret] }
  const keys = run.keys ?? Object.keys(netcoIosxe.artifacts)
  const dependencies = { log: logTo(log), now: () => new Date(0), limits: { ...testLimits, ...run.limits } }
  const path = await openShellOn(session, netcoIosxe, account, dependencies)
  try {
    return { harvest: await path.read(keys), log }
  } finally {
    await path.close()
  }
}
