import { createHash } from 'node:crypto'
import { Blackout } from '../../../store/models/blackout.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type PolicyTarget, findTarget } from '../level.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'

/** Where blackouts are set: a device has those of every level above it too. */
export const blackoutLevels = ['platform', 'customer', 'site', 'device'] as const

export type BlackoutLevel = (typeof blackoutLevels)[number]

/** What a level is about. */
export interface BlackoutTarget extends Omit<PolicyTarget, 'level'> {
  level: BlackoutLevel
  site: string | null
}

/** @throws DomainError 400 for a word that is no level */
export function blackoutLevelNamed(word: string): BlackoutLevel {
  const level = blackoutLevels.find((one) => one === word)
  if (level) return level
  throw new DomainError('unknown_level', { level: word.slice(0, 40), levels: blackoutLevels })
}

/** @throws DomainError as `findTarget`; 422 for a site that is missing or out of place */
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

/** The blackouts that one level says, in their order. */
export async function blackoutsAt({ trx }: Pick<ActionContext, 'trx'>, target: BlackoutTarget): Promise<Blackout[]> {
  return Blackout.query(trx).where(placeOf(target)).orderBy('position')
}

/** SHA-256 in hex of what a level says, in its order: who changes it tells by it what he had read. */
export function digestOf(blackouts: readonly Blackout[]): string {
  const said = blackouts.map(({ name, days, fromTime, toTime, startsAt, endsAt }) => {
    return [name, days, fromTime, toTime, startsAt, endsAt]
  })
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** The columns that tell a level from the others. */
export function placeOf({ tenant, site, device }: BlackoutTarget) {
  return { tenantId: tenant?.id ?? null, site, deviceId: device?.id ?? null }
}

/** Of which level a blackout is. */
export function levelOf({ tenantId, site, deviceId }: Blackout): BlackoutLevel {
  if (deviceId !== null) return 'device'
  if (site !== null) return 'site'
  return tenantId === null ? 'platform' : 'customer'
}
