import fs from 'node:fs'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { expect } from 'chai'
import { agentTargets } from '../../build/agent-targets.ts'
import { fetchNode } from '../../build/fetch-node.ts'
import { nameWindowsProgram } from '../../build/name-windows-program.ts'
import { unsignPe } from '../../build/unsign-pe.ts'

describe('the agent program for Windows', function () {
  it('replaces Node’s name and version, and leaves the rest unchanged', function () {
    const file = windowsNode()
    if (file === undefined) return this.skip() // npm cannot be reached
    const node = unsignPe(fs.readFileSync(file))

    const named = nameWindowsProgram(node, '1.2.3')

    const strings = stringsOf(named)
    expect(strings).to.have.members([
      '1.2.3.0',
      '1.2.3.0',
      'Coffer agent',
      'coffer-agent',
      'coffer-agent.exe',
      'Coffer',
      'Coffer',
      'Node.js: Copyright Node.js contributors. MIT license.',
    ])
    expect(sectionNames(named)).to.deep.equal(sectionNames(node))
    expect(Math.abs(named.length - node.length)).to.be.lessThan(64 * 1024)
    expect(nameWindowsProgram(node, '1.2.3').equals(named)).to.equal(true)
  })
})

function windowsNode(): string | undefined {
  const target = agentTargets.find(({ name }) => name === 'win-x64')
  try {
    return target && fetchNode(target.node)
  } catch {
    return undefined
  }
}

function stringsOf(program: Buffer): string[] {
  const resources = NtExecutableResource.from(NtExecutable.from(program))
  const [info, ...others] = Resource.VersionInfo.fromEntries(resources.entries)
  expect(others).to.deep.equal([])
  const [language] = info?.getAllLanguagesForStringValues() ?? []
  return info && language ? Object.values(info.getStringValues(language)) : []
}

function sectionNames(program: Buffer): string[] {
  return NtExecutable.from(program)
    .getAllSections()
    .map(({ info }) => info.name)
}
