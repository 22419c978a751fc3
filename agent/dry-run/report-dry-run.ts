import { setImmediate as yieldToOthers } from 'node:timers/promises'
import {
  dryRunLimits,
  type DryRunOutcome,
  type ReportedDryArtifact,
  type ReportedDryRun,
  type ReportedExchange,
} from '../../shared/agent-protocol/dry-run.ts'
import type { Failure } from '../../shared/messages/failure.ts'
import { message, type ReceivedMessage } from '../../shared/messages/message.ts'
import { compileChecks } from '../../shared/platforms/documents/compile-checks.ts'
import type { CompleteSection, PlatformDocument } from '../../shared/platforms/documents/document.ts'
import { countLines } from '../../shared/platforms/normalise.ts'
import type { Platform, ShellDescription, Transport } from '../../shared/platforms/platform.ts'
import { createRedactor } from '../../shared/redact/redact-secrets.ts'
import { DeviceFailure } from '../device-failure.ts'
import { checkCuts, type TextProof } from './check-cuts.ts'
import { matchRules } from './match-rules.ts'
import { proposeVolatile } from './propose-volatile.ts'
import { type Exchange, heldText, type ReadingRecorder } from './reading-recorder.ts'
import { maskLines, showLines } from './transcript.ts'

/** What the records of a dry run are checked against. */
export interface ReportContext {
  platform: Platform
  document: PlatformDocument
  /** Masked wherever they occur. */
  secrets: readonly string[]
}

/** Returns what a dry run found, without secrets and within its limits. */
export async function reportDryRun(recorder: ReadingRecorder, context: ReportContext): Promise<ReportedDryRun> {
  const redact = createRedactor(context.secrets)
  const mask = (lines: readonly string[]) => maskLines(lines, context.platform, redact)
  let left: number = dryRunLimits.transcripts
  const exchanges: ReportedExchange[] = []
  for (const exchange of recorder.exchanges.slice(0, dryRunLimits.exchanges)) {
    const limit = Math.min(left, dryRunLimits.transcript)
    const reported = reportExchange(exchange, context, { mask, redact }, limit)
    left -= reported.transcript.length
    exchanges.push(reported)
    await yieldToOthers()
  }
  const seconds = recorder.lastOfEach(2)
  const artifacts: ReportedDryArtifact[] = []
  for (const [key, first] of [...recorder.lastOfEach(1)].slice(0, dryRunLimits.artifacts)) {
    artifacts.push(await reportArtifact(key, [first, seconds.get(key)], context, mask))
  }
  return { exchanges, artifacts, untried: untriedArtifacts(context.platform, artifacts), proposal: null }
}

/** Returns the artifacts that the platform also reads over a connection method by which they were not read. */
function untriedArtifacts({ artifacts }: Platform, read: readonly ReportedDryArtifact[]): string[] {
  const others = ([key, { transports }]: [string, Platform['artifacts'][string]]) =>
    transports.some((transport) => !read.some((one) => one.key === key && one.transport === transport))
  return Object.entries(artifacts)
    .filter(others)
    .map(([key]) => key)
}

function reportExchange(
  exchange: Exchange,
  { platform, document, secrets }: ReportContext,
  { mask, redact }: Record<'redact', (text: string) => string> & Record<'mask', (lines: readonly string[]) => string[]>,
  limit: number,
): ReportedExchange {
  const { reading, transport, artifact, command, sizeBytes } = exchange
  const shell = transport === 'ssh' ? shellOf(platform) : undefined
  const all = showLines(exchange.raw, exchange.isCut, shell)
  const { text, lines } = firstLines(mask(all.lines), limit)
  // rules must not reveal a credential by what they match
  const shown = { lines: all.lines.slice(0, lines).map(redact), paged: all.paged.filter((at) => at < lines) }
  const checks = artifact === null ? {} : proofFor(document, artifact, transport).checks
  return {
    reading,
    stage: artifact === null ? 'login' : 'read',
    artifact,
    command: command && command.slice(0, dryRunLimits.text),
    size_bytes: sizeBytes,
    duration_ms: exchange.durationMs,
    transcript: text,
    truncated: lines < all.lines.length || exchange.isCut,
    matches: matchRules(shown, { artifact, command, checks }, platform, shell),
    ...reportOutcome(exchange, secrets),
  }
}

/** Returns as many lines as fit. */
function firstLines(lines: readonly string[], limit: number): { text: string; lines: number } {
  let length = 0
  const end = lines.findIndex((line) => (length += line.length + 1) > limit + 1)
  const fitting = end === -1 ? lines : lines.slice(0, end)
  return { text: fitting.join('\n'), lines: fitting.length }
}

async function reportArtifact(
  key: string,
  [first, second]: readonly [Exchange, Exchange | undefined],
  context: ReportContext,
  mask: (lines: readonly string[]) => string[],
): Promise<ReportedDryArtifact> {
  const { document, platform, secrets } = context
  const texts = [heldText(first), second && heldText(second)] as const
  const isRefusedLater = second !== undefined && reportOutcome(second, secrets).outcome === 'refused'
  const outcome = reportOutcome(isRefusedLater ? second : first, secrets)
  const [text, later] = texts
  return {
    key,
    transport: first.transport,
    ...outcome,
    outcome: outcome.outcome ?? 'refused',
    size_bytes: sizeOf(first),
    lines: text ? countLines(text) : null,
    cuts: text ? await checkCuts(proofFor(document, key, first.transport), text) : null,
    changes: text && later ? proposeVolatile({ key, first: text, second: later }, platform, mask) : null,
  }
}

function sizeOf({ outcome }: Exchange): number | null {
  if (outcome?.kind !== 'text') return null
  return outcome.text.kind === 'text' ? outcome.text.raw.length : outcome.text.content.size
}

interface ReportedOutcome {
  outcome: DryRunOutcome | null
  reason: ReceivedMessage | null
  failure: Failure | null
}

function reportOutcome({ artifact, outcome }: Exchange, secrets: readonly string[]): ReportedOutcome {
  switch (outcome?.kind) {
    case undefined:
      return { outcome: null, reason: null, failure: null }
    case 'text':
      return { outcome: 'accepted', reason: null, failure: null }
    case 'absent':
      return { outcome: 'absent', reason: outcome.reason, failure: null }
    case 'broken':
      return { outcome: 'refused', reason: null, failure: outcome.failure.toData() }
    case 'failed': {
      const { code, ...facts } = outcome
      const step = message('step_reading', { artifact: artifact ?? '' })
      return {
        outcome: 'refused',
        reason: null,
        failure: new DeviceFailure(code, { ...facts, step }, secrets).toData(),
      }
    }
  }
}

function shellOf({ ssh }: Platform): ShellDescription | undefined {
  return ssh?.driver === 'shell' ? ssh : undefined
}

function proofFor(document: PlatformDocument, key: string, transport: Transport): TextProof {
  const section: CompleteSection =
    (transport === 'api' ? document.api?.requests[key] : (document.artifacts?.[key] ?? document.files?.[key])) ?? {}
  return { checks: compileChecks(document, key, section), brackets: section.brackets === true }
}
