import { expect } from 'chai'
import { purgeDevice } from '../../../../../service/domain/recovery/purge/purge-device.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import { indexTexts } from '../../../../../service/domain/repository/search/index-texts.ts'
import { maintainIndex } from '../../../../../service/domain/repository/search/maintain-index.ts'
import { segmentObject } from '../../../../../service/domain/repository/search/search-dependencies.ts'
import { searchTexts } from '../../../../../service/domain/repository/search/search-texts.ts'
import { createSegmentWriter } from '../../../../../service/domain/repository/search/segment-writer.ts'
import { compactSegments } from '../../../../../service/domain/repository/search/compact-segments.ts'
import { TaskStopped } from '../../../../../service/workers/task-stopped.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { netcoIosxe } from '../../../../../shared/platforms/netco_iosxe.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

const hour = 3_600_000

describe('the searchable texts', () => {
  let test: TestRepository
  let tenant: Scene
  before(async () => {
    test = await startTestRepository()
  })
  after(() => test.close())
  beforeEach(async () => {
    tenant = await createScene(test.dependencies)
  })

  const parts = () => ({ ...test.dependencies, ...test.dependencies.repository })
  const index = () => indexTexts(parts(), tenant.id)
  const tidy = (orphans = false) => compactSegments(test.dependencies, tenant.id, { orphans })
  const objects = async () =>
    (await Array.fromAsync(test.dependencies.store.list(`${tenant.prefix}/search/`))).map(({ key }) => key)
  const rows = (table: string) =>
    inScope(test.dependencies.knex, { kind: 'tenant', tenantId: tenant.id }, (trx) =>
      trx(table).where({ tenant_id: tenant.id }),
    )

  /** Returns the names of devices, and whether the search was complete. */
  async function find(pattern: string): Promise<string[]> {
    const wanted = { pattern, regex: false, ignoreCase: false, missing: false, context: 0, limit: 100, filter: {} }
    const batches = await Array.fromAsync(
      (await searchTexts(test.dependencies.searching, tenant.reading(), wanted)).records,
    )
    return batches
      .flat()
      .flatMap((record) => (record.type === 'match' ? [record.text.device.name] : []))
      .toSorted()
  }

  async function hasDevice(name: string, text: string) {
    const device = await tenant.hasDevice({ name })
    await tenant.hasText(device, text)
    return device
  }

  it('are skipped when a pattern costs too much, which the search reports', async () => {
    await hasDevice('a', 'hostname a\n')
    const run = () => Promise.reject(new TaskStopped('scanTexts', 'time', 'killed after its limit'))
    const searching = { ...test.dependencies.searching, pool: { ...test.dependencies.searching.pool, run } }
    const wanted = { pattern: 'x', regex: true, ignoreCase: false, missing: true, context: 0, limit: 100, filter: {} }

    const batches = await Array.fromAsync((await searchTexts(searching, tenant.reading(), wanted)).records)

    expect(batches.flat().map((record) => record.type === 'end' && record.incomplete)).to.deep.equal(['too_costly'])
  })

  it('are unreadable one by one, and end no search, when they take too long to mask', async () => {
    for (const name of ['a', 'b', 'c']) await hasDevice(name, `hostname ${name}\n`)
    await index()
    const { pool } = test.dependencies.searching
    let stopped = 0
    const run: typeof pool.run = (name, input, ...rest) => {
      const { source } = input as { source: { segment?: { places: number[] } } }
      if (source.segment?.places.length === 1 && stopped === 2) return pool.run(name, input, ...rest)
      stopped++
      return Promise.reject(new TaskStopped(name, 'time', 'killed after its limit'))
    }
    const searching = { ...test.dependencies.searching, pool: { ...pool, run } }
    const wanted = { pattern: 'hostname', regex: false, ignoreCase: false, missing: false, context: 0, limit: 100, filter: {} } // prettier-ignore

    const found = await searchTexts(searching, { ...tenant.reading(), readsSecrets: false }, wanted)
    const records = (await Array.fromAsync(found.records)).flat()

    expect(records.map(({ type }) => type).toSorted()).to.deep.equal(['end', 'match', 'match', 'unreadable'])
    expect(records.find(({ type }) => type === 'end')).to.include({ incomplete: null })
  })

  it('are stored sealed, and never in the database', async () => {
    await hasDevice('core-1', 'enable secret UNMISTAKABLE\n')
    await index()

    const [object] = await objects()
    const sealed = await test.dependencies.store.get(object!)
    expect(sealed.includes('UNMISTAKABLE')).to.equal(false)
    expect(JSON.stringify([await rows('search_texts'), await rows('search_segments')])).not.to.include('UNMISTAKABLE')
    expect(await find('UNMISTAKABLE')).to.deep.equal(['core-1'])
  })

  it('are looked up in blocks: as many statements find a line in twelve texts as in three', async () => {
    const countStatements = async () => {
      let statements = 0
      const count = () => (statements += 1)
      test.dependencies.knex.on('query', count)
      const found = await find('hostname')
      test.dependencies.knex.off('query', count)
      return { found: found.length, statements }
    }
    for (const name of ['a', 'b', 'c']) await hasDevice(name, `hostname ${name}\n`)
    await index()
    await find('hostname') // reads the tenant's keys and its segment
    const few = await countStatements()
    tenant = await createScene(test.dependencies)
    for (let n = 0; n < 12; n += 1) await hasDevice(`many-${n}`, `hostname many-${n}\n`)
    await index()
    await find('hostname')
    const many = await countStatements()

    expect([few.found, many.found]).to.deep.equal([3, 12])
    expect(many.statements).to.equal(few.statements)
  })

  it('are read as captured in one block until they are in a segment', async () => {
    for (let n = 0; n < 12; n += 1) await hasDevice(`new-${n}`, `hostname new-${n}\n`)
    const asked: string[] = []
    const note = ({ sql }: { sql: string }) => asked.push(sql)
    test.dependencies.knex.on('query', note)
    const found = await find('hostname')
    test.dependencies.knex.off('query', note)

    expect(found).to.have.length(12)
    expect(asked.filter((sql) => sql.includes('v.content'))).to.have.length(1)
  })

  it('are indexed once, by whichever replica is first', async () => {
    for (const name of ['a', 'b', 'c']) await hasDevice(name, `hostname ${name}\n`)

    const [one, other] = await Promise.all([index(), index()])

    // the second one gets nothing while the first runs, and finds nothing to do after it
    expect((one?.texts ?? 0) + (other?.texts ?? 0)).to.equal(3)
    expect(await rows('search_texts')).to.have.length(3)
    expect(await index()).to.deep.equal({ texts: 0, segments: 0, unreadable: 0 })
    expect(await find('hostname')).to.deep.equal(['a', 'b', 'c'])
  })

  it('are found although their segment was lost or damaged, and indexed again', async () => {
    for (const harm of ['delete', 'change'] as const) {
      tenant = await createScene(test.dependencies)
      await hasDevice('a', 'hostname a\n')
      await index()
      const [object] = await objects()
      if (harm === 'delete') await test.dependencies.store.delete(object!)
      else await test.dependencies.store.put(object!, Buffer.alloc(100))

      expect(await find('hostname a')).to.deep.equal(['a'])
      expect(await rows('search_texts')).to.deep.equal([])
      expect(await index()).to.include({ texts: 1, segments: 1 })
      expect(await find('hostname a')).to.deep.equal(['a'])
    }
  })

  it('are found if a segment was never stored, because the store or the process failed', async () => {
    await hasDevice('a', 'hostname a\n')
    const store = { ...test.dependencies.store, put: () => Promise.reject(new Error('no store')) }
    const failed = await indexTexts({ ...parts(), store }, tenant.id).catch((error: Error) => error.message)

    expect(failed).to.equal('no store')
    expect(await find('hostname a')).to.deep.equal(['a'])
    expect(await index()).to.include({ texts: 1 })
    test.advance(2 * hour)
    expect(await tidy()).to.include({ deleted: 1 })
    expect(await rows('search_segments')).to.have.length(1)
  })

  it('are indexed again when the rules of their platform change', async () => {
    await hasDevice('a', 'hostname a\n! Last configuration change at 10:00:00\n')
    await index()
    await tenant.inTransaction(({ trx }) =>
      trx('search_texts').where({ tenant_id: tenant.id }).update({ revision: 999 }),
    )

    expect(await find('hostname a')).to.deep.equal(['a'])
    expect(await index()).to.include({ texts: 1 })
    const [row] = await rows('search_texts')
    expect(row.revision).to.be.below(999)
  })

  it('are removed from a segment whose remainder cannot be read', async () => {
    const { id: versionId } = await tenant.hasText(await tenant.hasDevice({ name: 'a' }), 'hostname a\n')
    const part = (text: string) => ({ bytes: Buffer.from(text), from: 0, to: text.length, firstLine: 1 })
    const writer = createSegmentWriter(test.dependencies, tenant.id)
    await writer.add(part('hostname b\n'))
    writer.dropText()
    await writer.add(part('hostname a\n'))
    writer.endText({ versionId, revision: netcoIosxe.normalise.revision })

    expect(await writer.end()).to.deep.equal({ texts: 1, segments: 1 })

    expect(await rows('search_segments')).to.have.length(1)
    expect((await rows('search_segments'))[0]).to.include({ parts: 1, text_bytes: 11 })
    expect(await find('hostname')).to.deep.equal(['a'])
  })

  it('are deleted from the store some hours after their version, also after a rule change', async () => {
    const removed = await hasDevice('removed', 'hostname removed\n')
    await hasDevice('stays', `hostname stays\n${'!\n'.repeat(500)}`)
    await index()
    const [before] = await objects()
    await tenant.inTransaction(({ trx }) =>
      trx.raw(
        `update search_texts s set revision = 999 from versions v
         where s.tenant_id = ? and v.id = s.version_id and v.device_id = ?`,
        [tenant.id, removed.id],
      ),
    )
    await index()
    await tenant.inTransaction(async ({ trx }) => {
      await trx('artifacts').where({ device_id: removed.id }).update({ latest_version_id: null })
      await trx('versions').where({ device_id: removed.id }).delete()
    })

    for (let hours = 0; hours < 4; hours++) {
      test.advance(hour)
      await tidy()
      await index()
    }

    expect(await objects()).not.to.include(before)
    expect((await rows('search_segments')).map(({ parts: count }) => count)).to.deep.equal([1])
    expect(await find('hostname')).to.deep.equal(['stays'])
  })

  it('of a decommissioned or purged device are deleted from the store an hour later', async () => {
    await hasDevice('stays', 'hostname stays\n')
    const retired = await hasDevice('retired', 'hostname retired\n')
    const purged = await hasDevice('purged', 'hostname purged\n')
    await index()
    const [before] = await objects()
    const at = test.dependencies.now()
    await tenant.inTransaction(async ({ trx, now }) => {
      await Device.query(trx).findByIds([retired.id, purged.id]).patch({ decommissionedAt: at, purgeAt: at })
      await purgeDevice({ trx, now }, purged.id)
    })

    expect(await tidy()).to.deep.equal({ retired: 1, deleted: 0 })
    expect(await index()).to.include({ texts: 1 })
    test.advance(hour)
    expect(await tidy()).to.deep.equal({ retired: 0, deleted: 1 })

    expect(await objects())
      .to.have.length(1)
      .and.not.include(before)
    expect(await find('hostname')).to.deep.equal(['stays'])
    expect(await rows('search_texts')).to.have.length(1)
  })

  it('that are outdated are deleted with a segment that mostly consists of them', async () => {
    const devices = await Promise.all(['a', 'b', 'c'].map((name) => hasDevice(name, `hostname ${name}\n`)))
    await index()
    await tenant.hasText(devices[0]!, 'hostname a2\n')
    await index()
    expect(await tidy()).to.include({ retired: 0 })
    await tenant.hasText(devices[1]!, 'hostname b2\n')
    await index()

    expect(await tidy()).to.include({ retired: 1 })
    expect(await find('hostname')).to.deep.equal(['a', 'b', 'c'])
    expect(await index()).to.include({ texts: 1 })
  })

  it('of many small segments are compacted into one', async () => {
    for (let n = 0; n < 8; n++) {
      await hasDevice(`d${n}`, `hostname d${n}\n`)
      await index()
    }

    expect(await tidy()).to.include({ retired: 8 })
    expect(await index()).to.include({ texts: 8, segments: 1 })
    expect(await tidy()).to.include({ retired: 0 })
    expect(await find('hostname')).to.have.length(8)
  })

  it('are ignored by the sweep, which deletes unknown objects in their folder after two days', async () => {
    await hasDevice('a', 'hostname a\n')
    await index()
    await test.dependencies.store.put(
      segmentObject(tenant.prefix, '0190a000-0000-7000-8000-000000000001'),
      Buffer.alloc(10),
    )
    await test.dependencies.store.put(segmentObject(tenant.prefix, crypto.randomUUID()), Buffer.alloc(10))
    await sweepTenant(test.dependencies, tenant.id, { repackBytes: 0 })
    expect(await objects()).to.have.length(3)

    await tidy(true)

    expect(await objects()).to.have.length(2) // an object with another kind of name is not touched
    expect(await find('hostname a')).to.deep.equal(['a'])
  })

  it('are maintained for all tenants at first, and then for those with new versions', async () => {
    let steady = 0
    const lines: string[] = []
    const look = maintainIndex(
      parts(),
      () => steady,
      (level, line, facts) => {
        if (facts?.['tenant'] === tenant.id) lines.push(`${level} ${facts['texts']}`)
        else if (level === 'warn') lines.push(line)
      },
    )
    const device = await hasDevice('a', 'hostname a\n')
    await look()
    await look()
    test.advance(60_000)
    await tenant.hasText(device, 'hostname a2\n')
    await look()
    steady += hour
    await look()

    expect(lines).to.deep.equal(['info 1', 'info 1'])
    expect(await rows('search_turns')).to.deep.equal([])
  })
})
