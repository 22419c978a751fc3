import type { Command } from './command.ts'
import { addCredential } from './commands/add-credential.ts'
import { addresses, approveAddresses } from './commands/addresses.ts'
import { agentSecrets } from './commands/agent-secrets.ts'
import { api } from './commands/api.ts'
import { addBlackout, blackouts, editBlackout, removeBlackout } from './commands/blackouts.ts'
import { addDevice, decommission, editDevice, reinstate } from './commands/change-devices.ts'
import { changes, drift, pin, review, unpin } from './commands/changes.ts'
import { completion } from './commands/completion.ts'
import { certificate, deleteCustomer, destroyKeys, destructions, withdrawDestruction } from './commands/destructions.ts'
import { devices, showDevice } from './commands/devices.ts'
import { diff } from './commands/diff.ts'
import { approve, fingerprints, reject } from './commands/fingerprints.ts'
import { exportInventory, importInventory } from './commands/inventory.ts'
import { agents, audit, credentials, customers } from './commands/lists.ts'
import { login } from './commands/login.ts'
import { acknowledgeRestore } from './commands/restored.ts'
import { report } from './commands/report.ts'
import { cancelRun, runCauses, runLog, runs, showRun } from './commands/runs.ts'
import { search } from './commands/search.ts'
import { logout, whoami } from './commands/session.ts'
import { browse, snapshots } from './commands/trees.ts'
import { addToken, revokeToken, tokens } from './commands/tokens.ts'
import { testDevice, trigger } from './commands/trigger.ts'
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

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  devices,
  showDevice,
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
  changes,
  review,
  pin,
  unpin,
  drift,
  download,
  browse,
  snapshots,
  search,
  report,
  importInventory,
  exportInventory,
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
  destroyKeys,
  deleteCustomer,
  destructions,
  withdrawDestruction,
  certificate,
  agents,
  agentSecrets,
  credentials,
  addCredential,
  tokens,
  addToken,
  revokeToken,
  webhooks,
  addWebhook,
  editWebhook,
  removeWebhook,
  testWebhook,
  deliveries,
  resendDelivery,
  acknowledgeRestore,
  audit,
  api,
  completion,
]
