import { message } from '../../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { packLimits } from '../../../../shared/repository/pack-index.ts'
import { Pack } from '../../../store/models/pack.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, invalidFields } from '../../kernel/domain-error.ts'
import { packAddressMs, signPackAddress } from './pack-address.ts'
import type { AnnouncedPack, PackAddress, PackOwner } from './repository.ts'
import { type RepositoryDependencies, packObject } from './object-names.ts'

/**
 * Packs that may be announced and not confirmed yet, under addresses that are still good. An agent sends a few at a
 * time for each job; one that announces and never sends would fill tables and store.
 */
const maxOpen = { job: 100, agent: 1_000 }

/**
 * Writes a row for each pack and says where to send it, in order. What is never sent is forgotten after its address has
 * expired.
 * @throws DomainError 422 naming each pack that is longer than a pack may be; 429 `too_many_packs` for a job or an agent
 *   that has too many announced and not confirmed
 */
export async function announcePacks(
  { store, serviceKeys }: Pick<RepositoryDependencies, 'store' | 'serviceKeys'>,
  context: TenantContext,
  owner: PackOwner,
  packs: AnnouncedPack[],
): Promise<PackAddress[]> {
  const { trx, tenantId, now } = context
  refuseLongPacks(packs)
  await refuseTooMany(context, owner, packs.length)
  const expiresAt = new Date(now.getTime() + packAddressMs)
  const rows = packs.map((pack) => ({
    id: randomUUIDv7(),
    tenantId,
    ...owner,
    status: 'announced' as const,
    ...pack,
    announcedAt: now,
    expiresAt,
  }))
  await Pack.query(trx).insert(rows)
  const { prefix } = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
  return Promise.all(
    rows.map(async ({ id, size, md5, sha256 }) => {
      const expected = { size, md5, sha256, expiresInMs: packAddressMs }
      const direct = await store.presignPut(packObject(prefix, id), expected)
      const relay = signPackAddress(serviceKeys, id, expiresAt)
      return { id, ...(direct ?? { url: relay, headers: {} }), relay }
    }),
  )
}

async function refuseTooMany({ trx, tenantId, now }: TenantContext, { agentId, jobId }: PackOwner, wanted: number) {
  const { rows } = await trx.raw<{ rows: [{ of_agent: number; of_job: number }] }>(
    `select count(*) as of_agent, count(*) filter (where job_id = :jobId) as of_job from packs
     where tenant_id = :tenantId and agent_id = :agentId and status = 'announced' and expires_at > :now`,
    { tenantId, agentId, jobId, now },
  )
  const { of_agent: ofAgent, of_job: ofJob } = rows[0]
  if (ofAgent + wanted <= maxOpen.agent && ofJob + wanted <= maxOpen.job) return
  throw new DomainError('too_many_packs', { of_job: ofJob, of_agent: ofAgent }, { retry_after_seconds: 60 })
}

function refuseLongPacks(packs: AnnouncedPack[]): void {
  const error = message('size_above_maximum', { max: packLimits.sealedBytes })
  const errors = packs.flatMap(({ size }, index) =>
    size > packLimits.sealedBytes ? [{ path: `packs.${index}.size`, error }] : [],
  )
  if (errors.length > 0) throw invalidFields(errors)
}
