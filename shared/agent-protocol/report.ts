import { hkdfSync, randomBytes } from 'node:crypto'
import type { Failure } from '../messages/failure.ts'
import type { ReceivedMessage } from '../messages/message.ts'
import { decrypt, encrypt, tagBytes } from '../repository/aes-gcm.ts'
import { SealDamaged } from '../repository/damaged.ts'

/** One line of a run's log, as it crosses the wire. */
export interface ReportedLine {
  /** RFC 3339: the agent's estimate of the service's time. */
  at: string
  level: 'info' | 'warn' | 'error'
  line: string
}

/** One step of a connection test. */
export interface ReportedStep {
  /** `connect`, `login` and so on; of a step that failed, its text. */
  name: string
  ok: boolean
  duration_ms: number
  /** In text what `failure` and `last_lines` contain: agents of earlier releases send nothing else. */
  detail?: string
  failure?: Failure
  /** What the device sent last, for a user who examines it: redacted lines. */
  last_lines?: readonly string[]
}

/** What of a result may quote a device. `artifacts` is by `${key}/${transport}`. */
export interface ReportedResult {
  /** In text what `failure` contains: agents of earlier releases send nothing else. */
  error?: string
  failure?: Failure
  warnings: string[]
  steps: ReportedStep[]
  artifacts: Record<string, ReportedArtifact>
}

/** `reason`: why it is absent. `message`: in text what `reason` or `failure` contains, for services of earlier releases. */
export interface ReportedArtifact {
  metadata?: Record<string, unknown>
  message?: string
  reason?: ReceivedMessage
  failure?: Failure
}

/** What a report is bound to. */
export interface ReportBinding {
  jobId: string
  leaseId: string
  purpose: 'log' | 'result'
}

/**
 * The key of one lease's reports: the agent is given it in the envelope, the service derives it anew each time. It is
 * there so that a proxy that ends TLS reads no line of a configuration.
 * @param dataKey the customer's
 */
export function reportKeyOf(dataKey: Uint8Array, leaseId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, Buffer.from(leaseId), 'coffer report', 32))
}

/** AES-256-GCM of the JSON under a fresh nonce, which stands in front; as base64. */
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
 * What was sealed, of a shape that its reader has to check: an agent's word is not the service's.
 * @throws SealDamaged when it was sealed for another lease or purpose, or altered, or is no JSON
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
