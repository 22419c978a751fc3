import { Approval } from '../store/models/approval.ts'
import { Device } from '../store/models/device.ts'
import { Fingerprint } from '../store/models/fingerprint.ts'
import type { ConfirmedDetails } from '../store/models/login-code.ts'
import { SecondFactor } from '../store/models/second-factor.ts'
import type { ScopedTransaction } from '../store/scope.ts'
import { canSeeApproval } from '../domain/approvals/list-approvals.ts'
import type { Actor } from '../domain/kernel/context.ts'
import { sha256 } from '../domain/kernel/sha256.ts'
import { isUuid } from './named-objects.ts'
import { withoutSecrets } from './redact-request-secrets.ts'

/** Larger than what a user can read and compare. */
export const maxBodyBytes = 16 * 1024

const none: ConfirmedDetails = { level: null, factorKind: null, fingerprint: null, approval: null }

/**
 * Returns what a user must read beside the path of a request, because the path states an id only: the request that an
 * approval approves, the host of a fingerprint, the kind of a second factor, or the level of a policy.
 */
export async function readDetails(
  { trx, actor }: { trx: ScopedTransaction; actor: Actor },
  params: Record<string, string>,
): Promise<ConfirmedDetails> {
  const { level = null, approval_id: approvalId, fingerprint_id: fingerprintId, factor_id: factorId } = params
  return {
    ...none,
    level,
    ...(isId(approvalId) && { approval: await readApproval(trx, actor, approvalId) }),
    ...(isId(fingerprintId) && { fingerprint: await readFingerprint(trx, fingerprintId) }),
    ...(isId(factorId) && { factorKind: await readFactorKind(trx, actor, factorId) }),
  }
}

function isId(id: string | undefined): id is string {
  return id !== undefined && isUuid(id)
}

async function readApproval(trx: ScopedTransaction, actor: Actor, id: string): Promise<ConfirmedDetails['approval']> {
  const approval = await Approval.query(trx).findById(id)
  if (!approval || !canSeeApproval(actor, approval)) return null
  const { action, method, path, reason } = approval
  return { action, method, path, reason, body: shortened(approval.body) }
}

/** Returns a body without its secrets, or the size and the SHA-256 of one that a user cannot read. */
function shortened(body: unknown): unknown {
  const text = JSON.stringify(body ?? null)
  const bytes = Buffer.byteLength(text)
  return bytes > maxBodyBytes ? { size_bytes: bytes, sha256: sha256(text).toString('hex') } : withoutSecrets(body)
}

async function readFingerprint(trx: ScopedTransaction, id: string): Promise<ConfirmedDetails['fingerprint']> {
  const found = await Fingerprint.query(trx).findById(id)
  if (!found) return null
  const { kind, host, port, fingerprint, deviceId } = found
  const device = await Device.query(trx).findById(deviceId).select('name')
  return { kind, host, port, fingerprint, deviceName: device?.name ?? null }
}

async function readFactorKind(
  trx: ScopedTransaction,
  actor: Actor,
  id: string,
): Promise<ConfirmedDetails['factorKind']> {
  const factor = await SecondFactor.query(trx).findById(id).where({ userId: actor.id })
  return factor?.kind ?? null
}
