import type { ShellDevice, ShellWire } from './shell-device.ts'
import { iosModel, type IosBehaviour } from './ios-device.ts'
import { shellDevice } from './shell-device.ts'

/** Pause after which a packet has been read: packets that are read together are one for the reader. */
const pauseMs = 4

/**
 * Sends each packet separately, so that its reader sees every packet boundary. Output for lines typed meanwhile follows
 * the packets that are still to be sent.
 */
export function pacedWire(wire: ShellWire): ShellWire {
  const waiting: (Buffer | 'hang up')[] = []
  let timer: NodeJS.Timeout | undefined

  function next() {
    const one = waiting.shift()
    timer = one === undefined ? undefined : setTimeout(next, pauseMs)
    if (one === 'hang up') wire.hangUp()
    else if (one) wire.write(one)
  }

  function enqueue(one: Buffer | 'hang up') {
    waiting.push(one)
    if (!timer) next()
  }

  return { write: enqueue, hangUp: () => enqueue('hang up') }
}

/** Returns an IOS device whose greeting arrives in these packets, with the prompt in the last one. */
export function pacedShell(greeting: readonly string[], behaviour: IosBehaviour) {
  return (wire: ShellWire, seen: (line: string) => void): ShellDevice => {
    const paced = pacedWire(wire)
    for (const piece of greeting) paced.write(Buffer.from(piece, 'latin1'))
    return shellDevice(iosModel(behaviour), behaviour, paced, seen)
  }
}
