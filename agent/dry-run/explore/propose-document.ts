import { dryRunLimits, type ProposedRule } from '../../../shared/agent-protocol/dry-run.ts'
import type { PlatformDocument } from '../../../shared/platforms/documents/document.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { compileStored } from '../../../shared/platforms/stored-platform.ts'
import { createRedactor } from '../../../shared/redact/redact-secrets.ts'
import { DeviceFailure } from '../../device-failure.ts'
import { type JobSpec, secretsOf } from '../../job-spec.ts'
import { platformOfJob } from '../../platform-of-job.ts'
import { observeSession } from '../observe-session.ts'
import { ReadingRecorder } from '../reading-recorder.ts'
import { reportDryRun } from '../report-dry-run.ts'
import { countSteps, type DryRunDependencies, type DryRunEnd, noDryRun } from '../run-dry-run.ts'
import { maskLines } from '../transcript.ts'
import { explorationLimits } from './dialogue.ts'
import { type Exploration, exploreDevice } from './explore-device.ts'
import { secretPatterns } from './known-patterns.ts'
import { proposeRules, type Rule, withRules } from './propose-rules.ts'

/**
 * Explores the job's device and proposes rules for its document. The transcripts show which lines the proposed rules match.
 * @throws DeviceFailure if the job has no document, or one that the agent refuses; the signal's reason when it is aborted
 */
export async function proposeDocument(job: JobSpec, dependencies: DryRunDependencies): Promise<DryRunEnd> {
  const { document } = job.device
  if (!document || !job.dryRun) throw noDryRun(job)
  platformOfJob(job)
  const recorder = new ReadingRecorder(dependencies.memory)
  const steps: DryRunEnd['steps'] = []
  try {
    const { explored, failure } = await explore(job, dependencies, recorder, steps)
    return {
      transport: explored ? 'ssh' : null,
      failure,
      steps,
      report: await report(job, document, explored, recorder),
    }
  } finally {
    recorder.release()
  }
}

async function explore(
  job: JobSpec,
  dependencies: DryRunDependencies,
  recorder: ReadingRecorder,
  steps: DryRunEnd['steps'],
): Promise<{ explored: Exploration | null; failure: DeviceFailure | null }> {
  const { openSsh, signal } = dependencies
  const observed: DryRunDependencies & { onStep: ReturnType<typeof countSteps> } = {
    ...dependencies,
    onStep: countSteps(steps),
    async openSsh(target, until) {
      recorder.connect('ssh')
      return observeSession(await openSsh(target, until), (text) => recorder.received(text))
    },
  }
  const limits = { ...explorationLimits, ...dependencies.explorationLimits }
  try {
    const explored = await exploreDevice(job, observed, recorder, limits)
    signal.throwIfAborted()
    return { explored, failure: null }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof DeviceFailure)) throw error
    recorder.broke(error)
    return { explored: null, failure: error }
  }
}

async function report(
  job: JobSpec,
  given: PlatformDocument,
  explored: Exploration | null,
  recorder: ReadingRecorder,
): Promise<DryRunEnd['report']> {
  const { document, rules } = withRules(given, explored ? await proposeRules(explored) : [])
  const platform = compileStored({ ...document, secrets: [...(document.secrets ?? []), ...secretPatterns] })
  const secrets = secretsOf(job)
  const { exchanges } = await reportDryRun(recorder, { platform, document, secrets })
  const proposal = explored && rules.flatMap((rule) => reportRule(rule, platform, secrets))
  return { exchanges, artifacts: [], untried: [], proposal }
}

/** A rule that would contain a secret of the credential is left out. */
function reportRule({ value, shown, ...rule }: Rule, platform: Platform, secrets: readonly string[]): ProposedRule[] {
  const redact = createRedactor(secrets)
  const text = JSON.stringify(value)
  if (redact(text) !== text) return []
  const [masked = null] = shown === null ? [] : maskLines([shown], platform, redact)
  return [{ ...rule, value: text, shown: masked && masked.slice(0, dryRunLimits.text) }]
}
