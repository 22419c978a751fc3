import type { ReportedDryRun } from '../../shared/agent-protocol/dry-run.ts'
import { message } from '../../shared/messages/message.ts'
import type { PlatformDocument } from '../../shared/platforms/documents/document.ts'
import type { Platform, Transport } from '../../shared/platforms/platform.ts'
import { overFirstPath } from '../collect/collect.ts'
import type { CollectDependencies, ConnectionStep, DeviceCollector, TextStore } from '../collect/device-collector.ts'
import { DeviceFailure } from '../device-failure.ts'
import { type JobSpec, secretsOf } from '../job-spec.ts'
import { platformOfJob } from '../platform-of-job.ts'
import type { MemoryBudget } from '../repository/memory-budget.ts'
import type { ExplorationLimits } from './explore/dialogue.ts'
import { observeSession } from './observe-session.ts'
import { ReadingRecorder } from './reading-recorder.ts'
import { reportDryRun } from './report-dry-run.ts'

/** What a dry run needs. It stores nothing. */
export interface DryRunDependencies extends Omit<
  CollectDependencies,
  'treeDependencies' | 'storeText' | 'storeArchive' | 'observer' | 'onStep'
> {
  /** Waits between two readings. Rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** For what the device sends. */
  memory: MemoryBudget
  /** Overrides how long an exploration waits. */
  explorationLimits?: Partial<ExplorationLimits>
}

/** How a dry run ended: `failure` is set if it broke off, or if no artifact would be stored. */
export interface DryRunEnd {
  transport: Transport | null
  failure: DeviceFailure | null
  steps: { step: ConnectionStep; durationMs: number }[]
  report: ReportedDryRun
}

/**
 * Logs in to the job's device and reads every artifact of its document once or twice, as a backup does. Reports each answer
 * instead of storing it.
 * @throws DeviceFailure if the job has no document, or one that the agent refuses; the signal's reason when it is aborted
 */
export async function runDryRun(given: JobSpec, dependencies: DryRunDependencies): Promise<DryRunEnd> {
  const { document } = given.device
  if (!document || !given.dryRun) throw noDryRun(given)
  const job = withoutRequired(given, document)
  const platform = platformOfJob(job)
  const recorder = new ReadingRecorder(dependencies.memory)
  try {
    const end = await readDevice(job, dependencies, platform, recorder)
    return { ...end, report: await reportDryRun(recorder, { platform, document, secrets: secretsOf(given) }) }
  } finally {
    recorder.release()
  }
}

async function readDevice(
  job: JobSpec,
  dependencies: DryRunDependencies,
  platform: Platform,
  recorder: ReadingRecorder,
): Promise<Omit<DryRunEnd, 'report'>> {
  const steps: DryRunEnd['steps'] = []
  const end = { transport: null as Transport | null, failure: null as DeviceFailure | null }
  try {
    end.transport = await overFirstPath(
      job,
      { ...dependencies, ...storingNothing, ...observing(dependencies, platform, recorder), onStep: countSteps(steps) },
      async (path, transport) => {
        recorder.reading = 1
        await readTimes(path, job.dryRun?.readings ?? 1, keysOver(platform, transport), async () => {
          recorder.reading += 1
          await dependencies.sleep((job.dryRun?.intervalSeconds ?? 0) * 1_000, dependencies.signal)
        })
        return transport
      },
    )
  } catch (error) {
    dependencies.signal.throwIfAborted()
    if (!(error instanceof DeviceFailure)) throw error
    recorder.broke(error)
    end.failure = error
  }
  return { ...end, steps }
}

async function readTimes(
  path: DeviceCollector,
  times: number,
  keys: readonly string[],
  pause: () => Promise<void>,
): Promise<void> {
  await path.read(keys)
  for (let reading = 2; reading <= times; reading++) {
    await pause()
    await path.read(keys)
  }
}

/** Every artifact is tried, also behind one without which a backup fails, and regardless of the device's own selection. */
function withoutRequired(job: JobSpec, document: PlatformDocument): JobSpec {
  const { artifacts: _selected, ...options } = job.device.options
  const { artifacts, files, api } = document
  const optional = <T extends { required?: boolean } | null>(sections: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(sections).map(([key, section]) => [key, section && { ...section, required: false }]),
    )
  const tried = {
    ...document,
    ...(artifacts && { artifacts: optional(artifacts) }),
    ...(files && { files: optional(files) }),
    ...(api && { api: { ...api, requests: optional(api.requests) } }),
  } as PlatformDocument
  return { ...job, device: { ...job.device, document: tried, options } }
}

/** The dialogue of a command line is recorded as the device sends it; files and answers of an API without their protocol. */
function observing(
  { openSsh }: DryRunDependencies,
  platform: Platform,
  recorder: ReadingRecorder,
): Pick<CollectDependencies, 'openSsh' | 'observer'> {
  const isShell = platform.ssh?.driver === 'shell'
  return {
    observer: recorder,
    async openSsh(target, signal) {
      recorder.connect('ssh')
      const session = await openSsh(target, signal)
      return isShell ? observeSession(session, (text) => recorder.received(text)) : session
    },
  }
}

function keysOver({ artifacts }: Platform, transport: Transport): string[] {
  return Object.entries(artifacts).flatMap(([key, { transports }]) => (transports.includes(transport) ? [key] : []))
}

/** Returns a function that adds each step with its duration. */
export function countSteps(steps: DryRunEnd['steps']): (step: ConnectionStep) => void {
  let since = performance.now()
  return (step) => {
    const now = performance.now()
    steps.push({ step, durationMs: Math.round(now - since) })
    since = now
  }
}

/** A document has no trees and no archives. Of a text that is too long to be held, only the size is known. */
const storingNothing: Pick<CollectDependencies, 'treeDependencies' | 'storeText' | 'storeArchive'> = {
  treeDependencies: () => Promise.reject(new Error('a dry run reads no tree')),
  storeArchive: () => Promise.reject(new Error('a dry run reads no archive')),
  storeText: countText,
}

function countText(): TextStore {
  let size = 0
  return {
    push(piece) {
      size += piece.length
      return Promise.resolve()
    },
    end: () => Promise.resolve({ content: { size, chunks: [] }, fingerprint: '', normalisedFingerprint: '' }),
  }
}

export function noDryRun({ kind, device }: JobSpec): DeviceFailure {
  return new DeviceFailure('platform_unsupported', {
    step: message('step_reading_job'),
    seen: `${kind} of ${device.platform}`,
  })
}
