import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { openOutFolder } from '../../../agent/standalone/out-folder.ts'

describe('the output folder of one device', () => {
  let parent: string
  const owner = (platform: string) => ({ device: '192.0.2.1', port: null, platform })
  const open = (platform: string) =>
    openOutFolder(path.join(parent, 'out'), owner(platform), ['running-config.txt', 'version.txt'], [])

  beforeEach(() => (parent = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-out-'))))
  afterEach(() => fs.rmSync(parent, { recursive: true, force: true }))

  function write(folder: ReturnType<typeof open>, name: string) {
    const file = folder.begin(name)
    file.push(Buffer.from('hostname r1\n'))
    file.keep()
  }

  it('belongs to no device after a run that wrote nothing, so another platform can be tried', () => {
    const wrong = open('netco_iosxe')
    wrong.begin('running-config.txt').push(Buffer.from('a part'))
    wrong.discard()

    const right = open('netco_nxos')
    write(right, 'running-config.txt')
    right.discard()

    expect(fs.readdirSync(right.path)).to.deep.equal(['.coffer-device.json', 'running-config.txt'])
  })

  it('belongs to the device whose text was written, also after a later empty run', () => {
    const first = open('netco_nxos')
    write(first, 'version.txt')
    first.discard()

    open('netco_nxos').discard()

    expect(() => open('netco_iosxe')).to.throw('not of 192.0.2.1 (netco_iosxe)')
    expect(fs.readFileSync(path.join(first.path, 'version.txt'), 'utf8')).to.equal('hostname r1\n')
  })
})
