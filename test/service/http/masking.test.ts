import { expect } from 'chai'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'
import { readContract } from '../../support/contract.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import { createScene } from '../../support/scene/scene.ts'
import { maskedEmail, withoutSecrets } from '../../support/without-secrets.ts'

const operations = readContract()

/** Texts of several platforms, which differ in a secret only. Every secret begins with `S3cret`. */
const ios = (secret: string) =>
  `hostname r1\n!\nusername ops password 0 ${secret}\nsnmp-server community S3cretComm RO\n!\nend\n`
const texts: [platform: string, key: string, text: (secret: string) => string][] = [
  ['netco_iosxe', 'startup-config', ios],
  ['netco_nxos', 'running-config', (one) => `hostname r1\nsnmp-server community ${one} group network-operator\n`],
  [
    'fwco_fortios',
    'full-configuration',
    (one) => `config system admin\n    edit "a"\n        set passwd "${one}"\nend\n`,
  ],
  ['pafw_panos', 'running-config', (one) => `<config>\n  <phash>${one}</phash>\n</config>\n`],
  ['routeco_junos', 'configuration-set', (one) => `set snmp community ${one} authorization read-only\n`],
  ['lbco_bigip', 'scf', (one) => `sys snmp {\n    community-name ${one}\n}\n`],
  ['netco_meraki', 'wireless', (one) => `{\n  "ssids": [\n    {\n      "psk": "${one}"\n    }\n  ]\n}\n`],
  ['arista_eos', 'running-config', (one) => `hostname r1\n!\nenable password ${one}\n!\nend\n`],
]
const secret = /S3cret/

/** Operations on configurations whose answers contain no text, and why. */
const withoutTexts: Record<string, string> = {
  listBreakGlassConfigurations: 'names and sizes',
  listChanges: 'summaries, which count lines only',
  listChangeGroups: 'summaries',
  listPastStates: 'summaries',
  confirmRestore: 'a restore that was started with permission for secrets',
  listSnapshots: 'names and sizes',
  browseSnapshot: 'names and sizes',
  diffSnapshots: 'names; for a file, the action requires the permission',
  listArtifacts: 'names and dates',
  deviceDivergence: 'numbers',
  artifactDivergence: 'numbers',
  listLastKnownGood: 'names and dates',
  lastKnownGood: 'names and dates',
  listVersions: 'summaries',
  getVersion: 'summaries',
  readLineHistory: 'numbers of lines',
}

