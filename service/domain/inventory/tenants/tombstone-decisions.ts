import type { SystemContext } from '../../kernel/context.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { StartupError } from '../../../store/startup-error.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { type Tombstone, tombstoneObject } from './tombstone.ts'

/** Tenants, by slug or id, for which the operator decided whether an unsealed tombstone is valid. */
export interface TombstoneDecisions {
  destroyed: readonly string[]
  notDestroyed: readonly string[]
}

export const noDecisions: TombstoneDecisions = { destroyed: [], notDestroyed: [] }

/** A tenant with a tombstone. `slug` is null if the database does not contain the tenant. */
export interface TombstoneTenant {
  id: string
  slug: string | null
  prefix: string
}

/**
 * `obey`: the keys are destroyed. `ignore`: the operator declared the tombstone invalid. `ask`: only the operator can
 * decide.
 */
export type TombstoneDecision = 'obey' | 'ignore' | 'ask'

/** Applies decisions to tombstones one by one, and finds decisions that match no tombstone. */
export class TombstoneDecider {
  readonly #decisions: TombstoneDecisions
  readonly #used = new Set<string>()
  readonly undecided: MessageOf<'tombstone_found'>[] = []

  constructor(decisions: TombstoneDecisions = noDecisions) {
    this.#decisions = decisions
  }

  /** Decides about an existing tombstone. A sealed one is obeyed whatever the operator decided. */
  decide(tombstone: Tombstone, { id, slug, prefix }: TombstoneTenant): TombstoneDecision {
    if (tombstone.isSealed) return 'obey'
    const isNamed = (name: string) => name === id || name === slug
    for (const [names, decision] of [
      [this.#decisions.destroyed, 'obey'],
      [this.#decisions.notDestroyed, 'ignore'],
    ] as const) {
      const named = names.filter(isNamed)
      for (const name of named) this.#used.add(name)
      if (named.length > 0) return decision
    }
    const meaning = tombstone.isDeleted ? 'deleted' : 'keys_destroyed'
    this.undecided.push(message('tombstone_found', { customer: slug ?? id, object: tombstoneObject(prefix), meaning }))
    return 'ask'
  }

  /**
   * @throws StartupError if a decision names no tenant with an unsealed tombstone: a misspelt one would have no
   *   effect
   */
  refuseUnused(): void {
    const { destroyed, notDestroyed } = this.#decisions
    const unused = [...destroyed, ...notDestroyed].find((name) => !this.#used.has(name))
    if (unused === undefined) return
    throw new StartupError('decision_unused', { customer: unused })
  }

  /** Returns an error that lists the undecided tombstones for the operator. */
  question(result: 'nothing_restored' | 'not_attached'): StartupError {
    return new StartupError('decisions_needed', { result, tombstones: this.undecided })
  }
}

/** Records the operator's decision in the audit log. The transaction has the platform scope. */
export async function recordDecision(
  { trx, now }: SystemContext,
  { id, slug }: TombstoneTenant,
  decision: Exclude<TombstoneDecision, 'ask'>,
): Promise<void> {
  const detail = { decision, ...(slug && { slug }) }
  const context = { ...serviceActor, tenantId: null, trx, now }
  await recordAudit(context, 'tombstone.decide', { kind: 'tenant', id, detail })
}
