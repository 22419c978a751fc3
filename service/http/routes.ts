import { Router } from 'express'
import type { Dependencies } from '../dependencies.ts'
import type { RequestCounts } from './metrics/request-counts.ts'
import { agentClaimRoutes } from './routes/agent-protocol/claims.ts'
import { agentEnrolmentRoutes } from './routes/agent-protocol/enrolment.ts'
import { agentJobRoutes } from './routes/agent-protocol/jobs.ts'
import { agentSessionRoutes } from './routes/agent-protocol/sessions.ts'
import { agentRoutes } from './routes/agents.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { blackoutRoutes } from './routes/blackouts.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { breakGlassRoutes } from './routes/break-glass.ts'
import { changeRoutes } from './routes/changes.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { endOfLifeRoutes } from './routes/end-of-life.ts'
import { devicePairRoutes } from './routes/device-pairs.ts'
import { extraCommandRoutes } from './routes/extra-commands.ts'
import { goldenConfigurationRoutes } from './routes/golden-configurations.ts'
import { destructionRoutes } from './routes/destructions.ts'
import { deviceConfigRoutes } from './routes/device-config.ts'
import { deviceRoutes } from './routes/devices.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { eventRoutes } from './routes/events.ts'
import { exportRoutes } from './routes/exports.ts'
import { identityProviderRoutes } from './routes/identity-providers.ts'
import { importRoutes } from './routes/imports.ts'
import { integrityRoutes } from './routes/integrity.ts'
import { localAgentRoutes } from './routes/local-agents.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { monitoringRoutes } from './routes/monitoring.ts'
import { platformDocumentRoutes } from './routes/platform-documents.ts'
import { platformRoutes } from './routes/platforms.ts'
import { policyRoutes } from './routes/policies.ts'
import { reportRoutes } from './routes/reports.ts'
import { restoreRoutes } from './routes/restore.ts'
import { retentionRoutes } from './routes/retention.ts'
import { runRoutes } from './routes/runs.ts'
import { searchRoutes } from './routes/search.ts'
import { secondFactorRoutes } from './routes/second-factors.ts'
import { settingsRoutes } from './routes/settings.ts'
import { snapshotRoutes } from './routes/snapshots.ts'
import { storageRoutes } from './routes/storage.ts'
import { tenantRoutes } from './routes/tenants.ts'
import { trustRoutes } from './routes/trust.ts'
import { periodReportRoutes } from './routes/period-reports.ts'
import { reportScheduleRoutes } from './routes/report-schedules.ts'
import { tokenRoutes } from './routes/tokens.ts'
import { roleRoutes } from './routes/roles.ts'
import { scimRoutes } from './routes/scim.ts'
import { serviceAccountRoutes } from './routes/service-accounts.ts'
import { userRoutes } from './routes/users.ts'
import { versionRoutes } from './routes/versions.ts'
import { mailServerRoutes } from './routes/mail-server.ts'
import { notificationChannelRoutes } from './routes/notification-channels.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/** Returns the routes of every operation of the contract, by feature. */
export function routes(dependencies: Dependencies, requests: RequestCounts): Router {
  const all = Router()
  for (const feature of [
    agentClaimRoutes, // the most frequent requests: each route before theirs costs time
    agentSessionRoutes,
    agentJobRoutes,
    agentEnrolmentRoutes,
    monitoringRoutes,
    authRoutes,
    secondFactorRoutes,
    identityProviderRoutes,
    tokenRoutes,
    roleRoutes,
    scimRoutes,
    serviceAccountRoutes,
    userRoutes,
    exportRoutes, // before the routes of one object, or `export` would be read as an id
    tenantRoutes,
    destructionRoutes,
    agentRoutes,
    localAgentRoutes,
    credentialRoutes,
    endOfLifeRoutes,
    devicePairRoutes,
    extraCommandRoutes,
    goldenConfigurationRoutes,
    platformRoutes,
    platformDocumentRoutes,
    deviceConfigRoutes, // before the routes of one object, as the exports
    deviceRoutes,
    importRoutes,
    discoveryRoutes,
    trustRoutes,
    policyRoutes,
    retentionRoutes,
    blackoutRoutes,
    runRoutes,
    versionRoutes,
    approvalRoutes,
    breakGlassRoutes,
    changeRoutes,
    restoreRoutes,
    snapshotRoutes,
    searchRoutes,
    reportRoutes,
    periodReportRoutes,
    reportScheduleRoutes,
    storageRoutes,
    integrityRoutes,
    auditRoutes,
    downloadRoutes,
    settingsRoutes,
    eventRoutes,
    webhookRoutes,
    notificationChannelRoutes,
    mailServerRoutes,
  ]) {
    all.use(feature(dependencies))
  }
  all.use(metricsRoutes(dependencies, requests))
  return all
}
