import { type KeyObject, createHash } from 'node:crypto'
import { openSealed, sealTo } from '../repository/seal.ts'
import type { Transport } from '../platforms/platform.ts'
import { isSignedBy, signText } from './ed25519.ts'

/** What an offer tells the agent to do. It lives in memory for the job's length, and never elsewhere. */
export interface JobEnvelope {
  device: {
    id: string
    name: string
    platform: string
    /** Inside, like the pins: nobody can point an agent at another machine to harvest a password. */
    host: string
    ports: Record<Transport, number>
    options: Record<string, unknown>
  }
  /** In the order in which to try them. */
  transports: Transport[]
  /** Whether a user approved that secrets are sent to this address. Where it is false, `credentials` is empty. */
  addressApproved: boolean
  /** By path; a path without a credential is not here. */
  credentials: Partial<Record<Transport, EnvelopeCredential>>
  /** Those that a person approved, or that were accepted at first sight, for this device at this host and port. */
  approvedFingerprints: { kind: 'ssh_host_key' | 'tls_certificate'; host: string; port: number; fingerprint: string }[]
  /** Those that a user rejected for this device, wherever it was: they are refused whatever else speaks for them. */
  rejectedFingerprints: { kind: 'ssh_host_key' | 'tls_certificate'; fingerprint: string }[]
  posture: 'strict' | 'tofu'
  /** Of the platform's normalisation as the service knows it; 0 where there is none. */
  normaliserRevision: number
  /** X25519, raw, base64. */
  repositoryPublicKey: string
  /** 32 bytes, base64: names chunks and fingerprints. */
  chunkIdKey: string
  /** 32 bytes, base64: seals what the agent tells of this job (report.ts). */
  reportKey: string
  labMode: boolean
  /** Of a restore and of its followers. */
  restore?: RestoreOrder
}

/** What a device is given back; the text itself is fetched apart (payload.ts). */
export interface RestoreOrder {
  /** The job that gives it, which a follower is of. */
  restoreId: string
  versionId: string
  sizeBytes: number
  /** HMAC of the text under the customer's chunk-id key: what arrives is held against it. */
  fingerprint: string
  confirmMinutes: number
}

/** The names are those of the API's credential. */
export interface EnvelopeCredential {
  username: string
  password?: string
  enable_secret?: string
  api_token?: string
  ssh_private_key?: string
  ssh_key_passphrase?: string
}

/** What a sealed message for an agent is bound to. The agent knows all of it before it opens one. */
export interface EnvelopeBinding {
  tenantId: string
  agentId: string
  sessionId: string
  jobId: string
  leaseId: string
  kind: string
}

/** Seals an order to an agent's process, and signs it as the service. */
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
 * @param serviceKey the pinned one, raw
 * @throws EnvelopeRefused when the service did not sign it for this lease; SealDamaged when it is for another process
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

/** An order that the service did not sign for this agent, session, job and lease. */
export class EnvelopeRefused extends Error {
  override name = 'EnvelopeRefused'

  constructor() {
    super('the job’s envelope is not signed by the service for this lease')
  }
}

const envelopeInfo = 'coffer job envelope 1'

/** The form of the text below, the same in every protocol (protocols.ts). */
const form = 1

function placeText({ tenantId, agentId, sessionId, jobId, leaseId, kind }: EnvelopeBinding): string {
  return ['coffer job', form, tenantId, agentId, sessionId, jobId, leaseId, kind].join('\n')
}

function signedText(place: EnvelopeBinding, sealed: Uint8Array): Buffer {
  const digest = createHash('sha256').update(sealed).digest('hex')
  return Buffer.from(`${envelopeInfo}\n${placeText(place)}\n${digest}`)
}
