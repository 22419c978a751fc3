import { setTimeout as wait } from 'node:timers/promises'
import type { ReportedStep } from '../shared/agent-protocol/report.ts'
import { failureSentences } from '../shared/messages/failure.ts'
import { message } from '../shared/messages/message.ts'
import { writeContent, type Content } from '../shared/repository/content.ts'
import { createArchiveKeeper } from './archive/store-archive.ts'
import type { CapturedText } from './collect/captured.ts'
import { collectDevice } from './collect/collect.ts'
import { testConnection, wordsForExaminer } from './collect/connection-test.ts'
import type { CollectDependencies } from './collect/device-collector.ts'
import type { Baseline, BaselineFile } from './collect/tree/tree-plan.ts'
import { render } from '../shared/messages/render.ts'
import { DeviceFailure } from './device-failure.ts'
import { proposeDocument } from './dry-run/explore/propose-document.ts'
import { runDryRun } from './dry-run/run-dry-run.ts'
import { relaxHeap } from './heap-growth.ts'
import {
  deadlineFailure,
  failureOf,
  buildJobResult,
  findingsOfCancel,
  findingsOfFailure,
  fingerprintCaptures,
  nameOf,
  type NamedCapture,
} from './job-result.ts'
import type { JobResult, JobLink } from './job-link.ts'
import { secretsOf } from './job-spec.ts'
import { JobAborted } from './job-aborted.ts'
import type { LeasedJob } from './leased-job.ts'
import { runRestore } from './restore-run.ts'
import { createTextStore } from './text-store.ts'
import { createChunkWriter, writerLimits, type PackingWriter } from './repository/chunk-writer.ts'
import { startRunLog, type SentLog } from './run-log.ts'
import type { RunContext } from './run-context.ts'

/**
 * Runs one job, from its lease to its commit. A failure is reported once, with its code; a lost lease ends it without a
 * report.
 */
export async function runJob(job: LeasedJob, link: JobLink, around: RunContext): Promise<void> {
  const log = startRunLog({ secrets: secretsOf(job.order), now: around.now, send: (lines) => link.log(lines) })
  const run: Run = { job, link, around, log }
  try {
    const isWhole = await work(run)
    if (!isWhole) throw chunksLost()
  } catch (error) {
    const findings = findingsOfEnd(error, around.signal, secretsOf(job.order))
    if (findings) await deliver(run, findings)
  } finally {
    log.drop()
  }
}

function work(run: Run): Promise<boolean> {
  const { kind } = run.job.order
  if (kind === 'test') return test(run)
  if (kind === 'dry_run') return dryRun(run)
  return kind === 'backup' ? backUp(run) : restore(run)
}

/** After its commit, the job ends when its result is delivered, even if a stop is requested. */
async function restore(run: Run): Promise<boolean> {
  const { job, link, around, log } = run
  return deliver(run, await runRestore(job, link, around, log.log))
}

interface Run {
  job: LeasedJob
  link: JobLink
  around: RunContext
  log: SentLog
}

/** Attempts for a result that cannot be committed because something changed during the run. */
const rounds = 3

async function backUp(run: Run): Promise<boolean> {
  for (let round = 1; round <= rounds; round++) {
    if (await backUpOnce(run)) return true
    run.log.log('warn', message('log_chunks_missing'))
  }
  return false
}

async function backUpOnce(run: Run): Promise<boolean> {
  const { job, link, around } = run
  const trees = createChunkWriter(job.target, link, around.memory, around.signal)
  const texts = createChunkWriter(job.target, link, around.memory, around.signal, textLimits)
  const longTexts = createChunkWriter(job.target, link, around.memory, around.signal)
  const archives = createChunkWriter(job.target, link, around.memory, around.signal)
  const storeArchive = createArchiveKeeper(job, {
    writer: archives,
    isNeeded: async (named) => (await link.check([named])).size > 0,
    log: run.log.log,
    now: around.now,
  })
  let endStreaming = () => {}
  const beginStreaming = () => {
    endStreaming()
    endStreaming = relaxHeap()
  }
  try {
    const captured = await collectDevice(job.order, {
      ...around,
      log: run.log.log,
      checkFingerprint: (observed) => link.checkFingerprint(observed),
      async treeDependencies() {
        beginStreaming()
        return {
          baseline: await readBaseline(link),
          writer: trees,
          report: (progress, checkpoint) => link.reportProgress?.(progress, checkpoint) ?? Promise.resolve(),
        }
      },
      storeText: (key) => createTextStore(job, key, longTexts),
      storeArchive(found) {
        beginStreaming()
        return storeArchive(found)
      },
    })
    const captures = fingerprintCaptures(job, captured)
    const needed = captures.length > 0 ? await link.check(captures.map(({ named }) => named)) : new Set<string>()
    for (const { named } of captures) {
      const artifact = nameOf(named)
      const isNeeded = needed.has(artifact)
      run.log.log('info', message(isNeeded ? 'log_artifact_changed' : 'log_artifact_unchanged', { artifact }))
    }
    const contents = await sendTexts(captures, needed, texts)
    const isNeeded = (kind: NamedCapture['capture']['kind']) =>
      captures.some(({ capture, named }) => capture.kind === kind && needed.has(nameOf(named)))
    if (isNeeded('long-text')) await longTexts.flush()
    if (isNeeded('tree')) await trees.flush()
    if (isNeeded('archive')) await archives.flush()
    return await deliver(run, buildJobResult(captured, captures, needed, contents))
  } finally {
    endStreaming()
    await Promise.all([trees, texts, longTexts, archives].map((writer) => writer.discard()))
  }
}

