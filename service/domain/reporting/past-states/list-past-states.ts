import { keysUnlessDestroyed } from '../../../keys/keyring.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { ContentContext } from '../../repository/content/content-context.ts'
import { pastStatesSql } from './past-states-sql.ts'
import { type PastDevice, type PastRow, viewDevice } from './view-past-device.ts'

/** The moment, the time before it whose events are listed, and the devices; an absent filter matches all. */
export interface PastQuestion {
  at: Date
  /** Start of the window that ends at the moment. */
  since: Date
  sites?: string[]
  tags?: string[]
  /** Only devices that changed in the window. */
  changed?: boolean
}

/** A page of devices by name starts after this one. */
export interface DevicePosition {
  name: string
  id: string
}

/** Runs and events listed for each device. */
const listedOfDevice = 10

/**
 * Returns what each device held at a moment, by name, and what happened before it. One statement for each page.
 * @returns one device more than `limit` if there are more
 */
export async function listPastStates(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys'>,
  question: PastQuestion,
  page: { limit: number; after: DevicePosition | null },
): Promise<PastDevice[]> {
  const rows = await contentContext.inTransaction(async (context) => {
    const found = await findRows(context, question, { ...page, limit: page.limit + 1 })
    await recordReading(context, found.slice(0, page.limit), question)
    return found
  })
  const keys = new Map<string, TenantKeys | null>()
  for (const tenantId of new Set(rows.map((row) => row.tenantId))) {
    keys.set(tenantId, await keysUnlessDestroyed(contentContext.keys, tenantId))
  }
  return rows.map((row) => viewDevice(row, question, keys.get(row.tenantId) ?? null))
}

async function findRows(
  { trx, tenantId }: ActionContext,
  { at, since, sites, tags, changed }: PastQuestion,
  { limit, after }: { limit: number; after: DevicePosition | null },
): Promise<PastRow[]> {
  const conditions = [
    tenantId !== null && 'd.tenant_id = :tenantId',
    sites && 'd.site = any(:sites::text[])',
    tags && 'd.tags && :tags::text[]',
    changed && hasChanged,
    after && '(d.name, d.id) > (:name, :id)',
  ].filter((one) => typeof one === 'string')
  const { rows } = await trx.raw<{ rows: PastRow[] }>(pastStatesSql(conditions), {
    ...{ at, since, limit, most: listedOfDevice },
    ...(tenantId !== null && { tenantId }),
    ...(sites && { sites }),
    ...(tags && { tags }),
    ...(after && { name: after.name, id: after.id }),
  })
  return rows
}

const hasChanged = `exists (select from versions c where c.tenant_id = d.tenant_id and c.device_id = d.id and not c.is_first
  and c.captured_at > :since and c.captured_at <= :at)`

/** Records the tenants whose devices were shown; without devices, the request itself. */
async function recordReading(context: ActionContext, rows: PastRow[], { at }: PastQuestion): Promise<void> {
  const detail = (devices: number) => ({ devices, at: at.toISOString() })
  const shown = [...Map.groupBy(rows, ({ tenantId }) => tenantId)]
  for (const [tenantId, { length }] of shown) {
    await recordAudit(context, 'change.list', { kind: 'changes', tenantId, detail: detail(length) })
  }
  if (shown.length > 0) return
  const ofAllTenants = context.tenantId === null
  await recordAudit(context, 'change.list', { kind: 'changes', detail: detail(0), ofAllTenants })
}
