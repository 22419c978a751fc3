import { expect } from 'chai'
import { collectDevice } from '../../../agent/collect/collect.ts'
import type { CollectDependencies } from '../../../agent/collect/device-collector.ts'
import { testConnection, type TestStep } from '../../../agent/collect/connection-test.ts'
import type { JobSpec } from '../../../agent/job-spec.ts'
import { openSsh, sshTimeouts } from '../../../agent/sessions/ssh.ts'
import { startHttpsDevice, type HttpsDevice } from '../../support/https-device.ts'
import { startIosSimulator, type IosSimulator, type IosSimulatorOptions } from '../../support/ios-simulator.ts'
import { enableSecret, loginSecret, testLimits } from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { logTo } from '../../support/log-to.ts'

let simulator: IosSimulator
let log: string[]

describe('the collection of a device', () => {
  afterEach(() => simulator.close())

  it('returns the texts of the transport that opened', async () => {
    await start({ enableSecret })

    const captured = await collectDevice(order(), dependencies())

    expect(captured.transport).to.equal('ssh')
    expect(captured.texts.map(({ key }) => key)).to.deep.equal([
      'running-config',
      'startup-config',
      'inventory',
      'version',
    ])
    expect(captured.texts.every(({ capturedAt }) => capturedAt.getTime() === 86_400_000)).to.equal(true)
    expect(captured).to.deep.include({ trees: [], absent: [], failed: [] })
  })

  it('reads only the artifacts that the device’s options name', async () => {
    await start()

    const captured = await collectDevice(order({ options: { artifacts: ['version'] } }), dependencies())

    expect(captured.texts.map(({ key }) => key)).to.deep.equal(['version'])
    expect(simulator.commandsSeen).to.not.include('show running-config')
  })

  it('does not ask about a host key that the job lists as approved', async () => {
    await start()
    const checkFingerprint = () => Promise.reject(new Error('must not ask the service'))

    const captured = await collectDevice(order(), { ...dependencies(), checkFingerprint })

    expect(captured.texts).to.have.length(4)
  })

  it('logs that only the host key is read while the address is pending, and no account', async () => {
    await start()

    const failure = await failureOf(collectDevice(order({}, { addressApproved: false }), dependencies()))

    expect(failure.code).to.equal('address_unapproved')
    expect(log.join('\n')).to.contain('info log_connecting_ssh_for_key ').and.not.contain('backup')
  })

  it('asks about an unknown host key, and sends nothing until it is approved', async () => {
    await start()
    const job = order({}, { approved: { ssh: ['SHA256:another'], api: [] } })

    const failure = await failureOf(
      collectDevice(job, { ...dependencies(), checkFingerprint: () => Promise.resolve('pending') }),
    )

    expect(failure.code).to.equal('fingerprint_unapproved')
    expect(simulator.loginsSeen).to.deep.equal([])
  })

  it('logs connection, negotiation and weak algorithms, but no secret', async () => {
    await start({ enableSecret, algorithms: { kex: ['diffie-hellman-group14-sha1'] } })

    await collectDevice(order({ options: { legacy_algorithms: true } }), dependencies())

    const text = log.join('\n')
    expect(text).to.contain(`Connecting to 127.0.0.1 port ${simulator.port} with SSH as backup`)
    expect(log.find((line) => line.startsWith('warn log_legacy_algorithms '))).to.contain('diffie-hellman-group14-sha1')
    expect(text).to.contain('info log_command_read show running-config: ')
    expect(text).to.not.contain(loginSecret).and.not.contain(enableSecret)
  })

  it('requires a credential for the transport', async () => {
    await start()

    const failure = await failureOf(collectDevice(order({}, { credentials: {} }), dependencies()))

    expect(failure.code).to.equal('credential_missing')
  })

  it('rejects platforms that are not registered', async () => {
    await start()

    const failure = await failureOf(collectDevice(order({ platform: 'another_one' }), dependencies()))

    expect(failure.code).to.equal('platform_unsupported')
  })

  it('uses the next transport if the first cannot be opened', async () => {
    await start()

    const captured = await collectDevice(order({}, { transports: ['api', 'ssh'] }), dependencies())

    expect(captured.transport).to.equal('ssh')
    expect(log.join('\n')).to.contain('warn log_failure_of_transport api: ').and.contain('Trying ssh.')
  })

  it('reports a refused login before failures of other transports, as retries would repeat it', async () => {
    await start({ password: 'changed-meanwhile' })

    const failure = await failureOf(collectDevice(order({}, { transports: ['ssh', 'api'] }), dependencies()))

    expect(failure.code).to.equal('auth_failed')
    expect(simulator.loginsSeen).to.have.length(1)
  })

  describe('with the API first', () => {
    let api: HttpsDevice

    afterEach(() => api.close())

    for (const [status, does] of [
      [404, 'has no RESTCONF'],
      [403, 'denies the account'],
    ] as const) {
      it(`falls back to SSH for a router that ${does}`, async () => {
        await start({ enableSecret })
        api = await startHttpsDevice(() => ({ status }))

        const captured = await collectDevice(overBoth(), dependencies())

        expect(captured.transport).to.equal('ssh')
        expect(captured.texts).to.have.length(4)
      })
    }

    it('does not repeat a refused login over SSH', async () => {
      await start({ enableSecret })
      api = await startHttpsDevice(() => ({ status: 401 }))

      const failure = await failureOf(collectDevice(overBoth(), dependencies()))

      expect(failure.code).to.equal('auth_failed')
      expect(simulator.loginsSeen).to.deep.equal([])
    })

    it('sends nothing to a router whose certificate is not approved', async () => {
      await start({ enableSecret })
      api = await startHttpsDevice(() => ({ status: 404 }))

      const failure = await failureOf(collectDevice(overBoth({ approved: { ssh: [], api: [] } }), dependencies()))

      expect(failure.code).to.equal('fingerprint_rejected')
      expect(simulator.loginsSeen).to.deep.equal([])
    })

    function overBoth(changes: Partial<JobSpec> = {}): JobSpec {
      const login = { username: 'backup', password: loginSecret, enable_secret: enableSecret }
      return order(
        { ports: { ssh: simulator.port, api: api.port } },
        {
          transports: ['api', 'ssh'],
          credentials: { ssh: login, api: login },
          approved: { ssh: [simulator.hostKeyFingerprint], api: [api.fingerprint] },
          ...changes,
        },
      )
    }
  })

  it('ends with the reason when aborted, on any transport', async () => {
    await start({ silentFromLine: 1 })
    const abort = new AbortController()
    const reason = new Error('the lease is lost')
    const onStep = (step: string) => step === 'login' && abort.abort(reason)

    const failure = await failureOf(collectDevice(order(), { ...dependencies(), onStep, signal: abort.signal }))

    expect(failure).to.equal(reason)
  })

  it('closes the session properly after a failure', async () => {
    await start({ lowPrivilege: true })

    const failure = await failureOf(collectDevice(order(), dependencies()))

    expect(failure.code).to.equal('privilege_insufficient')
    expect(simulator.commandsSeen.at(-1)).to.equal('exit')
  })
})

