import { temporaryFolder } from '../support/temporary-folders.ts'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { printedCode } from '../support/startup-code.ts'
import { backUpRouter } from '../support/finished-runs.ts'
import { type Shell, programMissing, startShell } from '../support/doc-shell.ts'
import { openGuide } from '../support/guide.ts'
import { newDataDirectory, runCoffer, runCommand, type RunningCoffer } from '../support/running-coffer.ts'
import { clientOf, must } from '../support/service.ts'

/** The commands of the pages for operators; only names, ports and paths are those of the test. */
describe('the commands of the pages for operators', function () {
  const recovery = openGuide('docs/backup-and-recovery.md')
  const agents = openGuide('docs/agent-recovery.md')
  const commands = openGuide('docs/service-commands.md')
  const storage = openGuide('docs/storage-operations.md')
  const customers = openGuide('docs/delete-customer.md')
  const monitoring = openGuide('docs/monitoring.md')
  const retentionPage = openGuide('docs/retention.md')
  const maintenance = openGuide('docs/maintenance-tasks.md')
  const incidents = openGuide('docs/incident-response.md')
  let data: string
  let folder: string
  let coffer: RunningCoffer
  let shell: Shell
  let version: string
  let configuration: string

  before(async function () {
    if (programMissing('curl', 'jq', 'bash', 'npm')) return this.skip()
    data = newDataDirectory()
    folder = temporaryFolder('coffer-operators-')
    fs.symlinkSync(path.resolve('desktop/cli/coffer.mjs'), path.join(folder, 'coffer'))
    shell = startShell(process.cwd(), {
      BKP_DATA_DIR: data,
      BKP_PORT: '0',
      PATH: `${folder}:${process.env['PATH']}`,
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      DBUS_SESSION_BUS_ADDRESS: '', // no keyring of the person who runs the tests
    })
    await start()
  })

  after(async () => {
    shell?.end()
    await coffer?.kill('SIGTERM')
    for (const one of [data, folder]) if (one) fs.rmSync(one, { recursive: true, force: true })
  })

  async function start() {
    coffer = await runCoffer(data)
    const quickStart = openGuide('docs/quick-start.md')
    await shell.run(
      quickStart.take('request() {', { 'http://127.0.0.1:8080': coffer.url, 'data/': `${data}/` }) +
        quickStart.take('/api/auth/login', { 'data/': `${data}/` }),
    )
  }

  it('restore a dump and the backups made after it', async () => {
    await shell.run(recovery.take(' dump /mnt', { '/mnt/elsewhere': folder }))
    await coffer.kill('SIGTERM')
    await start() // the agent opens a session that the dump does not know
    const { tenantId } = await coffer.localAgent()
    version = await backUpRouter(await coffer.admin(), tenantId)
    configuration = await content()
    await coffer.kill('SIGTERM')

    const said = await shell.run(
      recovery.take('mv data/database', { '/mnt/elsewhere': folder, 'data/database': `${data}/database` }),
    )
    await start()

    expect(said)
      .to.include('the database is as it was at')
      .and.match(/"versions_attached":[1-9]/)
    expect(await content()).to.equal(configuration)
  })

  it('find the copies of key, objects and dump complete, beside the running service', async () => {
    const rehearsal = path.join(folder, 'rehearsal')
    for (const name of ['objects', 'master-key'])
      fs.cpSync(path.join(data, name), path.join(rehearsal, 'data', name), { recursive: true })
    fs.copyFileSync(path.join(folder, 'coffer.dump'), path.join(rehearsal, 'coffer.dump'))

    const said = await shell.run(recovery.take('/mnt/rehearsal', { '/mnt/rehearsal': rehearsal }))

    expect(said)
      .to.include('everything stored was read back and is intact')
      .and.not.match(/"level":(?:50|60)/)
  })

  it('clear a rewound agent and the restore marker of the database', async () => {
    const admin = await coffer.admin()
    let agent: { id: string } | undefined
    while (!agent) {
      await pause(200)
      ;[agent] = must(await admin.get('/api/agents?status=rewound'), 200)
    }
    await shell.run(`AGENT=${agent.id}`)

    const cleared = await shell.run(agents.take('status=cloned'))
    await shell.run(recovery.take('/api/storage/restored'))

    expect(cleared).to.match(/^"(offline|online)"\n$/)
    expect(must(await admin.get('/api/storage/restored'), 200).restored).to.equal(false)
  })

  it('verify the running service, and add an administrator', async () => {
    const password = 'correct horse battery staple'
    fs.writeFileSync(path.join(folder, 'password.txt'), `${password}\n`)

    const verified = await shell.run(commands.take('-- verify'))
    const added = await shell.run(commands.take('-- create-admin', { 'password.txt': `${folder}/password.txt` }))

    const anna = { email: 'anna@example.net', password }
    const answer = await clientOf(coffer.url, null).post('/api/auth/login', anna)
    expect(verified)
      .to.match(/schema: [\s\S]*isolation: [\s\S]*master key: [\s\S]*object store: [\s\S]*clock: /)
      .and.not.include('"level":50')
    expect(added).to.include('anna@example.net can log in as platform_admin').and.not.include(password)
    expect(answer.status).to.equal(200)
  })

  it('run the local agent on this server after its folder was lost', async () => {
    await coffer.kill('SIGTERM')
    fs.rmSync(path.join(data, 'agent'), { recursive: true })
    await start()

    await coffer.localAgent()
    const said = await shell.run(agents.take('local-agent'))

    expect(said).to.match(/^"online"\n$/)
  })

  it('reject an unmounted store, list what is missing, and verify it once restored', async () => {
    await coffer.kill('SIGTERM')
    const [objects, copy] = [path.join(data, 'objects'), path.join(folder, 'objects')]
    fs.renameSync(objects, copy)
    const refused = await runCommand('start', data)
    fs.cpSync(copy, objects, { recursive: true })
    const [pack] = fs.globSync(path.join(objects, 'tenants/*/packs/*'))
    fs.rmSync(pack!)

    const found = await runCommand('check', data)
    const [, putBack = ''] = /`(cp -an [^`]*)`/.exec(fs.readFileSync('docs/storage-operations.md', 'utf8')) ?? []
    await shell.run(putBack.replace('/mnt/copy', folder).replace(' data/objects', ` ${objects}`))
    const again = await shell.run(storage.take('-- check'))

    expect([refused.code, found.code]).to.deep.equal([1, 1])
    expect(printedCode(refused.errors)).to.equal('store_content_missing')
    expect(found.output).to.include(path.basename(pack!)).and.include('this version cannot be read whole')
    expect(again).to.include('everything stored was read back and is intact')
  })

  it('destroy the keys of a customer', async () => {
    await start()
    await shell.run(`LEAVING=$(api --json '{"slug": "acme", "name": "Acme"}' $URL/api/tenants | jq -r .id)\n`)

    const said = await shell.run(customers.take('/destroy-key'))

    const withdrawn = await shell.run(customers.take('DESTRUCTION=$('))
    const listed = await shell.run(customers.take('.completed_at] | @tsv'))

    expect(said).to.include('"state": "pending"')
    expect(withdrawn).to.equal('withdrawn\n')
    expect(listed).to.include('acme\tkeys\twithdrawn')
    expect(await content()).to.equal(configuration)
  })

  it('show coverage, retention and integrity', async () => {
    const admin = await coffer.admin()
    const { day } = must(await admin.post('/api/reports/daily/persist', {}), 200)

    const report = await shell.run(monitoring.take('/api/reports/daily?tenant=', { '2026-11-20': day }))
    const retention = await shell.run(retentionPage.take('keep_days'))
    const runs = await shell.run(maintenance.take('/api/policy-runs?kind=retention'))
    const integrity = await shell.run(storage.take('/api/storage/compliance'))

    expect(report).to.include('"coverage_pct"').and.include(`"day":"${day}"`)
    expect(retention).to.match(/"keep_days_pending":\{[^}]*400/)
    expect(runs).to.not.include('"failed"')
    expect(integrity).to.include('"standing"')
  })

  it('create customers, agents and devices from a file', async () => {
    const values = {
      'inventory-customers.json': `${folder}/customers.json`,
      '--tokens tokens': `--tokens ${folder}/tokens`,
    }
    fs.writeFileSync(path.join(folder, 'customers.json'), commands.take('"format": "coffer-inventory"'))

    const said = await shell.run(commands.take('-- bootstrap', values))

    expect(said).to.include('acme')
    expect(fs.readFileSync(path.join(folder, 'tokens/acme/west.token'), 'utf8')).to.match(/\S{20}/)
  })

  it('list the secrets that a stolen agent has received', async () => {
    const { tenantId } = await coffer.localAgent()
    must(
      await (await coffer.admin()).post(`/api/agents?tenant=${tenantId}`, { slug: 'laptop-3', name: 'laptop-3' }),
      201,
    )
    await shell.run(`coffer login ${coffer.url} --email admin@localhost < ${data}/initial-admin-password`)

    expect(await shell.run(incidents.take('agents secrets laptop-3'))).to.match(/./)
  })

  it('replace the master key', async () => {
    await coffer.kill('SIGTERM')
    const key = path.join(folder, 'new-key')
    fs.writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600 })

    await shell.run(openGuide('docs/settings.md').take('rewrap-keys', { '/path/to/new-key': key }))
    await start()

    expect(await content()).to.equal(configuration)
  })

  it('are all run', () => {
    const pages = [recovery, agents, commands, storage, customers, monitoring, retentionPage, maintenance, incidents]
    expect(pages.flatMap((guide) => guide.untaken())).to.deep.equal([])
  })

  async function content(): Promise<string> {
    return (await (await coffer.admin()).get(`/api/artifacts/versions/${version}/content`)).bytes.toString()
  }
})
