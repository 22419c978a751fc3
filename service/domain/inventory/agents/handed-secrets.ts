import { Credential } from '../../../store/models/credential.ts'
import { Device } from '../../../store/models/device.ts'
import type { Job } from '../../../store/models/job.ts'
import { lastStatement } from '../../../store/scope.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { addressOf, isAddressApproved, secretDestinations } from '../trust/device-address.ts'

/** A credential that an agent received for a device. */
export interface HandedSecret {
  deviceId: string
  deviceName: string
  hostname: string
  credentialId: string
  /** Name of the credential when the agent received it. */
  credentialName: string
  /** Null if the credential was deleted. */
  username: string | null
  isDeleted: boolean
  /** Whether secrets of the credential were replaced after the agent last received it. */
  isChanged: boolean
  firstAt: Date
  lastAt: Date
}

/** Offered jobs with the devices and credentials that they need, by id. */
export interface OfferedSecrets {
  jobs: Pick<Job, 'deviceId'>[]
  devices: ReadonlyMap<string, Device>
  credentials: ReadonlyMap<string, Pick<Credential, 'name'>>
}

/**
 * Records which credentials the envelopes of these jobs contain, before they are sealed. Uses the transaction of the
 * claim, and ends it: if a database crash loses the record, it loses the offer too.
 */
export async function recordHandedSecrets(
  { trx, tenantId, now }: TenantContext,
  agentId: string,
  { jobs, devices, credentials }: OfferedSecrets,
): Promise<void> {
  const offered = [...new Set(jobs.map(({ deviceId }) => deviceId))].flatMap((id) => devices.get(id) ?? [])
  const handed = offered.filter(isAddressApproved).flatMap((device) => {
    const ids = new Set(secretDestinations(addressOf(device)).map(({ credentialId }) => credentialId))
    return [...ids].flatMap((id) => {
      const credential = credentials.get(id)
      return credential ? [{ deviceId: device.id, id, name: credential.name }] : []
    })
  })
  if (handed.length === 0) return
  const statement = trx.raw(
    `insert into handed_secrets (tenant_id, agent_id, device_id, credential_id, credential_name, first_at, last_at)
     select :tenantId, :agentId, w.device_id, w.credential_id, w.name, :now, :now
     from unnest(:devices::uuid[], :credentials::uuid[], :names::text[]) as w (device_id, credential_id, name)
     order by w.device_id, w.credential_id
     on conflict (tenant_id, agent_id, device_id, credential_id)
       do update set last_at = excluded.last_at, credential_name = excluded.credential_name`,
    {
      tenantId,
      agentId,
      now,
      devices: handed.map(({ deviceId }) => deviceId),
      credentials: handed.map(({ id }) => id),
      names: handed.map(({ name }) => name),
    },
  )
  await lastStatement(trx, statement)
}

/**
 * Returns what an agent received at `since` or later, by credential and device, after the last row of the previous
 * page.
 */
export async function listHandedSecrets(
  { trx }: ActionContext,
  agentId: string,
  since: Date | null,
  page: { limit: number; after: { name: string; credentialId: string; deviceId: string } | null },
): Promise<HandedSecret[]> {
  const query = trx('handed_secrets')
    .where({ agent_id: agentId })
    .orderBy(['credential_name', 'credential_id', 'device_id'])
    .limit(page.limit)
  if (since) query.where('last_at', '>=', since)
  if (page.after) {
    const { name, credentialId, deviceId } = page.after
    query.whereRaw('(credential_name, credential_id, device_id) > (?, ?, ?)', [name, credentialId, deviceId])
  }
  const rows: HandedRow[] = await query
  const devices = await Device.query(trx).findByIds([...new Set(rows.map((row) => row.device_id))])
  const credentials = await Credential.query(trx).findByIds([...new Set(rows.map((row) => row.credential_id))])
  return rows.map((row) => {
    const device = devices.find(({ id }) => id === row.device_id)
    const credential = credentials.find(({ id }) => id === row.credential_id)
    const changedAt = credential?.secretsChangedAt ?? null
    return {
      deviceId: row.device_id,
      deviceName: device?.name ?? '',
      hostname: device?.hostname ?? '',
      credentialId: row.credential_id,
      credentialName: row.credential_name,
      username: credential?.username ?? null,
      isDeleted: credential === undefined,
      isChanged: changedAt !== null && changedAt > row.last_at,
      firstAt: row.first_at,
      lastAt: row.last_at,
    }
  })
}

interface HandedRow {
  device_id: string
  credential_id: string
  credential_name: string
  first_at: Date
  last_at: Date
}
