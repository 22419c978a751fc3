import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { DumpDamaged } from '../../../../../service/domain/recovery/dump/dump-damaged.ts'
import { excludedTables } from '../../../../../service/domain/recovery/dump/excluded-tables.ts'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { createDump } from '../../../../../service/domain/recovery/dump/create-dump.ts'
import { WrongMasterKey } from '../../../../../service/keys/master-key.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { tables } from '../../../../../service/store/tables.ts'
import { type TestDatabase, emptyDatabase } from '../../../../support/database.ts'
import { withoutDestructionDelay } from '../../../../support/delays.ts'
import { startupOf } from '../../../../support/startup-code.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { fillEmptyTables } from '../../../../support/fill-empty-tables.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'
import { createFullScene } from '../../../../support/scene/full-scene.ts'

const dumped = Object.keys(tables).filter((table) => !(table in excludedTables))

describe('a database dump', () => {
  let service: TestService
  let dump: Buffer
  const targets: TestDatabase[] = []

  before(async () => {
    service = await startTestService()
    const customer = await createFullScene(service)
    await fillEmptyTables(service.dependencies.knex, customer.id, dumped)
    dump = await dumpOf(service)
  })

  after(async () => {
    for (const target of targets) await target.drop()
    await service.close()
  })

  async function anEmptyDatabase(): Promise<TestDatabase> {
    const target = await emptyDatabase()
    targets.push(target)
    return target
  }

  function restoreInto(target: TestDatabase, bytes: Buffer = dump, masterKey = service.dependencies.masterKey) {
    const { store, now } = service.dependencies
    return restoreDump({ owner: target.owner, masterKey, store, now: now() }, inPieces(bytes))
  }

  it('restores every row of every table, except live sessions and tokens', async () => {
    const target = await anEmptyDatabase()
    const before = await rowsOf(service.db.knex)

    const restored = await restoreInto(target)

    const after = await rowsOf(target.knex)
    for (const table of dumped) {
      expect(before[table]?.length, `${table} has no row to test with`).to.be.greaterThan(0)
      expect(restored.rows[table], table).to.equal(before[table]?.length)
      expect(after[table]?.filter(isNoMark), table).to.deep.equal(before[table])
    }
    expect(restored.destroyed).to.deep.equal([])
  })

  it('restores no user session, ends those of agents, voids unused tokens, and marks the database as restored', async () => {
    const target = await anEmptyDatabase()
    await restoreInto(target)

    const found = await inScope(target.knex, { kind: 'platform' }, async (trx) => ({
      sessions: await trx('sessions'),
      live: await trx('agent_sessions').whereNull('ended_at'),
      agents: await trx('agents').where('sequence', '>', 0),
      tokens: await trx('enrollment_tokens').whereNull('voided_at').whereNull('spent_at'),
      mark: await trx('settings').where({ key: 'restored_at' }).first(),
    }))

    expect([found.sessions, found.live, found.tokens]).to.deep.equal([[], [], []])
    expect(found.agents).not.to.be.empty // their sequence numbers show that agents are ahead
    expect(found.mark.value).to.have.all.keys('at', 'dump_taken_at')
  })

  it('continues numbering after the restored rows', async () => {
    const target = await anEmptyDatabase()
    await restoreInto(target)

    const [last, next] = await inScope(target.knex, { kind: 'platform' }, async (trx) => {
      const row = await trx('job_log').orderBy('seq', 'desc').first()
      const [added] = await trx('job_log')
        .insert({ ...row, seq: undefined, number: 1_000, line: Buffer.from('another') })
        .returning('seq')
      return [row.seq, added.seq]
    })

    expect(next).to.equal(last + 1_000) // the size of a reserved block
  })

  it('exposes nothing of its content', () => {
    const text = dump.toString('latin1')

    for (const word of ['running-config', 'tenants', 'platform_admin', '192.0.2.1']) expect(text).not.to.include(word)
  })

  it('is rejected by a database with content, which stays unchanged', async () => {
    const before = await rowsOf(service.db.knex)

    const failure = await failureOf(restoreInto(service.db))

    expect(startupOf(failure).code).to.equal('database_not_empty')
    expect(failure.message).to.not.include('\n')
    expect(await rowsOf(service.db.knex)).to.deep.equal(before)
  })

  it('is rejected under another master key', async () => {
    expect(await failureOf(restoreInto(await anEmptyDatabase(), dump, randomBytes(32)))).to.be.instanceOf(
      WrongMasterKey,
    )
  })

  it('is rejected if truncated anywhere, and the database stays empty', async () => {
    const target = await anEmptyDatabase()
    const cuts = [0, 10, 80, 300, Math.floor(dump.length / 2), dump.length - 1]

    for (const cut of cuts) {
      expect(await failureOf(restoreInto(target, dump.subarray(0, cut))), `cut at ${cut}`).to.be.instanceOf(DumpDamaged)
    }

    expect((await restoreInto(target)).rows).to.have.property('tenants', 1) // fails if a row exists
  })

  it('is rejected if any bit is flipped or data follows it', async () => {
    const target = await anEmptyDatabase()
    const places = [0, 20, 70, 76, 80, ...Array.from({ length: 12 }, () => Math.floor(Math.random() * dump.length))]

    for (const place of places) {
      const changed = Buffer.from(dump)
      changed[place]! ^= 1 << Math.floor(Math.random() * 8)
      const failure = await failureOf(restoreInto(target, changed))
      expect(failure instanceof DumpDamaged || failure instanceof WrongMasterKey, `${place}: ${failure}`).to.equal(true)
    }
    expect(await failureOf(restoreInto(target, Buffer.concat([dump, Buffer.from('x')])))).to.be.instanceOf(DumpDamaged)
  })

  it('is consistent, whatever is written while it is created', async () => {
    const pieces: Buffer[] = []
    let isFirst = true
    const { knex, masterKey, now } = service.dependencies
    await createDump({ knex, masterKey, now: now() }, { keys: true }, async (bytes) => {
      pieces.push(bytes)
      if (!isFirst) return
      isFirst = false
      await service.hasTenant('came-meanwhile')
    })
    const target = await anEmptyDatabase()

    await restoreInto(target, Buffer.concat(pieces))

    const slugs = await inScope(target.knex, { kind: 'platform' }, (trx) => trx('tenants').pluck('slug'))
    expect(slugs).not.to.include('came-meanwhile')
  })

  it('keeps the keys of a tenant with a tombstone destroyed', async () => {
    const admin = await service.as('platform_admin')
    const doomed = await service.hasTenant()
    const older = await dumpOf(service)
    await withoutDestructionDelay(service)
    must(await admin.post(`/api/tenants/${doomed.id}/destroy-key`, { confirm: doomed.slug }), 200)
    const target = await anEmptyDatabase()

    const { destroyed } = await restoreInto(target, older)

    const key = await inScope(target.knex, { kind: 'platform' }, (trx) =>
      trx('tenant_keys').where({ tenant_id: doomed.id }).first(),
    )
    expect(destroyed).to.deep.equal([doomed.slug])
    expect(key.bundle).to.have.length(0)
    expect(key.destroyed_at).to.be.instanceOf(Date)
  })

  it('without keys takes them from the object store, and names the tenants that have none there', async () => {
    const [known, lost] = [await service.hasTenant(), await service.hasTenant()]
    const bare = await dumpOf(service, { keys: false })
    await service.dependencies.store.delete(`tenants/${lost.id}/keys/1`)
    const target = await anEmptyDatabase()

    const { withoutKeys } = await restoreInto(target, bare)

    const bundle = (id: string, knex: Knex) =>
      inScope(knex, { kind: 'platform' }, (trx) => trx('tenant_keys').where({ tenant_id: id }).first('bundle'))
    expect(withoutKeys).to.deep.equal([lost.slug])
    expect(await bundle(known.id, target.knex)).to.deep.equal(await bundle(known.id, service.db.knex))
  })
})

async function dumpOf({ dependencies }: TestService, options = { keys: true }): Promise<Buffer> {
  const written: Buffer[] = []
  const { knex, masterKey, now } = dependencies
  await createDump({ knex, masterKey, now: now() }, options, async (bytes) => void written.push(bytes))
  return Buffer.concat(written)
}

/** Yields the file in packets with arbitrary boundaries. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 70_001) yield bytes.subarray(at, at + 70_001)
}

/** Returns every row of every dumped table, as PostgreSQL writes it, sorted. */
function rowsOf(knex: Knex): Promise<Record<string, string[]>> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const all: Record<string, string[]> = {}
    for (const table of dumped) {
      const { rows } = await trx.raw('select to_jsonb(whole_row.*)::text as line from ?? whole_row order by 1', [table])
      all[table] = rows.map((row: { line: string }) => row.line).map(withoutEnds)
    }
    return all
  })
}

/** A restore changes when sessions and tokens ended. */
function withoutEnds(line: string): string {
  return line.replace(/"(ended_at|voided_at)": ("[^"]*"|null)/, '"$1": …')
}

function isNoMark(line: string): boolean {
  return !line.includes('"key": "restored_at"')
}
