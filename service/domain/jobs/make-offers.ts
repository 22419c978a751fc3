import type { KeyObject } from 'node:crypto'
import {
  type EnvelopeCredential,
  type JobEnvelope,
  type RestoreOrder,
  sealEnvelope,
} from '../../../shared/agent-protocol/envelope.ts'
import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import { isOfRestore } from '../../../shared/agent-protocol/restore-kinds.ts'
import { reportKeyOf } from '../../../shared/agent-protocol/report.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { type ExtraCommand, withExtraCommands } from '../../../shared/platforms/extra-commands.ts'
import { apiPortOf, type Platform, type Transport } from '../../../shared/platforms/platform.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { Credential } from '../../store/models/credential.ts'
import { Device } from '../../store/models/device.ts'
import { Fingerprint } from '../../store/models/fingerprint.ts'
import type { Job } from '../../store/models/job.ts'
import type { Row } from '../../store/models/row.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { Version } from '../../store/models/version.ts'
import { readRows } from '../../store/read-rows.ts'
import type { TenantContext } from '../kernel/context.ts'
import { openSecrets } from '../inventory/credentials/credential-secrets.ts'
import { type ExtraCommands, readExtraCommands } from '../inventory/extra-commands/read-extra-commands.ts'
import { type PlatformLookup, type StoredPlatform, readStoredPlatforms } from '../inventory/platforms/find-platform.ts'
import { isAddressApproved } from '../inventory/trust/device-address.ts'
import { type Posture, effectivePosture } from '../policies/posture/effective-posture.ts'
import type { Claimant } from './claim-jobs.ts'
import { approvedTransports } from './approved-transports.ts'
import { deadlineMs } from './deadline.ts'
import { transportOrder } from './transport-order.ts'
import { readTriedDocuments, type TriedDocument } from './tried-documents.ts'

export type Offer = components['schemas']['Offers']['offers'][number]

/** The data of these jobs' envelopes. It is read in one transaction and sealed after it. */
export interface OfferFacts {
  jobs: Job[]
  tenant: Tenant
  devices: Map<string, Device>
  platforms: PlatformLookup
  credentials: Map<string, Credential>
  /** Approved and rejected ones. */
  fingerprints: Fingerprint[]
  /** The texts that restores write. */
  versions: Map<string, Version>
  /** Of the devices of backups. */
  commands: ExtraCommands
  /** What dry runs try, by job. */
  tried: Map<string, TriedDocument>
}

/** Reads approved fingerprints and credentials at the time of the offer. */
export async function readOfferFacts(context: TenantContext, jobs: Job[]): Promise<OfferFacts> {
  const { trx, tenantId } = context
  const tenant = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
  const devices = await readByIds(context, Device, 'devices', [...new Set(jobs.map((job) => job.deviceId))])
  const ids = devices.map(({ platform }) => platform)
  const stored = await readStoredPlatforms(trx, tenantId, ids)
  if (stored.size > 0) await recordVersions(context, jobs, devices, stored)
  const credentialIds = devices.flatMap((device) => Object.values(credentialIdsOf(device))).filter((id) => id !== null)
  const credentials = await readByIds(context, Credential, 'credentials', [...new Set(credentialIds)])
  const versionIds = jobs.flatMap(({ versionId }) => versionId ?? [])
  const versions = await readByIds(context, Version, 'versions', versionIds)
  const fingerprints = await readRows(
    trx,
    Fingerprint,
    `select * from fingerprints
     where tenant_id = ? and device_id = any(?::uuid[]) and status in ('approved', 'rejected')`,
    [tenantId, devices.map((device) => device.id)],
  )
  return {
    jobs,
    tenant,
    devices: mapById(devices),
    platforms: (id) => platformById(id) ?? stored.get(id)?.platform,
    credentials: mapById(credentials),
    fingerprints,
    versions: mapById(versions),
    commands: await readExtraCommands(trx, tenantId, backedUp(jobs)),
    tried: await readTriedDocuments(context, jobs),
  }
}

