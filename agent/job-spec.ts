import type { RestoreOrder } from '../shared/agent-protocol/envelope.ts'
import type { components } from '../shared/contract/api-types.ts'
import type { Transport } from '../shared/platforms/platform.ts'

export type JobKind = components['schemas']['RunKind']

/** What an agent is told to do, as the opened envelope of an offer gives it. It lives in memory for the job's length. */
export interface JobSpec {
  jobId: string
  /** Of this attempt: what is made on a device for its length is called by it. */
  leaseId: string
  kind: JobKind
  /** Of a restore and its followers. */
  restore?: RestoreOrder
  device: {
    id: string
    name: string
    platform: string
    host: string
    ports: Record<Transport, number>
    options: Record<string, unknown>
  }
  /** In the order in which to try them. */
  transports: Transport[]
  /** Whether a user approved that secrets are sent to this address; otherwise only its fingerprint is read. */
  addressApproved: boolean
  credentials: { ssh?: CredentialSecrets; api?: CredentialSecrets }
  /** Fingerprints of what this device may prove itself by, at its present host and the port of that path. */
  approved: Record<Transport, string[]>
  /** Fingerprints that a user rejected for this device, on any path. */
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

/** Every value of the job that no log line, error or quote may hold. User names are none. */
export function secretsOf(job: JobSpec): string[] {
  return Object.values(job.credentials).flatMap(({ username: _username, ...secrets }) =>
    Object.values(secrets).filter((value): value is string => typeof value === 'string'),
  )
}
