import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { eventTypes } from '../../service/domain/outbox/events/event-types.ts'
import { recordEvents } from '../../service/domain/outbox/events/record-events.ts'
import { inScope } from '../../service/store/scope.ts'
import { type Shell, programMissing } from '../support/doc-shell.ts'
import { startGuideShell } from './guide-session.ts'
import { openGuide } from '../support/guide.ts'
import { type TestService, clientOf, startTestService } from '../support/service.ts'
import { type Scene, createScene } from '../support/scene/scene.ts'
import { type Sent, deliver, publish } from '../support/published-events.ts'

const document = fs.readFileSync('docs/events.md', 'utf8')
const guide = openGuide('docs/events.md')

describe('the commands of docs/events.md', () => {
  let service: TestService
  let tenant: Scene
  let folder: string
  let shell: Shell
  let sent: Sent
  before(async () => {
    service = await startTestService()
    tenant = await createScene(service.dependencies)
    const version = await tenant.hasText(await tenant.hasDevice({ name: 'core-1' }), 'hostname core-1\n')
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    const { token, confirmation } = await service.as('tenant_admin', tenant)
    const variables = { CUSTOMER: tenant.id, VERSION: version.id }
    shell = await startGuideShell(folder, { url: service.url, token, confirmation, variables })
  })
  after(async () => {
    shell.end()
    await service.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const read = (name: string) => fs.readFileSync(path.join(folder, 'data', name), 'utf8').trim()
  const fail = () =>
    inScope(service.dependencies.knex, { kind: 'tenant', tenantId: tenant.id }, (trx) =>
      recordEvents({ trx, now: service.dependencies.now() }, [
        {
          type: 'run.failed',
          tenantId: tenant.id,
          data: { run_id: tenant.id, trigger: 'schedule' },
          device: { id: tenant.id, name: 'core-1', site: '', platform: 'netco_iosxe', tags: ['core'] },
        },
      ]),
    )

  it('create a read-only token', async () => {
    await shell.run(guide.take('"name": "monitoring"'))

    const me = await clientOf(service.url, read('token')).get('/api/auth/me')
    expect(me.body).to.deep.include({ role: 'tenant_readonly', tenant_id: tenant.id })
  })

  it('read events, and create the address of one download', async () => {
    await fail()
    await publish(service)

    const events = JSON.parse(await shell.run(guide.take('/api/events?tenant=')))
    const { url } = JSON.parse(await shell.run(guide.take('/api/downloads')))

    expect(events.at(-1).type).to.equal('run.failed')
    expect(await shell.run(guide.take('curl -N', { 'curl -N': '! timeout 5 curl -sN' }))).to.match(/^(:|id: |event: )/)
    expect((await service.anonymous.get(url)).body).to.equal('hostname core-1\n')
  })

  it('create a webhook that receives the events its filters pass', async () => {
    service.dependencies.outgoing = async () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })
    const trial = JSON.parse(await shell.run(guide.take('/api/webhooks?tenant=')))
    await fail()
    await publish(service)
    const all = await deliver(service, () => 204)
    sent = all.find(({ body }) => body.includes('run.failed')) as Sent

    expect(trial.status).to.equal('delivered')
    expect(JSON.parse(sent.body).text).to.equal('warning: run.failed core-1')
    const example = JSON.parse(guide.take('"webhook_id"'))
    expect(JSON.parse(sent.body)).to.include.all.keys(Object.keys(example)).and.include({ text: example.text })
  })

  it('give a webhook its own headers', async () => {
    fs.writeFileSync(path.join(folder, 'data', 'hook-token'), 'not-a-secret\n')

    const { header_names: names } = JSON.parse(await shell.run(guide.take('data/hook-token')))

    expect(names).to.deep.equal(['Authorization', 'X-Team'])
  })

  /** Whether a receiver takes what was sent, and what is not quite that. */
  const candidates = () => [
    { body: sent.body, secret: read('webhook-secret'), headers: sent.headers },
    { body: `${sent.body} `, secret: read('webhook-secret'), headers: sent.headers },
    { body: sent.body, secret: `${read('webhook-secret')}x`, headers: sent.headers },
    {
      body: sent.body,
      secret: read('webhook-secret'),
      headers: { ...sent.headers, 'x-coffer-timestamp': String(Number(sent.headers['x-coffer-timestamp']) - 400) },
    },
  ]
  const asGiven = [true, false, false, false]

  it('check a signature with openssl', async function () {
    if (programMissing('openssl')) this.skip()
    await shell.run(guide.take('check_delivery() {'))
    const found: string[] = []
    for (const { body, secret, headers } of candidates()) {
      fs.writeFileSync(path.join(folder, 'body'), body)
      const names = ['x-coffer-timestamp', 'x-coffer-delivery', 'x-coffer-signature'] as const
      const values = [secret, ...names.map((name) => headers[name])]
      found.push(await shell.run(`check_delivery ${values.map((one) => `'${one}'`).join(' ')} body && echo true || echo false`)) // prettier-ignore
    }

    expect(found.map((one) => one.trim() === 'true')).to.deep.equal(asGiven)
  })

  it('check a signature with Python', function () {
    if (programMissing('python3')) this.skip()
    const code = guide.take('def is_from_coffer')
    const program = `${code}
import json, sys
for one in json.load(sys.stdin):
    headers = {name.title(): value for name, value in one["headers"].items()}
    print(is_from_coffer(one["secret"], headers, one["body"].encode()))
`
    const said = execFileSync('python3', ['-c', program], { input: JSON.stringify(candidates()) }).toString()

    expect(said.trim().split('\n').map((one) => one === 'True')).to.deep.equal(asGiven) // prettier-ignore
  })

  it('check a signature with Node', async () => {
    const code = guide.take('export function isFromCoffer')
    const file = path.join(folder, 'receiver.mjs')
    fs.writeFileSync(file, code)
    const { isFromCoffer } = await import(file)

    const found = candidates().map(({ secret, headers, body }) => isFromCoffer(secret, headers, body))

    expect(found).to.deep.equal(asGiven)
  })

  it('list every event with its severity and permission', () => {
    const rows = [...document.matchAll(/^\| `([a-z_.]+)`\s*\| (\S.*?)\s*\| `([a-z:]+)`/gm)]
    const documented = rows.map(([, type, severity, permission]) => [type, severity, permission])

    const known = Object.entries(eventTypes).map(([type, { severity, permission }]) => [
      type,
      type === 'restore.state' ? 'by state' : severity,
      permission,
    ])
    expect(documented).to.deep.equal(known)
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
