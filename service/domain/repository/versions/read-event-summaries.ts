import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import { render } from '../../../../shared/messages/render.ts'
import { countChange } from '../../../../shared/platforms/summarise-change.ts'
import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import type { Version } from '../../../store/models/version.ts'
import type { RunInSystemTransaction } from '../../kernel/context.ts'
import type { ReadSummaries } from '../../outbox/channels/send-delivery.ts'
import { maskSummary } from './mask-summary.ts'
import { openSummary } from './version-metadata.ts'

/** Versions of a digest whose summaries are read; a longer message is not read anyway. */
const maxVersions = 50

/** A version that events name, of the tenant of its event. */
interface NamedVersion extends Pick<Version, 'id' | 'tenantId' | 'summary' | 'added' | 'removed'> {
  key: string
  device: string
}

/** Returns the reader of summaries for notification channels. */
export function createSummaryReader(runInSystemTransaction: RunInSystemTransaction, keys: Keyring): ReadSummaries {
  return async (events, { locale, detail }) => {
    const versions = await findVersions(runInSystemTransaction, events)
    const texts: string[] = []
    for (const version of versions) {
      const changes = detail === 'names' ? await openMasked(keys, version) : countLines(version)
      if (!changes) continue
      const { device, key } = version
      texts.push(render({ code: 'notification_summary_of', params: { device, key, changes } }, locale))
    }
    return texts
  }
}

/** Returns the versions that the events report, or that their runs wrote; only of the tenant of the event. */
async function findVersions(
  runInSystemTransaction: RunInSystemTransaction,
  events: readonly Record<string, unknown>[],
): Promise<NamedVersion[]> {
  const named = events.map(({ tenant_id, data }) => {
    const { version_id, run_id } = (data ?? {}) as Record<string, unknown>
    return { tenant_id, version_id, run_id: version_id === undefined ? run_id : undefined }
  })
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const found = await runInSystemTransaction(({ trx }) =>
    trx.raw<{ rows: NamedVersion[] }>(
      `select distinct v.id, v.tenant_id as "tenantId", v.summary, v.added, v.removed, a.key, d.name as device, v.captured_at
       from unnest(:tenants::uuid[], :versions::uuid[], :runs::uuid[]) as e (tenant_id, version_id, run_id)
         join versions v on v.tenant_id = e.tenant_id and (v.id = e.version_id or v.job_id = e.run_id)
         join artifacts a on a.id = v.artifact_id
         join devices d on d.id = v.device_id
       order by d.name, a.key, v.captured_at
       limit :limit`,
      {
        tenants: named.map(({ tenant_id: id }) => text(id)),
        versions: named.map(({ version_id: id }) => text(id)),
        runs: named.map(({ run_id: id }) => text(id)),
        limit: maxVersions,
      },
    ),
  )
  return found.rows
}

async function openMasked(keys: Keyring, version: NamedVersion): Promise<ReceivedMessage | null> {
  const tenantKeys = version.summary && (await keysUnlessDestroyed(keys, version.tenantId))
  const summary = tenantKeys && openSummary(tenantKeys, version)
  return summary ? maskSummary(summary) : countLines(version)
}

function countLines({ added, removed }: NamedVersion): ReceivedMessage | null {
  return added === null || removed === null || added + removed === 0 ? null : countChange({ added, removed }).message
}
