import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { expect } from 'chai'
import { namedDeviceIn, readCommandLine } from '../../../agent/commands/read-command-line.ts'
import { deviceExitCodes } from '../../../agent/device-exit-codes.ts'
import { CommandError, exitCodes } from '../../../agent/exit-codes.ts'
import { readGivenSecrets } from '../../../agent/standalone/given-secrets.ts'
import { namedPlatform, orderOf } from '../../../agent/standalone/named-device.ts'
import { type IosSimulator, startIosSimulator } from '../../support/ios-simulator.ts'
import { makeSshKey } from '../../support/ssh-keys.ts'
import { type Sshd, sshdMissing, startSshd } from '../../support/sshd.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'

const program = path.join(import.meta.dirname, '../../../agent/main.ts')

interface Ended {
  code: number | null
  out: string
  err: string
}

/** Runs the program, with secrets at its descriptors from 3 on. */
async function run(words: string[], secrets: string[] = []): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...bareEnvironment(), HOME: os.tmpdir(), BKP_AGENT_STATE_DIR: path.join(os.tmpdir(), 'coffer-none') },
    stdio: ['ignore', 'pipe', 'pipe', ...secrets.map(() => 'pipe' as const)],
  })
  for (const [at, secret] of secrets.entries()) {
    const pipe = child.stdio[3 + at]
    // a program that fails early does not read it
    if (pipe && 'end' in pipe) pipe.on('error', () => undefined).end(`${secret}\n`)
  }
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([buffer(child.stdout as Readable), text(child.stderr as Readable)])
  return { code: await code, out: out.toString('latin1'), err }
}

