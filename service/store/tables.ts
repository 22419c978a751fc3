/**
 * Every table that holds rows of Coffer, and whose they are: 'tenant' rows are seen by their customer and by the platform
 * scope, 'platform' rows by the platform scope alone. What `/ready` expects to find isolated.
 */
export const tables = {
  tenants: 'tenant',
  tenant_keys: 'tenant',
  service_keys: 'platform',
  settings: 'platform',
  users: 'tenant',
  sessions: 'tenant',
  login_attempts: 'platform',
  audit: 'tenant',
  idempotency_keys: 'tenant',
  agents: 'tenant',
  enrollment_tokens: 'tenant',
  agent_sessions: 'tenant',
  agent_exchanges: 'tenant',
  credentials: 'tenant',
  devices: 'tenant',
  device_grams: 'tenant',
  device_agents: 'tenant',
  fingerprints: 'tenant',
  jobs: 'tenant',
  job_attempts: 'tenant',
  job_log: 'tenant',
  job_results: 'tenant',
  device_leases: 'tenant',
  packs: 'tenant',
  chunks: 'tenant',
  artifacts: 'tenant',
  versions: 'tenant',
  snapshots: 'tenant',
} as const satisfies Record<string, 'tenant' | 'platform'>
