import { message } from '../../../shared/messages/message.ts'
import { expect } from 'chai'
import { openSsh, sshTimeouts } from '../../../agent/sessions/ssh.ts'
import { openNetconf } from '../../../agent/sessions/netconf.ts'
import { failureOf } from '../../support/failure-of.ts'
import { collectOverNetconf, netconfLimits } from '../../support/netconf-captures.ts'
import { type Netconfd, netconfdMissing, startNetconfd } from './netconfd.ts'

const missing = netconfdMissing()

/** A busy machine answers late. */
const limits = { ...netconfLimits, idleMs: 120_000, totalMs: 300_000 }

describe(`a real NETCONF server${missing ? ` (${missing})` : ''}`, function () {
  let server: Netconfd

  before(async function () {
    if (missing) return this.skip()
    server = await startNetconfd()
  })
  after(() => server?.close())

  it('negotiates chunked framing and answers operations in sequence', async () => {
    const session = await openSsh(target(server), new AbortController().signal)
    const netconf = await openNetconf(await session.subsystem('netconf'), limits, [])
    const ask = async (operation: string) => {
      const pieces: Buffer[] = []
      for await (const piece of netconf.send(operation, message('step_reading', { artifact: 'it' })).reply)
        pieces.push(piece)
      return Buffer.concat(pieces).toString('utf8')
    }

    const first = await ask('<get-config><source><running/></source></get-config>')
    const second = await ask('<get-config><source><candidate/></source></get-config>')
    netconf.close()
    await session.close()

    expect(netconf.capabilities).to.include('urn:ietf:params:netconf:base:1.1')
    expect(first).to.match(/<rpc-reply[^>]*message-id="101"[\s\S]*<data/)
    expect(second).to.match(/<rpc-reply[^>]*message-id="102"[\s\S]*<data/)
    expect(server.log()).to.not.contain('invalid protocol framing')
  })

  it('rejects another vendor’s operation as a command, without ending the session', async () => {
    const { port, hostKeyFingerprint, user, password } = server
    const order = { port, hostKeyFingerprint }
    const login = { username: user, password }

    const failure = await failureOf(collectOverNetconf(order, {}, {}, login))

    expect(failure).to.include({ code: 'command_refused' })
    expect(failure).to.have.nested.property('advice.code', 'advice_junos_netconf_operation')
    expect(server.log()).to.not.contain('invalid protocol framing')
  })
})

function target({ port, user, password }: Netconfd) {
  return {
    host: '127.0.0.1',
    port,
    username: user,
    password,
    legacyAlgorithms: false,
    trust: () => Promise.resolve('approved' as const),
    timeouts: sshTimeouts,
  }
}
