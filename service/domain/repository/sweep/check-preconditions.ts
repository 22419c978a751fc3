import { inScope } from '../../../store/scope.ts'
import { findStaleReason } from '../../kernel/installation/restore-marker.ts'
import { type SweepDependencies, SweepStopped } from './sweep-dependencies.ts'

/**
 * Stops a sweep while the database may be older than the object store: it would not contain the references to the
 * newest packs.
 * @throws SweepStopped
 */
export async function checkPreconditions({ knex }: Pick<SweepDependencies, 'knex'>): Promise<void> {
  const staleReason = await inScope(knex, { kind: 'platform' }, findStaleReason)
  if (staleReason) throw new SweepStopped(staleReason)
}
