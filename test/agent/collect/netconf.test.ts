import { expect } from 'chai'
import { testConnection } from '../../../agent/collect/connection-test.ts'
import { collectDevice } from '../../../agent/collect/collect.ts'
import type { StoredText } from '../../../agent/collect/captured.ts'
import type { Observed } from '../../../agent/sessions/session.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createJunosDevice, type JunosDevice } from '../../support/junos-device.ts'
import { wrapped } from '../../support/junos-netconf.ts'
import { startJunosSimulator, type JunosSimulatorOptions } from '../../support/junos-simulator.ts'
import { collectOverNetconf, netconfDeps, netconfOrder } from '../../support/netconf-captures.ts'
import { loginSecret } from '../../support/open-simulator.ts'
import { splitter } from '../../support/random.ts'
import { fixture } from '../../support/recordings.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

const text = fixture('routeco_junos/lab-validation/junos_evpn_type5__node1-1/input_configuration.cfg').toString(
  'latin1',
)
const clock = { now: () => new Date(86_400_000), after: () => () => undefined }

describe('NETCONF collection', () => {
  let device: JunosDevice
  const simulators: SshSimulator[] = []

  beforeEach(() => {
    device = createJunosDevice({ text, clock })
  })
  afterEach(async () => {
    for (const simulator of simulators.splice(0)) await simulator.close()
  })

  async function start(options: JunosSimulatorOptions = {}): Promise<SshSimulator> {
    const simulator = await startJunosSimulator(device, options)
    simulators.push(simulator)
    return simulator
  }

  for (const rfc of [false, true]) {
    it(`returns all three forms ${rfc ? 'in chunks' : 'with end marks'} and closes the session`, async () => {
      const operations: string[] = []
      const simulator = await start({
        rfc,
        netconf: { chunkBytes: 900, split: splitter(3), seen: (said) => void operations.push(said) },
      })

      const { captured } = await collectOverNetconf(simulator)

      const texts = captured.texts.map(({ raw }) => raw.toString('latin1'))
      expect(texts).to.deep.equal([device.show('conf'), device.show('set'), device.show('xml')])
      expect(operations).to.deep.equal([
        '<get-configuration database="committed" format="text"/>',
        '<get-configuration database="committed" format="set"/>',
        '<get-configuration database="committed" format="xml"/>',
        '<close-session/>',
      ])
    })

    it(`returns no partial version, wherever it breaks off ${rfc ? 'in chunks' : 'with end marks'}`, async () => {
      const total = Buffer.byteLength(device.show('conf') + device.show('set') + device.show('xml')) + 4_000
      let whole = 0
      for (let bytes = 1; bytes < total + 8_000; bytes += 1024) {
        const simulator = await start({ rfc, netconf: { chunkBytes: 500, cut: { bytes, then: 'hangs up' } } })

        try {
          const { captured } = await collectOverNetconf(simulator)
          expect(captured.texts).to.have.length(3)
          whole += 1
        } catch (error) {
          expect((error as { code?: string }).code, `${bytes}`).to.be.oneOf(
            bytes < 1_000 ? ['protocol_error', 'connection_lost'] : ['connection_lost', 'output_truncated'],
          )
        }
      }
      expect(whole).to.be.greaterThan(0)
    })
  }

  it('fails clearly when the device stops responding, at any point', async () => {
    for (const [bytes, code] of [
      [0, 'prompt_timeout'],
      [300, 'protocol_error'], // an incomplete hello
      [3_000, 'output_truncated'],
      [12_000, 'output_truncated'],
    ] as const) {
      const simulator = await start({ netconf: { cut: { bytes, then: 'falls silent' } } })

      const failure = await failureOf(
        collectOverNetconf(simulator, {}, { netconfLimits: { idleMs: 1_000, totalMs: 60_000 } }),
      )

      expect(failure, `${bytes}`).to.include({ code })
    }
  })

  it('fails clearly when its chunks are shorter than announced', async () => {
    for (const chunkLacks of [1, 7, 100_000]) {
      const simulator = await start({ rfc: true, netconf: { chunkBytes: 700, chunkLacks } })

      const failure = await failureOf(
        collectOverNetconf(simulator, {}, { netconfLimits: { idleMs: 150, totalMs: 8_000 } }),
      )

      const codes = ['output_disturbed', 'output_truncated', 'protocol_error']
      expect(failure, `${chunkLacks}`).to.have.property('code').that.is.oneOf(codes)
    }
  })

  it('reports a specific failure when the connection is lost during a reply', async () => {
    const simulator: SshSimulator = await start({ netconf: { seen: () => void simulator.close() } })

    const failure = await failureOf(collectOverNetconf(simulator))

    expect(failure).to.include({ code: 'connection_lost' })
  })

  it('fails clearly when a reply exceeds its timeout', async () => {
    const simulator = await start({ netconf: { cut: { bytes: 12_000, then: 'falls silent' } } })

    const failure = await failureOf(
      collectOverNetconf(simulator, {}, { netconfLimits: { idleMs: 60_000, totalMs: 200 } }),
    )

    expect(failure).to.have.property('code').that.is.oneOf(['output_truncated', 'prompt_timeout'])
  })

  it('sends nothing when the host key differs', async () => {
    const simulator = await start()
    const order = netconfOrder({ port: simulator.port, hostKeyFingerprint: 'SHA256:another' })
    const checkFingerprint = () => Promise.resolve('refused' as const)

    const failure = await failureOf(collectDevice(order, netconfDeps([], { checkFingerprint })))

    expect(failure).to.include({ code: 'fingerprint_rejected' })
    expect(simulator.loginsSeen).to.deep.equal([])
  })

  it('reports a refused login before other faults', async () => {
    const simulator = await start({ without: ['netconf', 'xml-mode'], password: 'another-Secret9' })

    const failure = await failureOf(collectOverNetconf(simulator))

    expect(failure).to.include({ code: 'auth_failed' })
    expect(simulator.loginsSeen).to.have.length(1)
  })

  it('fails clearly when a message exceeds the limit', async () => {
    const simulator = await start()

    const failure = await failureOf(collectOverNetconf(simulator, {}, { netconfLimits: { maxBytes: 5_000 } }))

    expect(failure).to.include({ code: 'output_too_large' })
  })

  for (const [what, netconf] of [
    ['speaks something else', { identify: 'SSH is for people only' }],
    [
      'returns an error for the hello',
      {
        identify:
          '<rpc-reply><rpc-error><error-severity>error</error-severity><error-message>licence expired</error-message></rpc-error></rpc-reply>',
      },
    ],
    ['sends a hello that is not XML', { identify: '<hello><capabilities></hello>' }],
  ] as const) {
    it(`fails clearly on a server that ${what}`, async () => {
      const failure = await failureOf(collectOverNetconf(await start({ netconf })))

      expect(failure).to.include({ code: 'protocol_error' })
    })
  }

  it('reports a session broken by the server, without blaming the account', async () => {
    const operations: string[] = []
    const reply =
      '<rpc-reply><rpc-error><error-type>transport</error-type><error-tag>malformed-message</error-tag>' +
      '<error-severity>error</error-severity><error-message>invalid protocol framing characters received</error-message>' +
      '</rpc-error></rpc-reply>'
    const simulator = await start({ netconf: { reply: () => reply, seen: (said) => void operations.push(said) } })

    const failure = await failureOf(collectOverNetconf(simulator))

    expect(failure).to.include({ code: 'protocol_error' })
    expect(failure.message).to.contain('invalid protocol framing')
    expect(failure).to.have.nested.property('advice.code', 'advice_junos_netconf_framing')
    expect(operations.filter((said) => said.includes('get-configuration'))).to.have.length(1)
  })

  it('streams a text that is too long for memory', async () => {
    const long = longText(9 * 1024 * 1024)
    const reply = (_operation: string, id: string) =>
      `<rpc-reply message-id="${id}">${wrapped('configuration-text', long)}</rpc-reply>`
    const simulator = await start({ netconf: { chunkBytes: 65_536, reply }, rfc: true })
    const stored = { bytes: 0, pushes: 0, longest: 0 }
    const names: StoredText = {
      content: { size: 0, chunks: [] } as unknown as StoredText['content'],
      fingerprint: 'f',
      normalisedFingerprint: 'n',
    }
    const storeText = () => ({
      push(piece: Buffer) {
        stored.bytes += piece.length
        stored.pushes += 1
        stored.longest = Math.max(stored.longest, piece.length)
        return Promise.resolve()
      },
      end: () => Promise.resolve(names),
    })

    const { captured } = await collectOverNetconf(simulator, { artifacts: ['configuration-conf'] }, { storeText })

    expect(captured.longTexts).to.have.length(1)
    expect(stored.bytes).to.equal(long.length)
    expect(stored.longest).to.be.lessThan(256 * 1024)
  })

  it('runs the steps of a backup in a connection test, without reading artifacts', async () => {
    const operations: string[] = []
    const simulator = await start({ netconf: { seen: (said) => void operations.push(said) } })

    const { steps } = await testConnection(netconfOrder(simulator), netconfDeps([]))

    expect(steps.map(({ step }) => step)).to.deep.equal(['connect', 'handshake', 'trust', 'login'])
    expect(operations).to.deep.equal(['<close-session/>'])
  })

  it('logs no secret of the run and no hash of the device', async () => {
    device = createJunosDevice({
      text: `system {\n    root-authentication {\n        encrypted-password "$6$abcdefgh";\n    }\n}\n`,
      clock,
    })
    const reply = () => `<rpc-reply><configuration><a>${loginSecret} $6$abcdefgh</b></configuration></rpc-reply>`
    const simulator = await start({ netconf: { reply } })

    const failure = (await failureOf(collectOverNetconf(simulator))) as Error & { log: string[] }

    const said = [...failure.log, failure.message].join('\n')
    expect(failure).to.include({ code: 'output_disturbed' })
    expect(said).to.not.contain(loginSecret).and.to.not.contain('$6$')
  })

  describe('if its own port is closed', () => {
    const closed = 1 // a loopback port on which nothing listens

    async function run(sshPort: SshSimulator, options: Record<string, unknown> = {}, checked: Observed[] = []) {
      const order = netconfOrder({ port: closed, hostKeyFingerprint: 'SHA256:another' }, options)
      order.device.ports.ssh = sshPort.port
      const log: string[] = []
      const checkFingerprint = (observed: Observed) => {
        checked.push(observed)
        return Promise.resolve('approved' as const)
      }
      try {
        return { ...(await collectDevice(order, netconfDeps(log, { checkFingerprint }))), log }
      } catch (failure) {
        throw Object.assign(failure as Error, { log })
      }
    }

    it('uses the subsystem on the SSH port', async () => {
      const simulator = await start()
      const checked: Observed[] = []

      const { texts } = await run(simulator, {}, checked)

      expect(texts.map(({ raw }) => raw.toString('latin1'))[0]).to.equal(device.show('conf'))
      expect(checked.map(({ kind, port }) => [kind, port])).to.deep.equal([['ssh_host_key', simulator.port]])
    })

    it('uses the command if there is no subsystem', async () => {
      const simulator = await start({ without: ['netconf'] })

      const { texts, log } = await run(simulator)

      expect(texts).to.have.length(3)
      expect(simulator.commandsSeen).to.deep.equal(['xml-mode netconf need-trailer'])
      expect(log.join('\n')).to.contain('info log_netconf_subsystem_replaced ')
    })

    it('reports the original failure if the SSH port has no NETCONF either', async () => {
      const simulator = await start({ without: ['netconf', 'exec'] })

      const failure = await failureOf(run(simulator))

      expect(failure).to.include({ code: 'connection_refused' })
      expect((failure as Error & { log: string[] }).log.join('\n')).to.contain('set system services netconf ssh')
    })

    it('falls back to the command line of a device without NETCONF', async () => {
      const simulator = await start({ without: ['netconf', 'xml-mode'], account: { landsIn: 'sh' } })
      const order = netconfOrder({ port: closed, hostKeyFingerprint: 'SHA256:another' })
      order.device.ports.ssh = simulator.port
      order.approved.ssh = [simulator.hostKeyFingerprint]
      order.transports = ['api', 'ssh']
      order.credentials.ssh = { username: 'backup', password: loginSecret }

      const { texts, transport } = await collectDevice(order, netconfDeps([]))

      expect([transport, texts.length]).to.deep.equal(['ssh', 3])
    })

    it('tries no other port if the device’s options name the port', async () => {
      const simulator = await start()

      const failure = await failureOf(run(simulator, { api_port: closed }))

      expect(failure).to.include({ code: 'connection_refused' })
      expect(simulator.loginsSeen).to.have.length(0)
    })
  })

  it('tries no other port after a refused login', async () => {
    const [own, ssh] = [await start({ password: 'another-Secret9' }), await start()]
    const order = netconfOrder(own)
    order.device.ports.ssh = ssh.port

    const failure = await failureOf(collectDevice(order, netconfDeps([])))

    expect(failure).to.include({ code: 'auth_failed' })
    expect([own.loginsSeen.length, ssh.loginsSeen.length]).to.deep.equal([1, 0])
  })
})

function longText(bytes: number): string {
  const stanza = (at: number) =>
    `    xe-0/0/${at} {\n        description "to <customer> & others ${at}";\n        mtu 9192;\n    }\n`
  let stanzas = ''
  for (let at = 0; stanzas.length < bytes; at++) stanzas += stanza(at)
  return `version 22.4R3;\nsystem {\n    host-name r1;\n}\ninterfaces {\n${stanzas}}\n`
}
