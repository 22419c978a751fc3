import { readContent } from '../../../../../shared/repository/content.ts'
import { Version } from '../../../../store/models/version.ts'
import { type LeaseClaim, leaseLost, lockLeasedJob } from '../../lease-state.ts'
import type { Repository } from '../../../repository/chunks/repository.ts'
import { contentRefs } from '../../../repository/content/content-refs.ts'
import { invalidField } from '../../../kernel/domain-error.ts'
import type { RunInTransaction } from '../../../kernel/context.ts'

/** Bytes of a page. Sealed and as base64, it is well below the limit of a response. */
const pageBytes = 2 * 1024 * 1024

/**
 * Returns a page of the text that the job restores, from the byte `after`. `next` is the start of the following page,
 * null for the last page.
 * @throws DomainError 409 `lease_lost`, also for a lease that has ended although its result is still accepted, and for
 *   a job that restores nothing; 422 for a position after the end
 */
export async function readPayloadPage(
  within: RunInTransaction,
  repository: Repository,
  claim: LeaseClaim,
  after: number,
): Promise<{ bytes: Buffer; next: number | null }> {
  const version = await within(async (context) => {
    const { job, leaseState } = await lockLeasedJob(context, claim)
    if (leaseState !== 'current') throw leaseLost()
    const { versionId } = job
    return versionId === null ? null : ((await Version.query(context.trx).findById(versionId)) ?? null)
  })
  const content = version && contentRefs(version.content).bytes
  if (!content) throw leaseLost()
  const { tenantId } = version
  if (after > content.size) throw invalidField('after', 'offset_beyond_end', { size: content.size })
  const end = Math.min(content.size, after + pageBytes)
  const reader = repository.chunkReader(tenantId)
  const bytes = Buffer.concat(await Array.fromAsync(readContent(reader, content, { start: after, end })))
  return { bytes, next: end < content.size ? end : null }
}
