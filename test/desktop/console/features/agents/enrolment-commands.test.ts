import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import {
  enrolmentCommands,
  isReachedByOthers,
  systems,
} from '../../../../../desktop/console/features/agents/enrolment-commands.ts'
import { type Agent, troublesOf } from '../../../../../desktop/console/features/agents/agent-state.ts'

const agent = { status: 'online', outdated: null, lab_mode: false, enrolled_at: null } as Agent

describe('the enrolment commands of an agent', () => {
  it('name the service, but never the token', () => {
    for (const system of systems) {
      const { enrol, fromFile } = enrolmentCommands(system, 'https://coffer.example.net/lab')
      expect(enrol).to.match(/ enroll --url https:\/\/coffer\.example\.net\/lab$/)
      expect(fromFile).to.contain('--token-file')
    }
    expect(enrolmentCommands('windows', 'https://a').fromClipboard).to.match(/^Get-Clipboard \| \.\\coffer-agent\.exe/)
    expect(enrolmentCommands('linux', 'https://a').fromClipboard).to.equal(undefined)
  })

  it('verify the archive and install the agent as a service on each system', () => {
    const of = (system: (typeof systems)[number]) => enrolmentCommands(system, 'https://a')

    for (const system of ['linux', 'windows', 'macos'] as const) {
      expect(of(system).archive?.check).to.contain('SHA256SUMS')
      expect(of(system).start).to.match(/ install-service$/)
    }
    expect(of('macos').archive?.sign).to.match(/^codesign /)
    expect(of('source').archive).to.equal(undefined)
    expect(of('source').start).to.equal('npx node agent/main.ts run')
  })

  it('unpack the archive of the right processor if several are in the folder', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-unpack-'))
    try {
      for (const processor of ['x64', 'arm64']) {
        fs.writeFileSync(path.join(folder, 'coffer-agent'), processor)
        const archive = `coffer-agent-0.1.0-linux-${processor}.tar.gz`
        execFileSync('tar', ['-czf', archive, 'coffer-agent'], { cwd: folder })
      }
      const { unpack = '' } = enrolmentCommands('linux', 'https://a').archive ?? {}

      execFileSync('sh', ['-c', unpack], { cwd: folder })

      const here = process.arch === 'arm64' ? 'arm64' : 'x64'
      expect(fs.readFileSync(path.join(folder, 'coffer-agent'), 'utf8')).to.equal(here)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it('quote the address as one word, whatever it contains', () => {
    expect(enrolmentCommands('linux', `https://a/'; rm -rf $HOME`).enrol).to.contain(
      `--url 'https://a/%27; rm -rf $HOME'`,
    )
  })

  it('are usable on other computers only if the address is reachable from there', () => {
    expect(isReachedByOthers('https://coffer.example.net')).to.equal(true)
    for (const url of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'no address']) {
      expect(isReachedByOthers(url), url).to.equal(false)
    }
  })
})

describe('an agent’s problems', () => {
  it('are listed with the most severe first', () => {
    expect(troublesOf(agent)).to.deep.equal([])
    expect(troublesOf({ ...agent, status: 'pending' })).to.deep.equal(['pending'])
    expect(troublesOf({ ...agent, status: 'pending', local: true }), 'it enrols automatically').to.deep.equal([])
    expect(troublesOf({ ...agent, status: 'cloned', lab_mode: true })).to.deep.equal(['cloned', 'lab'])
    expect(troublesOf({ ...agent, status: 'revoked', lab_mode: true, outdated: 'old' })).to.deep.equal(['revoked'])
  })
})
