import type { SystemContext } from '../../kernel/context.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { StartupError } from '../../../store/startup-error.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { type Tombstone, tombstoneObject } from './tombstone.ts'

/** Tenants, by slug or id, of whose unsealed tombstones the operator says whether they are true. */
export interface TombstoneDecisions {
  destroyed: readonly string[]
  notDestroyed: readonly string[]
}

export const noDecisions: TombstoneDecisions = { destroyed: [], notDestroyed: [] }

/** A tenant with a tombstone. `slug` is null where the database does not know it. */
export interface TombstoneTenant {
  id: string
  slug: string | null
  prefix: string
}

/** `obey`: the keys are destroyed. `ignore`: the operator says that they are not. `ask`: only the operator can know. */
export type TombstoneDecision = 'obey' | 'ignore' | 'ask'

/** Applies decisions to tombstones, one by one, and finds out which decisions were about none. */
export class TombstoneDecider {
  readonly #decisions: TombstoneDecisions
  readonly #used = new Set<string>()
  readonly undecided: MessageOf<'tombstone_found'>[] = []

  constructor(decisions: TombstoneDecisions = noDecisions) {
    this.#decisions = decisions
  }

  /** Decides about one that exists. A sealed one is obeyed whatever the operator says. */
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

  /** @throws StartupError when a decision names no tenant with an unsealed tombstone: a misspelt one would decide nothing */
  refuseUnused(): void {
    const { destroyed, notDestroyed } = this.#decisions
    const unused = [...destroyed, ...notDestroyed].find((name) => !this.#used.has(name))
    if (unused === undefined) return
    throw new StartupError('decision_unused', { customer: unused })
  }

  /** Asks the operator for a decision about each that is undecided. */
  question(result: 'nothing_restored' | 'not_attached'): StartupError {
    return new StartupError('decisions_needed', { result, tombstones: this.undecided })
  }
}

/** Records in the audit log what the operator decided. The transaction is of the platform. */
export async function recordDecision(
  { trx, now }: SystemContext,
  { id, slug }: TombstoneTenant,
  decision: Exclude<TombstoneDecision, 'ask'>,
): Promise<void> {
  const detail = { decision, ...(slug && { slug }) }
  const context = { ...serviceActor, tenantId: null, trx, now }
  await recordAudit(context, 'tombstone.decide', { kind: 'tenant', id, detail })
}
