import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { Device } from '../../../service/store/models/device.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

const day = 86_400_000

/** A customer with a router of two versions, a server of two trees and a balancer with an archive; read with the client. */
describe('coffer commands that read backups', () => {
  let service: TestService
  let customer: Customer
  let tenant: Scene
  let user: ClientUser
  let latest: Version
  const older = 'hostname core-1\nntp server 192.0.2.9\nend\n'
  const newer = 'hostname core-1\r\nntp server 192.0.2.10\r\nbanner motd \u001b]0;owned\u0007\r\nend\r\n'
  before(async () => {
    service = await startTestService({ now: new Date('2026-11-10T12:00:00Z') })
    customer = await service.hasTenant('acme')
    tenant = await createScene(service.dependencies, customer)
    const router = await hasDevice({ name: 'core-1', site: 'lyon' })
    await tenant.hasText(router, older)
    await tenant.hasText(router, 'inventory\n', { key: 'inventory' })
    const server = await hasDevice({ name: 'server-1', platform: 'linux_server', options: { paths: ['/etc'] } })
    const tree = (motd: string): Parameters<Scene['hasTree']>[1] => [
      ['etc', {}],
      ['etc/motd', { bytes: motd }],
    ]
    await tenant.hasTree(server, tree('Welcome\n'))
    await tenant.hasArchive(await hasDevice({ name: 'balancer', platform: 'lbco_bigip' }), 'archive', null)
    service.advance(day)
    latest = await tenant.hasText(router, newer)
    await tenant.hasTree(server, tree('Go away\n'))
    await hasDevice({ name: 'core-2', schedule: '0 2 * * *' })
    await tenant.hasText(await hasDevice({ name: 'core-3' }), 'hostname core-3\n')
    const { token } = await service.as('tenant_operator', tenant)
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  /** Through the API, as its names have to be found. */
  const hasDevice = async (fields: Parameters<Customer['hasDevice']>[0]) => {
    const { id } = await customer.hasDevice(fields)
    return tenant.inTransaction(({ trx }) => Device.query(trx).findById(id).throwIfNotFound().execute())
  }

  const said = async (...args: string[]) => {
    const { code, output, errors } = await user.coffer(args)
    expect(code, errors).to.equal(0)
    return output
  }

  it('print the latest text byte for byte', async () => {
    expect(await said('show', 'core-1')).to.equal(newer)
  })

  it('escape control sequences on a terminal', async () => {
    const { output, errors } = await user.atTerminal(['show', 'core-1'])

    expect(output).to.include('banner motd ^[]0;owned^G\n').and.not.include('\u001b')
    expect(errors).to.include('running-config over ssh of 2026-11-11 12:00:00Z of core-1')
  })

  it('print the text of a date, or the one before the latest', async () => {
    expect(await said('show', 'core-1', '--at', '2026-11-10')).to.equal(older)
    expect(await said('show', 'core-1', '--at', '~1')).to.equal(older)
    expect(await said('show', 'core-1', '--at', '2026-11-11T12:00:01+00:00')).to.equal(newer)
    expect(await said('show', 'core-1', '-k', 'inventory')).to.equal('inventory\n')
  })

  it('report that no version existed before the first', async () => {
    const ended = await user.coffer(['show', 'core-1', '--at', '2026-11-09'])

    expect(ended.code).to.equal(5)
    expect(ended.errors).to.include('2026-11-09T23:59:59.999Z. [version_not_known_at]')
  })

  it('compare two versions of a text and of a tree', async () => {
    const text = await said('diff', 'core-1', '-C', '0')
    const raw = await said('diff', 'core-1', '-C', '0', '--raw')
    const words = await said('diff', 'core-1', '-C', '0', '--raw', '--ignore-whitespace')
    const folder = await said('diff', 'server-1')
    const file = await user.coffer(['diff', 'server-1', '--path', '/etc/motd', '--exit-code'])

    expect(text).to.include('\n-ntp server 192.0.2.9\n').and.include('\n+ntp server 192.0.2.10')
    expect(raw).to.include('\n+hostname core-1')
    expect(words).to.include('\n+ntp server 192.0.2.10').and.not.include('hostname')
    expect(folder).to.equal('M /etc/motd (content)\n')
    expect(file.code).to.equal(8)
    expect(file.output).to.include('\n-Welcome\n+Go away\n')
  })

  it('compare the configurations of two devices', async () => {
    const latest = await said('diff', 'core-3', 'core-1', '-C', '0')
    const earlier = await said('diff', 'core-3', 'core-1', '-C', '0', '--to', '~1')
    const lines = latest.split('\n')

    expect(lines[0]).to.match(/^--- core-3 running-config 2026-/)
    expect(lines[1]).to.match(/^\+\+\+ core-1 running-config 2026-/)
    expect(latest).to.include('\n+ntp server 192.0.2.10')
    expect(earlier).to.include('\n+ntp server 192.0.2.9')
  })

  it('compare no text with a file tree', async () => {
    const ended = await user.coffer(['diff', 'core-1', 'server-1'])

    expect(ended.code).not.to.equal(0)
    expect(ended.errors).to.include('[is_tree]')
  })

  it('list the versions of all lineages as a table and as JSON lines', async () => {
    const table = await said('versions', 'core-1')
    const lines = (await said('versions', 'core-1', '--key', 'running-config', '--ndjson')).trimEnd().split('\n')

    expect(table).to.match(/^KEY +OVER +CAPTURED/)
    expect(table.match(/running-config|inventory/g)).to.have.length(3)
    expect(lines.map((line) => JSON.parse(line).captured_at)).to.deep.equal([
      '2026-11-11T12:00:00.000Z',
      '2026-11-10T12:00:00.000Z',
    ])
  })

  it('list the time of the last restore check of a version, and why it failed', async () => {
    const { id, artifactId } = latest
    const failure = { code: 'failure_expected', params: { expected: { code: 'expected_text', params: {} } } }
    const check = { tenant_id: customer.id, version_id: id, artifact_id: artifactId, outcome: 'incomplete', failure }
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      trx('restore_checks').insert({ ...check, checked_at: new Date('2026-11-12T03:30:00Z') }),
    )

    const table = await said('versions', 'core-1', '--key', 'running-config')

    expect(table.split('\n')[1]).to.match(/2026-11-12 03:30:00Z.*incomplete: Expected: a text\.$/)
  })

  it('browse the folders and files of a tree', async () => {
    expect(await said('browse', 'server-1', '/')).to.match(/NAME\n.*etc\/\n$/)
    expect(await said('show', 'server-1', '--path', '/etc/motd')).to.equal('Go away\n')
    expect(await said('show', 'server-1', '--path', '/etc/motd', '--at', '~1')).to.equal('Welcome\n')
    expect(await said('snapshots', 'server-1')).to.match(/(filetree .*\n){2}/)
  })

  it('save files that only their owner can read, without overwriting', async () => {
    const file = path.join(user.folder, 'core-1.cfg')
    await said('download', 'core-1', '--output', file)
    const again = await user.coffer(['download', 'core-1', '-o', file])
    const archive = path.join(user.folder, 'etc.tgz')
    await said('download', 'server-1', '-p', '/etc', '-o', archive)
    await said('download', 'balancer', '-o', file, '--force')

    expect(again.code).to.equal(2)
    expect(again.errors).to.include('[file_exists]')
    expect(fs.readFileSync(file, 'utf8')).to.equal('archive')
    expect(fs.statSync(file).mode & 0o777).to.equal(0o600)
    expect(fs.readFileSync(archive).subarray(0, 2).toString('hex')).to.equal('1f8b')
    expect(fs.readdirSync(user.folder).filter((name) => name.endsWith('.partial'))).to.deep.equal([])
    expect(await said('download', 'core-1', '--at', '~1', '-o', '-')).to.equal(older)
    expect(await said('download', 'server-1', '-p', '/etc/motd', '-o', '-')).to.equal('Go away\n')
  })

  it('save under the service’s file name, never over a folder or device file', async () => {
    const before = process.cwd()
    process.chdir(user.folder)
    const named = await user.coffer(['download', 'core-1', '--json']).finally(() => process.chdir(before))
    const refused = await user.coffer(['download', 'core-1', '-o', '/dev/null', '--force'])

    const { file, size_bytes: size } = JSON.parse(named.output)
    expect(file).to.match(/^core-1_running-config_\d{8}T\d{6}Z\.txt$/)
    expect(fs.statSync(path.join(user.folder, file)).size).to.equal(size)
    expect(refused, refused.errors).to.include({ code: 2 })
    expect(fs.statSync('/dev/null').isFile()).to.equal(false)
  })

  it('list changes, mark them as reviewed, and show drift from a pin', async () => {
    const { token } = await service.as('tenant_admin', tenant)
    const admin = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
    const changed = JSON.parse(await said('changes', '--unreviewed', '--device', 'core-1', '--json'))

    const reviewed = await admin.coffer(['changes', 'review', 'core-1', '--note', 'as planned', '--ticket', 'CHG-1'])
    const pinned = await admin.coffer(['pin', 'core-1', '--at', '~1'])
    const away = await user.coffer(['drift', 'core-1'])
    const again = await admin.coffer(['pin', 'core-1'])
    const steady = await user.coffer(['drift', 'core-1'])
    const unpinned = await admin.coffer(['unpin', 'core-1'])
    const without = await user.coffer(['drift', 'core-1'])
    admin.end()

    expect(changed).to.have.length(1)
    expect(reviewed.output, reviewed.errors).to.match(/^running-config over ssh of .* of core-1 is reviewed by /)
    expect(await said('changes', '--unreviewed', '--device', 'core-1', '--json')).to.equal('[]\n')
    expect(pinned.output, pinned.errors).to.include('of core-1 pinned; the latest version differs from it\n')
    expect(away.code, away.errors).to.equal(8)
    expect(away.output).to.include('\n-ntp server 192.0.2.9\n')
    expect([again.code, steady.code, unpinned.code, without.code]).to.deep.equal([0, 0, 0, 5])
    expect((await user.coffer(['pin', 'core-1'])).code).to.equal(4)
  })

  it('search all devices and print lines like grep', async () => {
    const found = await user.coffer(['search', '-e', String.raw`^ntp server 192\.0\.2\.\d+`, '-C', '1'])

    expect(found.code, found.errors).to.equal(0)
    expect(found.output).to.equal(
      'core-1:running-config-1-hostname core-1\n' +
        'core-1:running-config:2:ntp server 192.0.2.10\n' +
        'core-1:running-config-3-banner motd ^[]0;owned^G\n',
    )
    expect(found.errors).to.equal('1 line of 1 device; 3 texts were searched\n')
  })

  it('report an incomplete search', async () => {
    const cut = await user.coffer(['search', 'hostname', '--limit', '1', '--ndjson'])

    expect(cut.code).to.equal(8)
    expect(cut.errors).to.include('there are more devices')
    expect(JSON.parse(cut.output.trimEnd().split('\n').at(-1)!)).to.include({ type: 'end', complete: false })
  })

  it('list filtered devices as a table and as JSON', async () => {
    const table = await said('devices', '--site', 'lyon')
    const rows = JSON.parse(await said('devices', '--json', '--sort=-name', '--limit', '2'))
    const ofBoth = ['--platform', 'linux_server', '--platform', 'netco_iosxe', '--limit', '2']
    const several = JSON.parse(await said('devices', '--json', '--sort=-name', ...ofBoth))

    expect(table.split('\n')).to.have.length(3)
    expect(table)
      .to.match(/^NAME +STATE +PLATFORM/)
      .and.match(/\ncore-1 +\w+ +netco_iosxe +192\.0\.2\.1 +lyon/)
    expect(rows.map(({ name }: { name: string }) => name)).to.deep.equal(['server-1', 'core-3'])
    expect(several).to.deep.equal(rows)
    expect(await said('devices', 'show', 'server-1'))
      .to.include('platform:')
      .and.match(/filetree +ssh +2/)
  })

  it('suggest similar names for an unknown device', async () => {
    const ended = await user.coffer(['show', 'core'])

    expect(ended).to.deep.include({ code: 5, output: '' })
    expect(ended.errors).to.equal(
      'coffer: No device is named core. [name_not_found]\n  Similar names: core-1, core-2, core-3\n',
    )
  })

  it('report that a role lacks permission to download', async () => {
    const { token } = await service.as('tenant_readonly', tenant)
    const reader = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
    const target = path.join(reader.folder, 'x')

    const ended = await reader.coffer(['download', 'core-1', '-o', target])

    expect(ended.code).to.equal(4)
    expect(ended.errors).to.include('config:download')
    expect(fs.existsSync(target)).to.equal(false)
    reader.end()
  })

  it('print the report, and exit with 8 if devices need attention', async () => {
    const report = await user.coffer(['report', '--check'])

    expect(report.code, report.errors).to.equal(8)
    expect(report.output).to.match(/\n(nothing to cover yet|.* covered: \d of \d devices?), \d exceptions?\n/)
  })

  it('export device definitions and import them again', async () => {
    const file = path.join(user.folder, 'devices.json')
    await said('export', '-o', file)
    const { token } = await service.as('tenant_admin', tenant)
    const admin = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
    const same = await admin.coffer(['import', file])
    const table = 'name,hostname,platform\ncore-9,192.0.2.9,netco_iosxe\ncore-10,,nonsense\n'
    const tried = await admin.coffer(['import', '-', '--format', 'csv', '--dry-run'], table)
    const credential = { name: 'routers', username: 'backup', password: 'login-Secret1' }
    must(await (await service.as('tenant_admin', tenant)).post('/api/credentials', credential), 201)
    const secrets = 'name,hostname,platform,credential\na,192.0.2.8,nxos,routers\nb,192.0.2.9,nxos,routers\n'
    const waiting = await admin.coffer(['import', '-', '--format', 'csv', '--dry-run'], secrets)
    admin.end()

    expect(same, same.errors).to.deep.include({ code: 0, output: '0 added, 0 changed, 5 unchanged, 0 rejected\n' })
    expect(tried.code).to.equal(8)
    expect(tried.output).to.match(/^1 added, 0 changed, 0 unchanged, 1 rejected \(nothing was written\)\n/)
    expect(tried.output).to.match(/\n +3 +core-10 +/)
    expect(waiting.output).to.match(/\n2 addresses await approval; see: coffer addresses\n$/)
    expect(await said('export', '--format', 'csv')).to.include('core-1,192.0.2.1,netco_iosxe')
    expect(JSON.parse(await said('export', 'core-2')).devices).to.have.length(1)
  })

  it('request any other operation of the API', async () => {
    const agents = JSON.parse(await said('api', 'get', '/api/devices', '-q', 'q=core-2', '-q', 'limit=1'))
    const usage = JSON.parse(await said('api', 'get', '/api/storage/usage'))
    const refused = await user.coffer(['api', 'GET', '/api/devices', '-q', 'limit=0'])
    const unknown = await user.coffer(['api', 'GET', '/api/telepathy'])

    expect(agents[0].name).to.equal('core-2')
    expect(usage).to.include({ growth_per_day: null, basis: 'insufficient' })
    expect(refused.code).to.equal(6)
    expect(refused.errors).to.include('limit: must be at least 1')
    expect(unknown).to.include({ code: 5 })
    expect(unknown.errors).to.include('[operation_unknown]')
  })

  it('complete names for a shell', async () => {
    expect(await said('complete', '--', 'dev')).to.equal('devices\n')
    expect(await said('complete', '--', 'runs', '')).to.equal('show\nlog\ncancel\ncauses\n')
    expect(await said('complete', '--', 'diff', 'core-')).to.equal('core-1\ncore-2\ncore-3\n')
    expect(await said('complete', '--', 'devices', '--state', 'un')).to.equal('unchanged\n')
    expect(await said('complete', '--', 'search', '--ig')).to.equal('--ignore-case\n')
  })
})
