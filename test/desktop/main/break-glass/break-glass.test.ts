import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { must } from '../../../support/service.ts'
import { type BreakGlassScene, connectionId, createBreakGlassScene, passphrase } from './scene.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('break-glass copies on the desktop', () => {
  let scene: BreakGlassScene
  beforeEach(async () => {
    scene = await createBreakGlassScene()
  })
  afterEach(() => scene.close())

  const reject = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (found: unknown) => found,
    )
    return (error as { problem?: { code: string; params: object } } | undefined)?.problem
  }
  const deletions = () => scene.desktop.list(connectionId).deletions.map(({ id, reason }) => ({ id, reason }))
  const serverState = async (id: string) =>
    must(await (await scene.customer.as('tenant_admin')).get(`/api/break-glass-copies/${id}`), 200)

  it('are filled by a refresh and read with the passphrase, without the service', async () => {
    const { id } = await scene.hasCopy()
    const refreshed = await scene.refresh(id)
    scene.state.isReachable = false
    scene.restart()
    const entries = await scene.unlock(id)
    const edge = entries.find(({ device }) => device === 'edge-1')!

    expect(refreshed).to.include({ devices: 2, configurations: 2, problem: null, isRefreshing: false })
    expect(edge).to.include({ site: 'Ghent', platform: 'netco_iosxe', key: 'running-config', isGood: true })
    expect(await scene.textOf(id, edge.artifactId)).to.equal('hostname edge-1\nsecret alpha\n')
    expect(await serverState(id)).to.include({ devices: 2, configurations: 2 })
  })

  it('leave no text, name, site or passphrase on the disk', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    const bytes = scene.bytesOnDisk()

    expect(bytes.length).to.be.greaterThan(500)
    for (const word of ['edge-1', 'alpha', 'Ghent', 'netco', passphrase])
      expect(bytes.includes(word), word).to.equal(false)
    if (process.platform !== 'win32') {
      expect(fs.statSync(scene.pathOf(id, 'copy.json')).mode & 0o077).to.equal(0)
      expect(fs.statSync(scene.pathOf(id, `${scene.version.id}.sealed`)).mode & 0o077).to.equal(0)
    }
  })

  it('read only new versions at the next refresh, and erase the former ones', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    await scene.unlock(id)
    scene.state.requests.length = 0
    await scene.refresh(id)
    const unchanged = scene.state.requests.filter((where) => where.endsWith('/contents'))
    const seen = scene.service.dependencies.now()
    scene.advance(2 * hourMs)
    const captured = {
      capturedAt: new Date(seen.getTime() + hourMs),
      lastSeenAt: new Date(seen.getTime() + 2 * hourMs),
    }
    const newer = await scene.tenant.hasText(scene.router, 'hostname edge-1\nsecret beta\n', captured)
    await scene.refresh(id)

    expect(unchanged).to.deep.equal([])
    expect(scene.filesOf(id)).to.include(`${newer.id}.sealed`).and.not.include(`${scene.version.id}.sealed`)
    expect(await scene.textOf(id, newer.artifactId)).to.include('secret beta')
    const records = must(await (await scene.customer.as('tenant_admin')).get('/api/audit?action=config.download'), 200)
    expect(records).to.have.length(3)
  })

  it('keep the former copy if the program ends during a refresh', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    const seen = scene.service.dependencies.now()
    scene.advance(2 * hourMs)
    const captured = {
      capturedAt: new Date(seen.getTime() + hourMs),
      lastSeenAt: new Date(seen.getTime() + 2 * hourMs),
    }
    await scene.tenant.hasText(scene.router, 'hostname edge-1\nsecret beta\n', captured)
    const reached = Promise.withResolvers<void>()
    scene.state.before = async (where) => {
      if (!where.includes('/contents')) return
      reached.resolve()
      await new Promise(() => undefined) // never answered: the program was killed
    }
    scene.desktop.refresh(connectionId, id)
    await reached.promise
    fs.writeFileSync(scene.pathOf(id, 'half.sealed.new'), 'half')
    scene.state.before = async () => {}
    scene.restart()
    const [entry] = (await scene.unlock(id)).filter(({ device }) => device === 'edge-1')

    expect(await scene.textOf(id, entry!.artifactId)).to.include('secret alpha')
    await scene.refresh(id)
    expect(scene.filesOf(id)).not.to.include('half.sealed.new')
    expect(await scene.textOf(id, entry!.artifactId)).to.include('secret beta')
  })

  it('detect altered, swapped, removed and missing files', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    const [one, two] = await scene.unlock(id)
    const fileOf = (versionId: string) => scene.pathOf(id, `${versionId}.sealed`)
    const content = fs.readFileSync(fileOf(one!.versionId))
    const read = () => reject(scene.desktop.unlocked.read(id, one!.artifactId))
    const codes: (string | undefined)[] = []

    fs.writeFileSync(
      fileOf(one!.versionId),
      content.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    )
    codes.push((await read())?.code)
    fs.copyFileSync(fileOf(two!.versionId), fileOf(one!.versionId))
    codes.push((await read())?.code)
    fs.rmSync(fileOf(one!.versionId))
    codes.push((await read())?.code)
    const manifest = JSON.parse(fs.readFileSync(scene.pathOf(id, 'manifest.json'), 'utf8'))
    fs.writeFileSync(scene.pathOf(id, 'manifest.json'), JSON.stringify({ ...manifest, entries: [manifest.entries[0]] }))
    codes.push((await reject(scene.unlock(id)))?.code)

    expect(new Set(codes)).to.deep.equal(new Set(['desktop_break_glass_damaged']))
  })

  it('refuse a short passphrase, and delay the next attempt after each wrong one', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    const short = await reject(
      scene.desktop.create(connectionId, { ...scene.desktop.find(connectionId, id), passphrase: 'thirteen char' }),
    )
    const first = await reject(scene.unlock(id, 'a wrong passphrase'))
    const early = await reject(scene.unlock(id))
    scene.advance(1000)
    const second = await reject(scene.unlock(id, 'a wrong passphrase'))
    scene.restart()
    scene.advance(1000)
    const again = await reject(scene.unlock(id))
    scene.advance(1000)

    expect(short).to.deep.equal({ code: 'desktop_break_glass_passphrase_short', params: { length: 14 } })
    expect(first).to.deep.equal({ code: 'desktop_break_glass_passphrase_wrong', params: { seconds: 1 } })
    expect(early).to.deep.equal({ code: 'desktop_break_glass_wait', params: { seconds: 1 } })
    expect(second?.params).to.deep.equal({ seconds: 2 })
    expect(again?.code).to.equal('desktop_break_glass_wait')
    expect(await scene.unlock(id)).to.have.length(2)
  })

  it('lock themselves after a quarter of an hour without use', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    const [entry] = await scene.unlock(id)
    scene.advance(14 * 60_000)
    await scene.textOf(id, entry!.artifactId)
    scene.advance(14 * 60_000)
    await scene.desktop.tick()
    const isUnlocked = scene.stateOf(id)?.isUnlocked
    scene.advance(60_000)
    await scene.desktop.tick()

    expect([isUnlocked, scene.stateOf(id)?.isUnlocked]).to.deep.equal([true, false])
    expect((await reject(scene.textOf(id, entry!.artifactId)))?.code).to.equal('desktop_break_glass_locked')
  })

  it('are deleted at the next contact after a revocation, also without a session', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    scene.state.session = null
    must(await (await scene.customer.as('tenant_admin')).delete(`/api/break-glass-copies/${id}`), 204)
    await scene.desktop.tick()

    expect(scene.stateOf(id)).to.equal(undefined)
    expect(fs.existsSync(scene.pathOf(id, ''))).to.equal(false)
    expect(deletions()).to.deep.equal([{ id, reason: 'revoked' }])
    expect(await serverState(id)).to.include({ state: 'deleted', deletion_reason: 'revoked' })
    expect(() => scene.desktop.dismiss('another connection', id)).to.throw()
    scene.desktop.dismiss(connectionId, id)
    expect(deletions()).to.deep.equal([])
  })

  it('are deleted when they are revoked during a refresh', async () => {
    const { id } = await scene.hasCopy()
    const admin = await scene.customer.as('tenant_admin')
    scene.state.before = async (where) => {
      if (where.includes('/configurations')) must(await admin.delete(`/api/break-glass-copies/${id}`), 204)
    }
    await scene.refresh(id)

    expect(deletions()).to.deep.equal([{ id, reason: 'revoked' }])
    expect(fs.existsSync(scene.pathOf(id, ''))).to.equal(false)
  })

  it('are deleted after their days without contact, and report it later', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    scene.state.isReachable = false
    scene.advance(7 * dayMs - 1000)
    await scene.desktop.tick()
    const before = scene.stateOf(id)
    scene.advance(1000)
    scene.restart()
    await scene.desktop.tick()

    expect(before).to.not.equal(undefined)
    expect(deletions()).to.deep.equal([{ id, reason: 'expired' }])
    scene.state.isReachable = true
    await scene.desktop.tick()
    expect(await serverState(id)).to.include({ state: 'deleted', deletion_reason: 'expired' })
  })

  it('expire although another copy cannot be read or written', async () => {
    const [broken, good] = [await scene.hasCopy(), await scene.hasCopy()]
    await scene.refresh(broken.id)
    await scene.refresh(good.id)
    scene.state.isReachable = false
    fs.writeFileSync(scene.pathOf(broken.id, 'copy.json'), '{"format":')
    fs.mkdirSync(path.join(path.dirname(scene.pathOf(good.id, '')), 'deleted.json')) // no note can be written
    scene.advance(8 * dayMs)
    await scene.desktop.tick()

    expect([broken, good].map(({ id }) => fs.existsSync(scene.pathOf(id, '')))).to.deep.equal([false, false])
  })

  it('expire although the clock was set back', async () => {
    const { id } = await scene.hasCopy()
    scene.state.isReachable = false
    const start = scene.state.now
    scene.state.now = new Date(start.getTime() + 6 * dayMs)
    await scene.desktop.tick()
    scene.state.now = start
    scene.restart()
    await scene.desktop.tick()
    const kept = scene.stateOf(id)
    scene.state.now = new Date(start.getTime() + 7 * dayMs)
    await scene.desktop.tick()

    expect(kept).to.not.equal(undefined)
    expect(deletions()).to.deep.equal([{ id, reason: 'expired' }])
  })

  it('do not gain time from a contact while the clock is set back', async () => {
    const { id } = await scene.hasCopy()
    scene.state.now = new Date(scene.state.now.getTime() + 5 * dayMs)
    await scene.desktop.tick()
    const { expiresAt } = scene.stateOf(id)!
    scene.state.now = new Date(scene.state.now.getTime() - 4 * dayMs)
    await scene.desktop.tick()

    expect(scene.stateOf(id)?.expiresAt).to.equal(expiresAt)
  })

  it('are kept if the service does not know them, but are not given more time', async () => {
    const { id } = await scene.hasCopy()
    const { expiresAt } = scene.stateOf(id)!
    await scene.tenant.inTransaction(({ trx }) => trx('break_glass_copies').where({ id }).delete())
    scene.advance(dayMs)
    await scene.desktop.tick()
    const refreshed = await scene.refresh(id)

    expect(refreshed).to.deep.include({ expiresAt, problem: { kind: 'unknown', message: null } })
  })

  it('are refreshed by their schedule, with the session of the connection', async () => {
    const { id } = await scene.hasCopy({ everyHours: 6 })
    await scene.desktop.tick()
    const first = scene.stateOf(id)?.refreshedAt
    scene.advance(5 * hourMs)
    await scene.desktop.tick()
    const early = scene.stateOf(id)?.refreshedAt
    scene.advance(hourMs)
    scene.state.session = null
    await scene.desktop.tick()
    const waiting = scene.stateOf(id)
    scene.state.session = { token: scene.operator.token ?? '', user: 'anna', expiresAt: '2999-01-01T00:00:00Z' }
    scene.advance(hourMs)
    await scene.desktop.tick()

    expect(first).to.be.a('string')
    expect(early).to.equal(first)
    expect(waiting).to.deep.include({ refreshedAt: first, problem: { kind: 'no-session', message: null } })
    expect(scene.stateOf(id)).to.deep.include({ refreshedAt: scene.state.now.toISOString(), problem: null })
  })

  it('show that the service cannot be reached, and keep their content', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    scene.state.isReachable = false
    const failed = await scene.refresh(id)

    expect(failed).to.deep.include({ configurations: 2, problem: { kind: 'unreachable', message: null } })
    expect(await scene.unlock(id)).to.have.length(2)
  })

  it('are deleted with their connection, which is reported', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    scene.state.wait = () => new Promise(() => undefined) // the report is faster than its limit
    await scene.desktop.removeConnection(connectionId)

    expect(fs.existsSync(scene.pathOf(id, ''))).to.equal(false)
    expect(await serverState(id)).to.include({ deletion_reason: 'connection' })
  })

  it('are erased completely after a deletion that was interrupted', async () => {
    const { id } = await scene.hasCopy()
    await scene.refresh(id)
    fs.rmSync(scene.pathOf(id, 'copy.json'))
    scene.restart()
    await scene.desktop.tick()

    expect(fs.existsSync(scene.pathOf(id, ''))).to.equal(false)
  })

  it('are not shown to another connection', async () => {
    const { id } = await scene.hasCopy()

    expect(scene.desktop.list('bundled')).to.deep.equal({ copies: [], deletions: [] })
    expect(() => scene.desktop.find('bundled', id)).to.throw('desktop_break_glass_missing')
  })
})