describe('the agent program with one device and no service', function () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-collect-'))
  const password = ['--secret', 'password=fd:3']
  let router: IosSimulator
  let at: string[]
  let known: string[]

  before(async () => {
    router = await startIosSimulator()
    at = ['--device', '127.0.0.1', '--port', String(router.port), '--platform', 'netco_iosxe']
    known = [...at, '--user', 'backup', '--fingerprint', router.hostKeyFingerprint, ...password]
  })

  after(async () => {
    await router?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('writes one text to standard output byte for byte, and nothing else', async () => {
    const { code, out, err } = await run(['collect', ...known], ['login-Secret1'])

    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(out).to.match(/hostname exitgw[\s\S]*\nend\n$/)
  })

  it('writes all artifacts into a folder that only its owner can read', async () => {
    const out = path.join(folder, 'router')

    const ended = await run(['collect', ...known, '--out', out], ['login-Secret1'])

    expect(ended).to.deep.equal({ code: 0, out: '', err: '' })
    const names = fs.readdirSync(out).sort()
    expect(names).to.include.members(['inventory.txt', 'running-config.txt', 'startup-config.txt', 'version.txt'])
    expect(fs.statSync(out).mode & 0o777).to.equal(0o700)
    expect(fs.statSync(path.join(out, 'running-config.txt')).mode & 0o777).to.equal(0o600)
  })

  it('replaces earlier output of this device, readable only by its owner', async () => {
    const out = path.join(folder, 'again')
    await run(['collect', ...known, '--artifact', 'version', '--out', out], ['login-Secret1'])
    const file = path.join(out, 'version.txt')
    const whole = fs.readFileSync(file)
    fs.writeFileSync(file, 'of an earlier run\n')
    fs.chmodSync(file, 0o644)
    fs.writeFileSync(path.join(out, 'running-config.txt.part'), 'of a run that was killed')

    const ended = await run(['collect', ...known, '--artifact', 'version', '--out', out], ['login-Secret1'])

    expect(ended).to.deep.equal({ code: 0, out: '', err: '' })
    expect(fs.readFileSync(file).equals(whole)).to.equal(true)
    expect(fs.statSync(file).mode & 0o777).to.equal(0o600)
    expect(fs.readdirSync(out)).to.deep.equal(['.coffer-device.json', 'version.txt'])
  })

  it('never replaces files of another device or of unknown origin', async () => {
    const out = path.join(folder, 'other')
    const mine = path.join(folder, 'mine')
    await run(['collect', ...known, '--artifact', 'version', '--out', out], ['login-Secret1'])
    fs.writeFileSync(path.join(out, 'version.txt'), 'as it was\n')
    fs.mkdirSync(mine)
    fs.writeFileSync(path.join(mine, 'version.txt'), 'as it was\n')

    const other = await run(['collect', ...known, '--device', 'localhost', '--out', out], ['login-Secret1'])
    const unknown = await run(['collect', ...known, '--out', mine], ['login-Secret1'])

    expect([other.code, unknown.code]).to.deep.equal([exitCodes.unusable, exitCodes.unusable])
    expect(other.err).to.contain(`127.0.0.1:${router.port} (netco_iosxe)`).and.contain('[output_of_other_device]')
    expect(unknown.err).to.match(/mine\/version.txt .*\[output_exists\]\n$/)
    for (const place of [out, mine])
      expect(fs.readFileSync(path.join(place, 'version.txt'), 'utf8')).to.equal('as it was\n')
  })

  it('keeps a complete text when the device disconnects later, and lists the output', async () => {
    const cut = await startIosSimulator({
      runningConfig: `Building configuration...\n\n!\nversion 17.3\nhostname exitgw\n${'interface Loopback1\n'.repeat(600_000)}end\n`,
      cut: { command: 'show running-config', bytes: 10 * 1024 * 1024, then: 'hang up' },
    })
    const out = path.join(folder, 'dropped')
    const there = ['--device', '127.0.0.1', '--port', String(cut.port), '--platform', 'netco_iosxe']
    const account = ['--user', 'backup', '--fingerprint', cut.hostKeyFingerprint, ...password]
    await run(['collect', ...there, ...account, '--artifact', 'version', '--out', out], ['login-Secret1'])
    fs.writeFileSync(path.join(out, 'running-config.txt'), 'whole, from yesterday\n')

    const ended = await run(
      ['collect', ...there, ...account, '--artifact', 'running-config', '--out', out],
      ['login-Secret1'],
    )
    await cut.close()

    expect(ended.code).to.equal(deviceExitCodes.connection_lost)
    expect(ended.err).to.contain(`In ${out}: nothing was written`)
    expect(fs.readFileSync(path.join(out, 'running-config.txt'), 'utf8')).to.equal('whole, from yesterday\n')
    expect(fs.readdirSync(out)).to.deep.equal(['.coffer-device.json', 'running-config.txt', 'version.txt'])
  })

  it('leaves only partial file names when it is killed', async () => {
    const stuck = await startIosSimulator({
      runningConfig: `Building configuration...\n\n!\nversion 17.3\n${'interface Loopback1\n'.repeat(600_000)}end\n`,
      cut: { command: 'show running-config', bytes: 10 * 1024 * 1024, then: 'silence' },
    })
    const out = path.join(folder, 'killed')
    const there = ['--device', '127.0.0.1', '--port', String(stuck.port), '--platform', 'netco_iosxe']
    const account = ['--user', 'backup', '--fingerprint', stuck.hostKeyFingerprint, '--secret', 'password=fd:3']
    const child = spawn(process.execPath, [program, 'collect', ...there, ...account, '--out', out], {
      env: { ...bareEnvironment(), HOME: os.tmpdir() },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const pipe = child.stdio[3]
    if (pipe && 'end' in pipe) pipe.end('login-Secret1\n')
    while (!fs.existsSync(path.join(out, 'running-config.txt.part')))
      await new Promise((resolve) => setTimeout(resolve, 20))

    child.kill('SIGKILL')
    await once(child, 'exit')
    await stuck.close()

    const texts = fs.readdirSync(out).filter((name) => name.startsWith('running-config'))
    expect(texts).to.deep.equal(['running-config.txt.part'])
  })

  it('sends no password to an unapproved host key, and shows the key', async () => {
    const before = router.loginsSeen.length

    const { code, err } = await run(['collect', ...at, '--user', 'backup', ...password], ['login-Secret1'])

    expect(code).to.equal(deviceExitCodes.fingerprint_unapproved)
    expect(err)
      .to.contain(router.hostKeyFingerprint)
      .and.to.match(/^coffer-agent: fingerprint_unapproved: .* \[device_failed\]\n$/)
    expect(router.loginsSeen.length).to.equal(before)
  })

  it('reports a host key that differs from the expected one', async () => {
    const before = router.loginsSeen.length
    const other = `SHA256:${'A'.repeat(43)}`

    const collected = await run(['collect', ...known, '--fingerprint', other], ['login-Secret1'])
    const looked = await run(['doctor', ...known, '--fingerprint', other], ['login-Secret1'])

    expect([collected.code, looked.code]).to.deep.equal(Array(2).fill(deviceExitCodes.fingerprint_rejected))
    for (const said of [collected.err, looked.out]) expect(said).to.contain(`differs from ${other}`)
    expect(router.loginsSeen.length).to.equal(before)
  })

  it('exits with the code of the failure, without the secret', async () => {
    const { code, err } = await run(['collect', ...known], ['not-the-Secret'])

    expect(code).to.equal(deviceExitCodes.auth_failed)
    expect(err).to.not.contain('not-the-Secret')
  })

  it('rejects invalid input in one line', async () => {
    const refused = async (words: string[]) => {
      try {
        const line = readCommandLine(words)
        const device = namedDeviceIn(line)
        const secrets = await readGivenSecrets('u', line.options.secret ?? [])
        return orderOf(device, namedPlatform(device.platform), secrets)
      } catch (error) {
        return error
      }
    }

    const outcomes = [
      await refused(['colect', ...at]),
      await refused(['status', ...at]),
      await refused(['collect']),
      await refused(['collect', '--device', 'r1', '--platform', 'cisco', '--secret', 'password=file:/dev/null']),
      await refused(['collect', '--device', 'r1', '--platform', 'netco_meraki', '--secret', 'password=file:/dev/null']),
      await refused(['collect', ...at, '--option', 'legacy_algorithms=perhaps', '--secret', 'password=file:/dev/null']),
      await refused(['collect', ...at, '--artifact', 'nothing', '--secret', 'password=file:/dev/null']),
      await refused(['collect', ...at, '--secret', 'password=login-Secret1']),
      await refused(['collect', ...at, '--secret', 'pin=ask']),
      await refused(['collect', ...at, '--fingerprint', 'SHA256:short', '--secret', 'password=file:/dev/null']),
    ]

    for (const outcome of outcomes) expect(outcome).to.be.instanceOf(CommandError).with.property('exitCode', 2)
    expect(outcomes.join('')).to.not.contain('login-Secret1')
  })

  it('names the option for the passphrase of an encrypted key', async () => {
    const key = makeSshKey('a passphrase').private

    const { code, err } = await run(
      [
        'collect',
        ...at,
        '--user',
        'backup',
        '--fingerprint',
        router.hostKeyFingerprint,
        '--secret',
        'ssh_private_key=fd:3',
      ],
      [key],
    )

    expect(code).to.equal(exitCodes.unusable)
    expect(err).to.contain('[key_passphrase_missing]').and.contain('--secret ssh_key_passphrase=ask')
  })

  it('names the setting to use for an account without a home directory', async function () {
    if (process.getuid?.() !== 0) return this.skip()
    const child = spawn(process.execPath, [program, 'status'], { env: {}, uid: 54_321, gid: 54_321, cwd: '/' })
    const said = text(child.stderr)
    const [code] = (await once(child, 'exit')) as [number]

    expect({ code, said: await said }).to.deep.equal({
      code: exitCodes.unusable,
      said: 'coffer-agent: This account has no home folder. Set BKP_AGENT_STATE_DIR. [state_folder_unknown]\n',
    })
  })

  describe(`and a Linux server${sshdMissing() ? ` (${sshdMissing()})` : ''}`, () => {
    let sshd: Sshd

    before(async function () {
      if (sshdMissing()) return this.skip()
      sshd = await startSshd()
      fs.mkdirSync(path.join(sshd.home, 'etc/deep'), { recursive: true })
      fs.writeFileSync(path.join(sshd.home, 'etc/deep/file'), 'what is in it\n')
      fs.symlinkSync('deep/file', path.join(sshd.home, 'etc/link'))
    })

    after(() => sshd?.close())

    /** Collects its folder `etc`, or `what`. */
    function collected(out: string, what = 'etc'): Promise<Ended> {
      const server = ['--device', '127.0.0.1', '--port', String(sshd.port), '--platform', 'linux_server']
      const account = ['--user', sshd.user, '--fingerprint', sshd.hostKeyFingerprint]
      const key = ['--secret', 'ssh_private_key=fd:3']
      const paths = ['--option', `paths=${path.join(sshd.home, what)}`, '--out', out]
      return run(['collect', ...server, ...account, ...key, ...paths], [sshd.privateKey])
    }

    it('writes its tree as folders, files and links', async () => {
      const out = path.join(folder, 'server')

      const ended = await collected(out)

      expect(ended).to.deep.equal({ code: 0, out: '', err: '' })
      const tree = path.join(out, 'filetree', sshd.home, 'etc')
      expect(fs.readFileSync(path.join(tree, 'deep/file'), 'utf8')).to.equal('what is in it\n')
      expect(fs.readlinkSync(path.join(tree, 'link'))).to.equal('deep/file')
      expect(fs.readdirSync(out)).to.deep.equal(['.coffer-device.json', 'filetree'])
    })

    it('writes no tree into another one, and does not contact the server then', async () => {
      const out = path.join(folder, 'twice')
      fs.mkdirSync(path.join(out, 'filetree'), { recursive: true })

      const { code, err } = await collected(out)

      expect(code).to.equal(exitCodes.unusable)
      expect(err).to.match(/^coffer-agent: .*twice\/filetree .*\[output_exists\]\n$/)
    })

    it('keeps the rest and exits with a partial code when something was unreadable', async () => {
      const out = path.join(folder, 'partial')
      fs.mkdirSync(path.join(sshd.home, 'some'))
      fs.writeFileSync(path.join(sshd.home, 'some/open'), 'open\n')
      fs.writeFileSync(path.join(sshd.home, 'some/shut'), 'shut\n', { mode: 0 })

      const { code, err } = await collected(out, 'some')

      expect(code).to.equal(exitCodes.partial)
      expect(err).to.contain('filetree: 1 files and folders could not be read')
      expect(fs.readdirSync(path.join(out, 'filetree', sshd.home, 'some'))).to.deep.equal(['open'])
    })

    it('reports a full disk, whatever part of the tree was written', async function () {
      const disk = path.join(folder, 'disk')
      fs.mkdirSync(disk)
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk], { stdio: 'ignore' })
      } catch {
        return this.skip()
      }
      try {
        fs.mkdirSync(path.join(sshd.home, 'large'))
        fs.writeFileSync(path.join(sshd.home, 'large/file'), randomBytes(2_000_000))

        const { code, err } = await collected(path.join(disk, 'out'), 'large')

        expect(code).to.equal(exitCodes.notWritten)
        expect(err).to.match(/ENOSPC.* nothing was written; .*\[collect_stopped\]\n$/)
        expect(fs.readdirSync(path.join(disk, 'out'))).to.deep.equal([])
      } finally {
        execFileSync('umount', [disk])
      }
    })
  })
})
