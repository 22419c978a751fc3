import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import {
  ArtifactUnavailable,
  type ApiFacts,
  type ApiRequest,
  type HelloRequest,
  type RequestedArtifact,
  type RequestsDescription,
  type TextRequest,
  type WhyNoText,
} from '../../../shared/platforms/requests.ts'
import { quoteOutput } from '../../quote-output.ts'
import type { HttpsAnswer } from '../../sessions/https.ts'
import { type ApiSession, openApiSession } from './api-session.ts'
import { refusalOf } from './api-refusal.ts'
import type { CollectDependencies, OpenPath } from '../device-collector.ts'
import { readArchive } from './requested-archive.ts'
import { collectTexts, readingOutcome, type TextOutcome } from '../collect-texts.ts'
import { isRefusal } from '../is-refusal.ts'
import { TextPipeline } from '../text-pipeline.ts'
import { artifactRead, captureWarning } from '../run-log-messages.ts'

/** A longer first answer is rejected. */
const helloBytes = 4 * 1024 * 1024

/** Collects over a platform's HTTPS API. The transport is open after a first authenticated request. */
export const openRequests: OpenPath = async (job, platform, dependencies) => {
  const api = requestsOf(platform)
  const { options } = job.device
  const talk = await openApiSession(job, api, dependencies)
  try {
    const facts = await greet(talk, api.identify(options))
    dependencies.onStep?.('login')
    return {
      read: (keys) =>
        collectTexts(
          keys,
          api.artifacts,
          { transport: 'api', secrets: talk.secrets, log: talk.log },
          (key, artifact) =>
            'archive' in artifact
              ? readArchive(talk, key, artifact, { options, facts }, dependencies)
              : readArtifact(talk, key, artifact, { options, facts }, dependencies),
        ),
      probe: () => Promise.resolve(),
      close: () => talk.close(),
    }
  } catch (failure) {
    await talk.close()
    throw failure
  }
}

function requestsOf(platform: Platform): RequestsDescription {
  if (platform.api?.driver !== 'requests') throw new Error(`${platform.id} has no requests`)
  return platform.api
}

/** @throws DeviceFailure protocol_error if the device rejects every request as unknown */
async function greet(talk: ApiSession, requests: readonly HelloRequest[]): Promise<ApiFacts> {
  const step = message('step_identifying_api')
  let refusal: Failed | undefined
  for (const request of requests) {
    const outcome = await attempt(talk, async () => {
      const answer = await talk.ask(request, step, helloBytes)
      await refuseUnread(answer, request)
      return { kind: 'facts', facts: request.facts(await wholeOf(answer), answer.status) } as const
    })
    if (outcome.kind === 'facts') return outcome.facts
    const failed = asFailed(outcome)
    if (!isRefusal(failed.code)) throw talk.failure(failed.code, { step, ...failed })
    refusal ??= failed
  }
  if (!refusal) throw new Error('a platform without a hello')
  // A refusal here concerns the API itself. Another transport may be open.
  const code = refusal.code === 'command_refused' ? 'protocol_error' : refusal.code
  throw talk.failure(code, { step, ...refusal })
}

/**
 * Returns the outcome of the first request that provides the artifact, or the refusal that is most specific about the
 * account.
 */
async function readArtifact(
  talk: ApiSession,
  key: string,
  artifact: RequestedArtifact,
  context: { options: Record<string, unknown>; facts: ApiFacts },
  dependencies: CollectDependencies,
): Promise<TextOutcome> {
  const failedAnswers: Failed[] = []
  const alternatives = await attempt(talk, () =>
    Promise.resolve({ kind: 'requests', list: artifact.requests(context) } as const),
  )
  if (alternatives.kind !== 'requests') return advised(talk, alternatives)
  for (const request of alternatives.list) {
    dependencies.observer?.requested(key, request.path, 'api')
    const outcome = await attempt(talk, () => readText(talk, key, request, dependencies))
    dependencies.observer?.decided(readingOutcome(outcome))
    if (outcome.kind !== 'failed' || !isRefusal(outcome.code)) return advised(talk, outcome)
    talk.log(
      'info',
      message('log_request_refused', { artifact: key, method: request.method, seen: quoteOutput(outcome.seen) }),
    )
    failedAnswers.push(outcome)
  }
  const refusal = failedAnswers.find(({ code }) => code === 'privilege_insufficient') ?? failedAnswers[0]
  if (!refusal) throw new Error(`${key} has no request`)
  return advised(talk, refusal)
}

type Failed = Extract<WhyNoText, { kind: 'failed' }>

/** Repeats `work` once if the body of its answer reports an expired login. */
async function attempt<T>(talk: ApiSession, work: () => Promise<T>): Promise<T | WhyNoText> {
  for (let round = 1; ; round++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ArtifactUnavailable)) throw error
      const { why } = error
      if (round === 1 && why.kind === 'failed' && why.code === 'auth_failed' && (await talk.renew())) continue
      return why
    }
  }
}

async function readText(
  talk: ApiSession,
  key: string,
  first: TextRequest,
  dependencies: CollectDependencies,
): Promise<TextOutcome> {
  const step = message('step_reading', { artifact: key })
  const since = performance.now()
  const store = () => dependencies.storeText(key)
  const text = new TextPipeline({ checks: first.checks ?? {}, inspector: first.inspect?.(), store })

  for (let request: ApiRequest | undefined = first; request;) {
    const answer = await talk.ask(request, step)
    await refuseUnread(answer, request)
    const extractor = first.extract?.(answer.status)
    for await (const piece of answer.body) {
      dependencies.observer?.received(piece.toString('latin1'))
      await text.push(extractor ? extractor.push(piece) : piece)
    }
    if (extractor) await text.push(extractor.end())
    request = extractor?.next?.()
  }
  const { text: collected, metadata: seen, warnings } = await text.end()
  for (const warning of warnings) talk.log('warn', captureWarning(key, warning))
  talk.log('info', artifactRead(key, text.bytes, since))
  const metadata = { ...seen, ...(first.form === undefined ? {} : { form: first.form }) }
  return { kind: 'text', capture: { key, transport: 'api', metadata, capturedAt: dependencies.now(), ...collected } }
}

/** @throws ArtifactUnavailable for an answer whose status or type shows that it does not contain the requested text */
async function refuseUnread(answer: HttpsAnswer, request: ApiRequest): Promise<void> {
  const isRead = answer.status === 200 || request.reads?.includes(answer.status) === true
  const type = answer.headers['content-type'] ?? ''
  if (isRead && (answer.status !== 200 || (request.contentType?.test(type) ?? true))) return
  const why = await refusalOf(
    answer,
    isRead ? message('expected_answer_of_type', { type: request.contentType?.source ?? '' }) : undefined,
  )
  throw new ArtifactUnavailable(why)
}

async function wholeOf(answer: HttpsAnswer): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of answer.body) pieces.push(piece)
  return Buffer.concat(pieces)
}

function asFailed(why: WhyNoText): Failed {
  return why.kind === 'failed' ? why : { kind: 'failed', code: 'protocol_error', seen: render(why.reason, 'en') }
}

function advised(talk: ApiSession, outcome: TextOutcome): TextOutcome {
  if (outcome.kind !== 'failed') return outcome
  return { ...outcome, advice: outcome.advice ?? talk.adviceFor(outcome.code) }
}
