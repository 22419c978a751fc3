import type { Transport } from '../../shared/platforms/platform.ts'
import type { JobOrder } from '../job-order.ts'
import { overFirstPath } from './collect.ts'
import type { CollectDeps } from './device-path.ts'

export interface ConnectionTest {
  transport: Transport
  steps: TestStep[]
}

export interface TestStep {
  step: string
  durationMs: number
}

/**
 * Walks the road of a backup (transport order, host key, login, prompt, rights) and stops before the first artifact.
 * `report` is told of each step as it is done, so that a failing test still shows how far it came.
 * @throws as `collectDevice`
 */
export async function testConnection(
  job: JobOrder,
  deps: CollectDeps,
  report: (step: TestStep) => void = () => undefined,
): Promise<ConnectionTest> {
  const steps: TestStep[] = []
  let since = performance.now()
  const onStep = (step: string) => {
    const at = performance.now()
    const entry = { step, durationMs: Math.round(at - since) }
    since = at
    steps.push(entry)
    deps.log('info', `${step}: ${entry.durationMs} ms`)
    report(entry)
    deps.onStep?.(step)
  }
  const transport = await overFirstPath(job, { ...deps, onStep }, async (path, taken) => {
    await path.prove()
    return taken
  })
  return { transport, steps }
}
