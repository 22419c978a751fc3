import type { DryRunOrder } from '../shared/agent-protocol/dry-run.ts'
import type { RestoreOrder } from '../shared/agent-protocol/envelope.ts'
import type { components } from '../shared/contract/api-types.ts'
import type { PlatformDocument } from '../shared/platforms/documents/document.ts'
import type { ExtraCommand } from '../shared/platforms/extra-commands.ts'
import type { Transport } from '../shared/platforms/platform.ts'

export type JobKind = components['schemas']['RunKind']

/** A job's specification, from the opened envelope of an offer. It exists in memory only, while the job runs. */
export interface JobSpec {
  jobId: string
  /** The lease of this attempt. Temporary objects on a device are named after it. */
  leaseId: string
  kind: JobKind
  /** Present for a restore and its follow-up jobs. */
  restore?: RestoreOrder
  /** Present for a dry run, with the document of its platform. */
  dryRun?: DryRunOrder
  device: {
    id: string
    name: string
    platform: string
    /** Of a platform that is not part of the product. */
    document?: PlatformDocument
    /** Further commands, whose texts are artifacts of their own. */
    commands?: ExtraCommand[]
    host: string
    ports: Record<Transport, number>
    options: Record<string, unknown>
  }
  /** In the order of preference. */
  transports: Transport[]
  /** Whether a user approved sending secrets to this address. If not, only its fingerprint is read. */
  addressApproved: boolean
  credentials: { ssh?: CredentialSecrets; api?: CredentialSecrets }
  /** Approved fingerprints of this device, at its current host and the port of that transport. */
  approved: Record<Transport, string[]>
  /** Fingerprints that a user rejected for this device, on any transport. */
  rejected: string[]
  posture: 'strict' | 'tofu'
}

/** The names are those of the API's credential. */
export interface CredentialSecrets {
  username: string
  password?: string
  enable_secret?: string
  api_token?: string
  ssh_private_key?: string
  ssh_key_passphrase?: string
}

/** Returns every secret of the job, which logs, errors and quotes must not contain. User names are not secret. */
export function secretsOf(job: JobSpec): string[] {
  return Object.values(job.credentials).flatMap(({ username: _username, ...secrets }) =>
    Object.values(secrets).filter((value): value is string => typeof value === 'string'),
  )
}
