import type { FailureCode } from '../../shared/contract/failures.ts'
import { type AdviceMessage, type ExpectationMessage, failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import type { AbsenceReason } from '../../shared/platforms/requests.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { CapturedArchive, CapturedLongText, CapturedText, RunLog } from './captured.ts'
import { noArtifacts, type CollectedArtifacts, type ReadingOutcome } from './device-collector.ts'

/** The outcome of reading one artifact. */
export type TextOutcome =
  | { kind: 'text'; capture: CapturedText | CapturedLongText }
  | { kind: 'archive'; capture: CapturedArchive }
  | { kind: 'absent'; reason: AbsenceReason }
  | {
      kind: 'failed'
      code: FailureCode
      expected?: ExpectationMessage
      seen: string
      advice?: AdviceMessage
      /** Nothing more can be read. */
      isBroken?: true
    }

/** Returns the outcome for an observer. Documents have no archives. */
export function readingOutcome(outcome: TextOutcome): ReadingOutcome {
  if (outcome.kind === 'text') return { kind: 'text', text: outcome.capture }
  if (outcome.kind === 'archive') throw new Error('an archive is not observed')
  return outcome
}

/**
 * Reads the artifacts in sequence. Omits artifacts that only the other transport provides. A session failure
 * during an extra command affects only the remaining extra commands, which come last.
 * @throws DeviceFailure if a required artifact or every artifact of the platform is unavailable; errors of `read`
 */
export async function collectTexts<Artifact extends { required?: boolean; isExtra?: true }>(
  keys: readonly string[],
  artifacts: Readonly<Record<string, Artifact>>,
  { transport, secrets, log }: { transport: Transport; secrets: readonly string[]; log: RunLog },
  read: (key: string, artifact: Artifact) => Promise<TextOutcome>,
): Promise<CollectedArtifacts> {
  const collected = noArtifacts()
  let firstFailure: DeviceFailure | undefined
  let broken: TextOutcome | undefined
  for (const key of keys) {
    const artifact = artifacts[key]
    if (!artifact) continue
    const outcome = broken ?? (await (artifact.isExtra ? catchDeviceFailure(read(key, artifact)) : read(key, artifact)))
    if (outcome.kind === 'failed' && outcome.isBroken) broken = outcome
    if (outcome.kind === 'text') {
      const { capture } = outcome
      if (capture.kind === 'text') collected.texts.push(capture)
      else collected.longTexts.push(capture)
    }
    if (outcome.kind === 'archive') collected.archives.push(outcome.capture)
    if (outcome.kind === 'absent') {
      log('info', message('log_artifact_absent', { artifact: key, reason: outcome.reason }))
      collected.absent.push({ key, transport, reason: outcome.reason })
    }
    if (outcome.kind !== 'failed') continue
    const { code, expected, seen, advice } = outcome
    const failure = new DeviceFailure(
      code,
      { step: message('step_reading', { artifact: key }), expected, seen, advice },
      secrets,
    )
    if (artifact.required) throw failure
    log('warn', message('log_failure', { failure: failureSentences(failure) }))
    collected.failed.push({ key, transport, code, message: failure.message, failure: failure.toData() })
    if (!artifact.isExtra) firstFailure ??= failure
  }
  const captures = [...collected.texts, ...collected.longTexts, ...collected.archives]
  // The text of an extra command does not replace the configuration.
  if (firstFailure && captures.every(({ key }) => artifacts[key]?.isExtra)) throw firstFailure
  return collected
}

/** Returns a failure of the dialogue as the outcome of the artifact. */
async function catchDeviceFailure(reading: Promise<TextOutcome>): Promise<TextOutcome> {
  try {
    return await reading
  } catch (failure) {
    if (!(failure instanceof DeviceFailure)) throw failure
    const { code, expected, seen, advice } = failure
    return { kind: 'failed', code, expected: expected ?? undefined, seen: seen ?? '', advice, isBroken: true }
  }
}
