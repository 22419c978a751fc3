import { expect } from 'chai'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { targetOf } from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

const { signal } = new AbortController()

describe('a server that allows one channel per connection', () => {
  it('is reported when it rejects another channel', async () => {
    let opened = 0
    const simulator = await startSshSimulator({
      mayOpen: () => ++opened === 1,
      exec: (_command, stream) => stream.end(''),
    })
    const session = await openSsh(targetOf(simulator), signal)

    await session.exec('true')
    const failure = await failureOf(session.exec('true'))

    await session.close()
    await simulator.close()
    expect(failure.code).to.equal('connection_lost')
    expect(failure).to.have.nested.property('advice.code', 'advice_one_ssh_channel')
  })

  it('is reported when it closes the connection with the channel', async () => {
    let closed: Promise<void> | undefined
    const simulator = await startSshSimulator(
      {
        exec(_command, stream) {
          stream.exit(0)
          stream.end('')
          closed = simulator.close()
        },
      },
      { ident: 'tinyssh_20230101-1' },
    )
    const session = await openSsh(targetOf(simulator), signal)

    const first = await session.exec('true')
    await first.exit
    const failure = await failureOf(session.exec('true'))

    await session.close()
    await closed
    expect(failure.code).to.equal('connection_lost')
    expect(failure).to.have.nested.property('advice.code', 'advice_one_ssh_channel')
  })
})
