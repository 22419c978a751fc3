import { message } from '../../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { packLimits } from '../../../../shared/repository/pack-index.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, invalidFields } from '../../kernel/domain-error.ts'
import { packAddressMs, signPackAddress } from './pack-address.ts'
import type { AnnouncedPack, PackAddress, PackAnnouncement, PackOwner } from './repository.ts'
import { type RepositoryDependencies, packObject } from './object-names.ts'

/**
 * Maximum number of announced packs with valid addresses that are not confirmed. An agent uploads a few at a time for
 * each job; one that announces without uploading would fill tables and the store.
 */
const maxOpen = { job: 100, agent: 1_000 }

/**
 * Writes a row for each pack and returns the address to upload it to, in order. A pack that is never uploaded is deleted after
 * its address has expired. A rejected announcement does not affect the others.
 * @returns the addresses of each announcement in order, or its DomainError: validation_failed for packs that are too long,
 *   too_many_packs for a job or an agent with too many open announcements
 */
export async function announceBatch(
  { store, serviceKeys }: Pick<RepositoryDependencies, 'store' | 'serviceKeys'>,
  context: TenantContext,
  announcements: readonly PackAnnouncement[],
): Promise<PromiseSettledResult<PackAddress[]>[]> {
  const { trx, tenantId, now } = context
  const checked = await checkAnnouncements(context, announcements)
  const md5Of = ({ md5 }: AnnouncedPack) => (store.takesUploads ? md5 : null)
  const expiresAt = new Date(now.getTime() + packAddressMs)
  const rows = announcements.map(({ owner, packs }, at) =>
    checked[at] ? [] : packs.map((pack) => ({ id: randomUUIDv7(), ...owner, ...pack, md5: md5Of(pack) })),
  )
  await insertPacks(context, rows.flat(), expiresAt)
  const { rows: tenants } = await trx.raw<{ rows: { prefix: string }[] }>('select prefix from tenants where id = ?', [
    tenantId,
  ])
  const [tenant] = tenants
  if (!tenant) throw new Error(`the tenant ${tenantId} is gone`)
  return Promise.allSettled(
    rows.map(async (own, at) => {
      if (checked[at]) throw checked[at]
      return Promise.all(
        own.map(async ({ id, size, md5 }) => {
          const expected = { size, md5, expiresInMs: packAddressMs }
          const direct = await store.presignPut(packObject(tenant.prefix, id), expected)
          const relay = signPackAddress(serviceKeys, id, expiresAt)
          return { id, ...(direct ?? { url: relay, headers: {} }), relay }
        }),
      )
    }),
  )
}

/** Returns the error of each announcement in order; null for valid ones. */
async function checkAnnouncements(
  { trx, tenantId, now }: TenantContext,
  announcements: readonly PackAnnouncement[],
): Promise<(DomainError | null)[]> {
  const { rows } = await trx.raw<{ rows: { agent_id: string; job_id: string; count: number }[] }>(
    `select agent_id, job_id, count(*) as count from packs
     where tenant_id = ? and agent_id = any(?::uuid[]) and status = 'announced' and expires_at > ?
     group by agent_id, job_id`,
    [tenantId, [...new Set(announcements.map(({ owner }) => owner.agentId))], now],
  )
  const open = new Map<string, number>()
  const count = (id: string, more: number) => open.set(id, (open.get(id) ?? 0) + more).get(id) ?? 0
  for (const row of rows) {
    count(row.agent_id, row.count)
    count(row.job_id, row.count)
  }
  return announcements.map(({ owner: { agentId, jobId }, packs }) => {
    const tooLong = findLongPacks(packs)
    if (tooLong) return tooLong
    const [ofAgent, ofJob] = [count(agentId, 0), count(jobId, 0)]
    if (ofAgent + packs.length > maxOpen.agent || ofJob + packs.length > maxOpen.job) {
      return new DomainError('too_many_packs', { of_job: ofJob, of_agent: ofAgent }, { retry_after_seconds: 60 })
    }
    count(agentId, packs.length)
    count(jobId, packs.length)
    return null
  })
}

async function insertPacks(
  { trx, tenantId, now }: TenantContext,
  packs: readonly (AnnouncedPack & PackOwner & { id: string })[],
  expiresAt: Date,
): Promise<void> {
  if (packs.length === 0) return
  await trx.raw(
    `insert into packs (id, tenant_id, agent_id, job_id, lease_id, status, size, sha256, md5, announced_at, expires_at)
     select p.id, :tenantId, p.agent_id, p.job_id, p.lease_id, 'announced', p.size, p.sha256, p.md5, :now, :expiresAt
     from unnest(:ids::uuid[], :agents::uuid[], :jobs::uuid[], :leases::uuid[], :sizes::int[], :sha256::bytea[],
       :md5::bytea[]) as p (id, agent_id, job_id, lease_id, size, sha256, md5)`,
    {
      tenantId,
      now,
      expiresAt,
      ids: packs.map(({ id }) => id),
      agents: packs.map(({ agentId }) => agentId),
      jobs: packs.map(({ jobId }) => jobId),
      leases: packs.map(({ leaseId }) => leaseId),
      sizes: packs.map(({ size }) => size),
      sha256: packs.map(({ sha256 }) => sha256),
      md5: packs.map(({ md5 }) => md5),
    },
  )
}

function findLongPacks(packs: readonly AnnouncedPack[]): DomainError | null {
  const error = message('size_above_maximum', { max: packLimits.sealedBytes })
  const errors = packs.flatMap(({ size }, index) =>
    size > packLimits.sealedBytes ? [{ path: `packs.${index}.size`, error }] : [],
  )
  return errors.length > 0 ? invalidFields(errors) : null
}
