import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { printedCode } from '../../support/startup-code.ts'
import { newDataDirectory, runCoffer, runCommand } from '../../support/running-coffer.ts'
import { must } from '../../support/service.ts'

describe('npm start -- restore', () => {
  let data: string

  before(() => (data = newDataDirectory()))
  after(() => fs.rmSync(data, { recursive: true, force: true }))

  it('names the steps for a database that was started once, and succeeds after them', async () => {
    const first = await runCoffer(data)
    const { tenantId } = await first.localAgent()
    await first.kill('SIGTERM')
    const dump = path.join(data, 'coffer.dump')
    const { code: dumped } = await runCommand(`dump ${dump}`, data)

    const refused = await runCommand(`restore ${dump}`, data)
    const [from, to] = [path.join(data, 'database'), path.join(data, 'database.former')]
    fs.renameSync(from, to)
    const restored = await runCommand(`restore ${dump}`, data)

    const second = await runCoffer(data, { BKP_LOCAL_AGENT: 'off' })
    const tenants = must(await (await second.admin()).get('/api/tenants'), 200)
    await second.kill('SIGTERM')
    expect([dumped, refused.code, restored.code]).to.deep.equal([0, 1, 0])
    expect(printedCode(refused.errors)).to.equal('database_used')
    expect(refused.errors).to.include(`"${from}"`).and.include(`"${to}"`)
    expect(tenants.map(({ id }: { id: string }) => id)).to.deep.equal([tenantId])
  })
})