/** A text that is needed is new, so checking which of its chunks are stored is worthwhile only for long texts. */
const textLimits = { ...writerLimits, askFromBytes: 1024 * 1024 }

async function sendTexts(
  captures: NamedCapture[],
  needed: ReadonlySet<string>,
  writer: PackingWriter,
): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>()
  for (const { capture, named } of captures) {
    if (!needed.has(nameOf(named))) continue
    if (capture.kind === 'text') contents.set(nameOf(named), await sendText(capture, writer))
    if (capture.kind === 'long-text') contents.set(nameOf(named), capture.content)
  }
  if (contents.size > 0) await writer.flush()
  return contents
}

async function sendText({ raw }: CapturedText, writer: PackingWriter): Promise<Content> {
  const content = writeContent(writer)
  await content.push(raw)
  return content.end()
}

async function readBaseline(link: JobLink): Promise<Baseline> {
  const baseline = new Map<string, BaselineFile>()
  for await (const files of link.baseline()) {
    for (const { path, size, seconds, nanoseconds, content } of files) {
      baseline.set(path, { size, mtimeSeconds: seconds, mtimeNanoseconds: nanoseconds, content })
    }
  }
  return baseline
}

async function test(run: Run): Promise<boolean> {
  const { job, link, around, log } = run
  const steps: ReportedStep[] = []
  let failedMs = 0
  const checkFingerprint: CollectDependencies['checkFingerprint'] = (observed) => link.checkFingerprint(observed)
  const treeDependencies = () => Promise.reject(new Error('a test reads no tree'))
  const storeText = () => {
    throw new Error('a test reads no text')
  }
  const storeArchive = () => Promise.reject(new Error('a test reads no archive'))
  try {
    const dependencies = { ...around, log: log.log, checkFingerprint, treeDependencies, storeText, storeArchive }
    const tested = await testConnection(
      job.order,
      dependencies,
      (step) => steps.push({ name: step.step, ok: true, duration_ms: step.durationMs }),
      (durationMs) => (failedMs = durationMs),
    )
    const report = { warnings: [], steps, artifacts: {} }
    return await deliver(run, { outcome: 'collected', transport: tested.transport, artifacts: [], report })
  } catch (error) {
    around.signal.throwIfAborted()
    const failure = failureOf(error, secretsOf(job.order))
    const { lastLines } = failure
    const failed: ReportedStep = {
      name: render(failure.step, 'en'),
      ok: false,
      duration_ms: failedMs,
      detail: wordsForExaminer(failure),
      failure: failure.toData(),
      ...(lastLines && lastLines.length > 0 && { last_lines: lastLines }),
    }
    return await deliver(run, findingsOfFailure(failure, [...steps, failed]))
  }
}

/** Reports a dry run with its transcripts, also one that broke off. */
async function dryRun(run: Run): Promise<boolean> {
  const { job, link, around, log } = run
  const checkFingerprint: CollectDependencies['checkFingerprint'] = (observed) => link.checkFingerprint(observed)
  const sleep = around.sleep ?? ((milliseconds, signal) => wait(milliseconds, undefined, { signal }))
  const work = job.order.dryRun?.proposes === true ? proposeDocument : runDryRun
  const { transport, failure, steps, report } = await work(job.order, {
    ...around,
    log: log.log,
    checkFingerprint,
    sleep,
  })
  const done = steps.map(({ step, durationMs }) => ({ name: step, ok: true, duration_ms: durationMs }))
  if (failure) {
    const result = findingsOfFailure(failure, done)
    return deliver(run, { ...result, report: { ...result.report, dry_run: report } })
  }
  const found = { warnings: [], steps: done, artifacts: {}, dry_run: report }
  return deliver(run, { outcome: 'collected', transport, artifacts: [], report: found })
}

function chunksLost(): DeviceFailure {
  const seen = `what it refers to was not there in ${rounds} attempts, one after the other`
  return new DeviceFailure('store_unreachable', { step: message('step_committing_result'), seen })
}

/** Sends the rest of the log with the result. @returns false if the run must be repeated */
async function deliver({ link, around, log }: Run, findings: JobResult): Promise<boolean> {
  const { failure } = findings.report
  if (failure) log.log('error', message('log_failure', { failure: failureSentences(failure) }))
  around.onResult?.()
  return (await link.commit(findings, await log.end())) === 'over'
}

/** Returns the result of a run that was ended by an error or was stopped; undefined if no result is reported. */
function findingsOfEnd(error: unknown, signal: AbortSignal, secrets: string[]): JobResult | undefined {
  if (!signal.aborted) return findingsOfFailure(failureOf(error, secrets))
  const reason = signal.reason instanceof JobAborted ? signal.reason.reason : 'lost'
  if (reason === 'cancelled') return findingsOfCancel()
  if (reason === 'lost') return undefined
  const isWaitForStore = error instanceof DeviceFailure && error.code === 'store_unreachable'
  return findingsOfFailure(isWaitForStore ? error : deadlineFailure())
}
