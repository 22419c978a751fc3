import { failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import { ArtifactUnavailable, type CaptureWarning, type TextChecks } from '../../shared/platforms/requests.ts'
import { createTmosInspector } from '../../shared/platforms/tmos-text.ts'
import type { CapturedArchive, CapturedLongText, CapturedText } from '../collect/captured.ts'
import { noArtifacts, type CollectDependencies, type CollectedArtifacts } from '../collect/device-collector.ts'
import { captureWarning } from '../collect/run-log-messages.ts'
import { TextPipeline } from '../collect/text-pipeline.ts'
import { DeviceFailure, withAdvice } from '../device-failure.ts'

/** The readers of the artifacts. That of the archive receives the text collected at the same time. */
export interface BigipReaders {
  scf: () => Promise<CapturedText | CapturedLongText>
  masterKey: () => Promise<CapturedText>
  ucs: (companion: CapturedText | CapturedLongText | undefined) => Promise<CollectedArtifacts['archives'][number]>
}

/**
 * Reads the requested artifacts, the text first. Lists the failed ones with the others.
 * @param left files of earlier runs that cannot be removed from the device; the run is then partial
 * @throws DeviceFailure if nothing could be read
 */
export async function collectBigip(
  keys: readonly string[],
  transport: Transport,
  readers: BigipReaders,
  dependencies: Pick<CollectDependencies, 'log' | 'signal'>,
  left: readonly CaptureWarning[] = [],
): Promise<CollectedArtifacts> {
  const collected = noArtifacts()
  let unreported = left
  let firstFailure: DeviceFailure | undefined

  async function reading(key: string, read: () => Promise<void>) {
    if (!keys.includes(key)) return
    try {
      await read()
    } catch (failure) {
      dependencies.signal.throwIfAborted()
      if (!(failure instanceof DeviceFailure)) throw failure
      dependencies.log('warn', message('log_failure', { failure: failureSentences(failure) }))
      collected.failed.push({ key, transport, code: failure.code, message: failure.message, failure: failure.toData() })
      firstFailure ??= failure
    }
  }

  /** Adds the files that are left to the first capture. */
  function withLeftFiles<T extends { problems?: readonly CaptureWarning[] }>(capture: T): T {
    const problems = [...(capture.problems ?? []), ...unreported]
    unreported = []
    return problems.length > 0 ? { ...capture, problems } : capture
  }

  await reading('scf', async () => {
    const scf = withLeftFiles(await readers.scf())
    if (scf.kind === 'text') collected.texts.push(scf)
    else collected.longTexts.push(scf)
  })
  await reading('master-key', async () => void collected.texts.push(withLeftFiles(await readers.masterKey())))
  await reading('ucs', async () => {
    const companion = [...collected.texts, ...collected.longTexts].find(({ key }) => key === 'scf')
    collected.archives.push(withLeftFiles(await readers.ucs(companion)))
  })
  const { texts, longTexts, archives } = collected
  if (firstFailure && texts.length + longTexts.length + archives.length === 0) throw firstFailure
  return collected
}

/** Receives a configuration from the device and stores it. */
export interface ScfIntake {
  push(piece: Buffer): Promise<void>
  /** Its first characters as latin1, which show whether it is a configuration. */
  head(): string
  /** @throws DeviceFailure if it is incomplete */
  end(): Promise<CapturedText | CapturedLongText>
}

export function createScfIntake(
  { checks, form, transport }: { checks: TextChecks; form: 'saved' | 'listed'; transport: Transport },
  dependencies: Pick<CollectDependencies, 'log' | 'now' | 'storeText'>,
  secrets: readonly string[],
): ScfIntake {
  const capturedAt = dependencies.now()
  const store = () => dependencies.storeText('scf')
  const text = new TextPipeline({ checks, inspector: createTmosInspector(), store })
  let head = ''
  return {
    async push(piece) {
      if (head.length < headLength) head = (head + piece.toString('latin1', 0, headLength)).slice(0, headLength)
      try {
        await text.push(piece)
      } catch (error) {
        if (!(error instanceof ArtifactUnavailable)) throw error // other checks reject text that is not a configuration
      }
    },
    head: () => head,
    async end() {
      try {
        const { text: collected, metadata: seen } = await text.end()
        const { accounts, ...facts } = seen
        const isPartial = accounts === undefined
        if (isPartial) dependencies.log('warn', captureWarning('scf', message('warning_accounts_missing')))
        const metadata = { ...facts, form, ...(isPartial && { hidden: 'accounts' }) }
        return { key: 'scf', transport, metadata, capturedAt, ...collected }
      } catch (error) {
        if (!(error instanceof ArtifactUnavailable) || error.why.kind !== 'failed') throw error
        const { code, ...facts } = error.why
        throw new DeviceFailure(code, { step: message('step_reading', { artifact: 'scf' }), ...facts }, secrets)
      }
    },
  }
}

/** Maximum length of the head of an answer. A configuration, which may contain any text, can follow it. */
export const headLength = 1_000

/**
 * Removes what `work` creates on the device, in every outcome. A failure lists what may remain.
 * @returns `left`: the names of files that may remain
 */
export async function withCleanup<T>(
  work: () => Promise<T>,
  remove: () => Promise<string | undefined>,
): Promise<{ done: T; left: string | undefined }> {
  let done: T
  try {
    done = await work()
  } catch (failure) {
    const left = await remove()
    throw left !== undefined && failure instanceof DeviceFailure
      ? withAdvice(failure, message('advice_bigip_file_left', { file: left }))
      : failure
  }
  return { done, left: await remove() }
}

/** Returns the warning about a file of the agent that could not be removed. */
export function fileLeft(file: string): CaptureWarning {
  return message('warning_file_left', { file })
}

/** Returns a captured archive with a problem if its file may remain on the device: the run is partial. */
export function withLeftArchive(captured: CapturedArchive, name: string, left: string | undefined): CapturedArchive {
  if (left === undefined) return captured
  return { ...captured, metadata: { ...captured.metadata, left: name }, problems: [fileLeft(left)] }
}

/**
 * Returns a captured configuration with a problem if files with secrets may remain on the device: the run is partial.
 */
export function withLeft<T extends CapturedText | CapturedLongText>(scf: T, left: string | undefined): T {
  return left === undefined ? scf : { ...scf, problems: [fileLeft(left)] }
}

/**
 * Returns the unit's master key, which decrypts every `$M$` of its configuration, from the output of `f5mku -K`. That
 * output is neither logged nor quoted.
 * @throws DeviceFailure privilege_insufficient if it contains no key
 */
export function masterKeyIn(output: string, transport: Transport, capturedAt: Date): CapturedText {
  const key = output.trim()
  // base64 of 16 to 32 bytes
  if (/^[A-Za-z0-9+/]{22,44}={0,2}$/.test(key)) {
    return { kind: 'text', key: 'master-key', transport, raw: Buffer.from(`${key}\n`), metadata: {}, capturedAt }
  }
  throw new DeviceFailure('privilege_insufficient', {
    step: message('step_reading', { artifact: 'master-key' }),
    expected: message('expected_key'),
    seen: 'an answer that is none, which is not quoted',
    advice: message('advice_bigip_master_key'),
  })
}
