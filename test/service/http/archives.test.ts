import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { Version } from '../../../service/store/models/version.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type ArchiveRun, type BackedUpTenant, backedUpTenant } from '../../support/backed-up-tenant.ts'
import { ucsOf } from '../../support/bigip-device.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'

const members = {
  'config/bigip.conf': '#TMSH-VERSION: 15.1.8\nltm pool p { }\n',
  'config/bigip_base.conf': '#TMSH-VERSION: 15.1.8\nsys a {\n    secret $M$aa$c2FsdA==\n}\n',
  'config/filestore/key': 'a key',
}
const scf = '#TMSH-VERSION: 15.1.8\nltm pool p { }\nsys a { }\n'

describe('archives over HTTP', () => {
  let service: TestService
  let customer: BackedUpTenant
  let operator: Client
  let reader: Client
  let saves = 0

  before(async () => {
    service = await startTestService()
    customer = await backedUpTenant(service)
    operator = await customer.as('tenant_operator')
    reader = await customer.as('tenant_readonly')
  })
  after(() => service.close())

  const made = (changes: Record<string, string> = {}): ArchiveRun => ({
    scf,
    ucs: ucsOf({ ...members, ...changes }, (saves += 1)),
  })
  const encrypted = (): ArchiveRun => ({
    scf,
    ucs: Buffer.concat([Buffer.from('Salted__'), Buffer.alloc(3_000, (saves += 1))]),
  })

  async function balancer() {
    const id = await customer.hasBalancer()
    return {
      id,
      backUp: (run: ArchiveRun) => customer.backUpArchive(id, run),
      async snapshots() {
        return must(await reader.get(`/api/devices/${id}/snapshots`), 200)
      },
      async versions(key = 'ucs') {
        const lineages = must(await reader.get(`/api/devices/${id}/artifacts`), 200)
        const lineage = lineages.find((one: { key: string }) => one.key === key)
        return must(await reader.get(`/api/artifacts/${lineage.id}/versions`), 200)
      },
    }
  }

  it('are browsed, read and packed like trees, and downloaded as the bytes that they are', async () => {
    const device = await balancer()
    const run = made()
    expect(await device.backUp(run)).to.deep.equal({ status: 'succeeded', isNeeded: true })
    const [snapshot] = await device.snapshots()
    const at = `/api/snapshots/${snapshot.id}`

    const entries = must(await reader.get(`${at}/browse?path=/config`), 200)
    const file = await reader.get(`${at}/file?path=/config/bigip.conf`)
    const packed = await operator.get(`${at}/archive`)
    const content = `/api/artifacts/versions/${snapshot.version_id}/content`
    const shown = await reader.get(content)
    const download = await operator.get(`${content}?download=true`)

    expect(snapshot).to.include({ key: 'ucs', files: 5, not_browsable: null })
    expect(entries.map(({ name }: { name: string }) => name)).to.deep.equal([
      'bigip.conf',
      'bigip_base.conf',
      'filestore',
    ])
    expect(file.bytes.toString()).to.equal(members['config/bigip.conf'])
    expect(gunzipSync(packed.bytes).includes('ltm pool p { }')).to.equal(true)
    expect(shown.status).to.equal(409)
    expect(shown.body.code).to.equal('is_archive')
    expect(shown.body.detail).to.contain(snapshot.id)
    expect(download.bytes.equals(run.ucs)).to.equal(true)
    expect(download.headers.get('content-disposition')).to.match(/_ucs_\d{8}T\d{6}Z\.ucs\b/)
    expect((await reader.get(`${content}?download=true`)).status).to.equal(403)
  })

  it('say nothing new when their configuration does not, and are not asked for then', async () => {
    const device = await balancer()
    await device.backUp(made())

    const again = await device.backUp(
      made({ 'config/bigip_base.conf': members['config/bigip_base.conf'].replace('aa$c2', 'zz$Zm') }),
    )

    expect(again).to.deep.equal({ status: 'unchanged', isNeeded: false })
    expect(await device.versions()).to.have.length(1)
  })

  it('are a version more when their configuration is another, measured and compared by members', async () => {
    const device = await balancer()
    await device.backUp(made())

    const changed = await device.backUp(made({ 'config/bigip.conf': '#TMSH-VERSION: 15.1.8\nltm pool q { }\n' }))

    const [newer, older] = await device.snapshots()
    const [version] = await device.versions()
    const diff = must(await reader.get(`/api/snapshots/${older.id}/diff?other=${newer.id}&path=/`), 200)
    expect(changed).to.deep.equal({ status: 'succeeded', isNeeded: true })
    expect(version).to.include({ added: 1, removed: 1 })
    expect(diff.modified.map(({ path }: { path: string }) => path)).to.include('/config/bigip.conf')
  })

  it('show changed members in a comparison, and distinguish them from what each save generates', async () => {
    const device = await balancer()
    const salted = members['config/bigip_base.conf'].replace('aa$c2', 'zz$Zm')
    await device.backUp(made())
    await device.backUp(made({ 'config/filestore/key': 'another', 'config/bigip_base.conf': salted }))
    const [newer, older] = await device.snapshots()
    const compared = async (path: string) =>
      must(await reader.get(`/api/snapshots/${older.id}/diff?other=${newer.id}&path=${path}`), 200)

    const folder = await compared('/')
    const text = await compared('/config/bigip_base.conf')
    const file = await compared('/config/filestore/key')

    const counted = folder.modified.map(({ path, counted }: { path: string; counted: boolean }) => [path, counted])
    expect(Object.fromEntries(counted)).to.include({
      '/config/bigip_base.conf': false,
      '/config/filestore/key': true,
    })
    expect(counted.filter(([, isCounted]: [string, boolean]) => isCounted)).to.have.length(1)
    expect(text).to.include({ unified: '', added: 0, removed: 0, normalised: true })
    expect(text.changes).to.include('content')
    expect(file).to.include({ added: 1, removed: 1, normalised: false })
  })

  it('need a review when they shrink by more than 40 %', async () => {
    const device = await balancer()
    const noise = Array.from({ length: 3_000 }, (_, at) => (at * 7_919) % 10_007).join(' ')
    await device.backUp(made({ 'config/filestore/large': noise }))

    await device.backUp(made())

    const [version] = await device.versions()
    expect(version.suspicions).to.deep.equal([message('capture_shrank', { percent: 40 })])
  })

  it('are what is stored of them, whatever an agent says', async () => {
    const device = await balancer()
    await device.backUp(made())
    const other = made({ 'config/bigip.conf': '#TMSH-VERSION: 15.1.8\nltm pool r { }\n' })

    const lied = await device.backUp({
      ...other,
      alter: (artifacts) =>
        artifacts.map((one) => ({ ...one, fingerprint: 'a'.repeat(64), normalised_fingerprint: 'b'.repeat(64) })),
    })

    expect(lied.status).to.equal('succeeded')
    expect((await device.backUp(other)).isNeeded).to.equal(false)
  })

  it('cannot be browsed where they are encrypted, which is said, and are compared by the text of their run', async () => {
    const device = await balancer()
    const run = encrypted()
    await device.backUp(run)

    const [snapshot] = await device.snapshots()
    const again = await device.backUp(encrypted())
    const changed = await device.backUp({ ...encrypted(), scf: scf.replace('pool p', 'pool q') })
    const other = (await device.snapshots())[0]
    const asked = [`browse`, `file?path=/config/bigip.conf`, `archive`, `diff?other=${other.id}`].map((what) =>
      operator.get(`/api/snapshots/${snapshot.id}/${what}`),
    )
    const download = await operator.get(`/api/artifacts/versions/${snapshot.version_id}/content?download=true`)

    expect(snapshot.not_browsable).to.equal('encrypted')
    expect(again).to.deep.equal({ status: 'unchanged', isNeeded: false })
    expect(changed).to.deep.equal({ status: 'succeeded', isNeeded: true })
    for (const { status, body } of await Promise.all(asked)) {
      expect(status).to.equal(409)
      expect(body).to.include({ code: 'not_browsable' })
      expect(body.detail).to.contain('encrypted with a passphrase')
    }
    expect(download.bytes.equals(run.ucs)).to.equal(true)
  })

  it('are compared again, from their members, when the rules of their texts have changed', async () => {
    const device = await balancer()
    await device.backUp(made())
    const [{ id }] = await device.versions()
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      Version.query(trx)
        .findById(id)
        .patch({ normaliserRevision: 0, normalisedFingerprint: '0'.repeat(64) }),
    )

    const again = await device.backUp(made())

    expect(again).to.deep.equal({ status: 'unchanged', isNeeded: false })
    expect(await device.versions()).to.have.length(1)
  })

  for (const [what, alter, status] of [
    ['without its bytes', { content: undefined }, 422],
    ['with a chunk that nobody stored', { content: { size: 3, chunks: ['c'.repeat(64)] } }, 412],
    ['with members that nobody stored', { root: 'd'.repeat(64) }, 412],
  ] as const) {
    it(`are refused ${what}`, async () => {
      const device = await balancer()
      const refused = await device
        .backUp({
          ...made(),
          alter: (artifacts) => artifacts.map((one) => (one.key === 'ucs' ? { ...one, ...(alter as object) } : one)),
        })
        .then(
          () => '',
          (error: Error) => error.message,
        )

      expect(refused).to.contain(String(status))
    })
  }

  it('are no change when only the form of their text is another', async () => {
    const device = await balancer()
    const run = made()
    await device.backUp({ ...run, form: 'saved' })

    const listed = await device.backUp({ ...run, scf: 'ltm pool p { }\nsys a { }\n', form: 'listed' })
    const changed = await device.backUp({ ...run, scf: 'ltm pool q { }\nsys a { }\n', form: 'listed' })

    const [latest, reformed] = await device.versions('scf')
    expect(listed.status).to.equal('unchanged')
    expect(reformed).to.include({ added: null, removed: null })
    expect(reformed.metadata).to.include({ form: 'listed' })
    expect(changed.status).to.equal('succeeded')
    expect(latest).to.include({ added: 1, removed: 1 })
  })
})
