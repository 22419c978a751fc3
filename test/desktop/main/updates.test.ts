import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { HttpExecutor } from 'builder-util-runtime'
import { expect } from 'chai'
import type { UpdateState } from '../../../desktop/bridge.ts'
import { findAppImage, openUpdater } from '../../../desktop/main/updates/open-updater.ts'
import { manifestName, parsePublicKey } from '../../../desktop/main/updates/read-manifest.ts'
import { createUpdates, feedAddress } from '../../../desktop/main/updates/updates.ts'
import { programMissing } from '../../support/doc-shell.ts'
import { openGuide } from '../../support/guide.ts'
import { temporaryFolder } from '../../support/temporary-folders.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const updateKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
const program = Buffer.from('#!/bin/sh\nexit 0\n')

describe('the updates of the desktop', () => {
  const files = new Map<string, Buffer>()
  const redirected = new Set<string>()
  let requested: string[] = []
  let server: http.Server
  let feed: string
  let folder: string
  const former = process.env['APPIMAGE']

  before(async () => {
    server = http.createServer((req, res) => {
      requested.push(req.url ?? '')
      if (redirected.has(req.url ?? '')) return res.writeHead(302, { location: '/elsewhere' }).end()
      const file = files.get(new URL(req.url ?? '', 'http://x').pathname)
      res.writeHead(file ? 200 : 404).end(file)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases`
  })
  after(() => {
    server.close()
    if (former === undefined) delete process.env['APPIMAGE']
    else process.env['APPIMAGE'] = former
  })
  beforeEach(() => {
    files.clear()
    redirected.clear()
    requested = []
    folder = temporaryFolder('coffer-updates-')
    process.env['APPIMAGE'] = path.join(folder, 'coffer.AppImage')
    fs.writeFileSync(process.env['APPIMAGE'], 'the former program')
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  /** Publishes a release as electron-builder writes it, signed unless told otherwise. */
  function publish({ version = '1.2.0', of = program, signature = true, key = privateKey, name = '' } = {}) {
    name ||= `Coffer-${version}.AppImage`
    const sha512 = createHash('sha512').update(of).digest('base64')
    const manifest = Buffer.from(
      `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${of.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-20T00:00:00.000Z'\n`,
    )
    files.set('/releases/latest-linux.yml', manifest)
    if (signature) files.set('/releases/latest-linux.yml.sig', sign(null, manifest, key))
    files.set(`/releases/${name}`, program)
  }

  function aDesktop({ key = updateKey, updateFeed = feed, version = '1.1.9', isInstallable = true } = {}) {
    const moved: string[] = []
    const options = {
      ...{ platform: 'linux' as const, version, folder: path.join(folder, 'updates') },
      appImage: process.env['APPIMAGE'] ?? null,
      onMoved: (program: string) => void moved.push(program),
      log: () => undefined,
      httpExecutor: new NodeExecutor() as never,
    }
    const states: UpdateState[] = []
    const preferences = {
      ...{ notifications: 'off' as const, runsInBackground: false, startsAtLogin: false, looksForUpdates: true },
      ...{ updateFeed, updateKey: key },
    }
    const updates = createUpdates({
      ...{ version, platform: 'linux', arch: 'x64', preferences: () => preferences, now: () => new Date(0) },
      async fetchFile(url) {
        const answer = await fetch(url)
        return answer.status === 404 ? null : Buffer.from(await answer.arrayBuffer())
      },
      open: isInstallable ? (from, info) => openUpdater(options, from, info) : null,
      onChange: (state) => states.push(state),
    })
    const ended = async () => {
      while (updates.read().stage === 'downloading') await new Promise((resolve) => setTimeout(resolve, 5))
      return updates.read()
    }
    const end = () => updates.install({ startsAgain: false })
    return { updates, states, preferences, moved, ended, end }
  }

  const codeOf = async ({ updates }: ReturnType<typeof aDesktop>) => (await updates.check()).problem?.code

  it('are downloaded after a check, and installed when the program quits', async () => {
    publish()
    const { updates, states, ended, end } = aDesktop()

    expect(await updates.check()).to.deep.include({ stage: 'newer', newest: '1.2.0', canInstall: true })
    updates.download()
    expect(await ended()).to.deep.include({ stage: 'ready', percent: 100, problem: null })
    expect(states[0]).to.deep.include({ stage: 'downloading', percent: 0 })
    end()

    const installed = process.env['APPIMAGE'] ?? ''
    expect(fs.readFileSync(installed)).to.deep.equal(program)
    expect(fs.statSync(installed).mode & 0o111).to.be.above(0)
    const manifests = requested.filter((url) => url.includes('.yml'))
    expect(manifests).to.have.members(['/releases/latest-linux.yml', '/releases/latest-linux.yml.sig'])
  })

  it('are signed with the commands of docs/release.md', async function () {
    if (programMissing('openssl')) return this.skip()
    publish({ signature: false })
    const guide = openGuide('docs/release.md')
    const manifest = path.join(folder, 'latest-linux.yml')
    fs.writeFileSync(manifest, files.get('/releases/latest-linux.yml') ?? '')
    const values = { 'releases.pem': path.join(folder, 'releases.pem') }

    const key = execFileSync('sh', ['-c', guide.take('openssl genpkey', values)], { encoding: 'utf8' }).trim()
    execFileSync('sh', ['-c', guide.take('openssl pkeyutl', { ...values, 'dist/packed/': `${folder}/` })])

    files.set('/releases/latest-linux.yml.sig', fs.readFileSync(`${manifest}.sig`))
    expect(await aDesktop({ key }).updates.check()).to.deep.include({ stage: 'newer', canInstall: true })
  })

  it('are refused without a valid signature, before anything else is requested', async () => {
    publish({ signature: false })
    expect(await codeOf(aDesktop())).to.equal('desktop_update_unsigned')
    publish({ key: generateKeyPairSync('ed25519').privateKey })
    expect(await codeOf(aDesktop())).to.equal('desktop_update_signature_invalid')
    publish()
    const manifest = files.get('/releases/latest-linux.yml') as Buffer
    files.set('/releases/latest-linux.yml', Buffer.from(manifest.toString().replace('1.2.0', '1.3.0')))
    const desktop = aDesktop()
    expect(await codeOf(desktop)).to.equal('desktop_update_signature_invalid')
    files.set('/releases/latest-linux.yml.sig', Buffer.alloc(64))
    expect(await codeOf(aDesktop())).to.equal('desktop_update_signature_invalid')
    files.set('/releases/latest-linux.yml.sig', Buffer.from('short'))
    expect(await codeOf(aDesktop())).to.equal('desktop_update_signature_invalid')

    expect(() => desktop.updates.download()).to.throw('desktop_update_not_installable')
    expect(requested.filter((url) => url.includes('AppImage'))).to.deep.equal([])
  })

  it('are not installed if the package differs from the signed manifest', async () => {
    publish({ of: Buffer.from('another program') })
    const { updates, ended, end } = aDesktop()
    await updates.check()

    updates.download()

    const { stage, problem } = await ended()
    expect([stage, problem?.code]).to.deep.equal(['failed', 'desktop_update_download_failed'])
    expect(problem?.params['reason']).to.match(/sha512/i)
    end()
    expect(fs.readFileSync(process.env['APPIMAGE'] ?? '', 'utf8')).to.equal('the former program')
  })

  it('are never older than the program, even if they are signed', async () => {
    publish({ version: '1.1.8' })
    const desktop = aDesktop()

    expect(await desktop.updates.check()).to.deep.include({ stage: 'current', newest: '1.1.8', canInstall: false })
    expect(() => desktop.updates.download()).to.throw('desktop_update_not_installable')
  })

  it('are only reported without a public key, and for packages that do not update themselves', async () => {
    publish()

    for (const desktop of [aDesktop({ key: '' }), aDesktop({ isInstallable: false })]) {
      expect(await desktop.updates.check()).to.deep.include({ stage: 'newer', newest: '1.2.0', canInstall: false })
      expect(() => desktop.updates.download()).to.throw('desktop_update_not_installable')
    }
    const inherited = { APPIMAGE: '/opt/editor.AppImage', APPDIR: '/tmp/.mount_editor' }
    expect(findAppImage(inherited, '/usr/bin/coffer')).to.equal(null)
    expect(findAppImage(inherited, '/tmp/.mount_editor/coffer')).to.equal('/opt/editor.AppImage')
  })

  /** Downloads a release up to its installation. */
  async function aDownloadedRelease() {
    publish()
    const desktop = aDesktop()
    await desktop.updates.check()
    desktop.updates.download()
    expect((await desktop.ended()).stage).to.equal('ready')
    const packages = fs.globSync(path.join(folder, 'updates/packages/pending/*.AppImage'))
    return { ...desktop, file: packages[0] ?? '' }
  }
  const installedProgram = () => fs.readFileSync(process.env['APPIMAGE'] ?? '', 'utf8')

  it('are not installed any more once the address or the key changed', async () => {
    const { updates, preferences, end } = await aDownloadedRelease()
    const { publicKey: other } = generateKeyPairSync('ed25519')
    preferences.updateKey = other.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')

    expect((await updates.check()).problem?.code).to.equal('desktop_update_signature_invalid')
    end()

    expect(installedProgram()).to.equal('the former program')
  })

  it('leave the former program in place if the package was changed or removed meanwhile', async () => {
    const { file, end } = await aDownloadedRelease()

    fs.writeFileSync(file, 'a program of somebody else')
    expect(end).to.throw('the downloaded package was changed')
    fs.rmSync(file)
    expect(end).to.throw('ENOENT')

    expect(installedProgram()).to.equal('the former program')
    expect(fs.readdirSync(folder)).to.have.members(['coffer.AppImage', 'updates'])
  })

  it('report the path of the new program, whose name contains the version', async () => {
    const named = path.join(folder, 'Coffer-1.1.9.AppImage')
    fs.renameSync(process.env['APPIMAGE'] ?? '', named)
    process.env['APPIMAGE'] = named
    const { moved, end } = await aDownloadedRelease()

    end()

    expect(moved).to.deep.equal([path.join(folder, 'Coffer-1.2.0.AppImage')])
    expect(fs.readdirSync(folder)).to.have.members(['Coffer-1.2.0.AppImage', 'updates'])
  })

  it('are for one platform and processor, whatever a server offers under its name', async () => {
    publish({ name: 'Coffer Setup 1.2.0.exe' })
    expect(await codeOf(aDesktop())).to.equal('desktop_update_manifest_invalid')
    publish({ name: 'Coffer-1.2.0-arm64.AppImage' })
    expect(await codeOf(aDesktop())).to.equal('desktop_update_manifest_invalid')
    expect(manifestName('linux', 'arm64')).to.equal('latest-linux-arm64.yml')
  })

  it('are read from the server of the address only, without redirects', async () => {
    publish({ name: 'http://localhost:9/Coffer-1.2.0.AppImage' })
    const elsewhere = aDesktop()
    await elsewhere.updates.check()
    elsewhere.updates.download()
    expect((await elsewhere.ended()).problem?.params['reason']).to.include('http://localhost:9')

    publish()
    redirected.add('/releases/Coffer-1.2.0.AppImage')
    const { updates, ended } = aDesktop()
    await updates.check()
    updates.download()
    expect((await ended()).problem?.code).to.equal('desktop_update_download_failed')
    expect(requested).not.to.include('/elsewhere')
  })

  it('keep a download when another check ends', async () => {
    publish()
    const { updates, ended } = aDesktop()
    await updates.check()
    const checked = updates.check()
    updates.download()

    expect((await checked).stage).to.be.oneOf(['downloading', 'ready'])
    expect(await ended()).to.deep.include({ stage: 'ready', problem: null })
  })

  it('lead from a pre-release to its release', async () => {
    publish()
    expect((await aDesktop({ version: '1.2.0-beta.1' }).updates.check()).stage).to.equal('newer')
    publish({ version: '1.2.0-beta.2' })
    expect((await aDesktop({ version: '1.2.0' }).updates.check()).stage).to.equal('current')
  })

  it('are checked again after the address or the key changed', async () => {
    publish()
    const { updates, preferences } = aDesktop({ key: '' })
    await updates.check()

    preferences.updateKey = updateKey

    expect(updates.read().stage).to.equal('unknown')
    expect(() => updates.download()).to.throw('desktop_update_not_installable')
    expect((await updates.check()).canInstall).to.equal(true)
  })

  it('report an address without a manifest, or that cannot be read', async () => {
    expect(await codeOf(aDesktop())).to.equal('desktop_update_manifest_missing')
    files.set('/releases/latest-linux.yml', Buffer.from('<html>'))
    expect(await codeOf(aDesktop({ key: '' }))).to.equal('desktop_update_manifest_invalid')
    expect(await codeOf(aDesktop({ updateFeed: 'http://127.0.0.1:1' }))).to.equal('desktop_update_unreachable')
  })

  it('request nothing without an address, and accept only https addresses and Ed25519 keys', async () => {
    expect((await aDesktop({ updateFeed: '' }).updates.check()).stage).to.equal('no-feed')
    expect(requested).to.deep.equal([])
    expect(feedAddress(' https://files.example/coffer ')).to.equal('https://files.example/coffer')
    expect(feedAddress('')).to.equal('')
    for (const given of ['http://files.example', 'https://u:p@files.example', 'file:///tmp', 'x']) {
      expect(feedAddress(given), given).to.equal(null)
    }
    expect(parsePublicKey(updateKey)).to.not.equal(null)
    for (const given of ['', 'x', `${updateKey}=`, updateKey.slice(1), 'A'.repeat(44)]) {
      expect(parsePublicKey(given), given).to.equal(null)
    }
  })
})

/** Sends the requests of electron-updater with Node instead of Electron. */
class NodeExecutor extends HttpExecutor<http.ClientRequest> {
  createRequest(options: http.RequestOptions, callback: (response: http.IncomingMessage) => void) {
    return http.request(options, callback)
  }

  download(url: URL, destination: string, options: Parameters<NodeExecutor['doDownload']>[1]['options']) {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const { hostname, port, pathname, search } = url
      const request = { hostname, port, path: `${pathname}${search}`, headers: options.headers ?? {} }
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}
