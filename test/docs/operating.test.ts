import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { backUpRouter } from '../support/back-up-router.ts'
import { type Shell, blocksOf, changed, programMissing, startShell } from '../support/doc-shell.ts'
import { newDataDirectory, runCoffer, runCommand, type RunningCoffer } from '../support/running-coffer.ts'
import { clientOf } from '../support/service.ts'

/** The commands of docs/operating.md that bring things back; only names, ports and paths are those of the test. */
describe('the ways back, as docs/operating.md has them,', function () {
  this.timeout(480_000)

  const blockWith = blocksOf('docs/operating.md')
  const logIn = blocksOf('docs/quick-start.md')('/api/auth/login')
  let data: string
  let folder: string
  let coffer: RunningCoffer
  let shell: Shell
  let version: string
  let configuration: string

  before(async function () {
    if (programMissing('curl', 'jq', 'bash', 'npm')) return this.skip()
    data = newDataDirectory()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-operating-'))
    shell = startShell(process.cwd(), { BKP_DATA_DIR: data, BKP_PORT: '0' })
    await start()
  })

  after(async () => {
    shell?.end()
    await coffer?.kill('SIGTERM')
    for (const one of [data, folder]) if (one) fs.rmSync(one, { recursive: true, force: true })
  })

  async function start() {
    coffer = await runCoffer(data)
    await shell.run(changed(logIn, { 'http://127.0.0.1:8080': coffer.url, 'data/': `${data}/` }))
  }

  it('restore a dump, and what was backed up since', async () => {
    await shell.run(changed(blockWith(' dump /mnt'), { '/mnt/elsewhere': folder }))
    const { tenantId } = await coffer.localAgent()
    version = await backUpRouter(await coffer.admin(), tenantId)
    configuration = await content()
    await coffer.kill('SIGTERM')

    const said = await shell.run(
      changed(blockWith('mv data/database'), { '/mnt/elsewhere': folder, 'data/database': `${data}/database` }),
    )
    await start()

    expect(said)
      .to.include('the database is as it was at')
      .and.match(/"versions_attached":[1-9]/)
    expect(await content()).to.equal(configuration)
  })

  it('say beside the service that all is in order, and let a new administrator in', async () => {
    const password = 'correct horse battery staple'
    fs.writeFileSync(path.join(folder, 'password.txt'), `${password}\n`)

    const verified = await shell.run(blockWith('-- verify'))
    const added = await shell.run(changed(blockWith('-- create-admin'), { 'password.txt': `${folder}/password.txt` }))

    const anna = { email: 'anna@example.net', password }
    const answer = await clientOf(coffer.url, null).post('/api/auth/login', anna)
    expect(verified)
      .to.match(/schema: [\s\S]*isolation: [\s\S]*master key: [\s\S]*object store: [\s\S]*clock: /)
      .and.not.include('"level":50')
    expect(added).to.include('anna@example.net may log in as platform_admin').and.not.include(password)
    expect(answer.status).to.equal(200)
  })

  it('enrol the local agent again when its disk was lost, while the service runs', async () => {
    await coffer.kill('SIGTERM')
    fs.rmSync(path.join(data, 'agent'), { recursive: true })
    await start()

    const said = await shell.run(changed(blockWith('enrolment-token'), { 'data/': `${data}/` }))

    expect(said).to.include('enrolled as agent local of Default')
    await coffer.localAgent()
  })

  it('start on no store that is not mounted, name what is lost, and find it good again once it is put back', async () => {
    await coffer.kill('SIGTERM')
    const [objects, copy] = [path.join(data, 'objects'), path.join(folder, 'objects')]
    fs.renameSync(objects, copy)
    const refused = await runCommand('start', data)
    fs.cpSync(copy, objects, { recursive: true })
    const [pack] = fs.globSync(path.join(objects, 'tenants/*/packs/*'))
    fs.rmSync(pack!)

    const found = await runCommand('check', data)
    const [, putBack = ''] = /`(cp -an [^`]*)`/.exec(fs.readFileSync('docs/operating.md', 'utf8')) ?? []
    await shell.run(changed(putBack, { '/mnt/copy': folder, ' data/objects': ` ${objects}` }))
    const again = await shell.run(blockWith('-- check'))

    expect([refused.code, found.code]).to.deep.equal([1, 1])
    expect(refused.errors).to.match(/^coffer: .*has nothing of the customers that the database knows.*\n$/)
    expect(found.output).to.include(path.basename(pack!)).and.include('this version cannot be read whole')
    expect(again).to.include('all that is stored was read back and is good')
  })

  it('destroy the keys of a customer who leaves', async () => {
    await start()
    await shell.run(`LEAVING=$(api --json '{"slug": "acme", "name": "Acme"}' $URL/api/tenants | jq -r .id)\n`)

    const said = await shell.run(blockWith('/destroy-key'))

    const withdrawn = await shell.run(blockWith('DESTRUCTION=$('))
    const listed = await shell.run(blockWith('.completed_at] | @tsv'))

    expect(said).to.include('"state": "pending"')
    expect(withdrawn).to.equal('withdrawn\n')
    expect(listed).to.include('acme\tkeys\twithdrawn')
    expect(await content()).to.equal(configuration)
  })

  async function content(): Promise<string> {
    return (await (await coffer.admin()).get(`/api/artifacts/versions/${version}/content`)).bytes.toString()
  }
})
