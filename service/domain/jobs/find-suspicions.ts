import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { Version } from '../../store/models/version.ts'
import type { ActionContext } from '../kernel/context.ts'
import type { Run } from './runs.ts'

/** Returns why versions of these runs are suspicious, by version id. Reviewed versions are omitted. */
export async function findSuspicions({ trx }: ActionContext, runs: Run[]): Promise<Map<string, ReceivedMessage[]>> {
  if (runs.length === 0) return new Map()
  const versions = await Version.query(trx)
    .select('id', 'suspicious')
    .whereIn(
      ['tenantId', 'jobId'],
      runs.map(({ tenantId, id }) => [tenantId, id]),
    )
    .whereNotNull('suspicious')
    .whereNull('reviewedAt')
  return new Map(versions.map(({ id, suspicious }) => [id, suspicious ?? []]))
}
