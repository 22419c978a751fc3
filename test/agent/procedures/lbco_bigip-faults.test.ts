import { expect } from 'chai'
import type { CollectDependencies } from '../../../agent/collect/device-collector.ts'
import { bigipDevice, type BigipOptions } from '../../support/bigip-device.ts'
import { unitMembers, unitScf } from '../../support/bigip-unit.ts'
import { collectFromBigip, type BigipRun } from './collect-from-bigip.ts'
import { type ExecFault, faultyExec } from './faulty-exec.ts'
import { loginSecret, testLimits } from '../../support/open-simulator.ts'
import { startSshSimulator, type SshSimulator } from '../../support/ssh-simulator.ts'

const members = unitMembers()
const scf = unitScf(members)
const masterKey = 'oruIVCHfmVBnwGaSR/+MAA=='
const readers = {
  'saved, and fetched by SCP': { options: {}, command: /^scp -f .*\.scf$/ },
  'saved, and fetched by cat': { options: { noScp: true }, command: /^cat .*\.scf$/ },
  listed: { options: { landsIn: 'tmsh', role: 'resource-admin' }, command: /list recursive/ },
} as const

describe('a failing BIG-IP over SSH', () => {
  type Ended = Error & { code?: string; log: string }

  async function run(
    options: Partial<BigipOptions>,
    fault: ExecFault | undefined,
    { dependencies, trust }: { dependencies?: Partial<CollectDependencies>; trust?: string } = {},
  ): Promise<{ ended: BigipRun | Ended; simulator: SshSimulator }> {
    const device = bigipDevice({ scf, members, masterKey, ...options })
    const exec = fault ? faultyExec((...given) => device.exec(...given), fault) : device.exec
    const simulator = await startSshSimulator({ exec })
    const ssh = { port: simulator.port, hostKeyFingerprint: trust ?? simulator.hostKeyFingerprint }
    const wanted = { artifacts: ['scf', 'master-key'], lbco_master_key: true }
    try {
      return { ended: await collectFromBigip({ ssh }, { options: wanted, dependencies }), simulator }
    } catch (failure) {
      return { ended: failure as Ended, simulator }
    } finally {
      await simulator.close()
    }
  }

  /** Returns the outcome of its configuration: the code of a failure, or the text. */
  function scfOf(ended: BigipRun | Ended): string | undefined {
    if (ended instanceof Error) return ended.code
    const failed = ended.captured.failed.find(({ key }) => key === 'scf')
    return failed?.code ?? ended.captured.texts.find(({ key }) => key === 'scf')?.raw.toString('latin1')
  }

  function reportText(ended: BigipRun | Ended): string {
    if (ended instanceof Error) return `${ended.log}\n${ended.message}`
    return [ended.log, ...ended.captured.failed.map(({ message }) => message)].join('\n')
  }

  function expectNoOutput(ended: BigipRun | Ended): void {
    const output = reportText(ended)
    const lines = scf.split('\n').map((line) => line.trim())
    expect(lines.filter((line) => line.length > 30 && output.includes(line))).to.deep.equal([])
    expect(output).to.not.contain(masterKey).and.not.contain(loginSecret)
  }

  for (const [how, { options, command }] of Object.entries(readers)) {
    for (const then of ['ends', 'hangs up'] as const) {
      it(`yields no configuration that is ${how}, and ${then} at any kilobyte`, async () => {
        const whole = scfOf((await run(options, undefined)).ended) ?? ''

        for (let bytes = 0, step = 1024; bytes < whole.length - 2; bytes += step) {
          if (bytes > 8 * 1024) step = 5 * 1024
          const { ended } = await run(options, { command, bytes, then })

          // If the file cannot be downloaded, or is invalid, the listing may be used.
          const code = scfOf(ended)
          if (code?.includes('\n')) expect(code.length, `${bytes}`).to.be.greaterThan(whole.length * 0.9)
          else expect(code, `${bytes}`).to.be.oneOf(['output_truncated', 'protocol_error', 'archive_damaged'])
          expectNoOutput(ended)
        }
      })
    }
  }

  it('fails clearly when it stops responding', async () => {
    for (const { options, command } of Object.values(readers)) {
      const dependencies = { shellLimits: { ...testLimits, idleMs: 150 } }

      const { ended } = await run(options, { command, bytes: 5_000, then: 'falls silent' }, { dependencies })

      expect(scfOf(ended)).to.be.oneOf(['prompt_timeout', 'output_truncated'])
      expectNoOutput(ended)
    }
  })

  it('stores no truncated master key, and logs none of it', async () => {
    for (const then of ['ends', 'hangs up'] as const) {
      for (const bytes of [0, 5, 12, 21]) {
        const { ended } = await run({}, { command: /f5mku/, bytes, then })

        const captured = ended instanceof Error ? undefined : ended.captured
        expect(captured?.failed.map(({ key }) => key)).to.deep.equal(['master-key'])
        expect(reportText(ended)).to.not.contain(masterKey.slice(0, Math.max(bytes, 5)))
      }
    }
  })

  it('receives no password when its host key differs', async () => {
    const { ended, simulator } = await run({}, undefined, { trust: 'SHA256:another' })

    expect(ended).to.include({ code: 'fingerprint_rejected' })
    expect(simulator.loginsSeen).to.deep.equal([])
  })

  it('fails clearly when it never responds', async () => {
    const dependencies = { shellLimits: { ...testLimits, promptMs: 100, idleMs: 100 } }

    const { ended } = await run({}, { command: /./, bytes: 0, then: 'falls silent' }, { dependencies })

    expect(ended).to.include({ code: 'prompt_timeout' })
  })
})