/** Returns the devices of backups, the only jobs that run extra commands. */
export function backedUp(jobs: readonly Pick<Job, 'kind' | 'deviceId'>[]): string[] {
  return jobs.filter(({ kind }) => kind === 'backup').map(({ deviceId }) => deviceId)
}

/** Records with which version of its platform's document each job is offered. A dry run names its version from the start. */
async function recordVersions(
  { trx, tenantId }: TenantContext,
  jobs: readonly Job[],
  devices: readonly Device[],
  stored: ReadonlyMap<string, StoredPlatform>,
): Promise<void> {
  const versions = new Map(devices.map(({ id, platform }) => [id, stored.get(platform)?.version]))
  const found = jobs.flatMap((job) => {
    const version = versions.get(job.deviceId)
    return version === undefined || job.kind === 'dry_run' ? [] : [{ id: job.id, version }]
  })
  await trx.raw(
    `update jobs j set platform_version = w.version from unnest(?::uuid[], ?::int[]) as w (id, version)
     where j.tenant_id = ? and j.id = w.id`,
    [found.map(({ id }) => id), found.map(({ version }) => version), tenantId],
  )
}

async function readByIds<T extends Row>(
  { trx, tenantId }: TenantContext,
  model: new () => T,
  table: 'devices' | 'credentials' | 'versions',
  ids: string[],
): Promise<T[]> {
  if (ids.length === 0) return []
  return readRows(trx, model, `select * from ${table} where tenant_id = ? and id = any(?::uuid[])`, [tenantId, ids])
}

/** The recipient of the envelopes, and the keys that seal them. */
export interface OfferMaking {
  claimant: Claimant
  /** X25519 public key of the agent's process. */
  envelopeKey: Buffer
  keys: TenantKeys
  signingKey: KeyObject
  platformPosture: Posture
  intervals: Intervals
  /** Reports what an administrator should check. */
  alarm: (line: string) => void
}

/**
 * Returns one offer for each job, in order. The leases are those of the jobs' rows. A job that cannot be offered, such
 * as one whose credential cannot be opened, is reported and omitted, so that it does not block the tenant's other jobs.
 */
export async function makeOffers(facts: OfferFacts, making: OfferMaking): Promise<Offer[]> {
  const made = await Promise.allSettled(facts.jobs.map((job) => makeOffer(facts, job, making)))
  return made.flatMap((one, at) => {
    if (one.status === 'fulfilled') return [one.value]
    making.alarm(`job ${facts.jobs[at]?.id} cannot be offered: ${one.reason}`)
    return []
  })
}

async function makeOffer(facts: OfferFacts, job: Job, making: OfferMaking): Promise<Offer> {
  const { claimant, envelopeKey, signingKey, intervals } = making
  const device = facts.devices.get(job.deviceId)
  const platform = device && platformOf(facts, job, device)
  if (!device || !platform || !job.leaseId) throw new Error(`job ${job.id} cannot be offered`)
  const place = {
    tenantId: job.tenantId,
    agentId: claimant.agentId,
    sessionId: claimant.sessionId,
    jobId: job.id,
    leaseId: job.leaseId,
    kind: job.kind,
  }
  const order = orderFor(facts, job, { ...making, transports: claimant.transports })
  const { sealed, signature } = await sealEnvelope(envelopeKey, place, order, signingKey)
  return {
    job_id: job.id,
    lease_id: job.leaseId,
    kind: job.kind,
    deadline_ms: deadlineMs(job.kind, platform, device, intervals),
    envelope: sealed.toString('base64'),
    envelope_signature: signature.toString('base64'),
  }
}

/**
 * Returns the details of the job for its worker. @throws Error for an unknown platform, or a secret that cannot be
 * opened
 */
