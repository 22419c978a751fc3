import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { render } from '../../../../../shared/messages/render.ts'
import { readContent } from '../../../../../shared/repository/content.ts'
import { packHeadBytes } from '../../../../../shared/repository/pack-layout.ts'
import { packHeaderLength } from '../../../../../shared/repository/pack.ts'
import { walkTree } from '../../../../../shared/repository/tree.ts'
import { checkIntegrity } from '../../../../../service/domain/repository/integrity/check-integrity.ts'
import { contentRefs } from '../../../../../service/domain/repository/content/content-refs.ts'
import { createBlockCache } from '../../../../../service/domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../../../../../service/domain/repository/chunks/chunk-reader.ts'
import { isDamage } from '../../../../../service/domain/repository/chunks/backup-damaged.ts'
import type { VersionContent } from '../../../../../service/store/models/version.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { ucsOf } from '../../../../support/bigip-device.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { type FaultyStore, createFaultyStore } from '../../../../support/faulty-store.ts'
import { seeded } from '../../../../support/random.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'

const dayMs = 24 * 3_600_000

describe('the integrity check', () => {
  let service: TestService
  let store: FaultyStore
  let customer: AgentScene
  let router: string
  let server: string
  let alarms: string[] = []

  before(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = createFaultyStore(disk)) })
    customer = await createAgentScene(service)
    router = await customer.hasRouter()
    server = await customer.hasServer()
    for (const line of ['', 'ntp server 192.0.2.9\n', 'ntp server 192.0.2.8\n']) {
      await customer.backUpTexts(router, { 'running-config': textWith(line), inventory: 'NAME: "r1", PID: X1\n' })
    }
    await customer.backUpTree(server, tree({ hosts: 'one\n' }))
    await customer.backUpTree(server, tree({ hosts: 'two\n', 'large.bin': noise(7, 900_000) }))
    const balancer = await customer.hasBalancer()
    const members = { 'config/bigip.conf': 'ltm pool p { }\n', 'config/bigip_base.conf': 'sys a { }\n' }
    const encrypted = Buffer.concat([Buffer.from('Salted__'), noise(8, 2_000)])
    for (const ucs of [ucsOf(members, 1), encrypted])
      await customer.backUpArchive(balancer, { scf: 'sys a { }\n', ucs })
  })
  after(() => service.close())
  beforeEach(() => (alarms = []))
  afterEach(async () => {
    store.follow(() => undefined)
    await nextNight()
    expect(await named()).to.deep.equal({ objects: [], versions: [] })
  })

  /** Checks everything in one night. */
  async function nextNight({ periodDays = 1, signal }: { periodDays?: number; signal?: AbortSignal } = {}) {
    service.advance(dayMs)
    const { knex, keys, now } = service.dependencies
    const pause = async () => undefined
    const alarm = (line: string) => alarms.push(line)
    await checkIntegrity({ knex, keys, store, now, periodDays, pause, alarm, signal })
    return lastRun()
  }

  function rows<T>(sql: string, values: unknown[] = [customer.id]): Promise<T[]> {
    return inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      return (await trx.raw(sql, values as string[])).rows
    })
  }

  async function lastRun() {
    const runs = await rows<{ outcome: string; reason: { code: string } | null; counts: Record<string, number> }>(
      `select outcome, reason, counts from policy_runs where tenant_id = ? and kind = 'integrity' order by id desc limit 1`,
    )
    return runs[0]!
  }

  /** Returns what the check reports as damaged. */
  async function named() {
    const packs = await rows<{ name: string }>(
      `select 'packs/' || id || ' ' || damage_kind as name from packs
       where tenant_id = ? and damaged_at is not null and status = 'verified'`,
    )
    const manifests = await rows<{ name: string }>(
      `select 'manifests/' || id || ' ' || manifest_damage_kind as name from versions
       where tenant_id = ? and manifest_damaged_at is not null`,
    )
    const keys = await rows<{ name: string }>(
      `select 'keys/1 bundle' as name from integrity_checks where tenant_id = ? and keys_damaged_at is not null`,
    )
    const versions = await rows<{ version_id: string }>('select version_id from damaged_versions where tenant_id = ?')
    return {
      objects: [...packs, ...manifests, ...keys].map(({ name }) => name).sort(),
      versions: versions.map(({ version_id: id }) => id).sort(),
    }
  }

  /** Returns the versions that cannot be read, by reading all of them completely. */
  async function unreadable(): Promise<string[]> {
    const versions = await rows<{ id: string; content: VersionContent }>(
      'select id, content from versions where tenant_id = ?',
    )
    const reader = createChunkReader({ ...service.dependencies, store }, createBlockCache(0), customer.id)
    const bad: string[] = []
    for (const { id, content } of versions) {
      try {
        const { bytes, root } = contentRefs(content)
        if (bytes) await Array.fromAsync(readContent(reader, bytes))
        for await (const { entry } of root ? walkTree(reader, root) : []) {
          if (entry.type === 'file' && entry.content) await Array.fromAsync(readContent(reader, entry.content))
        }
      } catch (error) {
        if (!isDamage(error)) throw error
        bad.push(id)
      }
    }
    return bad.sort()
  }

  const folder = () => path.join(service.dependencies.settings.dataDirectory, 'objects/tenants', customer.id)

  /** Damages an object of the store while `work` runs. */
  async function spoiled(object: string, spoil: (file: string) => void, work: () => Promise<void>) {
    const file = path.join(folder(), object)
    const bytes = fs.readFileSync(file)
    spoil(file)
    try {
      await work()
    } finally {
      fs.writeFileSync(file, bytes)
    }
  }

  const classes: Record<string, (bytes: Buffer, random: () => number) => { from: number; to: number }> = {
    'the magic of a pack': () => ({ from: 0, to: 8 }),
    'the length of a pack’s index': () => ({ from: 8, to: 12 }),
    'the sealed key of a pack': () => ({ from: 12, to: packHeadBytes }),
    'the index of a pack': (bytes) => ({ from: packHeadBytes, to: packHeaderLength(bytes) }),
    'a block of a pack': (bytes) => ({ from: packHeaderLength(bytes), to: bytes.length }),
    'the last bytes of a pack': (bytes) => ({ from: bytes.length - 16, to: bytes.length }),
    'a manifest': (bytes) => ({ from: 0, to: bytes.length }),
    'the wrapped keys': (bytes) => ({ from: 0, to: bytes.length }),
  }

  for (const [what, range] of Object.entries(classes)) {
    it(`finds any flipped bit in ${what}, and names exactly the unreadable versions`, async () => {
      const kind = what === 'a manifest' ? 'manifests' : what === 'the wrapped keys' ? 'keys' : 'packs'
      for (let seed = 1; seed <= 3; seed++) {
        const random = seeded(seed * 1009)
        const names = fs.readdirSync(path.join(folder(), kind))
        const object = `${kind}/${names[Math.floor(random() * names.length)]}`
        const flip = (file: string) => {
          const bytes = fs.readFileSync(file)
          const { from, to } = range(bytes, random)
          const at = from + Math.floor(random() * (to - from))
          bytes[at]! ^= 1 << Math.floor(random() * 8)
          fs.writeFileSync(file, bytes)
        }

        await spoiled(object, flip, async () => {
          await nextNight()

          const found = await named()
          expect(
            found.objects.map((name) => name.split(' ')[0]),
            `seed ${seed}`,
          ).to.deep.equal([object])
          expect(found.versions, `seed ${seed}`).to.deep.equal(await unreadable())
          expect(alarms, `seed ${seed}`).to.have.length(1)
        })
        await nextNight()
        expect(await named(), `seed ${seed}`).to.deep.equal({ objects: [], versions: [] })
        alarms = []
      }
    })
  }

  it('verifies wrapped keys, and restores those of the database from the store', async () => {
    const bundle = fs.readFileSync(path.join(folder(), 'keys/1'))
    const flipped = Buffer.from(bundle)
    flipped[flipped.length >> 1]! ^= 1
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('tenant_keys').where({ tenant_id: customer.id }).update({ bundle: flipped }),
    )

    await nextNight()

    const [key] = await rows<{ bundle: Buffer }>('select bundle from tenant_keys where tenant_id = ?')
    const object = `tenants/${customer.id}/keys/1`
    expect(alarms.join()).to.include(render(message('keys_do_not_open', { object, stored: 'opens' }), 'en'))
    expect(key!.bundle.equals(bundle)).to.equal(true)
    expect(fs.readFileSync(path.join(folder(), 'keys/1')).equals(bundle)).to.equal(true)
  })

  it('stops at a forged tombstone beside existing keys, and deletes no keys', async () => {
    fs.writeFileSync(path.join(folder(), 'tombstone'), '{}')

    const run = await nextNight()
    fs.rmSync(path.join(folder(), 'tombstone'))

    expect(run.outcome).to.equal('stopped')
    expect(run.reason?.code).to.equal('tombstone_not_sealed')
    expect(alarms.join()).to.contain('tombstone')
    expect(fs.existsSync(path.join(folder(), 'keys/1'))).to.equal(true)
  })

  it('reports a missing pack, a truncated one, and one with additional bytes', async () => {
    const [pack] = fs.readdirSync(path.join(folder(), 'packs'))
    const object = `packs/${pack}`
    const cases: [string, (file: string) => void][] = [
      ['missing', (file) => fs.rmSync(file)],
      ['length', (file) => fs.truncateSync(file, fs.statSync(file).size - 20)],
      ['length', (file) => fs.appendFileSync(file, 'x')],
    ]
    for (const [kind, spoil] of cases) {
      await spoiled(object, spoil, async () => {
        await nextNight()

        const found = await named()
        expect(found.objects).to.deep.equal([`${object} ${kind}`])
        expect(found.versions).to.deep.equal(await unreadable())
      })
      await nextNight()
    }
  })

  it('reports an object that the disk cannot read, and continues after it', async () => {
    const [pack] = fs.readdirSync(path.join(folder(), 'packs'))
    const key = `tenants/${customer.id}/packs/${pack}`
    store.follow((request) => (request.method === 'get' && request.key === key ? 'error' : undefined))

    const run = await nextNight()

    expect(run.outcome).to.equal('done')
    expect((await named()).objects).to.deep.equal([`packs/${pack} unreadable`])
    expect(run.counts.manifests).to.be.greaterThan(4)
  })

  it('stops at an unavailable store without reporting damage', async () => {
    store.follow((request) => (request.method === 'get' || request.method === 'check' ? 'error' : undefined))

    const run = await nextNight()

    expect(run.outcome).to.equal('stopped')
    expect(run.reason?.code).to.equal('store_not_answering')
    expect(await named()).to.deep.equal({ objects: [], versions: [] })
  })

  it('stops if a store that seems well fails one object after another', async () => {
    store.follow((request) => (request.method === 'get' && /packs/.test(request.key) ? 'error' : undefined))

    const run = await nextNight()

    expect(run.outcome).to.equal('stopped')
    expect((await named()).objects.length).to.be.at.most(3)
  })

  it('reads an object again that was wrong once', async () => {
    store.follow(({ method, count }) => (method === 'get' && count % 2 === 0 ? 'short_read' : undefined))

    const run = await nextNight()

    expect(run.outcome).to.equal('done')
  })

  it('runs once a night, continues where it was stopped, and records a run each time', async () => {
    const stop = new AbortController()
    let reads = 0
    store.follow(({ method, key }) => {
      if (method === 'get' && /packs/.test(key) && ++reads === 2) stop.abort()
      return undefined
    })

    const stopped = await nextNight({ signal: stop.signal })
    const { knex, keys, now } = service.dependencies
    const again = async (isRequested = false) => {
      const pause = async () => undefined
      const alarm = (line: string) => alarms.push(line)
      await checkIntegrity({ knex, keys, store, now, periodDays: 1, isRequested, pause, alarm })
      return lastRun()
    }
    const rest = await again()
    const third = await again()
    service.advance(60_000)
    const asked = await again(true)

    expect(stopped).to.deep.include({ outcome: 'stopped' })
    expect(stopped.counts.packs).to.equal(2)
    expect(rest.outcome).to.equal('done')
    expect(third.outcome).to.equal('nothing')
    expect(asked.outcome).to.equal('done')
    expect(asked.counts.packs).to.be.above(stopped.counts.packs!)
  })

  it('reads everything within the period, a part each night, the least recently checked first', async () => {
    const others = customer
    customer = await createAgentScene(service)
    const device = await customer.hasRouter()
    for (let seed = 1; seed <= 8; seed++) {
      const lines = noise(seed, 2_000).toString('hex')
      await customer.backUpTexts(device, { 'running-config': textWith(`banner ${lines}\n`) })
    }
    await nextNight()
    const begun = service.dependencies.now()

    const nights: number[] = []
    for (let night = 1; night <= 4; night++) nights.push((await nextNight({ periodDays: 5 })).counts['packs']!)
    const unread = await rows('select id from packs where tenant_id = ? and checked_at <= ?', [customer.id, begun])
    customer = others

    expect(unread).to.deep.equal([])
    for (const packs of nights) expect(packs).to.be.within(2, 3)
  })

  it('finds a version whose chunks are missing everywhere', async () => {
    const [version] = await rows<{ id: string; content: VersionContent }>(
      `select id, content from versions where tenant_id = ? and jsonb_exists(content, 'chunks') order by id limit 1`,
    )
    const elsewhere = JSON.stringify({ size: 1, chunks: ['ab'.repeat(32)] })
    const write = (content: string) =>
      rows('update versions set content = ?::jsonb where id = ?', [content, version!.id])
    await write(elsewhere)

    await nextNight()
    const found = await named()
    await write(JSON.stringify(version!.content))

    expect(found).to.deep.equal({ objects: [`manifests/${version!.id} differs`], versions: [version!.id] })
  })

  for (const object of ['keys/1', 'customer']) {
    it(`rewrites a missing ${object} from the database`, async () => {
      const file = path.join(folder(), object)
      const before = fs.readFileSync(file)
      fs.rmSync(file)

      await nextNight()

      const after = fs.readFileSync(file)
      if (object === 'keys/1') expect(after.equals(before)).to.equal(true)
      else expect(after.length).to.equal(before.length)
    })
  }
})

function textWith(line: string): string {
  return `hostname r1\n!\n${line}!\nend\n`
}

function tree(files: Record<string, string | Buffer>): Parameters<AgentScene['backUpTree']>[1] {
  const names = Object.keys(files).sort()
  return [
    ['etc', {}],
    ...names.map((name): [string, { bytes: string | Buffer }] => [`etc/${name}`, { bytes: files[name]! }]),
  ]
}

function noise(seed: number, length: number): Buffer {
  const random = seeded(seed)
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}
