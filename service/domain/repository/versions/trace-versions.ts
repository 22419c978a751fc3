import type { LineHistoryCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import type { PlatformSource } from '../../../../shared/platforms/stored-platform.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import type { TracedText } from '../../../../shared/diff/trace-lines.ts'
import type { Version } from '../../../store/models/version.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { nameVersion } from './find-version.ts'
import { readRaw } from './read-text.ts'

export type LineMessage = MessageOf<LineHistoryCode>

/** How far back lines are traced. */
export interface TraceLimits {
  /** Older versions. */
  versions: number
  /** Bytes of their texts as collected. */
  bytes: number
  timeMs: number
}

/** The version with which lines began. */
export interface LineOrigin {
  version: Version
  /** The version before it, which lacks the lines; null if no older one was compared. */
  previous: Version | null
  /** Why the lines may be older. */
  doubts: LineMessage[]
  /** Numbers of the lines in the shown text, from 0. */
  lines: Int32Array
}

export interface Trace {
  origins: LineOrigin[]
  /** Number of older versions that were compared. */
  compared: number
  /** Number of older versions that could not be compared. */
  unreadable: number
  /** The oldest version that was compared, or the shown one. */
  oldest: Version
  /** Why older versions were not examined although lines were left. */
  stopped: LineMessage | null
}

export interface TraceInput {
  shown: Version
  /** Its normalised text with the lines to trace. */
  reached: TracedText
  /** Versions of the lineage before it, latest first: at most one more than the limit. */
  older: Version[]
  rules: { platform: PlatformSource; key: string }
  /** Of the current rules of normalisation. */
  revision: number
}

type TraceContext = Pick<ContentContext, 'repository' | 'workers' | 'log' | 'signal' | 'limits'>

/** Texts that are read and compared in one step. The next step is read meanwhile, so two are in memory. */
const batch = { versions: 32, bytes: 1024 ** 2 }

/** Traces lines back from version to version until all have an origin, or a limit is reached. */
export async function traceVersions(
  context: TraceContext,
  { shown, reached, older, rules, revision }: TraceInput,
  limits: TraceLimits,
): Promise<Trace> {
  const deadline = performance.now() + limits.timeMs
  const { batches, stopped } = planBatches(older, limits, context.limits.diffFileBytes)
  const tracer = new Tracer(
    shown,
    revision,
    reached.traced.filter((line) => line >= 0),
  )
  const reader = context.repository.chunkReader(shown.tenantId)
  const read = (versions: Version[]) => readBatch(context, reader, versions)
  let traced = reached
  let reading = tracer.left > 0 && batches[0] ? read(batches[0]) : undefined
  reading?.catch(() => undefined) // it may not be awaited
  for (let at = 0; reading && tracer.left > 0; at++) {
    context.signal.throwIfAborted()
    if (performance.now() >= deadline) {
      return tracer.finish(message('line_history_limit_time', { limit: limits.timeMs / 1000 }))
    }
    const found = await reading
    const next = batches[at + 1]
    reading = next && read(next)
    reading?.catch(() => undefined) // it may not be awaited
    const raw = found.flatMap(({ text }) => text ?? [])
    const input = { ...rules, reached: traced, older: raw }
    const transfer = [traced.text.bytes, traced.text.starts, traced.traced, ...raw].map(
      ({ buffer }) => buffer as ArrayBuffer,
    )
    const { reached: further, steps } = await readWhole(context, nameVersion(shown), () =>
      context.workers.run('traceLines', input, transfer),
    )
    traced = further
    for (const { version, text } of found) {
      if (tracer.left === 0) break
      if (text) tracer.step(version, steps.shift()!)
      else tracer.skip()
    }
  }
  return tracer.finish(stopped)
}

/** Assigns lines to the versions with which they began. */
class Tracer {
  left: number
  readonly #revision: number
  readonly #origins: LineOrigin[] = []
  readonly #left = new Set<number>()
  #now: Version
  #compared = 0
  #unreadable = 0
  /** Versions that could not be compared since the last one that was. */
  #skipped = 0

  constructor(shown: Version, revision: number, lines: Int32Array) {
    this.#now = shown
    this.#revision = revision
    for (const line of lines) this.#left.add(line)
    this.left = lines.length
  }

  skip(): void {
    this.#unreadable++
    this.#skipped++
  }

  step(
    older: Version,
    { begun, magnitude }: { begun: Int32Array; magnitude: { added: number; removed: number } },
  ): void {
    if (begun.length > 0) {
      const { added, removed, normaliserRevision } = this.#now
      const isKnown = added !== null && normaliserRevision === this.#revision
      const isOtherSize = isKnown && (added !== magnitude.added || removed !== magnitude.removed)
      const doubts = this.#unreadableDoubts()
      if (doubts.length === 0 && isOtherSize) doubts.push(message('line_versions_between_deleted'))
      if (doubts.length === 0 && !isKnown) doubts.push(message('line_predecessor_unknown'))
      this.#add({ version: this.#now, previous: older, doubts, lines: begun })
    }
    this.#now = older
    this.#compared++
    this.#skipped = 0
  }

  finish(stopped: LineMessage | null): Trace {
    const isPartial = this.left > 0 && stopped !== null
    if (this.left > 0) {
      const end = stopped
        ? [message('line_older_versions_not_examined')]
        : this.#now.isFirst || this.#skipped > 0
          ? []
          : [message('line_first_version_deleted')]
      const lines = Int32Array.from(this.#left).sort()
      this.#add({ version: this.#now, previous: null, doubts: [...this.#unreadableDoubts(), ...end], lines })
    }
    return {
      origins: this.#origins,
      compared: this.#compared,
      unreadable: this.#unreadable,
      oldest: this.#now,
      stopped: isPartial ? stopped : null,
    }
  }

  #unreadableDoubts(): LineMessage[] {
    return this.#skipped > 0 ? [message('line_versions_unreadable', { versions: this.#skipped })] : []
  }

  #add(origin: LineOrigin): void {
    this.#origins.push(origin)
    for (const line of origin.lines) this.#left.delete(line)
    this.left = this.#left.size
  }
}

