import type { components } from '../../../shared/contract/api-types.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { readPlatforms } from '../inventory/platforms/find-platform.ts'
import type { RunInTransaction, TenantContext } from '../kernel/context.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import { type Renormalised, storeRenormalised } from '../repository/versions/renormalise.ts'
import { compareWithLatest } from './compare-with-latest.ts'
import { type LeaseClaim, leaseLost, leasedJobs } from './lease-state.ts'
import { type Lineages, lineageName, readLineages } from './read-lineages.ts'

type Checked = components['schemas']['ArtifactCheck']['artifacts'][number]
export type ArtifactState = components['schemas']['ArtifactCheckAnswer']['artifacts'][number]

/** The question of an agent about artifacts that it collected. */
export interface GivenCheck {
  claim: LeaseClaim
  artifacts: readonly Checked[]
}

/**
 * Returns for each artifact, in order, whether its content is needed or equals the stored content. Stored content that
 * is known to be damaged is needed again.
 * @throws DomainError 409 `lease_lost`
 */
export async function checkArtifacts(
  within: RunInTransaction,
  claim: LeaseClaim,
  artifacts: readonly Checked[],
  dependencies: Omit<ComparisonContext, 'platform'>,
): Promise<ArtifactState[]> {
  const [end] = await checkArtifactsOfMany(within, [{ claim, artifacts }], dependencies)
  if (end?.status === 'fulfilled') return end.value
  throw end?.reason
}

/**
 * Answers several checks, each as `checkArtifacts` does. The number of statements does not depend on the number of
 * checks.
 */
export async function checkArtifactsOfMany(
  within: RunInTransaction,
  checks: readonly GivenCheck[],
  dependencies: Omit<ComparisonContext, 'platform'>,
): Promise<PromiseSettledResult<ArtifactState[]>[]> {
  const devices = await within((context) => readDevices(context, checks))
  const found = new Map<string, Renormalised>()
  const ends = await Promise.allSettled(
    checks.map(async ({ artifacts }, at) => {
      const device = devices[at]
      if (!device || device instanceof Error) throw device ?? leaseLost()
      const states: ArtifactState[] = []
      for (const artifact of artifacts) states.push(await checkArtifact(device, artifact, dependencies, found))
      return states
    }),
  )
  if (found.size > 0) await within((context) => storeRenormalised(context, found))
  return ends
}

async function checkArtifact(
  { platform, lineages }: CheckedDevice,
  artifact: Checked,
  dependencies: Omit<ComparisonContext, 'platform'>,
  found: Map<string, Renormalised>,
): Promise<ArtifactState> {
  const { key, transport } = artifact
  const { latest, isDamaged } = lineages.get(lineageName(artifact)) ?? { latest: null, isDamaged: false }
  const compared = latest && (await compareWithLatest({ ...dependencies, platform }, latest, namedContent(artifact)))
  if (latest && compared?.renormalised) found.set(latest.id, compared.renormalised)
  return { key, transport, state: compared?.isSame && !isDamaged ? 'unchanged' : 'needed' }
}

function namedContent(artifact: Checked) {
  return {
    key: artifact.key,
    fingerprint: artifact.fingerprint,
    normalisedFingerprint: artifact.normalised_fingerprint,
    normaliserRevision: artifact.normaliser_revision,
  }
}

interface CheckedDevice {
  platform: Platform
  lineages: Lineages
}

/** Returns the device of each check in order, or the error of the check. */
async function readDevices(context: TenantContext, checks: readonly GivenCheck[]): Promise<(CheckedDevice | Error)[]> {
  const { trx, tenantId } = context
  const jobs = await leasedJobs(
    context,
    checks.map(({ claim }) => claim),
  )
  const ids = [...new Set(jobs.flatMap((job) => job?.deviceId ?? []))]
  if (ids.length === 0) return jobs.map(() => leaseLost())
  const { rows } = await trx.raw<{ rows: { id: string; platform: string }[] }>(
    'select id, platform from devices where tenant_id = ? and id = any(?::uuid[])',
    [tenantId, ids],
  )
  const platforms = new Map(rows.map((row) => [row.id, row.platform]))
  const lookup = await readPlatforms(trx, tenantId, [...platforms.values()])
  const lineages = await readLineages(context, ids)
  return jobs.map((job) => {
    if (!job) return leaseLost()
    const platform = lookup(platforms.get(job.deviceId) ?? '')
    if (!platform) return new Error(`the device ${job.deviceId} is of no platform: ${platforms.get(job.deviceId)}`)
    return { platform, lineages: lineages.get(job.deviceId) ?? (new Map() as Lineages) }
  })
}
