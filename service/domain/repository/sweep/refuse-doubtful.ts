import { Agent } from '../../../store/models/agent.ts'
import { Setting } from '../../../store/models/setting.ts'
import { inScope } from '../../../store/scope.ts'
import { type SweepParts, SweepStopped } from './sweep-parts.ts'

/**
 * Nothing is removed while the database may be older than the object store: it would then not know what refers to the
 * newest packs. An agent that has counted further than the database says so, of every customer; a restored dump is
 * marked as one.
 * @throws SweepStopped
 */
export async function refuseDoubtful({ knex }: Pick<SweepParts, 'knex'>): Promise<void> {
  const { restored, agent } = await inScope(knex, { kind: 'platform' }, async (trx) => ({
    restored: await Setting.query(trx).findById('restored_at'),
    agent: await Agent.query(trx).whereNotNull('rewoundAt').whereNull('revokedAt').first(),
  }))
  if (restored?.value) throw new SweepStopped('the database was restored from a dump, and nobody has cleared the mark')
  if (agent) throw new SweepStopped(`agent ${agent.slug} is ahead of the database, which may be older than the store`)
}
