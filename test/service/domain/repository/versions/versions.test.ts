import fs from 'node:fs'
import path from 'node:path'
import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { DomainError } from '../../../../../service/domain/kernel/domain-error.ts'
import { diffVersions } from '../../../../../service/domain/repository/versions/diff-versions.ts'
import { listArtifacts } from '../../../../../service/domain/repository/versions/list-artifacts.ts'
import { listVersions, readVersionRecord } from '../../../../../service/domain/repository/versions/list-versions.ts'
import {
  rankChangesOfArtifact,
  rankChangesOfDevice,
} from '../../../../../service/domain/repository/versions/rank-changes.ts'
import { readVersionContent } from '../../../../../service/domain/repository/versions/read-version-content.ts'
import { recomputeMagnitudes } from '../../../../../service/domain/repository/versions/recompute-magnitudes.ts'
import { StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

const day = (n: number) => new Date(Date.UTC(2025, 0, n))

/** Returns a running configuration whose first line changes without an edit. */
function config(lines: string[], changedAt = '10:00:00 UTC Mon Jan 1 2025'): string {
  return [`! Last configuration change at ${changedAt} by admin`, ...lines, 'end', ''].join('\n')
}

describe('text versions', () => {
  let test: TestRepository
  let tenant: Scene
  let device: Device
  let versions: Version[]
  let artifactId: string

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
    device = await tenant.hasDevice({ name: 'core 1/a' })
    versions = [
      await tenant.hasText(device, config(['hostname a', 'vlan 1']), {
        capturedAt: day(1),
        facts: { author: 'admin' },
      }),
      await tenant.hasText(device, config(['hostname a', 'vlan 2'], 'a later time'), {
        capturedAt: day(2),
        added: 1,
        removed: 1,
      }),
      await tenant.hasText(device, config(['hostname a', 'vlan 2', 'vlan 3', 'vlan 4']), { capturedAt: day(3) }),
    ]
    artifactId = versions[0]!.artifactId
  })
  after(() => test.close())
  afterEach(() => (test.outage = null))

  async function contentOf(
    version: Version,
    options: { download?: boolean; maxLines?: number } = {},
    reading = tenant.reading(),
  ) {
    const { body, ...rest } = await readVersionContent(reading, version.id, { download: false, ...options })
    return { ...rest, bytes: Buffer.concat(await Array.fromAsync(body)) }
  }

  const diff = (from: string, to: string, limits = {}) =>
    diffVersions(tenant.reading(limits), artifactId, { from, to, context: 3 })

  async function audited(action: string) {
    const { rows } = await tenant.inTransaction(({ trx }) =>
      trx.raw('select object, object_id, detail from audit where action = ? order by id', [action]),
    )
    return rows
  }

  it('form lineages, one for each artifact and transport', async () => {
    const other = await tenant.hasDevice()
    await tenant.hasText(other, 'x', { key: 'version' })
    await tenant.hasText(other, 'y', { key: 'inventory' })

    const lineages = await tenant.inTransaction((call) => listArtifacts(call, other.id))
    const first = await tenant.inTransaction((call) => listArtifacts(call, device.id))

    expect(lineages.map(({ artifact }) => artifact.key)).to.deep.equal(['inventory', 'version'])
    expect(first).to.have.length(1)
    expect(first[0]!.versionsCount).to.equal(3)
    expect(first[0]!.latest?.capturedAt).to.deep.equal(day(3))
  })

  it('are listed with the latest first, in pages, with decrypted metadata', async () => {
    const all = await listVersions(tenant.reading(), artifactId, { limit: 10, after: null })
    const after = { capturedAt: versions[1]!.capturedAt, id: versions[1]!.id }
    const rest = await listVersions(tenant.reading(), artifactId, { limit: 10, after })
    const one = await readVersionRecord(tenant.reading(), versions[0]!.id)

    expect(all.map(({ version }) => version.id)).to.deep.equal(versions.map(({ id }) => id).reverse())
    expect(rest.map(({ version }) => version.id)).to.deep.equal([versions[0]!.id])
    expect(rest[0]!.metadata).to.deep.equal({ author: 'admin' })
    expect(one.metadata).to.deep.equal({ author: 'admin' })
  })

  it('are returned as captured, not as normalised', async () => {
    const content = await contentOf(versions[1]!)

    expect(content.bytes.toString()).to.equal(config(['hostname a', 'vlan 2'], 'a later time'))
    expect(content).to.deep.include({ contentType: 'text/plain; charset=utf-8', sizeBytes: content.bytes.length })
    expect(await audited('config.read')).to.deep.include({
      object: 'version',
      object_id: versions[1]!.id,
      detail: { device_id: device.id },
    })
  })

  it('are previewed by their first lines', async () => {
    const two = await contentOf(versions[2]!, { maxLines: 2 })
    const more = await contentOf(versions[2]!, { maxLines: 500 })

    expect(two.bytes.toString().split('\n').slice(1)).to.deep.equal(['hostname a', ''])
    expect(two.preview).to.deep.equal({ lines: 2, total: 6 })
    expect(more.preview).to.deep.equal({ lines: 6, total: 6 })
    expect(more.bytes.length).to.equal(versions[2]!.sizeBytes)
  })

  it('are returned as bytes when they are not UTF-8, and stored byte for byte', async () => {
    const bytes = Buffer.from([0x68, 0xe9, 0x0a, 0x0d, 0x0a])
    const latin = await tenant.hasText(await tenant.hasDevice(), bytes)
    const nul = await tenant.hasText(await tenant.hasDevice(), 'a\0b\n')

    const contents = await Promise.all([contentOf(latin), contentOf(nul)])

    expect(contents.map(({ contentType }) => contentType)).to.deep.equal(Array(2).fill('application/octet-stream'))
    expect(contents[0]!.bytes.equals(bytes)).to.equal(true)
  })

  it('of many megabytes are returned whole, as text if all of it is', async () => {
    const large = `${'interface Ethernet1\n description é\n'.repeat(300_000)}end\n`
    const text = await tenant.hasText(await tenant.hasDevice(), large)
    const broken = await tenant.hasText(
      await tenant.hasDevice(),
      Buffer.concat([Buffer.from(large), Buffer.from([0xff])]),
    )

    const [whole, preview, other] = [
      await contentOf(text),
      await contentOf(text, { maxLines: 250_000 }),
      await contentOf(broken),
    ]

    expect(whole.bytes.toString()).to.equal(large)
    expect(whole.contentType).to.equal('text/plain; charset=utf-8')
    expect(preview.bytes.toString().split('\n')).to.have.length(250_001)
    expect(other.contentType).to.equal('application/octet-stream')
  })

  it('are downloaded with a descriptive name and an audit record', async () => {
    const content = await contentOf(versions[0]!, { download: true })

    expect(content.fileName).to.equal('core 1/a_running-config_20250101T000000Z.txt')
    expect((await audited('config.download')).map((row: { object_id: string }) => row.object_id)).to.deep.equal([
      versions[0]!.id,
    ])
  })

  it('that are trees have no text, and the error names the snapshot', async () => {
    const server = await tenant.hasDevice({ platform: 'linux_server' })
    const { version, snapshot } = await tenant.hasTree(server, [['f', { bytes: 'x' }]])

    const errorPatterns = [await failureOf(contentOf(version)), await failureOf(contentOf(version, { download: true }))]

    for (const refusal of errorPatterns) {
      expect(refusal).to.include({ status: 409 })
      expect(refusal.message).to.contain(snapshot.id)
    }
  })

  it('are compared by their platform’s rules, without volatile values', async () => {
    const difference = await diff(versions[0]!.id, versions[1]!.id)

    expect(difference).to.deep.include({ added: 1, removed: 1, truncated: false })
    expect(difference.text.split('\n')).to.include.members([
      `--- 2025-01-01T00:00:00.000Z ${versions[0]!.fingerprint.slice(0, 12)}`,
      `+++ 2025-01-02T00:00:00.000Z ${versions[1]!.fingerprint.slice(0, 12)}`,
      '-vlan 1',
      '+vlan 2',
    ])
    expect(difference.text).not.to.contain('a later time')
  })

  it('are compared in the requested order, and with themselves', async () => {
    const back = await diff(versions[2]!.id, versions[1]!.id)
    const same = await diff(versions[2]!.id, versions[2]!.id)

    expect(back).to.deep.include({ added: 0, removed: 2 })
    expect(same).to.deep.include({ text: '', added: 0, removed: 0 })
  })

  it('are compared up to the line limit, with complete counts', async () => {
    const device = await tenant.hasDevice()
    const many = (word: string) => config(Array.from({ length: 300 }, (_, i) => `${word} ${i}`))
    const [one, other] = [await tenant.hasText(device, many('a')), await tenant.hasText(device, many('b'))]

    const difference = await diffVersions(tenant.reading({ diffLines: 50 }), one.artifactId, {
      from: one.id,
      to: other.id,
      context: 0,
    })

    expect(difference).to.deep.include({ added: 300, removed: 300, truncated: true })
    expect(difference.text.split('\n').length).to.be.at.most(51)
  })

  it('of another lineage are not compared, nor is a missing one', async () => {
    const foreign = await tenant.hasText(device, 'x', { key: 'inventory' })

    const other = await failureOf(diff(versions[0]!.id, foreign.id))
    const nothing = await failureOf(diff(randomUUIDv7(), versions[0]!.id))

    expect(other).to.include({ status: 400 })
    expect(nothing).to.include({ status: 404 })
  })

  it('above the comparison limit are rejected before reading, with readable sizes', async () => {
    test.reads = 0

    const reading = tenant.reading({ diffFileBytes: 90 })
    const errorPatterns = [
      await failureOf(diff(versions[0]!.id, versions[2]!.id, { diffFileBytes: 90 })),
      await failureOf(readVersionContent(reading, versions[2]!.id, { download: false, normalised: true })),
    ]

    for (const refusal of errorPatterns) {
      expect(refusal).to.include({ status: 413 })
      expect((refusal as DomainError).params).to.include({ content: 'comparison', limit: 90 })
    }
    expect(test.reads).to.equal(0)
  })

  it('that are damaged are reported as such', async () => {
    const version = await tenant.hasText(await tenant.hasDevice(), `unique ${randomUUIDv7()}`)
    const packs = path.join(test.folder, tenant.prefix, 'packs')
    fs.unlinkSync(path.join(packs, fs.readdirSync(packs).sort().at(-1)!))

    const refusal = await failureOf(contentOf(version))

    expect(refusal).to.be.instanceOf(DomainError).and.to.include({ status: 500 })
    expect(refusal.message).to.contain(version.id)
  })

  it('wait for a store that does not respond', async () => {
    const version = await tenant.hasText(await tenant.hasDevice(), `unique ${randomUUIDv7()}`)
    test.outage = new StoreUnreachable(message('store_connection_lost'))

    const failure = await failureOf(contentOf(version))

    expect(failure).to.be.instanceOf(StoreUnreachable)
  })
})

