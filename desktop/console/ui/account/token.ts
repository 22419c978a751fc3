import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']

/** One's own, or with `maker` anybody's; a maker of the platform is null to people of a customer. */
export type Token = Schemas['ApiToken'] & Partial<Pick<Schemas['AnyApiToken'], 'maker'>>

/** Time enough to put another one in place. */
const soonMs = 14 * 86_400_000

/** How near a token's end is. */
export function endOf({ expires_at: at }: Pick<Token, 'expires_at'>, now: Date): 'expired' | 'soon' | 'later' {
  const left = Date.parse(at) - now.getTime()
  if (left <= 0) return 'expired'
  return left <= soonMs ? 'soon' : 'later'
}
