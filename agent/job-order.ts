import type { Transport } from '../shared/platforms/platform.ts'

/** What an agent is told to do, as the opened envelope of an offer gives it. It lives in memory for the job's length. */
export interface JobOrder {
  jobId: string
  kind: 'backup' | 'test'
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
  credentials: { ssh?: CredentialSecrets; api?: CredentialSecrets }
  /** Fingerprints of what this device may prove itself by, at its present host and the port of that path. */
  approved: Record<Transport, string[]>
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
export function secretsOf(job: JobOrder): string[] {
  return Object.values(job.credentials).flatMap(({ username: _username, ...secrets }) =>
    Object.values(secrets).filter((value): value is string => typeof value === 'string'),
  )
}
