import { randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { readContent } from '../../../../../shared/repository/content.ts'
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

  describe('followed by a backup of an unchanged source', () => {
    const ruin = (object: string) => {
      const file = path.join(folder(), object)
      const bytes = fs.readFileSync(file)
      bytes.fill(0x55, packHeaderLength(bytes))
      fs.writeFileSync(file, bytes)
    }
    const packOf = async (versionId: string) => {
      const [row] = await rows<{ pack_id: string }>(
        'select pack_id from damaged_versions where tenant_id = ? and version_id = ?',
        [customer.id, versionId],
      )
      return row?.pack_id
    }

    it('restores a lost text', async () => {
      const texts = { 'running-config': textWith(`description ${randomUUIDv7()}\n`) }
      await customer.backUpTexts(router, texts)
      const [{ id, pack_id: pack }] = (await rows<{ id: string; pack_id: string }>(
        `select v.id, c.pack_id from versions v
         join chunks c on c.tenant_id = v.tenant_id and encode(c.id, 'hex') = v.content->'chunks'->>0
         where v.tenant_id = ? order by v.id desc limit 1`,
      )) as [{ id: string; pack_id: string }]
      ruin(`packs/${pack}`)
      await nextNight()
      const affected = await named()
      const lost = await packOf(id)

      const status = await customer.backUpTexts(router, texts)
      const left = await unreadable()

      expect(affected.versions).to.deep.equal([id])
      expect(lost).to.equal(pack)
      expect(status).to.equal('unchanged')
      expect(left).to.deep.equal([])
      await removeEmptyPack(pack)
    })

    it('restores lost files and folders of a tree', async () => {
      const files = tree({ hosts: `${randomUUIDv7()}\n`, 'other.bin': noise(9, 40_000) })
      await customer.backUpTree(server, files)
      const [{ id, pack_id: pack }] = (await rows<{ id: string; pack_id: string }>(
        `select v.id, c.pack_id from versions v
         join chunks c on c.tenant_id = v.tenant_id and encode(c.id, 'hex') = v.content->>'root'
         where v.tenant_id = ? order by v.id desc limit 1`,
      )) as [{ id: string; pack_id: string }]
      ruin(`packs/${pack}`)
      await nextNight()
      const affected = await named()

      const status = await customer.backUpTree(server, files)
      const left = await unreadable()

      expect(affected.versions).to.include(id)
      expect(status).to.equal('unchanged')
      expect(left).to.deep.equal([])
      await removeEmptyPack(pack)
    })

    it('restores lost bytes and members of an archive', async () => {
      const balancer = await customer.hasBalancer()
      const run = {
        scf: `sys a { }\n# ${randomUUIDv7()}\n`,
        ucs: ucsOf({ 'config/bigip.conf': 'a', 'config/bigip_base.conf': 'b' }, 7),
      }
      await customer.backUpArchive(balancer, run)
      const [{ id, pack_id: pack }] = (await rows<{ id: string; pack_id: string }>(
        `select v.id, c.pack_id from versions v
         join chunks c on c.tenant_id = v.tenant_id and encode(c.id, 'hex') = v.content->'archive'->'chunks'->>0
         where v.tenant_id = ? order by v.id desc limit 1`,
      )) as [{ id: string; pack_id: string }]
      ruin(`packs/${pack}`)
      await nextNight()
      const affected = await named()

      const again = await customer.backUpArchive(balancer, run)
      const left = await unreadable()

      expect(affected.versions).to.include(id)
      expect(again).to.deep.equal({ status: 'unchanged', isNeeded: true })
      expect(left).to.deep.equal([])
      await removeEmptyPack(pack)
    })

    /** Deletes a pack without chunks, as a sweep does. */
    const removeEmptyPack = async (id: string) => {
      await rows(
        `update packs set status = 'doomed' where tenant_id = ? and id = ? and not exists (
           select from chunks c where c.tenant_id = packs.tenant_id and c.pack_id = packs.id)`,
        [customer.id, id],
      )
    }
  })
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
