import { expect } from 'chai'
import type { Algorithms } from 'ssh2'
import type { Observed } from '../../../agent/sessions/session.ts'
import { openSsh, sshTimeouts } from '../../../agent/sessions/ssh.ts'
import { startIosSimulator, type IosSimulator, type IosSimulatorOptions } from '../../support/ios-simulator.ts'
import { loginSecret, targetOf } from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { startRawServer } from './raw-server.ts'
import { makeRsaHostKey } from '../../support/ssh-simulator.ts'
import { makeSshKey } from '../../support/ssh-keys.ts'
import type { SshStep, SshTarget } from '../../../agent/sessions/ssh-target.ts'

const short = { connectMs: 300, handshakeMs: 300, loginMs: 600, channelMs: 300, graceMs: 100 }
const { signal } = new AbortController()

describe('an SSH session', () => {
  describe('before a credential is sent', () => {
    it('reports the host key in OpenSSH format, and sends nothing until it is approved', async () => {
      const simulator = await startIosSimulator()
      const observed: Observed[] = []
      let secretsBefore = -1

      const trust = async (key: Observed) => {
        await new Promise((resolve) => setTimeout(resolve, 30))
        observed.push(key)
        secretsBefore = simulator.loginsSeen.length
        return 'approved' as const
      }
      const session = await openSsh(targetOf(simulator, { trust }), signal)

      await close(simulator, session)
      const { port, hostKeyFingerprint: fingerprint, hostKeyAlgorithm: algorithm } = simulator
      expect(observed).to.deep.equal([{ kind: 'ssh_host_key', algorithm, fingerprint, host: '127.0.0.1', port }])
      expect(secretsBefore).to.equal(0)
      expect(simulator.loginsSeen).to.have.length(1)
    })

    for (const [decision, code] of [
      ['pending', 'fingerprint_unapproved'],
      ['refused', 'fingerprint_rejected'],
    ] as const) {
      it(`disconnects if the key is ${decision}`, async () => {
        const { failure, simulator } = await fail({}, { trust: () => Promise.resolve(decision) })

        expect(failure.code).to.equal(code)
        expect(failure.message).to.contain(simulator.hostKeyFingerprint)
        expect(simulator.loginsSeen).to.deep.equal([])
      })
    }

    it('disconnects when the approval of the key cannot be determined', async () => {
      const unreachable = new Error('the service does not answer')

      const { failure, simulator } = await fail({}, { trust: () => Promise.reject(unreachable) })

      expect(failure).to.equal(unreachable)
      expect(simulator.loginsSeen).to.deep.equal([])
    })

    it('does not count the time of an approval as device silence', async () => {
      const simulator = await startIosSimulator()
      const trust = () => new Promise<'approved'>((resolve) => setTimeout(() => resolve('approved'), 400))

      const session = await openSsh(targetOf(simulator, { trust, timeouts: { ...short, loginMs: 2_000 } }), signal)

      await close(simulator, session)
    })
  })

  describe('logging in', () => {
    it('reports what was negotiated, and each step', async () => {
      const simulator = await startIosSimulator({ loginBanner: 'Authorised use only\r\n', ident: 'Cisco-1.25' })
      const steps: SshStep[] = []

      const session = await openSsh(targetOf(simulator, { onStep: (step) => steps.push(step) }), signal)

      await close(simulator, session)
      expect(steps).to.deep.equal(['connect', 'handshake', 'trust', 'login'])
      expect(session.facts).to.deep.include({ software: 'Cisco-1.25', hostKeyAlgorithm: 'ssh-ed25519' })
      expect(session.facts.banner).to.equal('Authorised use only\n')
      expect(session.facts.legacyAlgorithms).to.deep.equal([])
    })

    it('uses a key instead of a password', async () => {
      const pair = makeSshKey()
      const simulator = await startIosSimulator({ publicKey: pair.public, methods: ['publickey', 'password'] })

      const session = await openSsh(targetOf(simulator, { privateKey: pair.private }), signal)

      await close(simulator, session)
      expect(simulator.loginsSeen).to.deep.equal([])
    })

    it('uses a key with a passphrase', async () => {
      const passphrase = 'of the key'
      const pair = makeSshKey(passphrase)
      const simulator = await startIosSimulator({ publicKey: pair.public, methods: ['publickey'] })

      const target = { privateKey: pair.private, passphrase, password: undefined }
      const session = await openSsh(targetOf(simulator, target), signal)
      const wrong = await failureOf(openSsh(targetOf(simulator, { ...target, passphrase: 'another' }), signal))

      await close(simulator, session)
      expect(wrong.code).to.equal('credential_unusable')
      expect(wrong.message).to.not.contain('another')
    })

    it('continues with the password if the device rejects the key', async () => {
      const [known, ours] = [makeSshKey(), makeSshKey()]
      const simulator = await startIosSimulator({ publicKey: known.public, methods: ['publickey', 'password'] })

      const session = await openSsh(targetOf(simulator, { privateKey: ours.private }), signal)

      await close(simulator, session)
      expect(simulator.loginsSeen).to.deep.equal([{ method: 'password', secret: loginSecret }])
    })

    it('responds to a device that only uses keyboard-interactive', async () => {
      const simulator = await startIosSimulator({ methods: ['keyboard-interactive'] })

      const session = await openSsh(targetOf(simulator), signal)

      await close(simulator, session)
      expect(simulator.loginsSeen).to.deep.equal([{ method: 'keyboard-interactive', secret: loginSecret }])
    })

    it('accepts terms that are shown during login', async () => {
      const terms = 'Do you accept and acknowledge the statement above ? (yes/no) : '
      const simulator = await startIosSimulator({ methods: ['keyboard-interactive'], terms })

      const session = await openSsh(targetOf(simulator), signal)

      await close(simulator, session)
    })

    for (const methods of [['password', 'keyboard-interactive'], ['keyboard-interactive'], ['password']] as const) {
      it(`tries a refused password exactly once (${methods.join(', ')})`, async () => {
        const { failure, simulator } = await fail({ methods: [...methods] }, { password: 'not-the-Secret' })

        expect(failure.code).to.equal('auth_failed')
        expect(failure.message).to.contain('logging in as backup').and.not.contain('not-the-Secret')
        expect(simulator.loginsSeen).to.have.length(1)
      })
    }

    for (const question of ['Enter the code from your token: ', 'Password: ', 'Verification code: ']) {
      it(`does not answer a second question (${question.trim()})`, async () => {
        const { failure, simulator } = await fail({ methods: ['keyboard-interactive'], secondFactor: question })

        const code = question === 'Password: ' ? 'auth_failed' : 'two_factor_required'
        expect(failure.code).to.equal(code)
        expect(simulator.loginsSeen).to.have.length(1)
      })
    }

    it('names the missing secret when the device accepts only keys', async () => {
      const { failure, simulator } = await fail({ methods: ['publickey'] })

      expect(failure.code).to.equal('credential_missing')
      expect(failure.message).to.contain('it takes: publickey; the credential has a password')
      expect(simulator.loginsSeen).to.deep.equal([])
    })
  })

  describe('with a device that only speaks old SSH', () => {
    const old: IosSimulatorOptions['algorithms'] = {
      kex: ['diffie-hellman-group14-sha1'],
      cipher: ['aes128-cbc'],
      hmac: ['hmac-sha1'],
    }

    it('finds no common algorithms, and advises the option', async () => {
      const { failure, simulator } = await fail({ algorithms: old })

      expect(failure.code).to.equal('unsupported_algorithm')
      expect(failure.message).to.contain('no matching').and.contain('legacy_algorithms')
      expect(simulator.loginsSeen).to.deep.equal([])
    })

    const weak: Record<string, Algorithms> = {
      'aes128-cbc': { cipher: ['aes128-cbc'] },
      'hmac-md5': { hmac: ['hmac-md5'], cipher: ['aes128-ctr'] },
      'hmac-sha1': { hmac: ['hmac-sha1', 'hmac-sha1-etm@openssh.com'], cipher: ['aes128-ctr'] },
      'ssh-rsa': { serverHostKey: ['ssh-rsa'] },
    }
    for (const [name, algorithms] of Object.entries(weak)) {
      it(`does not negotiate ${name} by default`, async () => {
        const hostKey = name === 'ssh-rsa' ? makeRsaHostKey() : undefined

        const { failure } = await fail({ algorithms, hostKey })

        expect(failure.code).to.equal('unsupported_algorithm')
      })
    }

    it('negotiates old algorithms if the option allows, and names weak ones', async () => {
      const simulator = await startIosSimulator({ algorithms: old })

      const session = await openSsh(targetOf(simulator, { legacyAlgorithms: true }), signal)

      await close(simulator, session)
      expect(session.facts.legacyAlgorithms).to.deep.equal(['diffie-hellman-group14-sha1', 'aes128-cbc', 'hmac-sha1'])
    })

    it('verifies a SHA-1 host key only if the option allows', async () => {
      const hostKey = makeRsaHostKey()
      const simulator = await startIosSimulator({ hostKey, algorithms: { serverHostKey: ['ssh-rsa'] } })

      const session = await openSsh(targetOf(simulator, { legacyAlgorithms: true }), signal)

      await close(simulator, session)
      expect(session.facts.legacyAlgorithms).to.deep.equal(['ssh-rsa'])
    })

    it('prefers strong algorithms even if the option allows weak ones', async () => {
      const simulator = await startIosSimulator()

      const session = await openSsh(targetOf(simulator, { legacyAlgorithms: true }), signal)

      await close(simulator, session)
      expect(session.facts.legacyAlgorithms).to.deep.equal([])
    })
  })

  describe('with a device that cannot be reached', () => {
    it('reports a name that does not resolve', async () => {
      const failure = await failureOf(openSsh(targetOf({ port: 22 }, { host: 'no-such-device.invalid' }), signal))

      expect(failure.code).to.equal('dns_failure')
      expect(failure.message).to.contain('no-such-device.invalid')
    })

    it('reports a closed port', async () => {
      const { port } = await startRawServer(() => undefined).then(closed)

      const failure = await failureOf(openSsh(targetOf({ port }), signal))

      expect(failure.code).to.equal('connection_refused')
    })

    it('reports a port that accepts connections but sends nothing', async () => {
      const server = await startRawServer(() => undefined)

      const failure = await failureOf(openSsh(targetOf(server, { timeouts: short }), signal))

      await server.end()
      expect(failure.code).to.equal('protocol_error')
    })

    it('reports a port that disconnects immediately, as if all its lines were in use', async () => {
      const server = await startRawServer((socket) => socket.destroy())

      const failure = await failureOf(openSsh(targetOf(server), signal))

      await server.end()
      expect(failure.code).to.equal('connection_lost')
      expect(failure).to.have.nested.property('advice.code', 'advice_lines_in_use')
    })

    it('reports a port that is not SSH', async () => {
      const server = await startRawServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(300)))

      const failure = await failureOf(openSsh(targetOf(server, { timeouts: short }), signal))

      await server.end()
      expect(failure.code).to.be.oneOf(['protocol_error', 'connection_lost'])
    })

    it('reports a login without an answer', async () => {
      const simulator = await startIosSimulator({ silentLogin: true })
      const silent = { ...short, handshakeMs: 5_000, loginMs: 50 }

      const failure = await failureOf(openSsh(targetOf(simulator, { timeouts: silent }), signal))

      await simulator.close()
      expect(failure.code).to.equal('prompt_timeout')
    })

    for (const hangUpAt of ['handshake', 'login'] as const) {
      it(`reports a device that disconnects at ${hangUpAt}`, async () => {
        const { failure } = await fail({ hangUpAt })

        expect(failure.code).to.equal('connection_lost')
      })
    }

    it('reports a device that opens no shell', async () => {
      const simulator = await startIosSimulator({ hangUpAt: 'shell' })
      const session = await openSsh(targetOf(simulator), signal)

      const failure = await failureOf(session.shell())

      await close(simulator, session)
      expect(failure.code).to.equal('connection_lost')
    })
  })

  describe('when it is aborted', () => {
    it('does not connect if already aborted', async () => {
      const reason = new Error('the lease is lost')

      const failure = await failureOf(openSsh(targetOf({ port: 1 }), AbortSignal.abort(reason)))

      expect(failure).to.equal(reason)
    })

    for (const at of ['connect', 'handshake', 'trust'] as const) {
      it(`disconnects at once after ${at}, without sending a secret`, async () => {
        const simulator = await startIosSimulator()
        const abort = new AbortController()
        const reason = new Error('the lease is lost')

        const onStep = (step: SshStep) => step === at && abort.abort(reason)
        const failure = await failureOf(openSsh(targetOf(simulator, { onStep }), abort.signal))

        await simulator.close()
        expect(failure).to.equal(reason)
        expect(simulator.loginsSeen).to.deep.equal([])
      })
    }

    it('ends reads of its channels with the reason', async () => {
      const simulator = await startIosSimulator({ silentFromLine: 0 })
      const abort = new AbortController()
      const reason = new Error('the lease is lost')
      const session = await openSsh(targetOf(simulator), abort.signal)
      const shell = await session.shell()

      const reading = failureOf(shell[Symbol.asyncIterator]().next())
      abort.abort(reason)

      expect(await reading).to.equal(reason)
      expect(await failureOf(session.shell())).to.equal(reason)
      await close(simulator, session)
    })
  })

  it('survives a late second error of a connection', async () => {
    const server = await startRawServer((socket) => {
      socket.write('SSH-2.0-old\r\n')
      socket.once('data', () => {
        socket.write(Buffer.alloc(40, 0xff))
        setImmediate(() => socket.resetAndDestroy())
      })
    })

    const failure = await failureOf(openSsh(targetOf(server, { timeouts: short }), signal))
    await new Promise((resolve) => setTimeout(resolve, 50))

    await server.end()
    expect(failure.code).to.be.oneOf(['protocol_error', 'connection_lost'])
  })
})

async function fail(options: IosSimulatorOptions, target: Partial<SshTarget> = {}) {
  const simulator = await startIosSimulator(options)
  const failure = await failureOf(
    openSsh(targetOf(simulator, { timeouts: { ...sshTimeouts, graceMs: 100 }, ...target }), signal),
  )
  await simulator.close()
  return { failure, simulator }
}

async function close(simulator: IosSimulator, session: { close(): Promise<void> }) {
  await session.close()
  await simulator.close()
}

async function closed(server: { port: number; end(): Promise<void> }) {
  await server.end()
  return server
}
