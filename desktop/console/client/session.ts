import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, markRaw, type Ref, ref, shallowRef } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { type Api, ApiProblem, createApi } from './api.ts'
import { connection, probeOf } from './connection.ts'
import { createAttention } from './attention.ts'
import { sendAgain, type SessionToken } from './send-again.ts'
import { sendConfirmed } from './send-confirmed.ts'
import type { SessionKeeper } from './session-keeper.ts'
import { createWaiters } from './waiters.ts'

type Schemas = components['schemas']
export type Me = Schemas['Me']
export type Permission = Schemas['Permission']

/**
 * The session of this window. `starting` until the stored session is read. `lost` if the service ended the session:
 * requests wait, and continue when the same user has logged in again.
 */
export type SessionState = 'starting' | 'out' | 'in' | 'lost'

export const useSession = defineStore('session', () => {
  const state = ref<SessionState>('starting')
  const me = shallowRef<Me>()
  const startFailure = shallowRef<Error>()
  let keeper: SessionKeeper
  let token: string | null = null
  const started = Promise.withResolvers<void>()
  const api = shallowRef<Api>(markRaw(createApi('', () => null)))
  let loginApi: Api
  const renewal = createWaiters()
  const { ask, ...confirmation } = createConfirmation(() => loginApi)
  const send = createSend({ now: () => token, renewed }, ask)

  /** Runs once before any request: determines the service and the stored session. */
  async function start(from: SessionKeeper) {
    keeper = from
    keeper.tabs?.listen({
      ended: (of) => void (of === token && leave()),
      renewed: ({ former, token: next, user }) => {
        if (former === token && user === me.value?.email) void adopt(next, user)
      },
    })
    connection.probeWith(probeOf(keeper.serviceUrl))
    api.value = markRaw(createApi(keeper.serviceUrl, () => token, send))
    loginApi = createApi(keeper.serviceUrl, () => token)
    await resume()
  }

  async function resume() {
    state.value = 'starting'
    startFailure.value = undefined
    token = await keeper.token()
    try {
      if (token === null) state.value = 'out'
      else await enter()
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.status === 401) await leave()
      else return void (startFailure.value = error as Error)
    }
    started.resolve()
  }

  /** @throws ApiProblem 401 for a wrong password, 429 with `retry_after_seconds`, status 0 without a response */
  async function login(email: string, password: string) {
    const { data } = await loginApi.POST('/api/auth/login', { body: { email, password } })
    const former = state.value === 'lost' ? token : null
    token = data!.token
    await enter()
    await keeper.keep({ token, user: me.value!.email, expiresAt: data!.expires_at })
    if (former !== null) keeper.tabs?.announceRenewal({ former, token, user: me.value!.email })
    renewal.end(token)
  }

  /** Continues with the session that the same user has in another tab. */
  async function adopt(next: string, user: string) {
    token = next
    await keeper.keep({ token, user, expiresAt: '' })
    state.value = 'in'
    keeper.tabs?.offer(token)
    renewal.end(token)
  }

  async function logout() {
    const ended = token
    await endSession(loginApi)
    if (ended !== null) keeper.tabs?.announceEnd(ended)
    await leave()
  }

  /** The user does not log in again: waiting requests get their 401. */
  async function leave() {
    token = null
    keeper.tabs?.offer(null)
    await keeper.keep(null)
    me.value = undefined
    state.value = 'out'
    confirmation.cancelConfirmation()
    renewal.end(null)
  }

  async function enter() {
    const { data } = await loginApi.GET('/api/auth/me')
    me.value = data!
    state.value = 'in'
    keeper.tabs?.offer(token)
  }

  function renewed(): Promise<string | null> {
    if (state.value === 'out') return Promise.resolve(null)
    state.value = 'lost'
    keeper.tabs?.offer(null)
    return renewal.wait()
  }

  /**
   * Sends a request outside of the typed calls, for streams, forms and bytes.
   * @throws ApiProblem without a response
   */
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    return send(withToken(new Request(keeper.serviceUrl + path, init), token))
  }

  return {
    state,
    me,
    startFailure,
    api,
    serviceUrl: computed(() => (state.value === 'starting' ? '' : keeper.serviceUrl)),
    shownUrl: computed(() => (state.value === 'starting' ? '' : keeper.shownUrl)),
    ...describeUser(me),
    lastUser: () => keeper.lastUser(),
    rememberUser: (email: string | null) => keeper.rememberUser(email),
    /** Resolves once the stored session is read. */
    started: started.promise,
    start,
    resume,
    login,
    logout,
    ...confirmation,
    leave,
    request,
  }
})

/** Returns what sends requests of the user, and asks for the login or the password where the service requires it. */
function createSend(token: SessionToken, askPassword: () => Promise<string | null>) {
  const attention = createAttention()
  useEventListener(['pointerdown', 'keydown', 'wheel'], () => attention.acted(), { capture: true, passive: true })
  const send = sendConfirmed(
    askPassword,
    sendAgain(
      token,
      connection.watched((request) => fetch(request)),
    ),
  )
  return (request: Request) => send(attention.mark(request))
}

function withToken(request: Request, token: string | null): Request {
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
  return request
}

/** Asks for the user's password once for all requests that need it. */
function createConfirmation(api: () => Api) {
  const waiters = createWaiters()
  return {
    ask: waiters.wait,
    /** Whether a request waits for the user's password. */
    isConfirming: waiters.isWaiting,
    /** @throws ApiProblem 422 for a wrong password, 429 with `retry_after_seconds` */
    async confirm(password: string) {
      const { data } = await api().POST('/api/auth/confirm', { body: { password } })
      waiters.end(data!.confirmation)
    },
    cancelConfirmation: () => waiters.end(null),
  }
}

/** Ends the session in the service. Waits at most two seconds: a failure must not prevent the logout. */
async function endSession(api: Api): Promise<void> {
  const ended = api.POST('/api/auth/logout').catch(() => undefined)
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))])
}

function describeUser(me: Readonly<Ref<Me | undefined>>) {
  return {
    isPlatform: computed(() => me.value?.tenant_id === null),
    may: (permission: Permission) => me.value?.permissions.includes(permission) ?? false,
  }
}

/** Returns the typed calls of the API for this window's user. */
export function useApi(): Api {
  return useSession().api
}

/** Returns a reactive function that checks a permission of the user. */
export function useMay(): (permission: Permission) => boolean {
  return useSession().may
}
