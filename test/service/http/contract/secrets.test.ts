import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { expect } from 'chai'
import { pino } from 'pino'
import { createKnex } from '../../../../service/store/connect.ts'
import { tables } from '../../../../service/store/tables.ts'
import { readContract } from '../../../support/contract.ts'
import { superuserOf } from '../../../support/database.ts'
import { type Answer, type TestService, clientOf, startTestService } from '../../../support/service.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'
import { type Asker, askProperly } from '../../../support/valid-requests.ts'

const operations = readContract().filter(({ permission, id }) => permission !== 'agent' && !id.startsWith('agent'))
const json = { 'content-type': 'application/json' }

/** Fields of any body that contain a secret. */
const secretFields = [
  'password',
  'current_password',
  'new_password',
  'enable_secret',
  'api_token',
  'secret',
  'ssh_private_key',
  'ssh_key_passphrase',
]

describe('secrets', () => {
  const secret = `hush-${randomBytes(9).toString('hex')}`
  const line = `snmp-server community ${randomBytes(9).toString('hex')} RO`
  let service: TestService
  let customer: FullScene
  let asker: Asker
  let logged = ''
  before(async () => {
    const kept = new Writable({
      write(chunk, _encoding, done) {
        logged += chunk
        done()
      },
    })
    service = await startTestService({ log: pino({ level: 'trace' }, kept) })
    customer = await createFullScene(service, [`hostname r1\n${line}\nend\n`, `hostname r2\n${line}\nend\n`])
    asker = { service, role: 'platform_admin', customer, secret }
    await reportAFailure()
  })
  after(() => service.close())

  /** Reports a device that quotes its configuration wherever a run can quote it. */
  async function reportAFailure() {
    await customer.hasRun()
    const job = await customer.agent.startJob()
    await customer.agent.log(job, [{ at: new Date(0).toISOString(), level: 'warn', line }])
    const report = { error: line, warnings: [line] }
    const answer = await customer.agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report })
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
  }

  /** Returns every row of every table and every file of the store, as text. */
  async function everythingStored(): Promise<string> {
    const admin = createKnex(await superuserOf(service.db), { application: 'test', poolMax: 1 })
    const rows: string[] = []
    for (const table of Object.keys(tables))
      rows.push(
        ...(await admin.raw(`select t::text as row from ?? t`, [table])).rows.map(({ row }: { row: string }) => row),
      )
    await admin.destroy()
    const folder = service.dependencies.settings.dataDirectory
    const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files).not.to.have.length(0)
    return [
      ...rows,
      ...files.map(({ parentPath, name }) => fs.readFileSync(path.join(parentPath, name), 'latin1')),
    ].join('\n')
  }

  it('are in no response of any operation, no log line, no row and no stored object', async () => {
    const tokens: string[] = []
    for (const operation of operations) {
      if (operation.method === 'GET') continue
      const answer = await askProperly(asker, operation)

      expect(answer.status, `${operation.id}: ${JSON.stringify(answer.body)}`).to.be.within(200, 303)
      expectNo(answer, [secret, ...tokens], operation.id)
      if (answer.body.token) tokens.push(answer.body.token)
    }
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const answer = await askProperly(asker, operation)

      expect(answer.status, operation.id).to.be.oneOf([200, 303])
      expectNo(answer, [secret, ...tokens], operation.id)
    }

    const stored = await everythingStored()
    expect(tokens).to.have.length(7)
    expect(logged).to.include('/api/auth/login')
    expect(stored).to.include(customer.slug)
    for (const each of [secret, ...tokens].flatMap(disguises)) {
      expect(logged.includes(each), `${each} is in the log`).to.equal(false)
      expect(stored.includes(each), `${each} is in a row or an object`).to.equal(false)
    }
  })

  it('in device output are returned only to those who may read it', async () => {
    const isReader = (permission: string) => /^config:|^report:/.test(permission)
    // of a reader
    const readers = operations.filter(({ permission, id }) => isReader(permission) || id === 'readDownload')
    const shown: string[] = []
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const answer = await askProperly(asker, operation)
      if (answer.bytes.includes(line)) shown.push(operation.id)
    }

    const stored = await everythingStored()
    expect(shown).to.include.members(['readVersionContent', 'listRuns'])
    expect(readers.map(({ id }) => id)).to.include.members(shown)
    for (const each of disguises(line)) {
      expect(logged.includes(each), 'in the log').to.equal(false)
      expect(stored.includes(each), 'in a row or an object').to.equal(false)
    }
  })

  it('are not quoted by an error, even in wrong fields', async () => {
    const admin = await service.as('platform_admin')
    const lost = clientOf(service.url, secret)
    for (const operation of operations) {
      const where = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => customer.ids[name] ?? '')
      const address = `${where}?tenant=${customer.id}`
      const has = Object.keys(operation.body?.properties ?? {}).filter((name) => secretFields.includes(name))
      const bodies = [
        `{"password":"${secret}`,
        JSON.stringify({ surprise: secret }),
        ...has.flatMap((name) =>
          [[secret], { value: secret }, `${secret}\u0000`].map((value) => JSON.stringify({ [name]: value })),
        ),
      ]
      const answers = [
        await lost.send(operation.method, where),
        await admin.send(operation.method, `${address}&surprise=${secret}`),
        await admin.send(operation.method, `${address}&surprise=1`, undefined, { 'idempotency-key': secret }),
      ]
      for (const { name } of operation.parameters.filter((one) => one.in === 'query' && one.schema.format)) {
        answers.push(await admin.send(operation.method, `${where}?${name}=${secret}`))
      }
      if (operation.body)
        for (const body of bodies) answers.push(await admin.send(operation.method, address, body, json))

      for (const answer of answers) expectNo(answer, [secret], operation.id)
    }
    expect(logged.includes(secret)).to.equal(false)
  })
})

/** Returns `text` as in a log, in hex as in a row, and in base64 at each of the three alignments. */
function disguises(text: string): string[] {
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  )
  return [text, Buffer.from(text).toString('hex'), ...inBase64]
}

function expectNo({ bytes, headers }: Answer, secrets: string[], where: string) {
  const all = bytes.toString('latin1') + JSON.stringify([...headers])
  for (const each of secrets.flatMap(disguises)) expect(all.includes(each), `${where} tells ${each}`).to.equal(false)
}
