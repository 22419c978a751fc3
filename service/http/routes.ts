import { Router } from 'express'
import type { Pieces } from '../pieces.ts'
import type { RequestCounts } from './metrics/request-counts.ts'
import { agentProtocolRoutes } from './routes/agent-protocol.ts'
import { agentRoutes } from './routes/agents.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { deviceRoutes } from './routes/devices.ts'
import { integrityRoutes } from './routes/integrity.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { monitoringRoutes } from './routes/monitoring.ts'
import { platformRoutes } from './routes/platforms.ts'
import { policyRoutes } from './routes/policies.ts'
import { reportRoutes } from './routes/reports.ts'
import { retentionRoutes } from './routes/retention.ts'
import { runRoutes } from './routes/runs.ts'
import { snapshotRoutes } from './routes/snapshots.ts'
import { storageRoutes } from './routes/storage.ts'
import { tenantRoutes } from './routes/tenants.ts'
import { trustRoutes } from './routes/trust.ts'
import { userRoutes } from './routes/users.ts'
import { versionRoutes } from './routes/versions.ts'

/** Every operation of the contract, by feature. */
export function routes(pieces: Pieces, requests: RequestCounts): Router {
  const all = Router()
  for (const feature of [
    monitoringRoutes,
    authRoutes,
    userRoutes,
    tenantRoutes,
    agentRoutes,
    credentialRoutes,
    platformRoutes,
    deviceRoutes,
    trustRoutes,
    policyRoutes,
    retentionRoutes,
    runRoutes,
    versionRoutes,
    snapshotRoutes,
    reportRoutes,
    storageRoutes,
    integrityRoutes,
    auditRoutes,
    agentProtocolRoutes,
  ]) {
    all.use(feature(pieces))
  }
  all.use(metricsRoutes(pieces, requests))
  return all
}
