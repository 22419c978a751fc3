import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']

/** An own token, or with `maker` any token; a platform user as its creator is null for users of a customer. */
export type Token = Schemas['ApiToken'] & Partial<Pick<Schemas['AnyApiToken'], 'maker'>>

/** Time to replace a token. */
const soonMs = 14 * 86_400_000

/** Returns how soon a token expires. */
export function endOf({ expires_at: at }: Pick<Token, 'expires_at'>, now: Date): 'expired' | 'soon' | 'later' {
  const left = Date.parse(at) - now.getTime()
  if (left <= 0) return 'expired'
  return left <= soonMs ? 'soon' : 'later'
}
