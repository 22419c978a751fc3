import type { Command } from './command.ts'
import { addresses, approveAddresses } from './commands/addresses.ts'
import { agentSecrets } from './commands/agent-secrets.ts'
import { agentListeners } from './commands/agent-listeners.ts'
import { removeSnmpUser, setSnmpUser, snmpUsers } from './commands/snmp-users.ts'
import {
  addAgent,
  agentToken,
  agents,
  clearAgent,
  editAgent,
  removeAgent,
  revokeAgent,
  showAgent,
} from './commands/agents.ts'
import { api } from './commands/api.ts'
import { blame } from './commands/blame.ts'
import { addBlackout, blackouts, editBlackout, removeBlackout } from './commands/blackouts.ts'
import { addDevice, editDevice } from './commands/change-devices.ts'
import { decommission, reinstate } from './commands/decommission.ts'
import { changes, drift, pin, review, unpin, withdrawReview } from './commands/changes.ts'
import { outliers, showGolden } from './commands/compliance.ts'
import { completion } from './commands/completion.ts'
import { addCredential, credentials, editCredential, removeCredential } from './commands/credentials.ts'
import { addTenant, customers, editTenant, exportTenant, showTenant } from './commands/tenants.ts'
import { certificate, deleteTenant, destroyKeys, destructions, withdrawDestruction } from './commands/destructions.ts'
import { deviceFacts } from './commands/device-facts.ts'
import { endOfLife, loadEndOfLife } from './commands/end-of-life.ts'
import { approveRequest, listApprovals, rejectRequest, withdrawRequest } from './commands/approvals.ts'
import { breakGlass, revokeBreakGlass } from './commands/break-glass.ts'
import { addPair, diffPair, listPairs, removePair, setPair, showPair } from './commands/pairs.ts'
import { addExtraCommand, editExtraCommand, extraCommands, removeExtraCommand } from './commands/extra-commands.ts'
import { devices, showDevice } from './commands/devices.ts'
import { diff } from './commands/diff.ts'
import { addFleet, applyFleet, approveFleet, fleets, removeFleet, scanFleet, showFleet } from './commands/discovery.ts'
import { approve, fingerprints, reject } from './commands/fingerprints.ts'
import { addGolden, listGolden, removeGolden, setGolden } from './commands/golden.ts'
import {
  removeIdentityProvider,
  setIdentityProvider,
  showIdentityProvider,
  testIdentityProvider,
  tryRoleMappings,
} from './commands/identity-provider.ts'
import { exportInventory, importInventory } from './commands/inventory.ts'
import { audit } from './commands/lists.ts'
import { addLocalAgent, localAgent, removeLocalAgent } from './commands/local-agents.ts'
import { login } from './commands/login.ts'
import { password } from './commands/password.ts'
import { acknowledgeRestore } from './commands/restored.ts'
import {
  activatePlatform,
  checkPlatform,
  createPlatform,
  exportPlatform,
  markPlatformTested,
  removePlatform,
  retirePlatform,
  updatePlatform,
} from './commands/change-platforms.ts'
import { importPlatforms } from './commands/import-platforms.ts'
import { diffPlatform, platforms, platformSchema, showPlatform } from './commands/platforms.ts'
import { platformTests } from './commands/platform-tests.ts'
import { proposePlatform } from './commands/propose-platform.ts'
import { tryPlatform } from './commands/try-platform.ts'
import { report } from './commands/report.ts'
import { confirmRestore, restore, restorePolicy, setRestorePolicy } from './commands/restore.ts'
import { retention, setRetention, withdrawCut } from './commands/retention.ts'
import { cancelRun, runCauses, runLog, runs, showRun } from './commands/runs.ts'
import { search } from './commands/search.ts'
import { logout, whoami } from './commands/session.ts'
import { compliance, contents, damaged, maintenance, purge, storage } from './commands/storage.ts'
import { browse, snapshots } from './commands/trees.ts'
import { addRole, editRole, listRoles, removeRole, showRole } from './commands/roles.ts'
import {
  addServiceAccount,
  addServiceAccountToken,
  disableServiceAccount,
  editServiceAccount,
  enableServiceAccount,
  listServiceAccounts,
  listServiceAccountTokens,
  removeServiceAccount,
  revokeServiceAccountToken,
} from './commands/service-accounts.ts'
import { addToken, revokeToken, tokens } from './commands/tokens.ts'
import { timeMachine } from './commands/time-machine.ts'
import { testDevice, trigger } from './commands/trigger.ts'
import {
  addUser,
  disableUser,
  editUser,
  enableUser,
  endSessions,
  linkUser,
  resetSecondFactors,
  removeUser,
  resetPassword,
  userSessions,
  userTokens,
  users,
} from './commands/users.ts'
import { download, show, versions } from './commands/versions.ts'
import {
  addWebhook,
  deliveries,
  editWebhook,
  removeWebhook,
  resendDelivery,
  testWebhook,
  webhooks,
} from './commands/webhooks.ts'
import {
  acknowledgeEvent,
  addChannel,
  channelDeliveries,
  channels,
  editChannel,
  previewChannel,
  removeChannel,
  resendChannelDelivery,
  testChannel,
} from './commands/notification-channels.ts'
import { downloadReport, previewReport, reportLogo } from './commands/period-reports.ts'
import {
  addReportSchedule,
  editReportSchedule,
  removeReportSchedule,
  reportSchedules,
  sendReport,
  sentReports,
} from './commands/report-schedules.ts'
import { removeMailServer, setMailServer, showMailServer, testMailServer } from './commands/mail-server.ts'

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  password,
  devices,
  showDevice,
  deviceFacts,
  addDevice,
  editDevice,
  testDevice,
  decommission,
  reinstate,
  trigger,
  runs,
  showRun,
  runLog,
  cancelRun,
  runCauses,
  versions,
  show,
  diff,
  blame,
  changes,
  review,
  withdrawReview,
  pin,
  unpin,
  drift,
  listGolden,
  addGolden,
  setGolden,
  removeGolden,
  showGolden,
  outliers,
  listPairs,
  showPair,
  addPair,
  setPair,
  removePair,
  diffPair,
  timeMachine,
  download,
  browse,
  snapshots,
  search,
  report,
  reportSchedules,
  addReportSchedule,
  editReportSchedule,
  removeReportSchedule,
  sendReport,
  sentReports,
  previewReport,
  downloadReport,
  reportLogo,
  restore,
  confirmRestore,
  restorePolicy,
  setRestorePolicy,
  importInventory,
  exportInventory,
  platforms,
  showPlatform,
  checkPlatform,
  platformSchema,
  createPlatform,
  updatePlatform,
  diffPlatform,
  platformTests,
  proposePlatform,
  tryPlatform,
  markPlatformTested,
  activatePlatform,
  retirePlatform,
  removePlatform,
  importPlatforms,
  exportPlatform,
  importPlatforms,
  extraCommands,
  addExtraCommand,
  editExtraCommand,
  removeExtraCommand,
  listApprovals,
  approveRequest,
  rejectRequest,
  withdrawRequest,
  breakGlass,
  revokeBreakGlass,
  endOfLife,
  loadEndOfLife,
  fleets,
  addFleet,
  showFleet,
  scanFleet,
  applyFleet,
  approveFleet,
  removeFleet,
  blackouts,
  addBlackout,
  editBlackout,
  removeBlackout,
  fingerprints,
  approve,
  reject,
  addresses,
  approveAddresses,
  customers,
  addTenant,
  showTenant,
  editTenant,
  exportTenant,
  destroyKeys,
  deleteTenant,
  destructions,
  withdrawDestruction,
  certificate,
  agents,
  addAgent,
  agentToken,
  showAgent,
  editAgent,
  revokeAgent,
  clearAgent,
  removeAgent,
  agentSecrets,
  agentListeners,
  snmpUsers,
  setSnmpUser,
  removeSnmpUser,
  localAgent,
  addLocalAgent,
  removeLocalAgent,
  users,
  addUser,
  editUser,
  disableUser,
  enableUser,
  resetPassword,
  removeUser,
  userSessions,
  userTokens,
  endSessions,
  linkUser,
  resetSecondFactors,
  showIdentityProvider,
  setIdentityProvider,
  testIdentityProvider,
  tryRoleMappings,
  removeIdentityProvider,
  credentials,
  addCredential,
  editCredential,
  removeCredential,
  listServiceAccounts,
  addServiceAccount,
  editServiceAccount,
  disableServiceAccount,
  enableServiceAccount,
  removeServiceAccount,
  listServiceAccountTokens,
  addServiceAccountToken,
  revokeServiceAccountToken,
  listRoles,
  showRole,
  addRole,
  editRole,
  removeRole,
  tokens,
  addToken,
  revokeToken,
  channels,
  addChannel,
  editChannel,
  removeChannel,
  testChannel,
  previewChannel,
  channelDeliveries,
  resendChannelDelivery,
  acknowledgeEvent,
  showMailServer,
  setMailServer,
  removeMailServer,
  testMailServer,
  webhooks,
  addWebhook,
  editWebhook,
  removeWebhook,
  testWebhook,
  deliveries,
  resendDelivery,
  retention,
  setRetention,
  withdrawCut,
  storage,
  compliance,
  damaged,
  contents,
  purge,
  acknowledgeRestore,
  maintenance,
  audit,
  api,
  completion,
]
