import { isDeepStrictEqual } from 'node:util'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { DevicePair } from '../../../store/models/device-pair.ts'
import type { InTenant } from '../../policies/policy-dependencies.ts'
import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { findVersion } from '../versions/find-version.ts'
import { type ComparisonDependencies, type PairOutcome, measurePair, unknownOutcome } from './compare-texts.ts'
import { type DuePair, findDuePairs } from './find-sides.ts'
import { planComparison } from './plan-comparison.ts'
import { storeOutcome } from './store-outcome.ts'

export interface DuePairDependencies extends ComparisonDependencies {
  runInSystemTransaction: RunInSystemTransaction
  inTenant: InTenant
  now: () => Date
  signal: AbortSignal
  warn(line: string, facts: Record<string, unknown>): void
}

/** Milliseconds after which a comparison that failed is repeated. */
const repeatMs = 60 * 60_000

/** Maximum number of pairs that are found at a time. */
const batch = 200

/**
 * Returns a function that compares the pairs of all tenants of which a device has another latest version, and returns
 * their number. It may run on two replicas: the outcome is stored for the settings that were compared, and only a
 * change emits an event. A pair that fails does not affect the others.
 */
export function createPairComparer(dependencies: DuePairDependencies): () => Promise<number> {
  const { runInSystemTransaction, limits, now, signal, warn } = dependencies
  /** By id of a pair, or of a tenant whose keys are destroyed. */
  const failedAt = new Map<string, number>()

  return async () => {
    const failedBefore = new Date(now().getTime() - repeatMs)
    for (const [id, at] of failedAt) if (at <= failedBefore.getTime()) failedAt.delete(id)
    const tried = new Set<string>()
    let compared = 0
    for (;;) {
      const due = await runInSystemTransaction(({ trx }) =>
        findDuePairs(trx, {
          failedBefore,
          limitBytes: limits.diffFileBytes,
          skipped: [...tried, ...failedAt.keys()],
          limit: batch,
        }),
      )
      for (const pair of due) {
        if (signal.aborted) return compared
        tried.add(pair.id)
        if (failedAt.has(pair.tenant_id)) continue
        try {
          if (await comparePair(dependencies, pair)) compared++
        } catch (error) {
          if (error instanceof DomainError && error.code === 'busy') return compared
          const isWithoutKeys = areKeysDestroyed(error)
          failedAt.set(isWithoutKeys ? pair.tenant_id : pair.id, now().getTime())
          if (isWithoutKeys) continue
          const words = error instanceof Error ? error.message : String(error)
          warn(`cannot compare a device pair: ${words}`, { pair: pair.id, tenant: pair.tenant_id })
        }
      }
      if (due.length < batch) return compared
    }
  }
}

function areKeysDestroyed(error: unknown): boolean {
  return error instanceof KeysDestroyed || (error instanceof DomainError && error.code === 'keys_destroyed')
}

/** Returns whether the pair has a new outcome. */
async function comparePair(dependencies: DuePairDependencies, due: DuePair): Promise<boolean> {
  const { inTenant, limits, now } = dependencies
  const found = await inTenant(due.tenant_id, async ({ trx }) => {
    const pair = await DevicePair.query(trx).findById(due.id)
    if (!pair) return null
    const plan = planComparison(due, pair.key, limits.diffFileBytes)
    if (plan.kind === 'unknown') return { pair, reason: plan.reason }
    const versionIds = [plan.firstVersionId, plan.secondVersionId]
    if (isAlreadyTried(pair, versionIds, now())) return null
    const before = await findVersion({ trx }, plan.firstVersionId)
    return { pair, sides: { before, after: await findVersion({ trx }, plan.secondVersionId) } }
  })
  if (!found) return false
  const { pair, sides, reason } = found
  if (reason && isSameReason(pair, reason)) return false
  const outcome = reason
    ? unknownOutcome(reason)
    : await measurePair(dependencies, sides!, pair.declaredDifferences, 'whole')
  return inTenant(due.tenant_id, async (context) => {
    const locked = await DevicePair.query(context.trx).findById(pair.id).forUpdate()
    if (!locked || locked.updatedAt.getTime() !== pair.updatedAt.getTime()) return false
    await storeOutcome(context, locked, outcome)
    return true
  })
}

/** Whether another replica compared the pair. Failures, of reading or of slow patterns, are repeated later. */
function isAlreadyTried(pair: DevicePair, [first, second]: string[], now: Date): boolean {
  return (
    pair.comparedAt !== null &&
    pair.firstVersionId === first &&
    pair.secondVersionId === second &&
    (pair.state !== 'unknown' || now.getTime() - pair.comparedAt.getTime() < repeatMs)
  )
}

function isSameReason({ state, reason, comparedAt }: DevicePair, now: NonNullable<PairOutcome['reason']>): boolean {
  return state === 'unknown' && comparedAt !== null && isDeepStrictEqual(reason, now)
}
