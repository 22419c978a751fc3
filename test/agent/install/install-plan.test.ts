import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { programMissing } from '../../support/doc-shell.ts'
import { planFor } from '../../../agent/install/plan-install.ts'

const settings = { BKP_AGENT_URL: 'https://coffer.example.net/a?b', HTTPS_PROXY: 'http://u:p%40"s$1s@proxy:3128' }

describe('the installation of the agent as a service', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-install-'))
  const text = (system: NodeJS.Platform) => planFor(system, { settings })?.files.map((file) => file.text) ?? []

  after(() => fs.rmSync(folder, { recursive: true }))

  it(`creates a valid systemd unit with an exposure below 2${programMissing('systemd-analyze') ?? ''}`, function () {
    if (programMissing('systemd-analyze')) return this.skip()
    const unit = path.join(folder, 'coffer-agent.service')
    fs.writeFileSync(unit, (text('linux')[0] ?? '').replace('/usr/local/bin/coffer-agent', process.execPath))

    const trouble = execFileSync('sh', ['-c', `systemd-analyze verify ${unit} 2>&1`], { encoding: 'utf8' })
    const rated = execFileSync('systemd-analyze', ['security', '--offline=yes', '--threshold=19', unit], {
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_COLORS: '0' },
    })

    expect(trouble).to.equal('')
    expect(rated).to.match(/Overall exposure level for coffer-agent\.service: [01]\.\d/)
  })

  it('quotes settings for each system, in files that only root can read', () => {
    const file = path.join(folder, 'settings')
    const holding = (system: NodeJS.Platform) =>
      (planFor(system, { settings })?.files ?? []).filter((one) => one.text.includes('proxy:3128'))
    const [linux, darwin, windows] = [holding('linux'), holding('darwin'), holding('win32')]
    fs.writeFileSync(file, linux[0]?.text ?? '')

    const read = execFileSync('sh', ['-c', `. ${file}; printf %s "$HTTPS_PROXY"`], { encoding: 'utf8' })

    expect(read).to.equal(settings.HTTPS_PROXY)
    expect([...linux, ...darwin].map(({ mode }) => mode)).to.deep.equal([0o600, 0o600])
    expect(text('darwin').join('')).to.contain(
      '<key>BKP_AGENT_URL</key><string>https://coffer.example.net/a?b</string>',
    )
    const windowsPlan = planFor('win32', { settings })
    expect(windows.map((one) => one.path)).to.deep.equal(['C:\\Program Files\\Coffer Agent\\run.cmd'])
    expect(windowsPlan?.protect.filter(([, folder]) => folder === 'C:\\Program Files\\Coffer Agent')).to.have.length(3)
    expect(windows[0]?.text).to.contain('set "HTTPS_PROXY=http://u:p%%40"s$1s@proxy:3128"')
  })

  it('keeps previous settings if none are given, and deletes them on uninstall', () => {
    const plan = planFor('linux', { settings: {} })

    expect(plan?.files.map((one) => one.path)).to.deep.equal(['/etc/systemd/system/coffer-agent.service'])
    expect(plan?.files[0]?.text).to.contain('EnvironmentFile=-/etc/coffer-agent.env')
    expect(plan?.leftovers).to.deep.equal(['/etc/coffer-agent.env'])
  })

  it('writes well-formed definitions for launchd and the Task Scheduler', () => {
    for (const one of [...text('darwin'), ...text('win32').filter((file) => file.startsWith('<?xml'))]) {
      const opened = [...one.matchAll(/<([A-Za-z]+)(?: [^>]*[^/])?>/g)].map(([, name]) => name)
      const closed = [...one.matchAll(/<\/([A-Za-z]+)>/g)].map(([, name]) => name)
      expect(opened.toSorted()).to.deep.equal(closed.toSorted())
    }
  })

  it('supports no other system', () => {
    expect(planFor('freebsd', { settings: {} })).to.equal(undefined)
  })
})
