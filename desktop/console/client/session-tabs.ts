/** What the tabs of one browser report to each other about their sessions. */
type Message =
  | { kind: 'ask'; id: string }
  | { kind: 'session'; id: string; token: string; activeAt: number }
  | { kind: 'ended'; token: string }
  | { kind: 'renewed'; former: string; token: string; user: string }

export interface SessionListener {
  /** A user logged out in another tab. */
  ended(token: string): void
  /** A user logged in again in another tab. `user` is the e-mail address. */
  renewed(session: { former: string; token: string; user: string }): void
}

/** Hands the session of an open tab to a new one, from memory to memory: nothing is stored for other tabs. */
export interface SessionTabs {
  /** Returns the session of the tab that was used last, or null if no open tab has one. */
  ask(): Promise<string | null>
  /** Sets the session that this tab hands over; null for none. */
  offer(token: string | null): void
  announceEnd(token: string): void
  announceRenewal(session: { former: string; token: string; user: string }): void
  listen(listener: SessionListener): void
}

/** A tab that exists answers within milliseconds; a busy computer delays it. */
const longestAnswerMs = 10_000
/** Without locks (plain HTTP) a tab cannot know whether others exist. */
const shortestAnswerMs = 400
/** After the first answer, others have this long: the tab that was used last wins. */
const othersMs = 60

/** @param name of the channel; tabs of one service and one browser share it */
export function openSessionTabs(name: string): SessionTabs {
  const channel = new BroadcastChannel(name)
  // Absent over plain HTTP, whatever the types state.
  const locks = navigator.locks as LockManager | undefined
  let offered: string | null = null
  let withdraw: (() => void) | undefined
  let activeAt = Date.now()
  let listener: SessionListener | undefined
  const answers = new Map<string, (answer: { token: string; activeAt: number }) => void>()
  const send = (message: Message) => channel.postMessage(message)

  for (const type of ['pointerdown', 'keydown', 'focus']) {
    addEventListener(type, () => (activeAt = Date.now()), { capture: true, passive: true })
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') {
      if (offered !== null) send({ kind: 'session', id: data.id, token: offered, activeAt })
    } else if (data.kind === 'session') answers.get(data.id)?.(data)
    else if (data.kind === 'ended') listener?.ended(data.token)
    else listener?.renewed(data)
  }

  async function ask(): Promise<string | null> {
    const known = await locks?.query()
    if (known && !known.held?.some((lock) => lock.name === name)) return null
    const id = `${Date.now()}-${Math.random()}`
    return new Promise((resolve) => {
      let best: { token: string; activeAt: number } | undefined
      const end = () => {
        answers.delete(id)
        resolve(best?.token ?? null)
      }
      let timer = setTimeout(end, locks ? longestAnswerMs : shortestAnswerMs)
      answers.set(id, (answer) => {
        if (!best) {
          clearTimeout(timer)
          timer = setTimeout(end, othersMs)
        }
        if (!best || answer.activeAt > best.activeAt) best = answer
      })
      send({ kind: 'ask', id })
    })
  }

  /** The lock shows new tabs that this one has a session, and keeps the browser from freezing it. */
  function offer(token: string | null): void {
    offered = token
    if (token === null) {
      withdraw?.()
      withdraw = undefined
    } else if (!withdraw) {
      const { promise, resolve } = Promise.withResolvers<void>()
      withdraw = resolve
      void locks?.request(name, { mode: 'shared' }, () => promise)
    }
  }

  return {
    ask,
    offer,
    announceEnd: (token) => send({ kind: 'ended', token }),
    announceRenewal: (session) => send({ kind: 'renewed', ...session }),
    listen: (wanted) => void (listener = wanted),
  }
}
