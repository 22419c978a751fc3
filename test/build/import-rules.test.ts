import path from 'node:path'
import { expect } from 'chai'
import { ESLint } from 'eslint'

const root = path.join(import.meta.dirname, '../..')

/** A file, an import that is rejected there, and a part of the reason that lint reports. */
const forbidden: [string, string, string][] = [
  ['shared/repository/pack.ts', "import '../../service/settings.ts'", 'depends on neither'],
  ['shared/repository/pack.ts', "import 'node:fs'", 'no I/O'],
  ['shared/cron/cron-schedule.ts', 'export const at = new Date()', 'no clock'],
  ['shared/cron/cron-schedule.ts', "export const zone = process.env['TZ']", 'process'],
  ['service/start.ts', "import '../desktop/console/client/api.ts'", 'no user interface'],
  ['service/domain/kernel/context.ts', "import '../../../agent/main.ts'", 'cloud-work.ts'],
  ['service/domain/kernel/context.ts', "import '../../http/scoped.ts'", 'independent of HTTP'],
  ['service/domain/jobs/end-abandoned-jobs.ts', "import '../../periodic/schedule.ts'", 'independent of HTTP'],
  ['service/domain/policies/level.ts', "import '../inventory/devices/list-devices.ts'", 'policies is above'],
  [
    'service/domain/inventory/devices/list-devices.ts',
    "export type { JobEnd } from '../../jobs/end-job.ts'",
    'inventory is above',
  ],
  ['service/store/models/job.ts', "import '../../domain/kernel/context.ts'", 'no rules of the domain'],
  ['service/objects/disk.ts', "import '../keys/keyring.ts'", 'keeps bytes'],
  ['service/outbound/create-outbound-client.ts', "import '../store/scope.ts'", 'sends requests'],
  ['service/keys/keyring.ts', "import '../domain/kernel/context.ts'", 'do not depend on it'],
  ['service/workers/tasks.ts', "import '../store/scope.ts'", 'no database'],
  ['service/http/app.ts', "import '../periodic/schedule.ts'", 'a request does not'],
  ['service/periodic/scheduler.ts', "import '../http/app.ts'", 'no request'],
  ['agent/runner.ts', "import '../service/settings.ts'", 'agent protocol'],
  ['agent/collect/cli/shell.ts', "import '../../../test/support/random.ts'", 'agent protocol'],
  ['desktop/console/client/api.ts', "import '../../../agent/settings.ts'", 'through its API'],
  ['desktop/console/client/api.ts', "import 'electron'", 'browser'],
  ['desktop/console/features/agents/useAgents.ts', "import '../runs/run-filters.ts'", 'do not import each other'],
  ['desktop/console/features/agents/useAgents.ts', "import '../../frame/navigation.ts'", 'do not import each other'],
  ['desktop/console/features/agents/useAgents.ts', "import 'electron'", 'browser'],
  ['desktop/console/ui/run/useRunLog.ts', "import '../../features/runs/run-filters.ts'", 'depend on no feature'],
  ['desktop/preload/preload.ts', "import '../main/ipc.ts'", 'only the bridge'],
  ['desktop/main/ipc.ts', "import '../console/client/api.ts'", 'only the bridge'],
  ['desktop/cli/connection.ts', "import '../console/features/devices.ts'", 'only the API client'],
]

const allowed: [string, string][] = [
  ['service/start.ts', "import '../agent/cloud-work.ts'"],
  ['desktop/cli/connection.ts', "import '../console/client/api.ts'"],
  ['desktop/console/features/agents/useAgents.ts', "import '../../ui/useLatest.ts'"],
  ['service/http/app.ts', "import '../domain/kernel/context.ts'"],
  ['service/domain/kernel/context.ts', "import '../../store/scope.ts'"],
  ['agent/runner.ts', "import '../shared/repository/pack.ts'"],
  ['shared/repository/seal.ts', "import 'node:crypto'"],
]

describe('the import rules', () => {
  const eslint = new ESLint({ cwd: root, overrideConfig: untyped() })

  for (const [file, text, reason] of forbidden) {
    it(`reject in ${file} \`${text}\``, async () => {
      const said = await messagesOf(file, text)

      expect(said).to.have.length(1)
      expect(said[0]).to.include(reason)
    })
  }

  for (const [file, text] of allowed) {
    it(`allow in ${file} \`${text}\``, async () => {
      expect(await messagesOf(file, text)).to.deep.equal([])
    })
  }

  async function messagesOf(file: string, text: string): Promise<string[]> {
    const [result] = await eslint.lintText(`${text}\n`, { filePath: path.join(root, file) })
    return result?.messages.map(({ message }) => message) ?? ['not linted']
  }
})

/** Rules that need types are off: they would load the whole project for one line. */
function untyped(): ESLint.Options['overrideConfig'] {
  return {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  }
}
