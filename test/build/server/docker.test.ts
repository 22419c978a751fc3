import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import metadata from '../../../package.json' with { type: 'json' }
import { isFrom } from '../../../service/domain/inventory/login/networks.ts'
import { readSettings } from '../../../service/settings.ts'
import { programMissing } from '../../support/doc-shell.ts'

const docker = path.join(import.meta.dirname, '../../../build/server/docker')
const root = path.join(docker, '../../..')
const read = (name: string) => fs.readFileSync(path.join(docker, name), 'utf8')

interface Container {
  image: string
  command?: string[]
  build?: { context: string; dockerfile: string }
  secrets?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  logging?: { driver: string; options: Record<string, string> }
  mem_limit?: string
  networks?: Record<string, { ipv4_address: string }>
}
interface Compose {
  services: Record<string, Container>
  secrets: Record<string, { file: string }>
  volumes: Record<string, null>
  networks: Record<string, { ipam: { config: { subnet: string; ip_range: string }[] } }>
}

/** No Docker runs here: what can be held against the sources is. */
describe('the Docker deployment', () => {
  const compose = parse(read('compose.yaml')) as Compose
  const image = read('Dockerfile')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-secrets-'))
  const secretsAt = path.join(folder, 'secrets')
  const makeSecrets = () =>
    execFileSync('sh', [path.join(docker, 'make-secrets.sh'), secretsAt, 'coffer.example.net'], { encoding: 'utf8' })
  const secret = (name: string) => fs.readFileSync(path.join(folder, compose.secrets[name]?.file ?? ''), 'utf8').trim()

  before(function () {
    if (programMissing('openssl')) return this.skip()
    makeSecrets()
  })
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  it('copies only existing paths, and ignores packages and data of the source tree', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n')
    const kept = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))

    expect(kept.filter((name) => !fs.existsSync(path.join(root, name)))).to.deep.equal([])
    expect(ignored).to.include('*')
    expect(kept).to.not.include.members(['node_modules']).and.not.include('data')
    for (const [, name = ''] of image.matchAll(/node (build\/\S+\.ts)/g)) {
      expect(fs.existsSync(path.join(root, name)), name).to.equal(true)
    }
    expect(image).to.match(/^COPY --from=build \/coffer\/dist\/server \/opt\/coffer$/m)
  })

  it('has an image with an unprivileged account, a health check and the service as command', () => {
    const lines = image.split('\n')
    const from = lines.filter((line) => line.startsWith('FROM '))

    expect(from).to.have.length(2)
    expect(from[0]).to.include(`node:${process.versions.node}-`)
    expect(lines).to.include('USER coffer:coffer').and.include('ENTRYPOINT ["/opt/coffer/bin/coffer", "service"]')
    expect(image).to.match(
      /HEALTHCHECK [^\n]*\\\n {2}CMD \["\/opt\/coffer\/bin\/node", "\/opt\/coffer\/setup\/docker\/is-ready\.mjs"\]/,
    )
  })

  it('passes each secret as a file, and setup creates all of them', () => {
    for (const [name, { secrets = [], environment = {} }] of Object.entries(compose.services)) {
      for (const one of secrets) expect(Object.keys(compose.secrets), name).to.include(one)
      for (const [variable, value] of Object.entries(environment)) {
        if (variable.endsWith('_FILE')) expect(secrets, variable).to.include(path.basename(value))
        else expect(variable, name).to.not.match(/PASSWORD|SECRET|KEY|TOKEN|DATABASE_URL/)
      }
    }
    for (const name of Object.keys(compose.secrets)) expect(secret(name), name).to.not.equal('')
  })

  it('has settings that the service accepts, for its database and bucket', () => {
    const { environment = {} } = compose.services['coffer']!
    const moved = Object.entries(environment).map(([name, value]) => [
      name,
      name.endsWith('_FILE') ? path.join(folder, compose.secrets[path.basename(value)]?.file ?? '') : value,
    ])

    const { ignored, trustProxy, database, objectStore, masterKey } = readSettings(Object.fromEntries(moved))

    const identity = JSON.parse(secret('s3-server')).identities[0]
    const password = secret('database-password')
    expect([ignored, trustProxy]).to.deep.equal([[], compose.services['proxy']?.networks?.['default']?.ipv4_address])
    expect(database).to.include({ ownerUrl: `postgres://coffer:${password}@database/coffer` })
    expect(objectStore).to.include({ accessKeyId: identity.credentials[0].accessKey, bucket: 'coffer' })
    expect(objectStore).to.include({ secretAccessKey: identity.credentials[0].secretKey })
    expect(Buffer.from(masterKey ?? '', 'base64')).to.have.length(32)
  })

  it('reserves the trusted proxy’s address from dynamic allocation', () => {
    const [{ subnet, ip_range: range } = { subnet: '', ip_range: '' }] = compose.networks['default']!.ipam.config
    const own = compose.services['proxy']?.networks?.['default']?.ipv4_address ?? ''
    const contains = (network: string) => isFrom([network], own)

    expect([contains(subnet), contains(range)]).to.deep.equal([true, false])
  })

  it('keeps existing secrets, and makes their folder private', () => {
    const before = Object.keys(compose.secrets).map(secret)

    const said = makeSecrets()

    expect(Object.keys(compose.secrets).map(secret)).to.deep.equal(before)
    expect(fs.statSync(secretsAt).mode & 0o077).to.equal(0)
    expect(said).to.include('keep a copy of master-key')
  })

  it('refers only to files and containers that exist', () => {
    const { services, volumes } = compose
    for (const [name, { depends_on: needed = {}, volumes: mounted = [], build }] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(needed)) {
        expect(services, name).to.have.property(other)
        if (condition === 'service_healthy' && other !== 'coffer')
          expect(services[other]).to.have.property('healthcheck')
      }
      for (const [from = ''] of mounted.map((one) => one.split(':'))) {
        if (from.startsWith('.') && !from.startsWith('./secrets/')) {
          expect(fs.existsSync(path.join(docker, from)), from).to.equal(true)
        } else if (from.startsWith('./')) expect(fs.existsSync(path.join(folder, from)), from).to.equal(true)
        else if (!from.startsWith('/')) expect(volumes).to.have.property(from)
      }
      if (build) expect(path.join(docker, build.context, build.dockerfile)).to.equal(path.join(docker, 'Dockerfile'))
    }
  })

  it('resolves replica addresses again, to find a recreated container', () => {
    const upstream = read('coffer-replicas.conf')

    expect(upstream)
      .to.match(/^upstream coffer \{$/m)
      .and.match(/^ {2}server coffer:8080 resolve;$/m)
    expect(upstream)
      .to.match(/^ {2}resolver 127\.0\.0\.11 valid=\d+s;$/m)
      .and.match(/^ {2}zone coffer \d+k;$/m) // both are needed by `resolve`
    const [, major, minor] = /^nginx:(\d+)\.(\d+)/.exec(compose.services['proxy']?.image ?? '') ?? []
    expect([Number(major), Number(minor)]).to.deep.equal([1, 28]) // 1.27.3 is the first that has it
  })

  it('limits the log and the memory of each container', () => {
    for (const [name, { logging, mem_limit: memory }] of Object.entries(compose.services)) {
      expect(logging, name).to.deep.equal({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
      expect(memory, name).to.match(/^\d+[gm]$/)
    }
  })

  it('sends the nginx log to `docker compose logs`', () => {
    const [, file] = /access_log (\S+) /.exec(fs.readFileSync(path.join(docker, '../nginx/coffer.conf'), 'utf8')) ?? []

    expect(compose.services['proxy']?.command?.join(' ')).to.include(`ln -sf /dev/stdout ${file} `)
  })

  it('tags the image with the version, so that the previous image remains for a rollback', () => {
    const images = Object.values(compose.services).map(({ image: name }) => name)

    expect(images[0]).to.equal(`coffer:${metadata.version}`)
    expect(images.filter((name) => !/:\d/.test(name))).to.deep.equal([])
  })
})
