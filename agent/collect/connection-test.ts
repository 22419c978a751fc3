import type { Transport } from '../../shared/platforms/platform.ts'
import { secretsOf, type JobOrder } from '../job-order.ts'
import { accountOf, blanked, overFirstPath, platformOf, type CollectDeps, type CollectStep } from './collect.ts'
import { tryFileTree } from './file-tree.ts'
import { tryShell } from './shell.ts'

export interface ConnectionTest {
  transport: Transport
  steps: TestStep[]
}

export interface TestStep {
  step: CollectStep | 'rsync'
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
  const log = blanked(deps.log, secretsOf(job))
  const platform = platformOf(job)
  const steps: TestStep[] = []
  let since = performance.now()
  const done = (step: TestStep['step']) => {
    const at = performance.now()
    const entry = { step, durationMs: Math.round(at - since) }
    since = at
    steps.push(entry)
    log('info', `${step}: ${entry.durationMs} ms`)
    report(entry)
    if (isOwnStep(step)) deps.onStep?.(step)
  }
  const transport = await overFirstPath(job, { ...deps, log, onStep: done }, async (session, path) => {
    if (platform.ssh) {
      const work = { platform, account: accountOf(job) }
      await tryShell(session, work, { log, now: deps.now, limits: deps.shellLimits, onStage: done })
    } else {
      await tryFileTree(session, job.device.options, { log, signal: deps.signal })
      done('rsync')
    }
    return path
  })
  return { transport, steps }
}

function isOwnStep(step: TestStep['step']): step is CollectStep {
  return step !== 'rsync'
}
