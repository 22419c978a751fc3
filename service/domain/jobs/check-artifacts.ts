import type { components } from '../../../shared/contract/api-types.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { Device } from '../../store/models/device.ts'
import { Version } from '../../store/models/version.ts'
import type { TenantContext } from '../kernel/context.ts'
import { type ComparisonContext, type Renormalised, compareWithLatest } from './compare-with-latest.ts'
import { type LeaseClaim, leasedJob } from './lease-state.ts'
import { type Lineages, lineageName, readLineages } from './latest-versions.ts'

type Checked = components['schemas']['ArtifactCheck']['artifacts'][number]
type State = components['schemas']['ArtifactCheckAnswer']['artifacts'][number]

/** Runs SQL in a transaction of the agent's customer; nothing else happens while it is open. */
export type RunInTransaction = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>

/**
 * Says of each artifact, in order, whether its content is needed, or what is stored already says the same. What is stored
 * and known to be damaged is needed again.
 * @throws Refusal 409 `lease_lost`
 */
export async function checkArtifacts(
  within: RunInTransaction,
  claim: LeaseClaim,
  artifacts: Checked[],
  dependencies: Omit<ComparisonContext, 'platform'>,
): Promise<State[]> {
  const { platform, lineages } = await within((context) => readDevice(context, claim))
  const states: State[] = []
  const found = new Map<string, Renormalised>()
  for (const artifact of artifacts) {
    const { key, transport } = artifact
    const { latest, isDamaged } = lineages.get(lineageName(artifact)) ?? { latest: null, isDamaged: false }
    const compared = latest && (await compareWithLatest({ ...dependencies, platform }, latest, namedContent(artifact)))
    if (latest && compared?.renormalised) found.set(latest.id, compared.renormalised)
    states.push({ key, transport, state: compared?.isSame && !isDamaged ? 'unchanged' : 'needed' })
  }
  if (found.size > 0) await within((context) => storeRenormalised(context, found))
  return states
}

/** So that a version is normalised anew once, and not by every run to come. */
export async function storeRenormalised(
  { trx }: Pick<TenantContext, 'trx'>,
  found: ReadonlyMap<string, Renormalised>,
): Promise<void> {
  for (const [id, renormalised] of found) await Version.query(trx).findById(id).patch(renormalised)
}

export function namedContent(artifact: Checked) {
  return {
    key: artifact.key,
    fingerprint: artifact.fingerprint,
    normalisedFingerprint: artifact.normalised_fingerprint,
    normaliserRevision: artifact.normaliser_revision,
  }
}

async function readDevice(context: TenantContext, claim: LeaseClaim) {
  const job = await leasedJob(context, claim)
  const device = await Device.query(context.trx).findById(job.deviceId).throwIfNotFound()
  const platform = platformById(device.platform)
  if (!platform) throw new Error(`the device ${device.id} is of no platform: ${device.platform}`)
  const lineages: Lineages = await readLineages(context, device.id)
  return { platform, lineages }
}
