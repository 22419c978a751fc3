import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { ServerChannel } from 'ssh2'
import { openScpFile, sendScpFile, type ScpLimits } from '../../../agent/sessions/scp.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { targetOf } from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

const limits: ScpLimits = { idleMs: 8_000, maxBytes: 64 * 1024 * 1024 }

/** Runs the command with the real scp as the far side. */
function reallyRun(command: string, stream: ServerChannel): void {
  const child = spawn('sh', ['-c', command])
  stream.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  child.stdout.pipe(stream, { end: false })
  child.stderr.pipe(stream.stderr, { end: false })
  child.on('close', (code) => {
    stream.exit(code ?? 1)
    stream.end()
  })
}

/** Sends these bytes, one reply for each turn of the client, and ends. */
function saying(...replies: (Buffer | string)[]) {
  return (_command: string, stream: ServerChannel) => {
    stream.on('data', () => {
      const reply = replies.shift()
      if (reply !== undefined) stream.write(reply)
      if (replies.length > 0) return
      stream.exit(1)
      stream.end()
    })
  }
}

async function fetched(
  exec: (command: string, stream: ServerChannel) => void,
  path: string,
  changes: Partial<ScpLimits> = {},
) {
  const simulator = await startSshSimulator({ exec })
  const session = await openSsh(targetOf(simulator), new AbortController().signal)
  try {
    const { sizeBytes, bytes } = await openScpFile(session, path, { ...limits, ...changes })
    return { sizeBytes, bytes: Buffer.concat(await Array.fromAsync(bytes)), commands: simulator.commandsSeen }
  } finally {
    await session.close()
    await simulator.close()
  }
}

/** As `saying`, but sends `first` before the client's first turn. */
function speaking(first: Buffer | string, ...replies: (Buffer | string)[]) {
  return (command: string, stream: ServerChannel) => {
    stream.write(first)
    if (replies.length > 0) return saying(...replies)(command, stream)
    stream.exit(1)
    stream.end()
  }
}

async function sent(
  exec: (command: string, stream: ServerChannel) => void,
  path: string,
  bytes: Buffer,
  idleMs = 8_000,
) {
  const simulator = await startSshSimulator({ exec })
  const session = await openSsh(targetOf(simulator), new AbortController().signal)
  try {
    await sendScpFile(session, path, bytes, idleMs)
  } finally {
    await session.close()
    await simulator.close()
  }
}

describe('an SCP transfer', () => {
  let folder: string
  before(() => (folder = mkdtempSync(join(tmpdir(), 'coffer-scp-'))))
  after(() => rmSync(folder, { recursive: true }))

  for (const [name, size] of [
    ['empty', 0],
    ['one byte', 1],
    ['as long as a window', 2 * 1024 * 1024],
    ['it’s $HOME; "quoted" é', 5_000_000],
  ] as const) {
    it(`reads a whole file from the real scp: ${name}`, async () => {
      const path = join(folder, name)
      const bytes = randomBytes(size)
      writeFileSync(path, bytes)

      const file = await fetched(reallyRun, path)

      expect(file.sizeBytes).to.equal(size)
      expect(file.bytes.equals(bytes)).to.equal(true)
    })
  }

  for (const [name, size] of [
    ['sent empty', 0],
    ['sent with a space', 1],
    ['sent.conf', 5_000_000],
  ] as const) {
    it(`writes a whole file to the real scp, readable only by its owner: ${name}`, async () => {
      const path = join(folder, name)
      const bytes = randomBytes(size)

      await sent(reallyRun, path, bytes)

      expect(readFileSync(path).equals(bytes)).to.equal(true)
      expect(statSync(path).mode & 0o777).to.equal(0o600)
    })
  }

  it('quotes the remote error when a file is rejected', async () => {
    const noFolder = await failureOf(sent(reallyRun, join(folder, 'no', 'such', 'folder'), Buffer.alloc(3)))
    const full = await failureOf(
      sent(speaking(Buffer.alloc(1), '\x01x: No space left on device\n'), '/x', Buffer.alloc(3)),
    )
    const noScp = await failureOf(sent(speaking('unknown command.\n'), '/x', Buffer.alloc(3)))

    expect([noFolder.name, full.name, noScp.name]).to.deep.equal(['ScpRefused', 'ScpRefused', 'ScpRefused'])
    expect(noFolder.message).to.match(/No such file or directory/)
    expect(full.message).to.contain('No space left on device')
  })

  it('fails if the device does not confirm receipt', async () => {
    const silent = (_command: string, stream: ServerChannel) => void stream.write(Buffer.alloc(2))

    const failure = await failureOf(sent(silent, '/x', Buffer.alloc(3), 30))

    expect(failure.code).to.equal('prompt_timeout')
  })

  it('quotes the remote error when a file does not exist', async () => {
    const failure = await failureOf(fetched(reallyRun, join(folder, 'nothing')))

    expect(failure.name).to.equal('ScpRefused')
    expect(failure.message).to.match(/No such file or directory/)
  })

  it('reports an unreadable file, and a device without SCP', async () => {
    const notAllowed = await failureOf(fetched(saying('\x01"/config/x": file not allowed\n'), '/config/x'))
    const noScp = await failureOf(fetched(saying('Syntax Error: unexpected argument "scp"\n'), '/config/x'))
    const folderGiven = await failureOf(fetched(saying('D0755 0 x\n'), '/config/x'))

    expect([notAllowed.name, noScp.name, folderGiven.name]).to.deep.equal(['ScpRefused', 'ScpRefused', 'ScpRefused'])
    expect(notAllowed.message).to.equal('… file not allowed')
    expect(noScp.message).to.contain('unexpected argument')
  })

  it('reports a file that ends early or that the remote side reports as failed', async () => {
    const short = await failureOf(fetched(saying('C0644 100 x\n', Buffer.alloc(99)), '/x'))
    const unread = await failureOf(fetched(saying('C0644 3 x\n', 'abc\x01x: Input/output error\n'), '/x'))

    expect([short.code, unread.code]).to.deep.equal(['output_truncated', 'output_truncated'])
    expect(unread.message).to.contain('Input/output error')
  })

  it('does not begin a file above the limit', async () => {
    const failure = await failureOf(fetched(saying('C0644 1000 x\n', Buffer.alloc(1000)), '/x', { maxBytes: 999 }))

    expect(failure.code).to.equal('output_too_large')
  })

  it('times out when a file stalls', async () => {
    const silent = (_command: string, stream: ServerChannel) => void stream.write('C0644 100 x\nabc')

    const failure = await failureOf(fetched(silent, '/x', { idleMs: 30 }))

    expect(failure.code).to.equal('prompt_timeout')
  })
})
