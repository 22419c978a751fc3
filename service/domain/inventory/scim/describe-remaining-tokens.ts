import type { ActionContext } from '../../kernel/context.ts'
import { listRemainingTokens } from '../users/list-remaining-tokens.ts'

/** Tokens that an audit record names. */
const maxNamed = 100

/**
 * Returns, for an audit record, the API tokens of service accounts that an account created and that remain valid without
 * it: their number and the first of them by name.
 */
export async function describeRemainingTokens(context: Omit<ActionContext, 'keys'>, userId: string): Promise<object> {
  const left = await listRemainingTokens(context, userId)
  if (left.length === 0) return {}
  const named = left.slice(0, maxNamed)
  return {
    tokens_left: left.length,
    left: named.map(({ id, name, serviceAccount }) => ({ id, name, service_account: serviceAccount })),
  }
}
