import { expect } from 'chai'
import type { ServerChannel } from 'ssh2'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { targetOf } from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { readRecording } from '../../support/recordings.ts'
import { collectOverSsh } from '../../support/ssh-captures.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

const recording = 'documents/apc_aos/oxidized/apcaos#SMT750IC_v2.5.0.8#custom_simulation.yaml'
const text = readRecording(recording).exchanges.find(({ sent }) => sent === 'config.ini')!.received

/** Sends a file of this size by SCP, of which only `bytes` arrive. */
function sending(bytes: Buffer, size = bytes.length) {
  return (_command: string, stream: ServerChannel) => {
    const replies = [Buffer.from(`C0644 ${size} config.ini\n`), Buffer.concat([bytes, Buffer.alloc(1)])]
    stream.on('data', () => {
      const reply = replies.shift()
      if (reply !== undefined) stream.write(reply)
      if (replies.length > 0) return
      stream.exit(0)
      stream.end()
    })
  }
}

async function collectFrom(exec: (command: string, stream: ServerChannel) => void) {
  const simulator = await startSshSimulator({ exec })
  try {
    const { captured } = await collectOverSsh(
      (target, signal) => openSsh({ ...targetOf(simulator), trust: target.trust }, signal),
      { platform: 'apc_aos', options: {} },
    )
    return { captured, commands: simulator.commandsSeen }
  } finally {
    await simulator.close()
  }
}

describe('files of a device', () => {
  it('are read over SCP and stored byte for byte, with their facts', async () => {
    const { captured, commands } = await collectFrom(sending(text))

    expect(captured.texts.map(({ key, raw, metadata }) => [key, raw.equals(text), metadata])).to.deep.equal([
      ['config', true, { os_version: '2.5.0.8', model: 'Smart-UPS', hostname: 'APC-0007' }],
    ])
    expect(commands).to.deep.equal(['scp -f config.ini'])
  })

  it('fail when fewer bytes arrive than the device announced', async () => {
    const failure = await failureOf(collectFrom(sending(text.subarray(0, 400), text.length)))

    expect(failure.code).to.be.oneOf(['connection_lost', 'output_truncated', 'prompt_timeout'])
  })

  it('fail when the device has another file or none', async () => {
    const other = await failureOf(collectFrom(sending(Buffer.from('<html>\n'))))
    const none = await failureOf(
      collectFrom((_command, stream) => {
        stream.write('\x01scp: config.ini: No such file or directory\n')
        stream.exit(1)
        stream.end()
      }),
    )

    expect(other).to.include({ code: 'protocol_error' })
    expect(none).to.include({ code: 'command_refused' })
  })
})
