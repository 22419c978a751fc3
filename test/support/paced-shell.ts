import type { ShellWire } from './shell-device.ts'

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
