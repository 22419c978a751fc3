import { message } from '../../shared/messages/message.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import type { DeviceFailure } from '../device-failure.ts'
import type { JobSpec } from '../job-spec.ts'
import { overFirstPath } from './collect.ts'
import type { CollectDependencies, ConnectionStep } from './device-collector.ts'

export interface ConnectionTest {
  transport: Transport
  steps: TestStep[]
}

export interface TestStep {
  step: ConnectionStep
  durationMs: number
}

/**
 * Executes the steps of a backup (transport order, host key, login, prompt, rights) and stops before the first
 * artifact. Calls `report` after each step, so that a failed test shows the steps that succeeded.
 * @param failed called with the duration of the failed step, in milliseconds, before its failure is thrown
 * @throws as `collectDevice`
 */
export async function testConnection(
  job: JobSpec,
  dependencies: CollectDependencies,
  report: (step: TestStep) => void = () => undefined,
  failed: (durationMs: number) => void = () => undefined,
): Promise<ConnectionTest> {
  const steps: TestStep[] = []
  let since = performance.now()
  const onStep = (step: ConnectionStep) => {
    const at = performance.now()
    const entry = { step, durationMs: Math.round(at - since) }
    since = at
    steps.push(entry)
    dependencies.log(
      'info',
      message('log_step_completed', { step: message(`test_step_${step}`), milliseconds: entry.durationMs }),
    )
    report(entry)
    dependencies.onStep?.(step)
  }
  const transport = await overFirstPath(job, { ...dependencies, onStep }, async (path, taken) => {
    await path.probe()
    return taken
  }).catch((failure: unknown) => {
    failed(Math.round(performance.now() - since))
    throw failure
  })
  return { transport, steps }
}

/** Returns a failure's message for a user who tests one device, with the last lines of the device's greeting. */
export function wordsForExaminer({ message, lastLines = [] }: DeviceFailure): string {
  return lastLines.length === 0 ? message : `${message} The device sent last: ${lastLines.join(' ⏎ ')}`
}
