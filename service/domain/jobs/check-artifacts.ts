import type { components } from '../../../shared/contract/api-types.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { Device } from '../../store/models/device.ts'
import type { RunInTransaction, TenantContext } from '../kernel/context.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import { type Renormalised, storeRenormalised } from '../repository/versions/renormalise.ts'
import { compareWithLatest } from './compare-with-latest.ts'
import { type LeaseClaim, leasedJob } from './lease-state.ts'
import { type Lineages, lineageName, readLineages } from './latest-versions.ts'

type Checked = components['schemas']['ArtifactCheck']['artifacts'][number]
type State = components['schemas']['ArtifactCheckAnswer']['artifacts'][number]

/**
 * Says of each artifact, in order, whether its content is needed, or what is stored already says the same. What is stored
 * and known to be damaged is needed again.
 * @throws DomainError 409 `lease_lost`
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

function namedContent(artifact: Checked) {
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
  const lineages = await readLineages(context, [device.id])
  return { platform, lineages: lineages.get(device.id) ?? (new Map() as Lineages) }
}
