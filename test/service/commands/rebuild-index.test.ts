import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { printedCode } from '../../support/startup-code.ts'
import { backUpRouter } from '../../support/finished-runs.ts'
import { newDataDirectory, runCoffer, runCommand } from '../../support/running-coffer.ts'
import { must } from '../../support/service.ts'

describe('npm start -- rebuild-index', () => {
  let data: string

  before(() => (data = newDataDirectory()))
  after(() => fs.rmSync(data, { recursive: true, force: true }))

  it('restores the backups after a lost database, with the master key', async () => {
    const first = await runCoffer(data)
    const { tenantId } = await first.localAgent()
    const version = await backUpRouter(await first.admin(), tenantId)
    const before = await (await first.admin()).get(`/api/artifacts/versions/${version}/content`)
    await first.kill('SIGTERM')
    fs.rmSync(path.join(data, 'database'), { recursive: true })
    const key = path.join(data, 'master-key')
    fs.renameSync(key, `${key}.away`)

    const without = await runCommand('rebuild-index', data)
    const madeOne = fs.existsSync(key)
    fs.renameSync(`${key}.away`, key)
    const { code, output, errors } = await runCommand('rebuild-index', data)
    const second = await runCoffer(data, { BKP_LOCAL_AGENT: 'off' })

    const admin = await second.admin()
    const after = await admin.get(`/api/artifacts/versions/${version}/content`)
    const [tenant] = must(await admin.get('/api/tenants'), 200)
    const [device] = must(await admin.get('/api/devices'), 200)
    await second.kill('SIGTERM')
    expect([without.code, madeOne]).to.deep.equal([1, false])
    expect(printedCode(without.errors)).to.equal('master_key_missing')
    expect([code, errors]).to.deep.equal([0, ''])
    expect(output).to.match(/the database contains everything in the object store/)
    expect(after.bytes.equals(before.bytes)).to.equal(true)
    expect([tenant.id, tenant.slug]).to.deep.equal([tenantId, 'default'])
    expect(device).to.deep.include({ name: 'router', hostname: '', enabled: false })
  })
})
