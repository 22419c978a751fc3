import { hkdfSync, randomBytes } from 'node:crypto'
import type { Failure } from '../messages/failure.ts'
import type { ReceivedMessage } from '../messages/message.ts'
import { decrypt, encrypt, tagBytes } from '../repository/aes-gcm.ts'
import { SealDamaged } from '../repository/damaged.ts'
import { secretKeyFrom } from '../repository/secret-key.ts'
import type { ReportedDryRun } from './dry-run.ts'

/** One line of a run's log in the protocol. */
export interface ReportedLine {
  /** RFC 3339, in the agent's estimate of the service's time. */
  at: string
  level: 'info' | 'warn' | 'error'
  /** The message in English, which is all that earlier agent releases send. */
  line: string
  /** Absent if the message is too long. */
  code?: string
  params?: Record<string, unknown>
}

/** One step of a connection test. */
export interface ReportedStep {
  /** A step name such as `connect` or `login`; of a failed step, its text. */
  name: string
  ok: boolean
  duration_ms: number
  /** `failure` and `last_lines` as text, which is all that earlier agent releases send. */
  detail?: string
  failure?: Failure
  /** The last redacted lines of the device, for troubleshooting. */
  last_lines?: readonly string[]
}

/** The parts of a result that may quote a device. `artifacts` is keyed by `${key}/${transport}`. */
export interface ReportedResult {
  /** `failure` as text, which is all that earlier agent releases send. */
  error?: string
  failure?: Failure
  /** `warning_messages` in English, in the same order, which is all that earlier agent releases send. */
  warnings: string[]
  warning_messages?: readonly ReceivedMessage[]
  steps: ReportedStep[]
  artifacts: Record<string, ReportedArtifact>
  /** Of a dry run. */
  dry_run?: ReportedDryRun
}

/**
 * `reason`: why the artifact is absent. `message`: `reason` or `failure` as text, for earlier releases of the service.
 */
export interface ReportedArtifact {
  metadata?: Record<string, unknown>
  message?: string
  reason?: ReceivedMessage
  failure?: Failure
}

/** Binding of a report. */
export interface ReportBinding {
  jobId: string
  leaseId: string
  purpose: 'log' | 'result'
}

/**
 * Returns the key of one lease's reports. The agent receives it in the envelope; the service derives it each time. It
 * prevents a proxy that ends TLS from reading configuration lines.
 * @param dataKey the tenant's data key
 */
export function reportKeyOf(dataKey: Uint8Array, leaseId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKeyFrom(dataKey), Buffer.from(leaseId), 'coffer report', 32))
}

/** Returns AES-256-GCM of the JSON in base64, preceded by a random nonce. */
export function sealReport(
  reportKey: Uint8Array,
  place: ReportBinding & { purpose: 'log' },
  lines: ReportedLine[],
): string
export function sealReport(
  reportKey: Uint8Array,
  place: ReportBinding & { purpose: 'result' },
  result: ReportedResult,
): string
export function sealReport(reportKey: Uint8Array, place: ReportBinding, content: unknown): string {
  const nonce = randomBytes(nonceBytes)
  const sealed = encrypt(reportKey, nonce, placeText(place), Buffer.from(JSON.stringify(content)))
  return Buffer.concat([nonce, sealed]).toString('base64')
}

/**
 * Returns the sealed content. The caller checks its shape, because agents are not trusted.
 * @throws SealDamaged if it was sealed for another lease or purpose, was altered, or is not JSON
 */
export function openReport(reportKey: Uint8Array, place: ReportBinding, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < nonceBytes + tagBytes) throw new SealDamaged('sealed report is cut')
  const plain = decrypt(reportKey, bytes.subarray(0, nonceBytes), placeText(place), bytes.subarray(nonceBytes))
  if (!plain) throw new SealDamaged('sealed report does not open for this lease and purpose')
  try {
    return JSON.parse(plain.toString())
  } catch {
    throw new SealDamaged('sealed report is no JSON')
  }
}

const nonceBytes = 12

function placeText({ jobId, leaseId, purpose }: ReportBinding): Buffer {
  return Buffer.from(['coffer report 1', jobId, leaseId, purpose].join('\n'))
}
