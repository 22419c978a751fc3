import type { Transport } from '../../shared/platforms/platform.ts'
import type { DeviceFailure } from '../device-failure.ts'
import type { JobSpec } from '../job-spec.ts'
import { overFirstPath } from './collect.ts'
import type { CollectDependencies } from './device-collector.ts'

export interface ConnectionTest {
  transport: Transport
  steps: TestStep[]
}

export interface TestStep {
  step: string
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
  const onStep = (step: string) => {
    const at = performance.now()
    const entry = { step, durationMs: Math.round(at - since) }
    since = at
    steps.push(entry)
    dependencies.log('info', `${step}: ${entry.durationMs} ms`)
    report(entry)
    dependencies.onStep?.(step)
  }
  const transport = await overFirstPath(job, { ...dependencies, onStep }, async (path, taken) => {
    await path.prove()
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
