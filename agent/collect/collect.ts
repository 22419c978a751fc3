import { failures } from '../../shared/contract/failures.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import type { Platform, ShellLimits, Transport } from '../../shared/platforms/platform.ts'
import { blankSecrets } from '../../shared/redact/blank-secrets.ts'
import { DeviceFailure } from '../device-failure.ts'
import { quote } from '../quote.ts'
import { secretsOf, type JobOrder } from '../job-order.ts'
import type { ObservedHostKey, Session, TrustDecision } from '../sessions/session.ts'
import { sshTimeouts, type SshStep, type SshTarget, type SshTimeouts } from '../sessions/ssh.ts'
import type { Captured, RunLog } from './captured.ts'
import { collectFileTree } from './file-tree.ts'
import { collectOverShell } from './shell.ts'
import type { ShellStage } from './shell-talk.ts'
import { failureToReport, mayTryNext, type Phase } from './transport-order.ts'

/** What a run is handed; everything that reaches out of it. */
export interface CollectDeps {
  openSsh: (target: SshTarget, signal: AbortSignal) => Promise<Session>
  /** Asks the service about a host key that the job does not know as approved. Waits as long as the service does. */
  judgeHostKey: (observed: ObservedHostKey) => Promise<TrustDecision>
  log: RunLog
  now: () => Date
  /** Aborted when the lease is gone or the deadline over: the device is left at once. */
  signal: AbortSignal
  /** What only trees need; asked for when a tree is about to be read. */
  treeDeps: () => Promise<Omit<Parameters<typeof collectFileTree>[2], 'log' | 'now' | 'signal'>>
  timeouts?: SshTimeouts
  shellLimits?: Partial<ShellLimits>
  /** Told as each step on the way to the first artifact is done. */
  onStep?: (step: CollectStep) => void
}

export type CollectStep = SshStep | ShellStage

/**
 * Reads a device over the first path of the job's order that opens. What is absent or failed beside the rest is listed.
 * @throws DeviceFailure when no path opened, or when reading broke
 * @throws the signal's reason when it is aborted
 */
export async function collectDevice(job: JobOrder, deps: CollectDeps): Promise<Captured> {
  const log = blanked(deps.log, secretsOf(job))
  const platform = platformOf(job)
  return overFirstPath(job, { ...deps, log }, async (session, transport, opened) => {
    if (platform.ssh) {
      const work = { platform, keys: keysOf(job, platform, transport), account: accountOf(job) }
      const onStage = (stage: ShellStage) => {
        deps.onStep?.(stage)
        if (stage === 'prepare') opened()
      }
      const harvest = await collectOverShell(session, work, { log, now: deps.now, limits: deps.shellLimits, onStage })
      return { transport, trees: [], ...harvest }
    }
    opened()
    const { signal, now } = deps
    const tree = await collectFileTree(session, job.device.options, { ...(await deps.treeDeps()), log, now, signal })
    return { transport, texts: [], trees: [tree], absent: [], failed: [] }
  })
}

/** Opens the paths in their order until one leads `work` to its end. */
export async function overFirstPath<T>(
  job: JobOrder,
  deps: CollectDeps,
  work: (session: Session, transport: Transport, opened: () => void) => Promise<T>,
): Promise<T> {
  const failed: DeviceFailure[] = []
  for (const [at, transport] of job.transports.entries()) {
    let phase: Phase = 'opening'
    try {
      const session = await openPath(job, transport, deps)
      try {
        return await work(session, transport, () => (phase = 'reading'))
      } finally {
        await session.close()
      }
    } catch (failure) {
      deps.signal.throwIfAborted()
      if (!(failure instanceof DeviceFailure)) throw failure
      failed.push(failure)
      const next = job.transports[at + 1]
      if (!next || !mayTryNext(failure, phase, job, transport, next)) break
      deps.log('warn', `${transport}: ${failure.message} Trying ${next}.`)
    }
  }
  throw failureToReport(failed, (code) => !failures[code].again)
}

export function platformOf(job: JobOrder): Platform {
  const platform = platformById(job.device.platform)
  if (!platform) {
    throw new DeviceFailure('platform_unsupported', {
      step: 'reading the job',
      seen: `platform ${job.device.platform}`,
    })
  }
  return platform
}

export function accountOf(job: JobOrder) {
  const { username, enable_secret: enableSecret } = sshCredential(job)
  return { username, enableSecret, secrets: secretsOf(job) }
}

/** Log lines quote devices: the job's secrets are blanked by value whoever writes them. */
export function blanked(log: RunLog, secrets: readonly string[]): RunLog {
  return (level, line) => log(level, blankSecrets(line, secrets))
}

async function openPath(job: JobOrder, transport: Transport, deps: CollectDeps): Promise<Session> {
  if (transport !== 'ssh') {
    throw new DeviceFailure('platform_unsupported', {
      step: `opening ${transport}`,
      seen: `platform ${job.device.platform}`,
    })
  }
  const { device, approvedHostKeys } = job
  const credential = sshCredential(job)
  const target: SshTarget = {
    host: device.host,
    port: typeof device.options['ssh_port'] === 'number' ? device.options['ssh_port'] : 22,
    username: credential.username,
    password: credential.password,
    privateKey: credential.ssh_private_key,
    passphrase: credential.ssh_key_passphrase,
    legacyAlgorithms: device.options['legacy_algorithms'] === true,
    trust: async (observed) => {
      if (approvedHostKeys.includes(observed.fingerprint)) return 'approved'
      deps.log('info', `the device shows ${observed.algorithm} ${observed.fingerprint}, asking whether it is approved`)
      return deps.judgeHostKey(observed)
    },
    timeouts: deps.timeouts ?? sshTimeouts,
    onStep: deps.onStep,
  }
  deps.log('info', `connecting to ${target.host} port ${target.port} by ssh as ${target.username}`)
  const session = await deps.openSsh(target, deps.signal)
  const { facts } = session
  const agreed = [facts.keyExchange, facts.hostKeyAlgorithm, facts.cipher, facts.mac].join(', ')
  deps.log('info', `logged in to ${quote(facts.software) || 'an unnamed SSH server'}; agreed on ${agreed}`)
  if (facts.legacyAlgorithms.length > 0) {
    deps.log('warn', `no longer safe, used because legacy_algorithms is on: ${facts.legacyAlgorithms.join(', ')}`)
  }
  return session
}

function sshCredential(job: JobOrder) {
  if (job.credentials.ssh) return job.credentials.ssh
  throw new DeviceFailure('credential_missing', { step: 'opening ssh', seen: 'a device without a credential for it' })
}

function keysOf(job: JobOrder, platform: Platform, transport: Transport): string[] {
  const { artifacts: wanted } = job.device.options
  return Object.entries(platform.artifacts)
    .filter(
      ([key, artifact]) => artifact.transports.includes(transport) && (!Array.isArray(wanted) || wanted.includes(key)),
    )
    .map(([key]) => key)
}
