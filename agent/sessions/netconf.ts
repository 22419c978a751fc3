import type { NetconfLimits } from '../../shared/platforms/netconf.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import { NotWellFormed } from '../../shared/platforms/xml-elements.ts'
import type { FailureCode } from '../../shared/contract/failures.ts'
import type { ExpectationMessage, StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import { createNetconfFrames, type NetconfFrames } from './netconf-frames.ts'
import { type Hello, readHello } from './netconf-hello.ts'
import type { Channel } from './session.ts'

/** A NETCONF session (RFC 6241) on an open channel, after the exchange of hellos. */
export interface NetconfSession {
  readonly capabilities: readonly string[]
  /**
   * Sends one operation and returns the reply as it arrives, which must be read to its end. The reply's `message-id`
   * equals `messageId`.
   * @throws DeviceFailure prompt_timeout, connection_lost, output_truncated, output_too_large, protocol_error
   */
  send(operation: string, step: StepMessage): { messageId: string; reply: AsyncGenerator<Buffer> }
  /** Sends the end of the session; closing the connection waits until that is sent. */
  close(): void
}

const namespace = 'urn:ietf:params:xml:ns:netconf:base:1.0'
const versions = ['urn:ietf:params:netconf:base:1.0', 'urn:ietf:params:netconf:base:1.1']
/** Some devices write a capability in the form of a namespace. */
const chunking = ['urn:ietf:params:netconf:base:1.1', 'urn:ietf:params:xml:ns:netconf:base:1.1']
/** Error messages of a command line without NETCONF. */
const noServer = [/^(?:error: )?(?:unknown command|syntax error|permission denied|command not found)/im]

/** A longer hello is rejected. */
const helloBytes = 256 * 1024

/** Opens a session on a channel. @throws DeviceFailure; the channel is then closed */
export async function openNetconf(
  channel: Channel,
  limits: NetconfLimits,
  secrets: readonly string[],
): Promise<NetconfSession> {
  const session = new ChannelSession(channel, limits, secrets)
  try {
    await session.greet()
    return session
  } catch (failure) {
    channel.destroy()
    throw failure
  }
}

class ChannelSession implements NetconfSession {
  capabilities: readonly string[] = []
  readonly #channel: Channel
  readonly #limits: NetconfLimits
  readonly #secrets: readonly string[]
  readonly #source: AsyncIterator<Buffer>
  readonly #frames: NetconfFrames
  #messages = 100
  #endsAt = 0
  #bytes = 0

  constructor(channel: Channel, limits: NetconfLimits, secrets: readonly string[]) {
    this.#channel = channel
    this.#limits = limits
    this.#secrets = secrets
    this.#source = channel[Symbol.asyncIterator]()
    this.#frames = createNetconfFrames((step) => this.#pull(step))
  }

  /** Exchanges hellos. Text that is not XML, such as a banner, and comments may precede the device's hello. */
  async greet(): Promise<void> {
    const step = message('step_exchanging_capabilities')
    const offered = versions.map((version) => `<capability>${version}</capability>`).join('')
    const identify = `<hello xmlns="${namespace}"><capabilities>${offered}</capabilities></hello>`
    this.#channel.write(this.#frames.framed(`<?xml version="1.0" encoding="UTF-8"?>\n${identify}`))
    for (;;) {
      const text = await this.#wholeMessage(step)
      const from = text.search(/<(?:[\w-]+:)?(?:hello|rpc-reply|rpc-error)[\s>]/)
      if (from < 0) throw this.#failHello(step, knownWords(text, noServer))
      const { root, texts } = this.#readHello(text.slice(from), step)
      if (root !== 'hello') {
        this.#checkComplaint(texts, step)
        continue
      }
      this.capabilities = texts.get('capability') ?? []
      if (this.capabilities.some((capability) => chunking.includes(capability))) this.#frames.useChunks()
      return
    }
  }

  send(operation: string, step: StepMessage): { messageId: string; reply: AsyncGenerator<Buffer> } {
    this.#messages += 1
    const messageId = String(this.#messages)
    const request = `<rpc xmlns="${namespace}" message-id="${messageId}">${operation}</rpc>`
    this.#channel.write(this.#frames.framed(request))
    return { messageId, reply: this.#answer(step, this.#limits.maxBytes) }
  }

  close(): void {
    this.#messages += 1
    const request = `<rpc xmlns="${namespace}" message-id="${this.#messages}"><close-session/></rpc>`
    this.#channel.write(this.#frames.framed(request))
    this.#channel.end()
  }

  async #pull(step: StepMessage): Promise<Buffer> {
    const next = this.#source.next()
    next.catch(() => undefined) // it may fail after the wait has ended
    let timer: NodeJS.Timeout | undefined
    const timeoutMs = Math.max(0, Math.min(this.#limits.idleMs, this.#endsAt - performance.now()))
    const silence = new Promise<'silence'>((resolve) => {
      timer = setTimeout(() => resolve('silence'), timeoutMs)
    })
    try {
      const result = await Promise.race([next, silence])
      const bytes = this.#bytes
      if (result === 'silence')
        throw bytes > 0
          ? this.#fail('output_truncated', step, `${bytes} bytes, then silence`)
          : this.#fail('prompt_timeout', step, '')
      if (result.done)
        throw this.#fail(bytes > 0 ? 'output_truncated' : 'connection_lost', step, `${bytes} bytes, then an end`)
      return result.value
    } finally {
      clearTimeout(timer)
    }
  }

  async *#answer(step: StepMessage, maxBytes: number): AsyncGenerator<Buffer> {
    this.#endsAt = performance.now() + this.#limits.totalMs
    this.#bytes = 0
    for await (const piece of this.#frames.message(step)) {
      this.#bytes += piece.length
      if (this.#bytes > maxBytes) throw this.#fail('output_too_large', step, `more than ${maxBytes} bytes`)
      yield piece
    }
  }

  /** Throws for a server that sends text and closes the connection before an end mark: it does not speak NETCONF. */
  async #wholeMessage(step: StepMessage): Promise<string> {
    const pieces: Buffer[] = []
    const text = () => Buffer.concat(pieces).toString('latin1')
    try {
      for await (const piece of this.#answer(step, helloBytes)) pieces.push(piece)
      return text()
    } catch (failure) {
      if (!(failure instanceof DeviceFailure) || failure.code !== 'output_truncated') throw failure
      throw this.#failHello(step, knownWords(text(), noServer))
    }
  }

  #readHello(text: string, step: StepMessage): Hello {
    try {
      return readHello(text)
    } catch (error) {
      if (!(error instanceof NotWellFormed)) throw error
      throw this.#fail('protocol_error', step, error.message, message('expected_netconf_hello_xml'))
    }
  }

  /** Handles an error before the hello, for example about a licence: after a warning the session continues. */
  #checkComplaint(texts: Hello['texts'], step: StepMessage): void {
    if (texts.get('error-severity')?.every((severity) => severity === 'warning') === true) return
    const words = (texts.get('error-message') ?? []).join('; ')
    const code = /permission denied/i.test(words) ? 'privilege_insufficient' : 'protocol_error'
    throw this.#failHello(step, words, code)
  }

  #failHello(step: StepMessage, seen: string, code: FailureCode = 'protocol_error'): DeviceFailure {
    return this.#fail(code, step, seen, message('expected_netconf_hello'))
  }

  #fail(
    code: FailureCode,
    step: StepMessage,
    seen: string,
    expected: ExpectationMessage = message('expected_whole_message'),
  ): DeviceFailure {
    return new DeviceFailure(code, { step, expected, seen }, this.#secrets)
  }
}
