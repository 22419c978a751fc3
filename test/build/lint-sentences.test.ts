import path from 'node:path'
import { expect } from 'chai'
import { ESLint } from 'eslint'

const root = path.join(import.meta.dirname, '../..')

describe('the lint rule for error messages', () => {
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { projectService: false } },
      rules: {
        '@typescript-eslint/no-floating-promises': 'off',
        '@typescript-eslint/no-misused-promises': 'off',
      },
    },
  })

  async function messagesFor(file: string, text: string): Promise<string[]> {
    const [result] = await eslint.lintText(`${text}\n`, { filePath: path.join(root, file) })
    return result!.messages.map(({ message }) => message)
  }

  for (const text of [
    "throw new CommandError(2, 'no address is selected')",
    'throw new CommandError(2, `no address of ${name}`)',
    "throw new DomainError('the device is gone')",
    "throw new DeviceFailure('auth_failed', 'the login was refused')",
    "throw new StoreUnreachable('no answer in time')",
    "throw new OutgoingFailed('timed_out', `no answer from ${name}`)",
    "throw new DesktopError('stop the service first')",
    "throw new StartupError(isRead ? 'the file is bad' : 'file_unreadable')",
  ]) {
    it(`rejects a sentence: ${text}`, async () => {
      const messages = await messagesFor('service/start.ts', text)

      expect(messages).to.have.length(1)
      expect(messages[0]).to.include('shared/messages')
    })
  }

  it('rejects a sentence in shared too', async () => {
    const messages = await messagesFor('shared/cron/cron-schedule.ts', "throw new ArtifactUnavailable('no such text')")

    expect(messages).to.have.length(1)
    expect(messages[0]).to.include('shared/messages')
  })

  it('accepts a code with its parameters', async () => {
    const text = "throw new DomainError('name_taken', { resource: 'device', name: 'two words' })"

    expect(await messagesFor('service/start.ts', text)).to.deep.equal([])
  })
})
