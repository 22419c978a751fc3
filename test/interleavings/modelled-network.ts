import type { VirtualTime } from './virtual-time.ts'

/** Probabilities of message faults, from 0 to 1. */
export interface Weather {
  lost: number
  doubled: number
  delayed: number
}

export const fair: Weather = { lost: 0, doubled: 0, delayed: 0 }

/** A network between agents and the service: requests and replies may be lost, duplicated or delayed. */
export interface Network {
  /** @param heard called once: with the reply, or undefined if there was none within `waitLimitMs` */
  send<T>(from: string, waitLimitMs: number, work: () => Promise<T>, heard: (answer: T | undefined) => void): void
  /** Drops all messages from and to this agent for `ms`. */
  cut(agent: string, ms: number): void
  weather: Weather
}

export function createNetwork(time: VirtualTime, random: () => number, weather: Weather): Network {
  const cutUntil = new Map<string, number>()
  const isCut = (agent: string) => (cutUntil.get(agent) ?? 0) > time.now
  const travelMs = () => (random() < network.weather.delayed ? random() * 100_000 : 5 + random() * 200)
  const isLost = () => random() < network.weather.lost

  const network: Network = {
    weather,
    send(from, waitLimitMs, work, heard) {
      let isAnswered = false
      const hear = <T>(answer: T | undefined) => {
        if (isAnswered) return
        isAnswered = true
        heard(answer as never)
      }
      time.after(waitLimitMs, () => hear(undefined))
      const copies = random() < network.weather.doubled ? 2 : 1
      for (let copy = 0; copy < copies; copy++) {
        // drawn before the first await
        const fate = { there: isLost(), back: isLost(), thereMs: travelMs(), backMs: travelMs() }
        if (fate.there || isCut(from)) continue
        time.after(fate.thereMs, async () => {
          if (isCut(from)) return
          const answer = await work()
          if (answer === undefined || fate.back) return
          time.after(fate.backMs, () => isCut(from) || hear(answer))
        })
      }
    },
    cut: (agent, ms) => void cutUntil.set(agent, time.now + ms),
  }
  return network
}