export function orderFor(
  facts: OfferFacts,
  job: Job,
  { keys, transports, platformPosture }: Pick<OfferMaking, 'keys' | 'platformPosture'> & { transports: string[] },
): JobEnvelope {
  const device = facts.devices.get(job.deviceId)
  const platform = device && platformOf(facts, job, device)
  if (!device || !platform) throw new Error(`job ${job.id} cannot be offered`)
  const ofDevice = facts.fingerprints.filter((one) => one.deviceId === device.id)
  const approved = ofDevice.filter((one) => one.status === 'approved' && one.host === device.hostname)
  const rejected = ofDevice.filter((one) => one.status === 'rejected')
  const addressApproved = isAddressApproved(device)
  const tried = facts.tried.get(job.id)
  const commands = commandsOf(facts, job)
  return {
    device: {
      id: device.id,
      name: device.name,
      platform: platform.id,
      ...(platform.document && { document: platform.document }),
      ...(commands.length > 0 && { commands }),
      host: device.hostname,
      ports: { ssh: portIn(device, 'ssh_port', 22), api: portIn(device, 'api_port', apiPortOf(platform)) },
      options: device.options,
    },
    transports: transportsFor(platform, job, device).filter((one) => transports.includes(one)),
    addressApproved,
    credentials: addressApproved ? credentialsFor(facts, device, keys) : {},
    approvedFingerprints: approved.map(({ kind, host, port, fingerprint }) => ({ kind, host, port, fingerprint })),
    rejectedFingerprints: rejected.map(({ kind, fingerprint }) => ({ kind, fingerprint })),
    posture: effectivePosture({
      platform: platformPosture,
      customer: facts.tenant.trustPosture,
      device: device.trustPosture,
    }),
    normaliserRevision: platform.normalise?.revision ?? 0,
    repositoryPublicKey: keys.repositoryPublicKey.toString('base64'),
    chunkIdKey: keys.chunkIdKey.toString('base64'),
    reportKey: reportKeyOf(keys.dataKey, job.leaseId as string).toString('base64'),
    labMode: job.labMode,
    ...(job.versionId && { restore: restoreFor(facts, job, job.versionId) }),
    ...(tried && { dryRun: tried.order }),
  }
}

/** Returns the platform as which a job reads its device. */
function platformOf(facts: OfferFacts, job: Job, device: Device): Platform | undefined {
  if (job.kind === 'dry_run') return facts.tried.get(job.id)?.platform
  const platform = facts.platforms(device.platform)
  return platform && withExtraCommands(platform, commandsOf(facts, job))
}

function commandsOf({ commands }: OfferFacts, { kind, deviceId }: Job): ExtraCommand[] {
  return kind === 'backup' ? [...(commands.get(deviceId) ?? [])] : []
}

function transportsFor(platform: Platform, job: Job, device: Device): Transport[] {
  if (isOfRestore(job)) return transportOrder(platform, 'ssh')
  if (job.kind !== 'dry_run') return transportOrder(platform, device.transportPref)
  const approved = approvedTransports(platform, device)
  return transportOrder(platform, 'auto').filter((transport) => approved.includes(transport))
}

function restoreFor({ versions }: OfferFacts, { id, restoreId, confirmMinutes }: Job, versionId: string): RestoreOrder {
  const version = versions.get(versionId)
  if (!version) throw new Error(`the version ${versionId} is gone`)
  const { sizeBytes, fingerprint } = version
  return { restoreId: restoreId ?? id, versionId, sizeBytes, fingerprint, confirmMinutes: confirmMinutes ?? 0 }
}

function portIn({ options }: Device, name: string, otherwise: number): number {
  const port = options[name]
  return typeof port === 'number' ? port : otherwise
}

/** A transport without its own credential uses the common one of the device. */
function credentialIdsOf(device: Device): Record<Transport, string | null> {
  return {
    ssh: device.credentialSshId ?? device.credentialId,
    api: device.credentialApiId ?? device.credentialId,
  }
}

function credentialsFor({ credentials }: OfferFacts, device: Device, keys: TenantKeys) {
  const opened: Partial<Record<Transport, EnvelopeCredential>> = {}
  for (const [transport, id] of Object.entries(credentialIdsOf(device))) {
    const credential = id && credentials.get(id)
    if (!credential) continue
    opened[transport as Transport] = { username: credential.username ?? '', ...openSecrets(keys, credential) }
  }
  return opened
}

function mapById<T extends { id: string }>(rows: T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}