describe('the divergence of a lineage', () => {
  let test: TestRepository
  let tenant: Scene

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
  })
  after(() => test.close())

  it('sorts by size, unknown sizes last, without the first version', async () => {
    const device = await tenant.hasDevice()
    const sizes: [number, number | null, number | null][] = [
      [1, null, null],
      [2, 3, 4],
      [3, 100, 0],
      [4, null, null],
      [5, 0, 8],
    ]
    const versions: Version[] = []
    for (const [date, added, removed] of sizes) {
      versions.push(await tenant.hasText(device, `${date}`, { capturedAt: day(date), added, removed }))
    }
    const foreign = await tenant.hasText(device, 'a', { key: 'inventory', capturedAt: day(1) })
    await tenant.hasText(device, 'b', { key: 'inventory', capturedAt: day(9), added: 50, removed: 0 })

    const ofArtifact = await tenant.inTransaction((call) => rankChangesOfArtifact(call, versions[0]!.artifactId))
    const ofDevice = await tenant.inTransaction((call) => rankChangesOfDevice(call, device.id))

    expect(ofArtifact.map(({ toAt }) => toAt.getUTCDate())).to.deep.equal([3, 5, 2, 4])
    expect(ofArtifact[0]).to.deep.include({ fromVersionId: versions[1]!.id, toVersionId: versions[2]!.id, added: 100 })
    expect(ofArtifact[3]).to.deep.include({ added: null, removed: null })
    expect(ofDevice.map(({ toAt }) => toAt.getUTCDate())).to.deep.equal([3, 9, 5, 2, 4])
    expect(ofDevice[1]).to.deep.include({ artifactId: foreign.artifactId, artifactKey: 'inventory' })
  })

  it('is computed for versions without it, 50 at a time, against the previous one', async () => {
    const device = await tenant.hasDevice()
    const lines = (n: number) =>
      config(
        Array.from({ length: n }, (_, i) => `vlan ${i}`),
        `time ${n}`,
      )
    const versions: Version[] = []
    for (let n = 0; n < 54; n++) {
      const capturedAt = new Date(Date.UTC(2025, 0, 1, n))
      versions.push(await tenant.hasText(device, lines(n), { capturedAt, ...(n === 3 && { added: 77, removed: 7 }) }))
    }
    const { artifactId } = versions[0]!

    const recompute = () => recomputeMagnitudes(tenant.reading(), artifactId, Infinity)
    const [first, second, third] = [await recompute(), await recompute(), await recompute()]

    const known = await tenant.inTransaction(({ trx }) =>
      Version.query(trx).where({ artifactId }).orderBy('capturedAt').execute(),
    )
    expect([first, second, third]).to.deep.equal([
      { computed: 50, remaining: 3 },
      { computed: 3, remaining: 0 },
      { computed: 0, remaining: 0 },
    ])
    expect(known[0]).to.deep.include({ added: null, removed: null })
    expect(known[3]).to.deep.include({ added: 77, removed: 7 })
    expect(known.map(({ summary }) => summary !== null)).to.deep.equal([false, ...Array(53).fill(true)])
    for (const n of [1, 2, 4, 53]) expect(known[n]).to.deep.include({ added: 1, removed: 0 })
  })

  it('of trees is computed in entries', async () => {
    const device = await tenant.hasDevice({ platform: 'linux_server' })
    await tenant.hasTree(
      device,
      [
        ['a', { bytes: '1' }],
        ['b', { bytes: '2' }],
      ],
      { capturedAt: day(1) },
    )
    const { version } = await tenant.hasTree(
      device,
      [
        ['b', { bytes: '3' }],
        ['c', { bytes: '4' }],
        ['d', { bytes: '5' }],
      ],
      { capturedAt: day(2) },
    )

    const answer = await recomputeMagnitudes(tenant.reading(), version.artifactId)

    const [known] = await tenant.inTransaction(({ trx }) => Version.query(trx).findByIds([version.id]).execute())
    expect(answer).to.deep.equal({ computed: 1, remaining: 0 })
    expect(known).to.deep.include({ added: 3, removed: 2 })
  })

  it('stays unknown where a version is damaged, and others are computed', async () => {
    const device = await tenant.hasDevice()
    const texts = [1, 2, 3, 4].map((n) => config([`hostname ${randomUUIDv7()}`, `vlan ${n}`]))
    const versions: Version[] = []
    for (const [i, text] of texts.entries())
      versions.push(await tenant.hasText(device, text, { capturedAt: day(i + 1) }))
    const packs = path.join(test.folder, tenant.prefix, 'packs')
    fs.unlinkSync(path.join(packs, fs.readdirSync(packs).sort().at(-1)!))

    const answer = await recomputeMagnitudes(tenant.reading(), versions[0]!.artifactId)

    expect(answer).to.deep.equal({ computed: 2, remaining: 0 })
  })
})
