import { createHash } from 'node:crypto'
import { Blackout } from '../../../store/models/blackout.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type PolicyTarget, findTarget } from '../level.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'

/** Levels at which blackouts are set; a device also has those of all levels above it. */
export const blackoutLevels = ['platform', 'customer', 'site', 'device'] as const

export type BlackoutLevel = (typeof blackoutLevels)[number]

/** The rows of a level. */
export interface BlackoutTarget extends Omit<PolicyTarget, 'level'> {
  level: BlackoutLevel
  site: string | null
}

/** @throws DomainError unknown_level */
export function blackoutLevelNamed(word: string): BlackoutLevel {
  const level = blackoutLevels.find((one) => one === word)
  if (level) return level
  throw new DomainError('unknown_level', { level: word.slice(0, 40), levels: blackoutLevels })
}

/** @throws DomainError the codes of `findTarget`, and validation_failed for a site that is missing or not allowed */
export async function findBlackoutTarget(
  context: ActionContext,
  level: BlackoutLevel,
  { deviceId, site }: { deviceId?: string; site?: string },
  { isWrite = false } = {},
): Promise<BlackoutTarget> {
  if (level === 'site' && site === undefined) throw invalidField('site', 'required_at_level', { level })
  if (level !== 'site' && site !== undefined) throw invalidField('site', 'only_at_level', { level: 'site' })
  const target = await findTarget(context, level === 'site' ? 'customer' : level, deviceId, { isWrite })
  return { ...target, level, site: site ?? null }
}

/** Returns the blackouts of one level, in their order. */
export async function blackoutsAt({ trx }: Pick<ActionContext, 'trx'>, target: BlackoutTarget): Promise<Blackout[]> {
  return Blackout.query(trx).where(placeOf(target)).orderBy('position')
}

/**
 * Returns the SHA-256 digest (hex) of a level's blackouts, in their order: a writer proves with it which state it read.
 */
export function digestOf(blackouts: readonly Blackout[]): string {
  const fields = blackouts.map(({ name, days, fromTime, toTime, startsAt, endsAt }) => {
    return [name, days, fromTime, toTime, startsAt, endsAt]
  })
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** Returns the columns that identify a level. */
export function placeOf({ tenant, site, device }: BlackoutTarget) {
  return { tenantId: tenant?.id ?? null, site, deviceId: device?.id ?? null }
}

/** Returns the level of a blackout. */
export function levelOf({ tenantId, site, deviceId }: Blackout): BlackoutLevel {
  if (deviceId !== null) return 'device'
  if (site !== null) return 'site'
  return tenantId === null ? 'platform' : 'customer'
}