describe('a caller without permission for secrets', () => {
  let service: TestService
  let scene: FullScene
  let customer: Customer
  let whole: Client
  let masked: Client

  before(async () => {
    service = await startTestService()
    scene = await createFullScene(service, [ios('S3cretOne'), ios('S3cretTwo')])
    customer = scene
    whole = await customer.as('tenant_admin')
    masked = await withoutSecrets(service, customer)
  })
  after(() => service.close())

  const shown = ({ bytes, headers }: Answer) => `${JSON.stringify([...headers])}\n${bytes.toString('latin1')}`

  it('gets texts that others get whole, with the same lines and stable pseudonyms', async () => {
    const path = `/api/artifacts/versions/${scene.ids['version_id']}/content`
    const [all, some] = [must(await whole.get(path), 200), must(await masked.get(path), 200)]
    const preview = await masked.get(`${path}?max_lines=3`)
    const saved = await masked.get(`${path}?download=true`)
    const difference = must(await masked.get(`/api/artifacts/${scene.ids['artifact_id']}/diff?${pair()}`), 200)

    expect(all).to.contain('password 0 S3cretTwo')
    expect(some).to.match(
      /^hostname r1\n!\nusername ops password 0 <secret:\w{10}>\nsnmp-server community <secret:\w{10}> RO\n!\nend\n$/,
    )
    expect(preview.body).to.equal(some.split('\n').slice(0, 3).join('\n') + '\n')
    expect(preview.headers.get('X-Coffer-Preview')).to.equal('lines=3 total=6')
    expect(saved.body).to.equal(some)
    expect(saved.headers.get('Content-Disposition')).to.match(/\.masked\.txt$/)
    expect(difference).to.include({ added: 1, removed: 1, masked: true })
    expect(difference.unified).to.contain(`+${some.split('\n')[2]}\n`)
  })

  it('finds no secret by searching, and finds pseudonyms', async () => {
    const search = async (client: Client, body: object) =>
      must(await client.post('/api/search', body), 200).trim().split('\n').map((line: string) => JSON.parse(line)) // prettier-ignore
    const pseudonym = /<secret:\w+>/.exec(
      must(await masked.get(`/api/artifacts/versions/${scene.ids['version_id']}/content`), 200),
    )![0]

    for (const body of [{ pattern: 'S3cretTwo' }, { pattern: 'S3cret(Two|x)', regex: true }]) {
      expect((await search(whole, body)).at(-1)).to.include({ matches: 1, masked: false })
      expect(await search(masked, body)).to.deep.equal([
        { ...(await search(whole, { pattern: 'nowhere' })).at(-1), masked: true },
      ])
    }
    const [found, end] = await search(masked, { pattern: pseudonym })
    expect(found.lines[0].text).to.equal(`username ops password 0 ${pseudonym}`)
    expect(end).to.include({ matches: 1, masked: true, withheld: 0 })
  })

  it('cannot probe secrets by the patterns of a pair', async () => {
    const devices = { first_device_id: scene.ids['device_id'], second_device_id: scene.twinId, key: 'running-config' }
    const preview = (client: Client, pattern: string) =>
      client.post('/api/device-pairs/preview', { ...devices, declared_differences: [{ pattern }] })
    const removed = async (client: Client, pattern: string) => must(await preview(client, pattern), 200).removed
    const named = { ...devices, name: 'Probe', declared_differences: [{ pattern: 'S3cretTwo' }] }
    const saved = await masked.post('/api/device-pairs', named)

    expect(await removed(whole, 'S3cretTwo')).to.not.equal(await removed(whole, 'S3cretNot'))
    expect(await removed(masked, 'S3cretTwo')).to.equal(await removed(masked, 'S3cretNot'))
    expect([saved.status, saved.body.missing]).to.deep.equal([403, 'secret:read'])
  })

  it('gets no ticket for a file of a server, and a masked text with one for a version', async () => {
    const ticketFor = (path: string) => masked.post('/api/downloads', { path })
    const file = await ticketFor(`/api/snapshots/${scene.ids['snapshot_id']}/file?path=/etc/hostname&download=true`)
    const version = await ticketFor(`/api/artifacts/versions/${scene.ids['version_id']}/content?download=true`)
    const saved = await service.anonymous.get(must(version, 201).url)

    expect([file.status, file.body.missing]).to.deep.equal([403, 'secret:read'])
    expect(saved.status).to.equal(200)
    expect(shown(saved)).to.contain('.masked.txt').and.contain('<secret:').and.not.match(secret)
  })

  it('gets no fingerprint of whole texts, and finds equal changes by the one that it gets', async () => {
    const path = `/api/artifacts/versions/${scene.ids['version_id']}`
    const [all, some] = [must(await whole.get(path), 200), must(await masked.get(path), 200)]
    const listed = must(await masked.get(`/api/artifacts/${scene.ids['artifact_id']}/versions`), 200)
    const { unified } = must(await masked.get(`/api/artifacts/${scene.ids['artifact_id']}/diff?${pair()}`), 200)
    const equal = async (client: Client, group: string) =>
      must(await client.get(`/api/changes?group=${group}`), 200).map(({ version }: { version: { id: string } }) => version.id) // prettier-ignore

    expect(some.fingerprint)
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.equal(all.fingerprint)
    expect(listed[0].fingerprint).to.equal(some.fingerprint)
    expect(unified)
      .to.contain(` ${some.fingerprint.slice(0, 12)}\n`)
      .and.not.contain(all.fingerprint.slice(0, 12))
    expect(some.change_group).to.not.equal(all.change_group)
    expect(await equal(masked, some.change_group)).to.deep.equal(await equal(whole, all.change_group))
    expect(await equal(masked, some.change_group)).to.include(all.id)
    expect(await equal(masked, all.change_group)).to.deep.equal([])
  })

  it('gets summaries that count lines only', async () => {
    const summary = async (client: Client) =>
      must(await client.get(`/api/artifacts/versions/${scene.ids['version_id']}`), 200).summary

    expect(await summary(whole)).to.contain('username ops')
    expect(await summary(masked)).to.equal('1 line added, 1 removed')
  })

  it('does not see in the audit what others searched for', async () => {
    await whole.post('/api/search', { pattern: 'S3cretOfOthers' })
    await masked.post('/api/search', { pattern: 'own words' })
    const patterns = async (client: Client) =>
      must(await client.get('/api/audit?action=config.search&limit=100'), 200).map(
        ({ detail }: { detail: { pattern?: string } }) => detail.pattern,
      )

    expect(await patterns(whole)).to.include.members(['S3cretOfOthers', 'own words'])
    expect(await patterns(masked))
      .to.include('own words')
      .and.not.include('S3cretOfOthers')
  })

  it('is recorded as a masked reading', async () => {
    for (const [action, detail] of [
      ['config.read', { max_lines: 3 }],
      ['config.download', {}],
      ['config.diff', {}],
      ['config.search', { pattern: 'S3cretTwo' }],
    ] as const) {
      const records = must(await whole.get(`/api/audit?action=${action}&limit=100`), 200)
      const own = records.filter(({ actor }: { actor: string }) => actor === maskedEmail)
      const done = own.filter((record: { outcome: string }) => record.outcome === 'done')
      expect(JSON.stringify(done.map((record: { detail: object }) => record.detail)), action).to.contain(
        '"masked":true',
      )
      for (const record of done) {
        if (Object.entries(detail).every(([name, value]) => record.detail[name] === value))
          expect(record.detail, action).to.include({ masked: true })
      }
    }
  })

  for (const [platform, key, text] of texts)
    it(`gets no secret of ${platform}, and sees that it changed`, async () => {
      const tenant = await createScene(service.dependencies, customer)
      const device = await tenant.hasDevice({ platform })
      const at = Date.now()
      const ids: string[] = []
      for (const [index, one] of ['S3cretOne', 'S3cretTwo'].entries()) {
        const capturedAt = new Date(at + index * 60_000)
        ids.push((await tenant.hasText(device, text(one), { key, capturedAt })).id)
      }
      for (const kind of ['', '?normalised=true', '?download=true']) {
        const answer = await masked.get(`/api/artifacts/versions/${ids[1]}/content${kind}`)
        expect(answer.status).to.equal(200)
        expect(shown(answer)).to.contain('<secret:').and.not.match(secret)
      }
      for (const kind of ['raw', 'normalised']) {
        const answer = await masked.get(`/api/compare?from=${ids[0]}&to=${ids[1]}&text=${kind}`)
        expect(must(answer, 200)).to.include({ added: 1, removed: 1 })
        expect(shown(answer)).to.not.match(secret)
      }
    })

  it('gets nothing of a text that cannot be masked', async () => {
    const tenant = await createScene(service.dependencies, customer)
    const { id } = await tenant.hasText(await tenant.hasDevice(), 'S3cretOne\n', { key: 'extra-secrets' })
    const answer = await masked.get(`/api/artifacts/versions/${id}/content`)
    const found = must(await masked.post('/api/search', { pattern: 'S3cretOne', key: 'extra-secrets' }), 200)

    expect([answer.status, answer.body.missing]).to.deep.equal([403, 'secret:read'])
    expect(JSON.parse(found)).to.include({ type: 'end', matches: 0, withheld: 1 })
  })

  it('is considered by every operation on configurations', () => {
    for (const operation of operations.filter(({ permission }) => permission.startsWith('config:'))) {
      const isDecided = operation.secrets !== undefined || operation.id in withoutTexts
      expect(isDecided, `${operation.id} returns texts, or is listed as an operation without them`).to.equal(true)
    }
  })

  const pair = () => `from=${scene.queries['diffVersions.from']}&to=${scene.queries['diffVersions.to']}`
})
