import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { StepMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import {
  type ArchiveRequest,
  ArtifactUnavailable,
  type RequestedArchive,
  type RequestContext,
} from '../../../shared/platforms/requests.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { HttpsAnswer } from '../../sessions/https.ts'
import type { ApiSession } from './api-session.ts'
import { refusalOf } from './api-refusal.ts'
import type { CollectDependencies } from '../device-collector.ts'
import type { TextOutcome } from '../collect-texts.ts'
import { artifactRead } from '../run-log-messages.ts'

/** Failures that concern only the archive. The other artifacts are still read. */
const ofTheArchive: readonly FailureCode[] = [
  'archive_damaged',
  'connection_lost',
  'device_busy',
  'output_too_large',
  'prompt_timeout',
]

/**
 * Reads and stores an archive that one request returns. The request creates a new archive each time, so it can be read
 * only once.
 * @throws DeviceFailure that concerns more than the archive
 */
export async function readArchive(
  talk: ApiSession,
  key: string,
  artifact: RequestedArchive,
  context: RequestContext,
  dependencies: CollectDependencies,
): Promise<TextOutcome> {
  const since = performance.now()
  try {
    const request = artifact.archive(context)
    const open = () => bytesOf(talk, request, message('step_reading', { artifact: key }))
    const { metadata } = request
    const capture = await dependencies.storeArchive({ key, transport: 'api', open, isRepeatable: false, metadata })
    talk.log('info', artifactRead(key, Number(capture.metadata['size_bytes']), since))
    return { kind: 'archive', capture }
  } catch (error) {
    const why = error instanceof ArtifactUnavailable ? error.why : whyOf(error)
    return why.kind === 'failed' ? { ...why, advice: why.advice ?? talk.adviceFor(why.code) } : why
  }
}

/** @throws the error itself if it concerns more than the archive */
function whyOf(error: unknown): Extract<TextOutcome, { kind: 'failed' }> {
  if (!(error instanceof DeviceFailure) || !ofTheArchive.includes(error.code)) throw error
  const { code, expected, seen } = error
  return { kind: 'failed', code, expected: expected ?? undefined, seen: seen ?? '' }
}

/** @throws ArtifactUnavailable if the answer is not an archive */
async function* bytesOf(talk: ApiSession, request: ArchiveRequest, step: StepMessage): AsyncGenerator<Buffer> {
  const answer = await answerTo(talk, request, step)
  const { magic } = request
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of answer.body) {
    if (!head) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < magic.length) continue
    if (!head.subarray(0, magic.length).equals(magic)) {
      throw new ArtifactUnavailable({
        kind: 'failed',
        code: 'archive_damaged',
        expected: message('expected_archive'),
        seen: 'another beginning',
      })
    }
    yield head
    head = undefined
  }
  if (head)
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'archive_damaged',
      expected: message('expected_archive'),
      seen: 'too few bytes',
    })
}

/** Returns the answer. Repeats the request once if its body reports an expired login. */
async function answerTo(talk: ApiSession, request: ArchiveRequest, step: StepMessage): Promise<HttpsAnswer> {
  for (let round = 1; ; round++) {
    const answer = await talk.ask(request, step)
    const type = answer.headers['content-type'] ?? ''
    if (answer.status === 200 && request.contentType.test(type)) return answer
    try {
      if (answer.status !== 200 && request.reads?.includes(answer.status) !== true)
        throw new ArtifactUnavailable(await refusalOf(answer))
      const extractor = request.refusal(answer.status)
      for await (const piece of answer.body) extractor.push(piece)
      extractor.end()
      throw new ArtifactUnavailable({
        kind: 'failed',
        code: 'archive_refused',
        expected: message('expected_archive'),
        seen: `the type ${type}`,
      })
    } catch (error) {
      const isExpired =
        error instanceof ArtifactUnavailable && error.why.kind === 'failed' && error.why.code === 'auth_failed'
      if (!isExpired || round > 1 || !(await talk.renew())) throw error
    }
  }
}
