/**
 * Writes docs/errors.md from the messages (shared/messages): each code with its parameters and its sentence. With
 * `--check` it writes nothing, and exits with 1 on a stale page.
 */
import fs from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { problemStatus } from '../shared/contract/problems.ts'
import { auditReasons } from '../shared/messages/codes/audit-reasons.ts'
import { agents } from '../shared/messages/codes/agents.ts'
import { advice } from '../shared/messages/codes/advice.ts'
import { deviceNotes } from '../shared/messages/codes/device-notes.ts'
import { expectations } from '../shared/messages/codes/expectations.ts'
import { failures } from '../shared/messages/codes/failures.ts'
import { fieldErrors } from '../shared/messages/codes/field-errors.ts'
import { imports } from '../shared/messages/codes/imports.ts'
import { maintenance } from '../shared/messages/codes/maintenance.ts'
import { objectStore } from '../shared/messages/codes/object-store.ts'
import { outbound } from '../shared/messages/codes/outbound.ts'
import { collection } from '../shared/messages/codes/collection.ts'
import { desktop } from '../shared/messages/codes/desktop.ts'
import { platformDefinitions } from '../shared/messages/codes/platform-definitions.ts'
import { platformDocuments } from '../shared/messages/codes/platform-documents.ts'
import { problems } from '../shared/messages/codes/problems.ts'
import { legacy } from '../shared/messages/codes/legacy.ts'
import { captureWarnings } from '../shared/messages/codes/capture-warnings.ts'
import { damage } from '../shared/messages/codes/damage.ts'
import { restoreWarnings } from '../shared/messages/codes/restore-warnings.ts'
import { waiting } from '../shared/messages/codes/waiting.ts'
import { runLog } from '../shared/messages/codes/run-log.ts'
import { goodCriteria } from '../shared/messages/codes/good-criteria.ts'
import { devicePairs } from '../shared/messages/codes/device-pairs.ts'
import { lineHistory } from '../shared/messages/codes/line-history.ts'
import { suspicions } from '../shared/messages/codes/suspicions.ts'
import { startup } from '../shared/messages/codes/startup.ts'
import { commands } from '../shared/messages/codes/commands.ts'
import { commandLine } from '../shared/messages/codes/command-line.ts'
import { agentCommands } from '../shared/messages/codes/agent-commands.ts'
import { steps } from '../shared/messages/codes/steps.ts'
import { testSteps } from '../shared/messages/codes/test-steps.ts'
import { cli } from '../shared/messages/codes/cli.ts'
import { english } from '../shared/messages/en/catalogue.ts'
import type { MessageCode } from '../shared/messages/message.ts'
import type { MessageGroup } from '../shared/messages/parameters.ts'

const file = path.join(import.meta.dirname, '../docs/errors.md')

const introduction = `# Errors

Every error has a code and parameters for programs, and a sentence for people. Codes keep their meaning; a later version may add
codes. The API returns the sentence in the language of \`Accept-Language\` (\`en\` or \`fr\`), the console in your language.

A sentence is written in ICU MessageFormat: \`{name}\` is a parameter, \`{n, plural, …}\` and \`{word, select, …}\` choose between
texts.
`

