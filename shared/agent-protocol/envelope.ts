import { type KeyObject, createHash } from 'node:crypto'
import { openSealed, sealTo } from '../repository/seal.ts'
import type { PlatformDocument } from '../platforms/documents/document.ts'
import type { ExtraCommand } from '../platforms/extra-commands.ts'
import type { Transport } from '../platforms/platform.ts'
import type { DryRunOrder } from './dry-run.ts'
import { isSignedBy, signText } from './ed25519.ts'

/** The details of a job that an offer gives the agent. They exist only in memory, for the duration of the job. */
export interface JobEnvelope {
  device: {
    id: string
    name: string
    platform: string
    /** Of a platform that is not part of the product; with the values of the documents that it extends. */
    document?: PlatformDocument
    /** Further commands of this device. Earlier agents ignore them. */
    commands?: ExtraCommand[]
    /** Sealed with the pins, so that no attacker can direct an agent to another host to collect a password. */
    host: string
    ports: Record<Transport, number>
    options: Record<string, unknown>
  }
  /** In the order of attempts. */
  transports: Transport[]
  /** Whether a user approved sending secrets to this address. If false, `credentials` is empty. */
  addressApproved: boolean
  /** By transport. Transports without a credential are absent. */
  credentials: Partial<Record<Transport, EnvelopeCredential>>
  /** Fingerprints of this device at this host and port that a user approved or trust on first use accepted. */
  approvedFingerprints: { kind: 'ssh_host_key' | 'tls_certificate'; host: string; port: number; fingerprint: string }[]
  /** Fingerprints of this device at any address that a user rejected. They are always refused. */
  rejectedFingerprints: { kind: 'ssh_host_key' | 'tls_certificate'; fingerprint: string }[]
  posture: 'strict' | 'tofu'
  /** Revision of the platform's normalisation in the service; 0 without one. */
  normaliserRevision: number
  /** X25519, raw, base64. */
  repositoryPublicKey: string
  /** 32 bytes, base64. Key for the names of chunks and for fingerprints. */
  chunkIdKey: string
  /** 32 bytes, base64. Seals the agent's reports on this job (report.ts). */
  reportKey: string
  labMode: boolean
  /** Set for a restore and its follow-up jobs. */
  restore?: RestoreOrder
  /** Set for a dry run, with the document in `device`. */
  dryRun?: DryRunOrder
}

/** The restore of a configuration. The text is fetched separately (payload.ts). */
export interface RestoreOrder {
  /** The restore job; follow-up jobs refer to it. */
  restoreId: string
  versionId: string
  sizeBytes: number
  /** HMAC of the text under the tenant's chunk-id key. The received text is verified against it. */
  fingerprint: string
  confirmMinutes: number
}

/** Field names are those of the API's credential. */
export interface EnvelopeCredential {
  username: string
  password?: string
  enable_secret?: string
  api_token?: string
  ssh_private_key?: string
  ssh_key_passphrase?: string
}

/** Binding of a sealed message for an agent. The agent knows all of it before it opens the message. */
export interface EnvelopeBinding {
  tenantId: string
  agentId: string
  sessionId: string
  jobId: string
  leaseId: string
  kind: string
}

/** Seals job details to an agent process and signs them as the service. */
export async function sealEnvelope(
  envelopeKey: Uint8Array,
  place: EnvelopeBinding,
  order: JobEnvelope,
  signingKey: KeyObject,
): Promise<{ sealed: Buffer; signature: Buffer }> {
  const sealed = await sealTo(envelopeKey, envelopeInfo, placeText(place), Buffer.from(JSON.stringify(order)))
  return { sealed, signature: signText(signingKey, signedText(place, sealed)) }
}

/**
 * @param serviceKey the pinned key, raw
 * @throws EnvelopeRefused if the service did not sign it for this lease; SealDamaged if it is for another process
 */
export async function openEnvelope(
  envelopePrivateKey: Uint8Array,
  place: EnvelopeBinding,
  { sealed, signature }: { sealed: Uint8Array; signature: Uint8Array },
  serviceKey: Uint8Array,
): Promise<JobEnvelope> {
  if (!isSignedBy(serviceKey, signedText(place, sealed), signature)) throw new EnvelopeRefused()
  const json = await openSealed(envelopePrivateKey, envelopeInfo, placeText(place), sealed)
  return JSON.parse(json.toString()) as JobEnvelope
}

/** Job details that the service did not sign for this agent, session, job and lease. */
export class EnvelopeRefused extends Error {
  override name = 'EnvelopeRefused'

  constructor() {
    super('the job’s envelope is not signed by the service for this lease')
  }
}

const envelopeInfo = 'coffer job envelope 1'

/** Version of the signed text below, the same in every protocol (protocols.ts). */
const form = 1

function placeText({ tenantId, agentId, sessionId, jobId, leaseId, kind }: EnvelopeBinding): string {
  return ['coffer job', form, tenantId, agentId, sessionId, jobId, leaseId, kind].join('\n')
}

function signedText(place: EnvelopeBinding, sealed: Uint8Array): Buffer {
  const digest = createHash('sha256').update(sealed).digest('hex')
  return Buffer.from(`${envelopeInfo}\n${placeText(place)}\n${digest}`)
}
