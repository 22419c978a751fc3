import path from 'node:path'
import { expect } from 'chai'
import { ESLint } from 'eslint'

const root = path.join(import.meta.dirname, '../..')

/** A file of a room, what it must not say there, and a part of the reason that a person then reads. */
const forbidden: [string, string, string][] = [
  ['shared/repository/pack.ts', "import '../../service/settings.ts'", 'knows neither end'],
  ['shared/repository/pack.ts', "import 'node:fs'", 'no I/O'],
  ['shared/cron/schedule.ts', 'export const at = new Date()', 'no clock'],
  ['shared/cron/schedule.ts', "export const zone = process.env['TZ']", 'process'],
  ['service/start.ts', "import '../desktop/console/client/api.ts'", 'headless'],
  ['service/domain/kernel/context.ts', "import '../../agent/main.ts'", 'runner'],
  ['service/domain/kernel/context.ts', "import '../http/scoped.ts'", 'who asked'],
  ['service/domain/jobs/reap.ts', "import '../../periodic/schedule.ts'", 'who asked'],
  ['service/store/models/job.ts', "import '../../domain/call.ts'", 'know no rules'],
  ['service/objects/disk.ts', "import '../keys/keyring.ts'", 'keeps bytes'],
  ['service/outbound/create-outbound-client.ts', "import '../store/scope.ts'", 'bytes to strangers'],
  ['service/keys/keyring.ts', "import '../domain/call.ts'", 'do not ask'],
  ['service/workers/tasks.ts', "import '../store/scope.ts'", 'handed bytes'],
  ['service/http/app.ts', "import '../periodic/schedule.ts'", 'starts nothing'],
  ['service/periodic/scheduler.ts', "import '../http/app.ts'", 'nobody asked'],
  ['agent/runner.ts', "import '../service/settings.ts'", 'protocol alone'],
  ['agent/collect/shell.ts', "import '../../test/support/random.ts'", 'protocol alone'],
  ['desktop/console/client/api.ts', "import '../../../agent/settings.ts'", 'no way in'],
  ['desktop/console/client/api.ts', "import 'electron'", 'browser'],
  ['desktop/console/features/agents/useAgents.ts', "import '../runs/run-filters.ts'", 'knows itself'],
  ['desktop/console/features/agents/useAgents.ts', "import '../../frame/navigation.ts'", 'knows itself'],
  ['desktop/console/features/agents/useAgents.ts', "import 'electron'", 'browser'],
  ['desktop/console/ui/run/useRunLog.ts', "import '../../features/runs/run-filters.ts'", 'knows none of them'],
  ['desktop/preload/preload.ts', "import '../main/ipc.ts'", 'meet in the bridge'],
  ['desktop/main/ipc.ts', "import '../console/client/api.ts'", 'meet in the bridge'],
  ['desktop/cli/connection.ts', "import '../console/features/devices.ts'", 'nothing else'],
]

const allowed: [string, string][] = [
  ['service/start.ts', "import '../agent/cloud-work.ts'"],
  ['desktop/cli/connection.ts', "import '../console/client/api.ts'"],
  ['desktop/console/features/agents/useAgents.ts', "import '../../ui/useLatest.ts'"],
  ['service/http/app.ts', "import '../domain/call.ts'"],
  ['service/domain/kernel/context.ts', "import '../store/scope.ts'"],
  ['agent/runner.ts', "import '../shared/repository/pack.ts'"],
  ['shared/repository/seal.ts', "import 'node:crypto'"],
]

describe('the walls between the rooms', function () {
  this.timeout(240_000)
  const eslint = new ESLint({ cwd: root, overrideConfig: untyped() })

  for (const [file, text, reason] of forbidden) {
    it(`stop ${file} at \`${text}\``, async () => {
      const said = await messagesOf(file, text)

      expect(said).to.have.length(1)
      expect(said[0]).to.include(reason)
    })
  }

  for (const [file, text] of allowed) {
    it(`let ${file} have \`${text}\``, async () => {
      expect(await messagesOf(file, text)).to.deep.equal([])
    })
  }

  async function messagesOf(file: string, text: string): Promise<string[]> {
    const [result] = await eslint.lintText(`${text}\n`, { filePath: path.join(root, file) })
    return result?.messages.map(({ message }) => message) ?? ['not linted']
  }
})

/** The rules that ask for types are left out: they would read the whole project for one line that is in none. */
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
