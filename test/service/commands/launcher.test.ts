import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'

describe('coffer service', () => {
  it('runs the service program with its commands', async () => {
    const run = promisify(execFile)
    const { stdout: ofService } = await run(process.execPath, ['desktop/cli/coffer.mjs', 'service', 'help'])
    const { stdout: ofClient } = await run(process.execPath, ['desktop/cli/coffer.mjs', '--help'])

    for (const command of ['start', 'config', 'migrate', 'verify', 'create-admin', 'bootstrap', 'check', 'restore']) {
      expect(ofService).to.match(new RegExp(`^  ${command}\\b`, 'm'))
    }
    expect(ofClient)
      .to.match(/coffer service help/)
      .and.not.include('rewrap-keys')
  })
})
