import type { Catalogue } from '../create-renderer.ts'
import auditReasons from './audit-reasons.json' with { type: 'json' }
import advice from './advice.json' with { type: 'json' }
import expectations from './expectations.json' with { type: 'json' }
import failures from './failures.json' with { type: 'json' }
import fieldErrors from './field-errors.json' with { type: 'json' }
import imports from './imports.json' with { type: 'json' }
import deviceNotes from './device-notes.json' with { type: 'json' }
import agents from './agents.json' with { type: 'json' }
import integrity from './integrity.json' with { type: 'json' }
import runLog from './run-log.json' with { type: 'json' }
import captureWarnings from './capture-warnings.json' with { type: 'json' }
import damage from './damage.json' with { type: 'json' }
import restoreWarnings from './restore-warnings.json' with { type: 'json' }
import waiting from './waiting.json' with { type: 'json' }
import legacy from './legacy.json' with { type: 'json' }
import maintenance from './maintenance.json' with { type: 'json' }
import notifications from './notifications.json' with { type: 'json' }
import objectStore from './object-store.json' with { type: 'json' }
import notificationTexts from './notification-texts.json' with { type: 'json' }
import outbound from './outbound.json' with { type: 'json' }
import collection from './collection.json' with { type: 'json' }
import desktop from './desktop.json' with { type: 'json' }
import problems from './problems.json' with { type: 'json' }
import platformDefinitions from './platform-definitions.json' with { type: 'json' }
import platformDocuments from './platform-documents.json' with { type: 'json' }
import goodCriteria from './good-criteria.json' with { type: 'json' }
import changeSummaries from './change-summaries.json' with { type: 'json' }
import compliance from './compliance.json' with { type: 'json' }
import devicePairs from './device-pairs.json' with { type: 'json' }
import lineHistory from './line-history.json' with { type: 'json' }
import suspicions from './suspicions.json' with { type: 'json' }
import steps from './steps.json' with { type: 'json' }
import testSteps from './test-steps.json' with { type: 'json' }
import titles from './titles.json' with { type: 'json' }
import startup from './startup.json' with { type: 'json' }
import commands from './commands.json' with { type: 'json' }
import commandLine from './command-line.json' with { type: 'json' }
import agentCommands from './agent-commands.json' with { type: 'json' }
import cli from './cli.json' with { type: 'json' }

/** The English sentences. A missing one does not compile. */
export const english: Catalogue = {
  ...titles,
  ...problems,
  ...fieldErrors,
  ...imports,
  ...deviceNotes,
  ...agents,
  ...integrity,
  ...runLog,
  ...captureWarnings,
  ...damage,
  ...restoreWarnings,
  ...waiting,
  ...legacy,
  ...maintenance,
  ...notifications,
  ...objectStore,
  ...outbound,
  ...notificationTexts,
  ...collection,
  ...desktop,
  ...platformDefinitions,
  ...platformDocuments,
  ...goodCriteria,
  ...compliance,
  ...devicePairs,
  ...lineHistory,
  ...changeSummaries,
  ...suspicions,
  ...startup,
  ...commands,
  ...commandLine,
  ...agentCommands,
  ...auditReasons,
  ...failures,
  ...steps,
  ...expectations,
  ...testSteps,
  ...advice,
  ...cli,
}