const sections = [
  {
    title: 'Problems',
    text: 'The body of every response with a status of 400 or higher is a problem (RFC 9457) with one of these codes.',
    group: problems,
    status: (code: string) => problemStatus[code as keyof typeof problems],
  },
  {
    title: 'Field errors',
    text: 'A problem `validation_failed` lists the rejected fields in `errors`, each with its path and one of these codes.',
    group: fieldErrors,
  },
  {
    title: 'Platform documents',
    text: 'Errors of a platform document, each with its line and column.',
    group: platformDocuments,
  },
  {
    title: 'Definitions of other products',
    text: 'The report of an imported definition has one of these for each of its parts.',
    group: platformDefinitions,
  },
  {
    title: 'Warnings of an import',
    text: 'The report of an import lists `warnings`. Their `code` is the one here without `import_`.',
    group: imports,
  },
  {
    title: 'Notes on a change of many devices',
    text: 'The response to a change of many devices lists `note_messages`.',
    group: deviceNotes,
  },
  {
    title: 'Suspicions',
    text: 'A version that is complete but implausible lists the reasons in `suspicions`.',
    group: suspicions,
  },
  {
    title: 'Last known good',
    text: 'If no version is known to be good, `failing` lists the criteria that the returned version does not meet.',
    group: goodCriteria,
  },
  {
    title: 'Device pairs',
    text: 'A device pair whose `state` is `unknown` has one of these in `reason_message`.',
    group: devicePairs,
  },
  {
    title: 'Line history',
    text: 'In the history of lines, `doubts` say why a line may be older, and `stopped` why the history ends early.',
    group: lineHistory,
  },
  {
    title: 'Rejected agents',
    text: 'An audit record of a rejected request or enrolment of an agent has one of these in its detail `reason`.',
    group: auditReasons,
  },
  {
    title: 'Agents',
    text: 'An agent that gets no jobs has `outdated`, and its code with parameters in `outdated_message`.',
    group: agents,
  },
  {
    title: 'Maintenance tasks',
    text: 'A run of a maintenance task has `reason_code`: why it did nothing, stopped or failed.',
    group: maintenance,
  },
  {
    title: 'Object store',
    text: 'Why a request to the object store failed: a parameter of other messages, and in the log of the service.',
    group: objectStore,
  },
  {
    title: 'Requests to other hosts',
    text: 'Why a request of the service has no answer, or a webhook did not accept a delivery: `error_code` of an attempt.',
    group: outbound,
  },
  {
    title: 'Desktop app',
    text: 'Why the desktop app did not do what you asked in its console.',
    group: desktop,
  },
  {
    title: 'Absent artifacts and skipped organisations',
    text: 'Why a device does not have an artifact (`reason` of an artifact of a run), or why a scan skipped an organisation.',
    group: collection,
  },
  {
    title: 'Log lines of runs',
    text: 'The lines of `GET /api/runs/{run_id}/log`. What a device sent is a parameter, redacted and never translated.',
    group: runLog,
  },
  {
    title: 'Warnings about collected content',
    text: 'The log of a run contains them, and `warning_messages` of the run those that a user must know. `metadata.not_restorable_because` of a version lists those that begin with `junos_`.',
    group: captureWarnings,
  },
  {
    title: 'Damage of stored content',
    text: 'Why stored content cannot be read: `detail` of `backup_unreadable` and of `content_unreadable`.',
    group: damage,
  },
  {
    title: 'Warnings about restores',
    text: 'A run that restores a device, confirms a restore or checks one lists them in `warning_messages`.',
    group: restoreWarnings,
  },
  {
    title: 'Queued runs that cannot start',
    text: 'A queued run that no agent can take has `waiting`, with the code here without `waiting_`.',
    group: waiting,
  },
  {
    title: 'Texts of earlier versions',
    text: 'Earlier versions stored sentences. Those that Coffer does not recognise remain as they are.',
    group: legacy,
  },
  {
    title: 'Starting the service',
    text: 'The service that cannot start writes `coffer: SENTENCE [CODE]` to standard error, and a log record with `code` and `params`.',
    group: startup,
  },
  {
    title: 'Commands of the service',
    text: 'A command of the service that fails writes `coffer: SENTENCE [CODE]` to standard error and ends with 1.',
    group: commands,
  },
  { title: 'Arguments of commands', text: 'What a command line can contain that cannot be used.', group: commandLine },
  {
    title: 'Commands of the agent',
    text: 'A command of the agent that fails writes `coffer-agent: SENTENCE [CODE]` to standard error.',
    group: agentCommands,
  },
  {
    title: 'Failures of runs',
    text: 'A failed run has a failure with a code: `prompt_timeout` has the sentence `failure_prompt_timeout`. `failure_step`, `failure_expected`, `failure_seen` and `failure_nothing_seen` are parts of its text.',
    group: failures,
  },
  {
    title: 'Steps',
    text: 'What was being done when something failed.',
    group: steps,
  },
  {
    title: 'Steps of a connection test',
    text: 'What each step does, by its name: `connect` has the sentence `test_step_connect`.',
    group: testSteps,
  },
  {
    title: 'Expectations',
    text: 'What was expected where something failed.',
    group: expectations,
  },
  {
    title: 'Advice',
    text: 'What to do about a failure: `advice_<code>` unless more is known.',
    group: advice,
  },
  {
    title: 'Command-line client',
    text: 'A command of the client that fails writes `coffer: SENTENCE [CODE]` to standard error.',
    group: cli,
  },
]

const page = [introduction, ...sections.map(section)].join('\n')
const text = await format(page, { ...(await resolveConfig(file)), parser: 'markdown' })
if (!process.argv.includes('--check')) fs.writeFileSync(file, text)
else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
  console.error('docs/errors.md does not match shared/messages: run `node build/error-reference.ts`')
  process.exit(1)
}

function section({ title, text, group, status }: (typeof sections)[number]): string {
  const head = status ? '| Code | Status | Parameters | Message |' : '| Code | Parameters | Message |'
  const rule = head.replace(/[^|]+/g, ' --- ')
  const rows = Object.entries(group as MessageGroup).map(([code, kinds]) => {
    const parameters = Object.entries(kinds).map(([name, kind]) => `\`${name}\` (${kind})`)
    const cells = [`\`${code}\``, ...(status ? [String(status(code))] : []), parameters.join(', '), sentence(code)]
    return `| ${cells.join(' | ')} |`
  })
  return [`## ${title}`, '', text, '', head, rule, ...rows, ''].join('\n')
}

function sentence(code: string): string {
  return english[code as MessageCode].replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
