import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const main = path.join(import.meta.dirname, '../bench/main.ts')

describe('the benchmarks', function () {
  this.timeout(240_000) // RANCID, where it is installed, takes most of it

  it('of devices and jobs print their tables in short', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'devices', 'jobs', '--small'])

    for (const backup of ['first', 'unchanged', 'unchanged again'])
      expect(stdout).to.match(new RegExp(`\\| Coffer +\\| ${backup} +\\| \\d+ `))
    expect(stdout).to.contain('Load of the machine')
  })
})
