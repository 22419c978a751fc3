import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { expect } from 'chai'
import { deviceExitCodes } from '../../../agent/device-exit-codes.ts'
import { exitCodes } from '../../../agent/exit-codes.ts'
import { type IosSimulator, startIosSimulator } from '../../support/ios-simulator.ts'
import type { ShellWire } from '../../support/shell-device.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'
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

  it('doctor checks port, algorithms and key without logging in', async () => {
    const before = router.loginsSeen.length

    const { code, out } = await run(['doctor', ...at])

    expect(code).to.equal(0)
    expect(out).to.contain('accepts connections on its port').and.contain(router.hostKeyFingerprint)
    expect(router.loginsSeen.length).to.equal(before)
  })

  it('doctor checks up to the prompt, and names who can correct a failure', async () => {
    const right = await run(['doctor', ...known], ['login-Secret1'])
    const wrong = await run(['doctor', ...known], ['not-the-Secret'])
    const closed = await run(['doctor', '--device', '127.0.0.1', '--port', '1', '--platform', 'netco_iosxe'])

    expect(right).to.include({ code: 0, err: '' })
    expect(right.out)
      .to.contain('accepts this account\n')
      .and.contain('no configuration was read')
      .and.not.contain('is ready')
    expect([wrong.code, closed.code]).to.deep.equal([deviceExitCodes.auth_failed, deviceExitCodes.connection_refused])
    expect(wrong.out).to.contain('ask the administrator of the account on the device')
    expect(wrong.out + wrong.err).to.not.contain('not-the-Secret')
  })

  it('doctor reports an account without all privileges', async () => {
    const guarded = await startIosSimulator({ enableSecret: 'enable-Secret1' })
    const there = ['--device', '127.0.0.1', '--port', String(guarded.port), '--platform', 'netco_iosxe']
    const account = ['--user', 'backup', '--fingerprint', guarded.hostKeyFingerprint, ...password]

    const { code, out } = await run(['doctor', ...there, ...account], ['login-Secret1'])
    await guarded.close()

    expect(code).to.equal(0)
    expect(out).to.contain('accepts this account, but without all privileges').and.not.contain('is ready')
  })

  it('doctor reports each step as it completes, and ends with one line when it is stopped', async () => {
    const silent = await startIosSimulator({ silentLogin: true })
    const there = ['--device', '127.0.0.1', '--port', String(silent.port), '--platform', 'netco_iosxe']
    const account = [
      '--user',
      'backup',
      '--fingerprint',
      silent.hostKeyFingerprint,
      '--secret',
      'password=file:/dev/null',
    ]
    const child = spawn(process.execPath, [program, 'doctor', ...there, ...account], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = text(child.stderr)
    let out = ''
    await new Promise<void>((resolve) =>
      child.stdout.on('data', (piece: Buffer) => {
        out += String(piece)
        if (out.includes('has the expected key')) resolve()
      }),
    )

    child.kill('SIGINT')
    const [code] = (await once(child, 'exit')) as [number]
    await silent.close()

    expect({ code, said: await said }).to.deep.equal({
      code: exitCodes.stopped,
      said: 'coffer-agent: The command was stopped before it finished. [command_stopped]\n',
    })
  })

  it('doctor requires no options of a backup without a login', async () => {
    const server = ['--device', '127.0.0.1', '--port', String(router.port), '--platform', 'linux_server']

    const looked = await run(['doctor', ...server])
    const collected = await run(['collect', ...server, '--user', 'backup', '--out', path.join(folder, 'lacking')])

    expect(looked.code).to.equal(0)
    expect(looked.out).to.contain(router.hostKeyFingerprint)
    expect(collected).to.include({ code: exitCodes.unusable })
    expect(collected.err).to.contain('linux_server needs --option paths=VALUE')
  })

  it('doctor recognises a wrong platform in seconds, and shows what the device sent without secrets', async () => {
    const motd = 'Welcome to Debian\r\nsnmp-server community Hunter2-Community RO\r\n\u001b[31mred\u0007\r\n'
    const server = await startSshSimulator({ shell: (wire) => bashOn(wire, motd) })
    const there = ['--device', '127.0.0.1', '--port', String(server.port), '--platform', 'netco_iosxe']
    const account = ['--user', 'backup', '--fingerprint', server.hostKeyFingerprint, ...password]

    const { code, ...ended } = await run(['doctor', ...there, ...account], ['login-Secret1'])
    const out = Buffer.from(ended.out, 'latin1').toString('utf8')
    await server.close()

    expect(code).to.equal(deviceExitCodes.protocol_error)
    expect(out).to.contain('the prompt of a Linux or BSD shell: “hopslin@vm:~$”')
    expect(out).to.contain('Check the platform of the device')
    expect(out).to.contain('last output: Welcome to Debian').and.contain('last output: snmp-server community •••')
    expect(out).to.not.contain('Hunter2').and.not.contain('\u001b')
    expect(Number(/ took ([\d.]+) s/.exec(out)?.[1])).to.be.greaterThan(1)
  })
})

/** A shell that prints only its prompt after each line. */
function bashOn(wire: ShellWire, motd: string) {
  wire.write(Buffer.from(`${motd}hopslin@vm:~$ `))
  return {
    take: (data: Buffer) => {
      if (data.includes('\r') || data.includes('\n')) wire.write(Buffer.from('\r\nhopslin@vm:~$ '))
    },
    stop: () => undefined,
  }
}
