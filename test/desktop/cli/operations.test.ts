import fs from 'node:fs'
import { expect } from 'chai'
import { commands } from '../../../desktop/cli/commands.ts'
import { policyLevels } from '../../../desktop/cli/policy-level.ts'
import { recountLocks } from '../../../service/domain/repository/object-lock/recount-locks.ts'
import { Device } from '../../../service/store/models/device.ts'
import { type ClientUser, clientUser } from './client-runs.ts'
import { createClientScene, password } from './client-scene.ts'
import { createRestorableVersion } from '../../support/scene/restorable.ts'
import { createScene } from '../../support/scene/scene.ts'
import { hasLock, pretendToLock } from '../../support/object-locks.ts'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import type { Customer, TestService } from '../../support/service.ts'

/** A platform administrator who is logged in, with a customer that has backups. */
describe('coffer for operators', () => {
  let service: TestService
  let acme: Customer
  let agent: FakeAgent
  let user: ClientUser
  let byToken: ClientUser
  before(async () => {
    ;({ service, user } = await createClientScene({ COFFER_TENANT: 'acme' }))
    acme = await service.hasTenant('acme')
    agent = await anAgent(service, acme)
    const made = await user.coffer(['tokens', 'add', 'program', '--role', 'tenant_admin', '--json'], `${password}\n`)
    byToken = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: JSON.parse(made.output).token })
  })
  after(async () => {
    user.end()
    byToken.end()
    await service.close()
  })

  const said = async (args: string[], input?: string) => {
    const { code, output, errors } = await user.coffer(args, input)
    expect(code, errors).to.equal(0)
    return output
  }
  const failed = async (name: string, error_code: string) => {
    const { id } = await acme.hasDevice({ name, credential_id: (await acme.hasCredential()).id, retry_attempts: 0 })
    await said(['trigger', name])
    const job = await agent.startJob()
    await agent.result(job, { outcome: 'failed', error_code, artifacts: [] })
    return id
  }

  it('backs up the devices with a tag at a site', async () => {
    const credential_id = (await acme.hasCredential()).id
    const device = (name: string, site: string, ...tags: string[]) =>
      acme.hasDevice({ name, site, tags, credential_id })
    await device('tagged-1', 'lyon', 'core')
    await device('tagged-2', 'lyon', 'edge', 'old')
    await device('tagged-3', 'oslo', 'core')
    await device('untagged', 'lyon')
    const triggered = async (...options: string[]) => {
      const runs: { id: string; device_name: string }[] = JSON.parse(await said(['trigger', ...options, '--json']))
      for (const { id } of runs) await said(['runs', 'cancel', id])
      return runs.map(({ device_name: name }) => name).sort()
    }

    const both = await triggered('--tag', 'core', '--tag', 'edge', '--site', 'lyon')
    const ofTag = await triggered('--tag', 'core')
    const ofSites = await triggered('--site', 'lyon', '--site', 'oslo')
    const unknown = await user.coffer(['trigger', '--tag', 'no-such-tag'])
    const withAll = await user.coffer(['trigger', '--all', '--tag', 'core'])
    const withName = await user.coffer(['trigger', 'tagged-1', '--site', 'lyon'])

    expect(both).to.deep.equal(['tagged-1', 'tagged-2'])
    expect(ofTag).to.deep.equal(['tagged-1', 'tagged-3'])
    expect(ofSites).to.deep.equal(['tagged-1', 'tagged-2', 'tagged-3', 'untagged'])
    expect([unknown.code, withAll.code, withName.code]).to.deep.equal([6, 2, 2])
    expect(unknown.errors).to.include('filter.tag')
  })

  it('groups failed backups by cause, and retries those of one cause', async () => {
    await failed('down-1', 'connection_refused')
    await failed('down-2', 'connection_refused')
    await failed('locked-1', 'auth_failed')

    const causes = JSON.parse(await said(['runs', 'causes', '--json']))
    const table = await said(['runs', 'causes'])
    const unknown = await user.coffer(['trigger', '--error-code', 'connection_refused'])
    const both = await user.coffer(['trigger', '--all', '--failed'])
    const again = JSON.parse(await said(['trigger', '--failed', '--error-code', 'connection_refused', '--json']))
    const rest = JSON.parse(await said(['trigger', '--failed', '--json']))
    const none = await user.coffer(['trigger', '--failed', '--error-code', 'no_such_code'])

    expect(causes.map((one: Record<string, unknown>) => [one['error_code'], one['devices']])).to.deep.equal([
      ['connection_refused', 2],
      ['auth_failed', 1],
    ])
    expect(table)
      .to.match(/^DEVICES +STATUS +CAUSE/)
      .and.match(/\n2 +failed +connection_refused +down-/)
    expect([unknown.code, both.code]).to.deep.equal([2, 2])
    const names = (runs: { device_name: string }[]) => runs.map(({ device_name: name }) => name).sort()
    expect(names(again)).to.deep.equal(['down-1', 'down-2'])
    expect(names(rest)).to.deep.equal(['locked-1'])
    expect(none).to.include({ code: 0, errors: 'no run was started\n' })
  })

  it('shows retention, sets it, and cancels a pending reduction', async () => {
    const before = await said(['retention'])
    const dry = await said(['retention', 'set', 'customer', '--keep-days', '30', '--dry-run'], `${password}\n`)
    const without = await user.coffer(['retention', 'set', 'customer', '--keep-days', '30'])
    const token = await byToken.coffer(['retention', 'set', 'customer', '--keep-days', '30'])
    const reduced = await said(['retention', 'set', 'customer', '--keep-days', '30'], `${password}\n`)
    const waiting = JSON.parse(await said(['retention', '--json']))
    const withdrawn = await said(['retention', 'withdraw', 'customer'])
    const again = await user.coffer(['retention', 'withdraw', 'customer'])

    expect(before).to.equal('kept for 730 days (default)\nat least 30 versions of each lineage (default)\n')
    expect(dry).to.match(/^dry run: \d+ versions of \d+ lineages would be deleted/)
    expect([without.code, token.code, again.code]).to.deep.equal([2, 4, 5])
    expect(reduced).to.match(/^kept for 730 days \(default\); reduced to 30 at \d{4}-/)
    expect(waiting.keep_days_pending.value).to.equal(30)
    expect(withdrawn).to.match(/^kept for 730 days \([a-z]+\)\n/)
  })

  it('sets the retention of one device, and rejects options of another level', async () => {
    await acme.hasDevice({ name: 'kept-1' })

    const set = await said(['retention', 'set', 'device', '--device', 'kept-1', '--keep-days', '900'])
    const inherited = await user.coffer(
      ['retention', 'set', 'device', '--device', 'kept-1', '--keep-days', 'inherit'],
      `${password}\n`,
    )
    const errorPatterns = await Promise.all([
      user.coffer(['retention', 'set', 'device', '--keep-days', '900']),
      user.coffer(['retention', 'set', 'customer', '--device', 'kept-1', '--keep-days', '900']),
      user.coffer(['retention', 'set', 'site', '--keep-days', '900']),
      user.coffer(['retention', 'set', 'customer']),
      user.coffer(['retention', 'set', 'customer', '--keep-days', 'long']),
    ])

    expect(set).to.match(/^kept for 900 days \(device\)\n/)
    expect(inherited.output).to.match(/^kept for 900 days \(device\); reduced to 730 at /)
    expect(errorPatterns.map(({ code }) => code)).to.deep.equal([2, 2, 2, 2, 2])
  })

  it('shows storage, its integrity and maintenance runs', async () => {
    const tenant = await createScene(service.dependencies, acme)
    const { id } = await acme.hasDevice({ name: 'stored-1' })
    const device = await tenant.inTransaction(({ trx }) => Device.query(trx).findById(id).throwIfNotFound().execute())
    await tenant.hasText(device, 'hostname stored-1\n')

    expect(await said(['storage'])).to.match(/^0\.0 MiB stored, .* \((measured|transferred|insufficient)\)\n/)
    expect(JSON.parse(await said(['storage', '--json'])).by_tenant[0].slug).to.equal('acme')
    expect(await said(['storage', 'compliance'])).to.match(/\nacme +(behind|kept) +\d+ % +\d+ d +0 +\S/)
    expect((await user.coffer(['storage', 'damaged'])).errors).to.equal('no damaged versions\n')
    expect(await said(['storage', 'contents'])).to.match(/\nstored-1 +running-config +1 +0\.0 MiB\n/)
    expect((await user.coffer(['maintenance', '--failed'])).errors).to.equal('no maintenance task has run yet\n')
  })

  it('shows the object lock mode, the number of locked objects and the first expiry', async () => {
    const off = await said(['storage'])
    const offOfTenant = await said(['storage', 'compliance'])
    const lockNoMore = pretendToLock(service)
    const uncounted = await said(['storage'])
    await hasLock(service, acme, 'pack', { locked_until: new Date(service.dependencies.now().getTime() + 3_600_000) })
    await recountLocks(service.dependencies, 0)
    const on = await said(['storage'])
    const onOfTenant = await said(['storage', 'compliance'])
    lockNoMore()

    const instant = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ`
    expect(off).to.include('\nobject lock: off\n')
    expect(offOfTenant).to.match(/ off +- +\S/)
    expect(uncounted).to.include('\nobject lock: compliance, not counted yet\n')
    expect(on).to.match(
      new RegExp(
        `\nobject lock: compliance, 1 locked, 1 not locked yet, first lock ends at ${instant} \\(counted at ${instant}\\)\n`,
      ),
    )
    expect(onOfTenant).to.match(new RegExp(` 1 of 2 +${instant} `))
  })

  it('purges the storage of one customer after its name and the password are confirmed', async () => {
    const dry = await said(['storage', 'purge', '--dry-run'])
    const unconfirmed = await user.coffer(['storage', 'purge'], `${password}\n`)
    const other = await user.coffer(['storage', 'purge', '--confirm', 'other'], `${password}\n`)
    const begun = await user.atTerminal(['storage', 'purge', '--confirm', 'acme'], [password])

    expect(dry).to.match(/^would delete: /)
    expect([unconfirmed.code, other.code]).to.deep.equal([2, 6])
    expect(unconfirmed.errors).to.include('--confirm acme')
    expect(begun.code, begun.errors).to.equal(0)
    expect(begun.output).to.include('coffer maintenance --kind storage_purge')
  })

  it('restores a Junos device after confirmation, and names the level that denies it', async () => {
    const { device } = await createRestorableVersion(service, acme, { device: { name: 'junos-1' } })

    const unasked = await user.coffer(['restore', device.name])
    const wrong = await user.coffer(['restore', device.name, '--confirm', 'yes'])
    const denied = await said(['restore', 'set-policy', 'device', 'deny', '--device', device.name])
    const refused = await user.coffer(['restore', device.name, '--confirm', 'LOAD OVERRIDE'])
    await said(['restore', 'set-policy', 'device', 'inherit', '--device', device.name])
    const policy = await said(['restore', 'policy', '--device', device.name])
    const early = await user.coffer(['restore', 'confirm', device.name])
    const begun = await user.coffer(['restore', device.name, '--minutes', '5', '--confirm', 'LOAD OVERRIDE', '--json'])

    expect([unasked.code, wrong.code, refused.code, early.code]).to.deep.equal([2, 6, 4, 6])
    expect(denied).to.equal('restores are denied (device)\n')
    expect(refused.errors).to.include('restore/policy/device')
    expect(policy).to.match(/^restores are allowed \(/)
    expect(begun.code, begun.errors).to.equal(0)
    expect(JSON.parse(begun.output)[0]).to.deep.include({ kind: 'restore', status: 'queued' })
    expect(JSON.parse(begun.output)[0].restore.confirm_minutes).to.equal(5)
    expect(begun.errors).to.include(`coffer restore confirm ${device.name}`)
  })

  it('adds a fleet, requests its scan and deletes it', async () => {
    const credential = await acme.hasCredential({ name: 'dashboard', api_token: 'a-Key-of-the-cloud' })
    const added = await said(['discovery', 'add', 'stores', '--credential', 'dashboard', '--schedule', '0 3 * * *'])
    const [listed] = JSON.parse(await said(['discovery', '--json']))
    const scan = await said(['discovery', 'scan', 'stores'])
    const shown = await user.coffer(['discovery', 'show', 'stores'])
    const unknown = await user.coffer(['discovery', 'apply', 'stores', 'N_1'])
    const noKeys = await user.coffer(['discovery', 'apply', 'stores'])
    const unasked = await user.coffer(['discovery', 'apply', 'stores', '--align'])
    const aligned = await said(['discovery', 'apply', 'stores', '--align', '--yes'])
    const approved = await said(['discovery', 'approve', 'stores'])
    const byProgram = await byToken.coffer(['discovery', 'approve', 'stores'])
    const part = await user.coffer(['discovery', 'show', 'store'])
    const removed = await user.coffer(['discovery', 'remove', 'stores'])

    expect(added).to.equal('stores added. Scan it with: coffer discovery scan "stores"\n')
    expect(listed).to.include({ name: 'stores', credential_id: credential.id })
    expect(scan).to.equal('the scan of stores is queued\n')
    expect(shown.errors).to.include('no networks found yet').and.include('last scan: ')
    expect([unknown.code, noKeys.code, unasked.code, part.code]).to.deep.equal([6, 2, 2, 5])
    expect(aligned).to.equal('0 unchanged\n')
    expect(approved).to.equal('the address of stores is approved\n')
    expect(byProgram.code).to.equal(4)
    expect(removed.errors).to.equal('stores deleted\n')
  })

  it('offers the levels of the contract, and lists a command’s options in its help', async () => {
    const contract = JSON.parse(fs.readFileSync('shared/contract/openapi.json', 'utf8'))
    const help = await said(['retention', 'set', '--help'])

    expect([...policyLevels]).to.deep.equal(contract.components.schemas.PolicyLevel.enum)
    expect(help).to.include('usage: coffer retention set LEVEL').and.include('--keep-days DAYS')
    expect(await said(['complete', '--', 'retention', 'set', 'cus'])).to.equal('customer\n')
    expect(await said(['complete', '--', 'storage', 'p'])).to.equal('purge\n')
    for (const { summary, name } of commands) expect(summary.length, name).to.be.lessThan(110)
  })
})
