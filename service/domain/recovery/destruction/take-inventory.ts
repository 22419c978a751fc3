import { Agent } from '../../../store/models/agent.ts'
import { Credential } from '../../../store/models/credential.ts'
import { Device } from '../../../store/models/device.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { User } from '../../../store/models/user.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** What exists after the keys are erased; nothing is added any more. */
export interface Inventory {
  keyGenerations: number
  counts: {
    configurations: number
    versions: number
    snapshots: number
    packs: number
    packBytes: number
    runs: number
  }
  devices: Named[]
  credentials: Named[]
  agents: Named[]
  /** By e-mail. */
  users: Named[]
}

interface Named {
  id: string
  name: string
}

/** Lists a tenant's named objects by name, and counts the others. The transaction has the tenant's scope. */
export async function takeInventory(trx: ScopedTransaction, tenantId: string): Promise<Inventory> {
  const { rows } = await trx.raw(
    `select (select count(*) from artifacts where tenant_id = :tenantId)::int as configurations,
            (select count(*) from versions where tenant_id = :tenantId)::int as versions,
            (select count(*) from snapshots where tenant_id = :tenantId)::int as snapshots,
            (select count(*) from packs where tenant_id = :tenantId and status <> 'announced')::int as packs,
            (select coalesce(sum(size), 0) from packs where tenant_id = :tenantId and status <> 'announced')::float8
              as "packBytes",
            (select count(*) from jobs where tenant_id = :tenantId)::int as runs`,
    { tenantId },
  )
  const key = await TenantKey.query(trx).findById(tenantId).select('generation')
  const named = { tenantId }
  const [devices, credentials, agents, users] = [
    await Device.query(trx).where(named).select('id', 'name').orderBy('name'),
    await Credential.query(trx).where(named).select('id', 'name').orderBy('name'),
    await Agent.query(trx).where(named).select('id', 'name').orderBy('name'),
    await User.query(trx).where(named).select('id', 'email').orderBy('email'),
  ]
  const plain = (list: Named[]) => list.map(({ id, name }) => ({ id, name }))
  return {
    keyGenerations: key?.generation ?? 0,
    counts: rows[0],
    devices: plain(devices),
    credentials: plain(credentials),
    agents: plain(agents),
    users: users.map(({ id, email }) => ({ id, name: email })),
  }
}
