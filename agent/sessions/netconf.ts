import type { NetconfLimits } from '../../shared/platforms/netconf.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import { createXmlElements, NotWellFormed } from '../../shared/platforms/xml-elements.ts'
import { plainText } from '../../shared/platforms/xml-tokens.ts'
import type { FailureCode } from '../../shared/contract/failures.ts'
import type { ExpectationMessage, StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import { createNetconfFrames } from './netconf-frames.ts'
import type { Channel } from './session.ts'

/** A NETCONF session (RFC 6241) on a channel that speaks it, after both sides have said hello. */
export interface NetconfSession {
  readonly capabilities: readonly string[]
  /**
   * Sends one operation and gives the reply as it comes, which has to be read to its end. The message's id is in the
   * reply's `message-id`.
   * @throws DeviceFailure prompt_timeout, connection_lost, output_truncated, output_too_large, protocol_error
   */
  send(operation: string, step: StepMessage): { messageId: string; reply: AsyncGenerator<Buffer> }
  /** Says goodbye; the connection's own close waits until it is said. */
  close(): void
}

const namespace = 'urn:ietf:params:xml:ns:netconf:base:1.0'
const versions = ['urn:ietf:params:netconf:base:1.0', 'urn:ietf:params:netconf:base:1.1']
/** Some devices name a capability as they would a namespace. */
const chunking = ['urn:ietf:params:netconf:base:1.1', 'urn:ietf:params:xml:ns:netconf:base:1.1']
/** Of a command line that knows no NETCONF. */
const noServer = [/^(?:error: )?(?:unknown command|syntax error|permission denied|command not found)/im]

/** A hello that is longer is none. */
const helloBytes = 256 * 1024

/** @throws DeviceFailure; the channel is closed then */
export async function openNetconf(
  channel: Channel,
  limits: NetconfLimits,
  secrets: readonly string[],
): Promise<NetconfSession> {
  const source = channel[Symbol.asyncIterator]()
  const frames = createNetconfFrames(pull)
  let messages = 100
  let endsAt = 0
  let bytes = 0

  async function pull(step: StepMessage): Promise<Buffer> {
    const next = source.next()
    next.catch(() => undefined) // it may fail while nobody waits any more
    let timer: NodeJS.Timeout | undefined
    const waitLimitMs = Math.max(0, Math.min(limits.idleMs, endsAt - performance.now()))
    const silence = new Promise<'silence'>((resolve) => {
      timer = setTimeout(() => resolve('silence'), waitLimitMs)
    })
    try {
      const result = await Promise.race([next, silence])
      if (result === 'silence') throw fail(bytes > 0 ? 'output_truncated' : 'prompt_timeout', step, silent(bytes))
      if (result.done)
        throw fail(bytes > 0 ? 'output_truncated' : 'connection_lost', step, `${bytes} bytes, then an end`)
      return result.value
    } finally {
      clearTimeout(timer)
    }
  }

  function fail(
    code: FailureCode,
    step: StepMessage,
    seen: string,
    expected: ExpectationMessage = message('expected_whole_message'),
  ): DeviceFailure {
    return new DeviceFailure(code, { step, expected, seen }, secrets)
  }

  async function* answer(step: StepMessage, maxBytes: number): AsyncGenerator<Buffer> {
    endsAt = performance.now() + limits.totalMs
    bytes = 0
    for await (const piece of frames.message(step)) {
      bytes += piece.length
      if (bytes > maxBytes) throw fail('output_too_large', step, `more than ${maxBytes} bytes`)
      yield piece
    }
  }

  /** What is not XML may precede it: a banner, and comments of the device. */
  async function greet(): Promise<string[]> {
    const step = message('step_exchanging_capabilities')
    const offered = versions.map((version) => `<capability>${version}</capability>`).join('')
    const identify = `<hello xmlns="${namespace}"><capabilities>${offered}</capabilities></hello>`
    channel.write(frames.framed(`<?xml version="1.0" encoding="UTF-8"?>\n${identify}`))
    for (;;) {
      const said = await wholeMessage(step)
      const from = said.search(/<(?:[\w-]+:)?(?:hello|rpc-reply|rpc-error)[\s>]/)
      if (from < 0) throw fail('protocol_error', step, knownWords(said, noServer), message('expected_netconf_hello'))
      const { root, texts } = readHello(said.slice(from), step)
      if (root === 'hello') return texts.get('capability') ?? []
      // a complaint in front of the hello, as one about the licence; only a warning lets the session go on
      const words = (texts.get('error-message') ?? []).join('; ')
      const isWarning = texts.get('error-severity')?.every((severity) => severity === 'warning') === true
      const code = /permission denied/i.test(words) ? 'privilege_insufficient' : 'protocol_error'
      if (!isWarning) throw fail(code, step, words, message('expected_netconf_hello'))
    }
  }

  /** Whoever says something and hangs up before an end mark is no NETCONF server. */
  async function wholeMessage(step: StepMessage): Promise<string> {
    const pieces: Buffer[] = []
    const text = () => Buffer.concat(pieces).toString('latin1')
    try {
      for await (const piece of answer(step, helloBytes)) pieces.push(piece)
      return text()
    } catch (failure) {
      if (!(failure instanceof DeviceFailure) || failure.code !== 'output_truncated') throw failure
      throw fail('protocol_error', step, knownWords(text(), noServer), message('expected_netconf_hello'))
    }
  }

  function readHello(text: string, step: StepMessage): { root: string; texts: Map<string, string[]> } {
    const texts = new Map<string, string[]>()
    let root = ''
    let words = ''
    const local = (name: string | undefined) => (name ?? '').replace(/^.*:/, '')
    const document = createXmlElements({
      open(path) {
        root ||= local(path[0])
        words = ''
      },
      text: (_path, source) => void (words += source),
      close(path) {
        const name = local(path.at(-1))
        texts.set(name, [...(texts.get(name) ?? []), plainText(words).trim()])
        words = ''
      },
    })
    try {
      document.push(text)
      document.end()
    } catch (error) {
      if (error instanceof NotWellFormed)
        throw fail('protocol_error', step, error.message, message('expected_netconf_hello_xml'))
      throw error
    }
    return { root, texts }
  }

  let capabilities: string[]
  try {
    capabilities = await greet()
  } catch (failure) {
    channel.destroy()
    throw failure
  }
  if (capabilities.some((capability) => chunking.includes(capability))) frames.useChunks()

  return {
    capabilities,
    send(operation, step) {
      messages += 1
      const messageId = String(messages)
      channel.write(frames.framed(`<rpc xmlns="${namespace}" message-id="${messageId}">${operation}</rpc>`))
      return { messageId, reply: answer(step, limits.maxBytes) }
    },
    close() {
      messages += 1
      channel.write(frames.framed(`<rpc xmlns="${namespace}" message-id="${messages}"><close-session/></rpc>`))
      channel.end()
    },
  }
}

function silent(bytes: number): string {
  return bytes > 0 ? `${bytes} bytes, then silence` : ''
}
