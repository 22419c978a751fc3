import { failures } from '../../shared/contract/failures.ts'
import { failureSentences } from '../../shared/messages/failure.ts'
import { mapTexts } from '../../shared/messages/map-texts.ts'
import { message } from '../../shared/messages/message.ts'
import type { Platform, Transport } from '../../shared/platforms/platform.ts'
import { createRedactor } from '../../shared/redact/redact-secrets.ts'
import { DeviceFailure } from '../device-failure.ts'
import { secretsOf, type JobSpec } from '../job-spec.ts'
import { platformOfJob } from '../platform-of-job.ts'
import type { Captured, RunLog } from './captured.ts'
import type { CollectDependencies, DeviceCollector, OpenPath } from './device-collector.ts'
import { openFortiosShell } from '../procedures/fwco_fortios-shell.ts'
import { openBigipRest } from '../procedures/lbco_bigip-rest.ts'
import { openBigipShell } from '../procedures/lbco_bigip-shell.ts'
import { openMerakiNetwork } from '../procedures/netco_meraki-walk.ts'
import { openFileTree } from './tree/file-tree-path.ts'
import { openFiles } from './files.ts'
import { openNetconfPath } from './netconf.ts'
import { openRequests } from './api/requests.ts'
import { openShell } from './cli/shell.ts'
import { failureToReport, mayTryNext, type Phase } from './transport-order.ts'

/**
 * Collects a device over the first transport in the job's order that opens. Lists absent and failed artifacts.
 * @throws DeviceFailure if no transport opened or reading failed
 * @throws the signal's reason when it is aborted
 */
export async function collectDevice(job: JobSpec, dependencies: CollectDependencies): Promise<Captured> {
  const platform = platformOfJob(job)
  return overFirstPath(job, dependencies, async (path, transport) => {
    const collected = await path.read(keysOf(job, platform, transport))
    return { transport, ...collected }
  })
}

/** Opens the transports in order until `work` succeeds over one. */
export async function overFirstPath<T>(
  job: JobSpec,
  given: CollectDependencies,
  work: (path: DeviceCollector, transport: Transport) => Promise<T>,
): Promise<T> {
  const dependencies = { ...given, log: redactLog(given.log, secretsOf(job)) }
  const platform = platformOfJob(job)
  const failed: DeviceFailure[] = []
  for (const [at, transport] of job.transports.entries()) {
    let phase: Phase = 'opening'
    try {
      const path = await openPathOf(platform, transport)(job, platform, dependencies)
      phase = 'reading'
      try {
        return await work(path, transport)
      } finally {
        await path.close()
      }
    } catch (failure) {
      dependencies.signal.throwIfAborted()
      if (!(failure instanceof DeviceFailure)) throw failure
      failed.push(failure)
      const next = job.transports[at + 1]
      if (!next || !mayTryNext(failure, phase, job, transport, next)) break
      const sentences = failureSentences(failure)
      dependencies.log('warn', message('log_failure_of_transport', { transport, failure: sentences, next }))
    }
  }
  throw failureToReport(failed, (code) => !failures[code].again)
}

type Driver = NonNullable<Platform[Transport]>['driver']

/** The implementation of each driver. */
const paths: Readonly<Record<Driver, OpenPath>> = {
  shell: openShell,
  'fortios-shell': openFortiosShell,
  'file-tree': openFileTree,
  files: openFiles,
  requests: openRequests,
  netconf: openNetconfPath,
  netco_meraki: openMerakiNetwork,
  lbco_bigip: openBigipShell,
  lbco_bigip_rest: openBigipRest,
}

/** @throws DeviceFailure platform_unsupported */
function openPathOf(platform: Platform, transport: Transport): OpenPath {
  const driver = platform[transport]?.driver
  if (driver) return paths[driver]
  throw new DeviceFailure('platform_unsupported', {
    step: message('step_opening_connection_method', { transport }),
    seen: `platform ${platform.id}`,
  })
}

/** Masks the job's secrets in log lines, which quote devices. */
function redactLog(log: RunLog, secrets: readonly string[]): RunLog {
  const redact = createRedactor(secrets)
  return (level, line) => log(level, mapTexts(line, redact))
}

function keysOf(job: JobSpec, platform: Platform, transport: Transport): string[] {
  const { artifacts: wanted } = job.device.options
  return Object.entries(platform.artifacts)
    .filter(
      ([key, { transports, onDemand, isExtra = false }]) =>
        transports.includes(transport) &&
        (isExtra || !Array.isArray(wanted) || wanted.includes(key)) &&
        (onDemand === undefined || job.device.options[onDemand] === true),
    )
    .map(([key]) => key)
}