describe('a connection test', () => {
  afterEach(() => simulator.close())

  it('runs the steps of a backup and stops before collection', async () => {
    await start({ enableSecret })

    const { transport, steps } = await testConnection(order({}, { kind: 'test' }), dependencies())

    expect(transport).to.equal('ssh')
    expect(steps.map(({ step }) => step)).to.deep.equal([
      'connect',
      'handshake',
      'trust',
      'login',
      'prompt',
      'enable',
      'prepare',
    ])
    expect(steps.every(({ durationMs }) => Number.isInteger(durationMs) && durationMs >= 0)).to.equal(true)
    expect(simulator.commandsSeen).to.deep.equal([
      '',
      'enable',
      enableSecret,
      'terminal length 0',
      'terminal width 0',
      'exit',
    ])
  })

  it('returns the completed steps when it fails', async () => {
    await start({ enableSecret: 'another' })
    const steps: TestStep['step'][] = []

    const failure = await failureOf(testConnection(order(), dependencies(), ({ step }) => steps.push(step)))

    expect(failure.code).to.equal('enable_failed')
    expect(steps).to.deep.equal(['connect', 'handshake', 'trust', 'login', 'prompt'])
  })
})

async function start(options: IosSimulatorOptions = {}) {
  simulator = await startIosSimulator(options)
  log = []
}

function order(device: Partial<JobSpec['device']> = {}, changes: Partial<JobSpec> = {}): JobSpec {
  const { options, ...others } = device
  return {
    jobId: 'job',
    leaseId: 'lease',
    kind: 'backup',
    device: {
      id: 'device',
      name: 'exitgw',
      platform: 'netco_iosxe',
      host: '127.0.0.1',
      ports: { ssh: simulator.port, api: 443 },
      options: { ...options },
      ...others,
    },
    transports: ['ssh'],
    credentials: { ssh: { username: 'backup', password: loginSecret, enable_secret: enableSecret } },
    addressApproved: true,
    approved: { ssh: [simulator.hostKeyFingerprint], api: [] },
    rejected: [],
    posture: 'strict',
    ...changes,
  }
}

function dependencies(): CollectDependencies {
  return {
    openSsh,
    checkFingerprint: () => Promise.resolve('refused'),
    log: logTo(log),
    now: () => new Date(86_400_000),
    signal: new AbortController().signal,
    treeDependencies: () => Promise.reject(new Error('no tree is read here')),
    storeArchive: () => Promise.reject(new Error('no archive is read here')),
    storeText: () => {
      throw new Error('no text is long here')
    },
    timeouts: { ...sshTimeouts, graceMs: 200 },
    shellLimits: testLimits,
  }
}
