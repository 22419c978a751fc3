import { auditReasons } from './codes/audit-reasons.ts'
import { agents } from './codes/agents.ts'
import { advice } from './codes/advice.ts'
import { deviceNotes } from './codes/device-notes.ts'
import { expectations } from './codes/expectations.ts'
import { failures } from './codes/failures.ts'
import { fieldErrors } from './codes/field-errors.ts'
import { imports } from './codes/imports.ts'
import { integrity } from './codes/integrity.ts'
import { captureWarnings } from './codes/capture-warnings.ts'
import { damage } from './codes/damage.ts'
import { restoreWarnings } from './codes/restore-warnings.ts'
import { waiting } from './codes/waiting.ts'
import { runLog } from './codes/run-log.ts'
import { legacy } from './codes/legacy.ts'
import { maintenance } from './codes/maintenance.ts'
import { notifications } from './codes/notifications.ts'
import { objectStore } from './codes/object-store.ts'
import { notificationTexts } from './codes/notification-texts.ts'
import { outbound } from './codes/outbound.ts'
import { collection } from './codes/collection.ts'
import { desktop } from './codes/desktop.ts'
import { platformDefinitions } from './codes/platform-definitions.ts'
import { platformDocuments } from './codes/platform-documents.ts'
import { problems } from './codes/problems.ts'
import { goodCriteria } from './codes/good-criteria.ts'
import { compliance } from './codes/compliance.ts'
import { devicePairs } from './codes/device-pairs.ts'
import { lineHistory } from './codes/line-history.ts'
import { suspicions } from './codes/suspicions.ts'
import { steps } from './codes/steps.ts'
import { testSteps } from './codes/test-steps.ts'
import { titles } from './codes/titles.ts'
import { startup } from './codes/startup.ts'
import { changeSummaries } from './codes/change-summaries.ts'
import { commands } from './codes/commands.ts'
import { commandLine } from './codes/command-line.ts'
import { agentCommands } from './codes/agent-commands.ts'
import { cli } from './codes/cli.ts'
import type { MessageGroup } from './parameters.ts'

/** Every message with the kinds of its parameters. `en/` and `fr/` have one sentence for each. */
export const codes = {
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
} as const satisfies MessageGroup

export type AuditReasonCode = keyof typeof auditReasons
export type AdviceCode = keyof typeof advice
export type ExpectationCode = keyof typeof expectations
export type FieldErrorCode = keyof typeof fieldErrors
export type ImportCode = keyof typeof imports
export type PlatformDefinitionCode = keyof typeof platformDefinitions
export type PlatformDocumentCode = keyof typeof platformDocuments
export type ProblemCode = keyof typeof problems
export type StepCode = keyof typeof steps
export type TitleCode = keyof typeof titles
export type GoodCriterionCode = keyof typeof goodCriteria
export type ComplianceCode = keyof typeof compliance
export type DevicePairCode = keyof typeof devicePairs
export type LineHistoryCode = keyof typeof lineHistory
export type SuspicionCode = keyof typeof suspicions
export type StartupCode = keyof typeof startup
export type ServiceCommandCode = keyof typeof commands
export type CommandLineCode = keyof typeof commandLine
export type AgentCommandCode = keyof typeof agentCommands
export type IntegrityCode = keyof typeof integrity
export type RunLogCode = keyof typeof runLog
export type CaptureWarningCode = keyof typeof captureWarnings
export type DamageCode = keyof typeof damage
export type RestoreWarningCode = keyof typeof restoreWarnings
export type MaintenanceCode = keyof typeof maintenance
export type ObjectStoreCode = keyof typeof objectStore
export type ClientCode = keyof typeof cli
export type OutboundCode = keyof typeof outbound
export type DesktopCode = keyof typeof desktop
export type CollectionCode = keyof typeof collection
