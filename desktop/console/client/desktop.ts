import type { Bridge } from '../../bridge.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'

declare global {
  interface Window {
    /** Set by the desktop's preload script. */
    coffer?: Bridge
  }
}

/** The desktop's bridge; null in a browser. */
export const desktop: Bridge | null = typeof window === 'undefined' || !window.coffer ? null : withErrors(window.coffer)

/** Returns the bridge, for components that exist only in the desktop. */
export function useDesktop(): Bridge {
  if (!desktop) throw new Error('this is for the desktop alone')
  return desktop
}

/** An error of the desktop app. */
export class DesktopProblem extends Error {
  readonly problem: ReceivedMessage

  constructor(problem: ReceivedMessage) {
    super(problem.code)
    this.problem = problem
  }
}

/** Converts errors of the bridge: it rejects with plain messages, because fields of errors do not cross it. */
export function withErrors(bridge: Bridge): Bridge {
  const wrapped = Object.entries(bridge).map(([name, ask]) => {
    const asked = async (...given: unknown[]) => {
      try {
        return await (ask as (...given: unknown[]) => unknown)(...given)
      } catch (error) {
        throw isMessage(error) ? new DesktopProblem(error) : error
      }
    }
    return [name, name === 'onEvent' ? ask : asked]
  })
  return Object.fromEntries(wrapped) as Bridge
}

function isMessage(error: unknown): error is ReceivedMessage {
  return typeof error === 'object' && error !== null && 'code' in error && 'params' in error
}
