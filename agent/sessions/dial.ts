import { connect, type Socket } from 'node:net'
import { DeviceFailure } from '../device-failure.ts'
import type { FailureCode } from '../../shared/contract/failures.ts'
import { message } from '../../shared/messages/message.ts'

/**
 * Opens a TCP connection without Nagle's algorithm: otherwise each command of a dialogue waits for a delayed
 * acknowledgement.
 * @throws DeviceFailure dns_failure, connection_refused, connection_timeout, host_unreachable or connection_lost
 * @throws the signal's reason when it is aborted
 */
export function dial(host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const timer = setTimeout(() => fail(failureOf('ETIMEDOUT', host, port, `no answer in ${timeoutMs} ms`)), timeoutMs)
    const onAbort = () => fail(signal.reason)
    const onError = (error: NodeJS.ErrnoException) => fail(failureOf(error.code, host, port, error.message))
    const forget = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    function fail(reason: unknown) {
      forget()
      socket.destroy()
      reject(reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', onError) // not removed: an error on a socket without a listener would end the process
    socket.once('connect', () => {
      forget()
      resolve(socket)
    })
    if (signal.aborted) onAbort()
  })
}

const codes: Record<string, FailureCode> = {
  ENOTFOUND: 'dns_failure',
  EAI_AGAIN: 'dns_failure',
  EAI_FAIL: 'dns_failure',
  ENODATA: 'dns_failure',
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connection_timeout',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EHOSTDOWN: 'host_unreachable',
  ENETDOWN: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
}

function failureOf(code: string | undefined, host: string, port: number, seen: string): DeviceFailure {
  return new DeviceFailure(codes[code ?? ''] ?? 'connection_lost', {
    step: message('step_connecting', { host, port }),
    expected: message('expected_open_port'),
    seen: seen || code || 'an error without words',
  })
}
