import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, markRaw, ref, shallowRef } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { type Api, ApiProblem, createApi } from './api.ts'
import { createAttention } from './attention.ts'
import { sendAgain } from './send-again.ts'
import { sendConfirmed } from './send-confirmed.ts'
import type { SessionKeeper } from './session-keeper.ts'

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
  let renewal: PromiseWithResolvers<string | null> | undefined
  const started = Promise.withResolvers<void>()
  const api = shallowRef<Api>(markRaw(createApi('', () => null)))
  let doorApi: Api

  const confirming = shallowRef<PromiseWithResolvers<string | null>>()
  const attention = createAttention()
  useEventListener(['pointerdown', 'keydown', 'wheel'], () => attention.acted(), { capture: true, passive: true })

  const again = sendAgain({ now: () => token, renewed })
  const confirmed = sendConfirmed(askConfirmation, again)
  const send = (request: Request) => confirmed(attention.mark(request))

  /** Runs once before any request: determines the service and the stored session. */
  async function start(from: SessionKeeper) {
    keeper = from
    api.value = markRaw(createApi(keeper.serviceUrl, () => token, send))
    doorApi = createApi(keeper.serviceUrl, () => token)
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
    const { data } = await doorApi.POST('/api/auth/login', { body: { email, password } })
    token = data!.token
    await enter()
    await keeper.keep({ token, user: me.value!.email, expiresAt: data!.expires_at })
    const waiting = renewal
    renewal = undefined
    waiting?.resolve(token)
  }

  async function logout() {
    const ended = doorApi.POST('/api/auth/logout').catch(() => undefined) // a failure must not prevent the logout
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))])
    await leave()
  }

  /** The user does not log in again: waiting requests get their 401. */
  async function leave() {
    const waiting = renewal
    renewal = undefined
    token = null
    await keeper.keep(null)
    me.value = undefined
    state.value = 'out'
    endConfirmation(null)
    waiting?.resolve(null)
  }

  async function enter() {
    const { data } = await doorApi.GET('/api/auth/me')
    me.value = data!
    state.value = 'in'
  }

  function renewed(): Promise<string | null> {
    if (state.value === 'out') return Promise.resolve(null)
    renewal ??= Promise.withResolvers()
    state.value = 'lost'
    return renewal.promise
  }

  /** All requests that need the password wait for the same dialog. */
  function askConfirmation(): Promise<string | null> {
    confirming.value ??= Promise.withResolvers()
    return confirming.value.promise
  }

  /** @throws ApiProblem 422 for a wrong password, 429 with `retry_after_seconds` */
  async function confirm(password: string) {
    const { data } = await doorApi.POST('/api/auth/confirm', { body: { password } })
    endConfirmation(data!.confirmation)
  }

  function endConfirmation(confirmation: string | null) {
    const waiting = confirming.value
    confirming.value = undefined
    waiting?.resolve(confirmation)
  }

  /**
   * Sends a request outside of the typed calls, for streams, forms and bytes.
   * @throws ApiProblem without a response
   */
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const wanted = new Request(keeper.serviceUrl + path, init)
    if (token !== null) wanted.headers.set('authorization', `Bearer ${token}`)
    return send(wanted)
  }

  return {
    state,
    me,
    startFailure,
    api,
    serviceUrl: computed(() => (state.value === 'starting' ? '' : keeper.serviceUrl)),
    shownUrl: computed(() => (state.value === 'starting' ? '' : keeper.shownUrl)),
    isPlatform: computed(() => me.value?.tenant_id === null),
    lastUser: () => keeper.lastUser(),
    rememberUser: (email: string | null) => keeper.rememberUser(email),
    may: (permission: Permission) => me.value?.permissions.includes(permission) ?? false,
    /** Resolves once the stored session is read. */
    started: started.promise,
    start,
    resume,
    login,
    logout,
    /** Whether a request waits for the user's password. */
    isConfirming: computed(() => confirming.value !== undefined),
    confirm,
    cancelConfirmation: () => endConfirmation(null),
    leave,
    request,
  }
})

/** Returns the typed calls of the API for this window's user. */
export function useApi(): Api {
  return useSession().api
}

/** Returns a reactive function that checks a permission of the user. */
export function useMay(): (permission: Permission) => boolean {
  return useSession().may
}
