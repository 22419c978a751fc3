import { inScope } from '../../../store/scope.ts'
import { findDoubt } from '../../kernel/installation/restore-marker.ts'
import { type SweepParts, SweepStopped } from './sweep-dependencies.ts'

/**
 * Nothing is removed while the database may be older than the object store: it would then not know what refers to the
 * newest packs.
 * @throws SweepStopped
 */
export async function refuseDoubtful({ knex }: Pick<SweepParts, 'knex'>): Promise<void> {
  const doubt = await inScope(knex, { kind: 'platform' }, findDoubt)
  if (doubt) throw new SweepStopped(doubt)
}
