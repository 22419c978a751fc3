import fs from 'node:fs'
import { expect } from 'chai'
import { planFor } from '../../agent/install/plan-install.ts'
import { agentTargets } from '../../build/agent-targets.ts'
import { enrolmentCommands } from '../../desktop/console/features/agents/enrolment-commands.ts'
import { openGuide } from '../support/guide.ts'

const page = 'docs/agent-systems.md'
const url = 'https://coffer.example.net'

/** No test has these systems: the commands are those of the console and of the agent's plan. */
describe(`the commands of ${page}`, () => {
  const guide = openGuide(page)
  const linesOf = (text: string) => guide.read(text).trimEnd().split('\n')

  for (const [system, text] of [
    ['windows', 'Select-String'],
    ['macos', 'shasum --algorithm'],
  ] as const) {
    it(`are those that the console shows for ${system}`, () => {
      const { archive, enrol, doctor, start } = enrolmentCommands(system, url)

      const expected = [archive?.check, archive?.unpack, archive?.sign, enrol, doctor, start]
      expect(linesOf(text)).to.deep.equal(expected.filter((line) => line !== undefined))
    })
  }

  it('show, stop and start what the agent installs', () => {
    const [windows, macos] = (['win32', 'darwin'] as const).map((system) => planFor(system, { settings: {} }))

    const quoted = (command: readonly string[]) =>
      command.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')
    expect(linesOf('schtasks /Query')).to.deep.equal([
      windows?.afterwards.split(';')[0],
      ...[windows?.halt[0], windows?.install.at(-1)].map((command) => quoted(command ?? [])),
    ])
    expect(linesOf('launchctl print')).to.deep.equal([
      macos?.afterwards.split(';')[0],
      ...[macos?.halt[0], macos?.install.at(-1)].map((command) => `sudo ${quoted(command ?? [])}`),
    ])
  })

  it('name the systems and the Node of the release', () => {
    const versions = agentTargets.map(({ name, node }) => [name, node.version.split('.')[0]])
    const [, cells = ''] = /^\| Node in the executable +\|(.*)\|$/m.exec(fs.readFileSync(page, 'utf8')) ?? []

    expect(versions.map(([name]) => name)).to.deep.equal([
      ...['linux-x64', 'linux-arm64', 'win-x64', 'darwin-x64', 'darwin-arm64'],
    ])
    expect(cells.split('|').map((cell) => cell.trim())).to.deep.equal(
      ['linux-x64', 'win-x64', 'darwin-x64'].map((name) => versions.find(([one]) => one === name)?.[1]),
    )
  })
})
