import { expect } from 'chai'
import { inScope } from '../../service/store/scope.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { approveFingerprint } from '../support/finished-runs.ts'
import { type DeviceScene, createDeviceScene } from '../support/scene/device-scene.ts'
import { type Client, must, type TestService } from '../support/service.ts'
import type { SshSimulator } from '../support/ssh-simulator.ts'
import { startZephyr, zephyrConfig, zephyrDocument, zephyrSecret } from '../support/zephyr-device.ts'

type DryRun = components['schemas']['DryRun']

const documents = '/api/platforms/documents'

describe('a transcript that is a test of its document', () => {
  let scene: DeviceScene
  let service: TestService
  let admin: Client
  let simulator: SshSimulator
  let device: components['schemas']['Device']
  let document: string
  let tried: DryRun

  before(async () => {
    scene = await createDeviceScene()
    ;({ service, admin } = scene)
    simulator = await startZephyr(() => zephyrConfig('10:00'))
    device = await scene.hasSimulated(simulator)
    document = must(await admin.post(documents, { source: zephyrDocument }), 201).id
    await tryIt()
    await approveFingerprint(admin, device, simulator.hostKeyFingerprint)
    tried = await tryIt()
  })

  after(async () => {
    await simulator?.close()
    await scene?.close()
  })

  const tryIt = async () => (await scene.tryDocument(document, device)).dryRun

  const tests = () => `${documents}/${document}/tests`
  const keep = (name: string, client = admin) => client.post(tests(), { run_id: tried.run_id, name })
  const change = (from: string, to: string) =>
    admin.patch(`${documents}/${document}`, { source: zephyrDocument.replace(from, () => to) })

  it('is stored encrypted, and listed without its content', async () => {
    const kept = must(await keep('zx-1, release 3'), 200)

    expect(kept).to.include({ name: 'zx-1, release 3', answers: 2, run_id: tried.run_id, device_id: device.id })
    expect(must(await admin.get(tests()), 200)).to.deep.equal([kept])
    const [row] = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('platform_document_tests').where({ id: kept.id }),
    )
    expect(row.content.includes('port 1 up')).to.equal(false)
  })

  it('accepts a version that reads it as before', async () => {
    must(await change('name: Zephyr OS', 'name: Zephyr OS 3'), 200)
    must(await change("errors: ['^unknown command']", "errors: ['^unknown command', '^no such']"), 200)
  })

  it('refuses a version that reads it differently, with the rule and its place', async () => {
    const refused = [
      await change("last: '^--- end of config ---$'", "last: '^end$'"),
      await change("errors: ['^unknown command']", "errors: ['^hostname']"),
      await change("privileged: '>'", "privileged: '#'"),
      await change('^user ', '^nothing '),
      await change("absent: '^no licence$'", "absent: '^none$'"),
      await change('commands: [show config]', 'commands: [show running]'),
    ]

    const errors = refused.map(({ status, body }) => {
      expect([status, body.code]).to.deep.equal([422, 'platform_document_invalid'])
      const [{ path, code, params, line }] = body.document_errors
      return [path, code, params.rule, params.line, line > 1]
    })
    expect(errors).to.deep.equal([
      ['artifacts.config.last', 'document_test_failed', 'last', undefined, true],
      ['ssh.errors', 'document_test_failed_at', 'errors', 1, true],
      ['ssh.prompt', 'document_test_prompt', undefined, undefined, true],
      ['secrets', 'document_test_failed_at', 'secrets', 3, true],
      ['artifacts.licence.absent', 'document_test_failed', 'absent', undefined, true],
      ['artifacts.config.commands', 'document_test_failed', 'commands', undefined, true],
    ])
    expect(JSON.stringify(refused.map(({ body }) => body))).not.to.include(zephyrSecret)
    expect(refused[1]?.body.document_errors[0].message).to.equal(
      'The test zx-1, release 3 fails: config is not read as before, because of the rule errors and line 1 of its answer. Correct the rule, or delete the test.',
    )
  })

  it('is not kept if the latest version does not read it', async () => {
    const [kept] = must(await admin.get(tests()), 200)
    must(await admin.delete(`${tests()}/${kept.id}`), 204)
    must(await change("last: '^--- end of config ---$'", "last: '^end$'"), 200)

    const refused = await keep('zx-1, release 3')

    expect([refused.status, refused.body.document_errors?.[0].path]).to.deep.equal([422, 'artifacts.config.last'])
    must(await admin.patch(`${documents}/${document}`, { source: zephyrDocument }), 200)
    must(await keep('zx-1, release 3'), 200)
  })

  it('is kept and deleted by users of the customer only, and each is recorded', async () => {
    const other = await service.hasTenant()
    const stranger = await other.as('tenant_admin')
    const [kept] = must(await admin.get(tests()), 200)
    const foreign = [
      await keep('x', stranger),
      await stranger.get(tests()),
      await stranger.delete(`${tests()}/${kept.id}`),
    ]

    must(await admin.delete(`${tests()}/${kept.id}`), 204)

    expect(foreign.map(({ status }) => status)).to.deep.equal([404, 404, 404])
    must(await change("last: '^--- end of config ---$'", "last: '^end$'"), 200)
    const records = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit')
        .where({ object_id: document })
        .whereLike('action', 'platform.%_test')
        .where({ outcome: 'done' })
        .orderBy('id'),
    )
    expect(records.map(({ action }) => action.slice('platform.'.length))).to.deep.equal([
      ...['keep_test', 'delete_test'],
      ...['keep_test', 'delete_test'],
    ])
  })

  it('is limited in number, and needs a dry run of the document with a complete answer', async () => {
    must(await admin.patch(`${documents}/${document}`, { source: zephyrDocument }), 200)
    for (let at = 0; at < 20; at++) must(await keep(`test ${at}`), 200)
    const full = await keep('one more')
    for (const { id } of must(await admin.get(tests()), 200)) must(await admin.delete(`${tests()}/${id}`), 204)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('dry_run_results').delete())
    const expired = await keep('late')

    expect([full.status, full.body.code]).to.deep.equal([409, 'document_tests_full'])
    expect([expired.status, expired.body.code]).to.deep.equal([409, 'dry_run_without_transcript'])
  })
})
