import { expect } from 'chai'
import { createScene } from '../../support/scene/scene.ts'
import type { Customer, TestService } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene } from './client-scene.ts'

describe('coffer pair', () => {
  let service: TestService
  let user: ClientUser
  let acme: Customer

  before(async () => {
    ;({ service, user } = await createClientScene())
    acme = await service.hasTenant('acme')
    const scene = await createScene(service.dependencies, acme)
    for (const [name, text] of [
      ['fw1', 'hostname fw1\nvlan 10\nip address 192.0.2.1\nend\n'],
      ['fw2', 'hostname fw2\nvlan 20\nip address 192.0.2.2\nend\n'],
    ] as const) {
      await scene.hasText(await scene.hasDevice({ name, search: name }), text)
    }
  })

  after(async () => {
    user?.end()
    await service?.close()
  })

  const coffer = (...args: string[]) => user.coffer(['pair', ...args, '-t', 'acme'])

  it('adds, lists, shows, compares, changes and deletes a pair', async () => {
    const added = await coffer(
      'add',
      'core',
      'fw1',
      'fw2',
      '--ignore',
      '^hostname',
      '--ignore',
      String.raw`address (\S+)`,
    )
    const listed = await coffer('list', '--device', 'fw2', '--differs', '--exit-code')
    const shown = await coffer('show', 'core')
    const difference = await coffer('diff', 'core', '--exit-code', '-C', '0')
    const changed = await coffer(
      'set',
      'core',
      '--name',
      'all',
      '--ignore',
      '^(?:hostname|vlan)',
      '--ignore',
      'address',
    )
    const json = JSON.parse((await coffer('list', '--json')).output)
    const removed = await coffer('remove', 'all')

    expect(added.output).to.equal('core added: differs in 2 lines\n')
    expect(listed.output).to.match(/core\s+fw1\s+fw2\s+running-config\s+differs in 2 lines/)
    expect([listed.code, difference.code]).to.deep.equal([8, 8])
    expect(shown.output)
      .to.include('ignored    ^hostname')
      .and.include('devices    fw1 (netco_iosxe), fw2 (netco_iosxe)')
    expect(difference.output).to.include('-vlan 10\n+vlan 20\n').and.not.include('hostname')
    expect(changed.output).to.equal('all changed: equal\n')
    expect(json[0].declared_differences.map((one: { pattern: string }) => one.pattern)).to.deep.equal([
      '^(?:hostname|vlan)',
      'address',
    ])
    expect(removed.errors).to.include('all deleted')
  })

  it('reports a pattern that is not supported, a missing change and an unknown pair', async () => {
    const refused = await coffer('add', 'other', 'fw1', 'fw2', '--ignore', '(?=a)')
    const nothing = await coffer('set', 'other')
    const unknown = await coffer('remove', 'none')

    expect(refused.errors).to.include('declared_differences.0.pattern')
    expect(unknown.errors).to.include('No device pair is named none')
    expect([refused.code, nothing.code, unknown.code].every((code) => code !== 0)).to.equal(true)
  })
  it('asks for the customer of a name that several pairs have', async () => {
    for (const slug of ['north', 'south']) {
      const customer = await service.hasTenant(slug)
      const scene = await createScene(service.dependencies, customer)
      for (const name of ['fw1', 'fw2'])
        await scene.hasText(await scene.hasDevice({ name, search: name }), `hostname ${name}\n`)
      await user.coffer(['pair', 'add', 'twins', 'fw1', 'fw2', '-t', slug])
    }

    const { code, errors } = await user.coffer(['pair', 'show', 'twins'])

    expect(code).to.equal(5)
    expect(errors).to.include('--tenant SLUG')
  })
})