/** Splits the older versions into batches, up to the first limit. */
function planBatches(
  older: readonly Version[],
  limits: TraceLimits,
  comparedBytes: number,
): { batches: Version[][]; stopped: LineMessage | null } {
  const batches: Version[][] = []
  let bytes = 0
  let batchBytes = Infinity
  for (const [at, version] of older.entries()) {
    if (at === limits.versions) {
      return { batches, stopped: message('line_history_limit_versions', { limit: limits.versions }) }
    }
    const size = version.sizeBytes > comparedBytes ? 0 : version.sizeBytes // longer texts are not read
    bytes += size
    if (bytes > limits.bytes) return { batches, stopped: message('line_history_limit_bytes', { limit: limits.bytes }) }
    if (batchBytes + size > batch.bytes || batches.at(-1)!.length === batch.versions) {
      batches.push([])
      batchBytes = 0
    }
    batches.at(-1)!.push(version)
    batchBytes += size
  }
  return { batches, stopped: null }
}

/** Reads texts; null for one that is damaged or above the comparison limit. */
function readBatch(
  context: TraceContext,
  reader: ChunkReader,
  versions: Version[],
): Promise<{ version: Version; text: Uint8Array<ArrayBuffer> | null }[]> {
  return Promise.all(
    versions.map(async (version) => ({ version, text: await readUnlessDamaged(context, reader, version) })),
  )
}

async function readUnlessDamaged(
  context: TraceContext,
  reader: ChunkReader,
  version: Version,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (version.sizeBytes > context.limits.diffFileBytes) return null
  try {
    return await readRaw(context, version, reader)
  } catch (error) {
    if (error instanceof DomainError && error.fields.code === 'content_damaged') return null
    throw error
  }
}
