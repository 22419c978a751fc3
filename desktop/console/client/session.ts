import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, markRaw, type Ref, shallowRef } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { type Api, ApiProblem, createApi } from './api.ts'
import { connection, probeOf } from './connection.ts'
import { createAttention } from './attention.ts'
import { signWithPasskey } from './passkey.ts'
import { forgetCached, queryClient } from './query-client.ts'
import { sendAgain, type SessionToken } from './send-again.ts'
import { type ApprovalQuestions, sendApproved } from './send-approved.ts'
import { lacks, sendConfirmed } from './send-confirmed.ts'
import type { SessionKeeper } from './session-keeper.ts'
import { type FactorProof, createSessionLogin, type Me } from './session-login.ts'
import { askProvider } from './single-sign-on.ts'
import { createWaiters } from './waiters.ts'

type Approval = components['schemas']['Approval']
export type Permission = components['schemas']['Permission']

/** The session of this window, and the calls of its user. */
export const useSession = defineStore('session', () => {
  const startFailure = shallowRef<Error>()
  let keeper: SessionKeeper
  const started = Promise.withResolvers<void>()
  const api = shallowRef<Api>(markRaw(createApi('', () => null)))
  const { ask, ...confirmation } = createConfirmation(() => login.api())
  const login = createSessionLogin({
    onLeave() {
      confirmation.cancelConfirmation()
      forgetCached()
      queryClient.clear()
    },
    onOtherRights() {
      forgetCached()
      void queryClient.refetchQueries({ type: 'active' })
    },
  })
  const { state, me, leave } = login
  const { askReason, ...approval } = createApprovalReason()
  const approvals = { listApprovals: () => listOwnApprovals(login.api(), me.value?.id), askReason }
  const send = createSend({ now: login.token, renewed: login.renewed }, ask, approvals, login.reload)

  /** Runs once before any request: determines the service and the stored session. */
  async function start(from: SessionKeeper) {
    keeper = from
    login.open(keeper)
    connection.probeWith(probeOf(keeper.serviceUrl))
    api.value = markRaw(createApi(keeper.serviceUrl, login.token, send))
    await resume()
  }

  async function resume() {
    startFailure.value = undefined
    try {
      await login.restore()
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.status === 401) await leave()
      else return void (startFailure.value = error as Error)
    }
    started.resolve()
  }

  /**
   * Sends a request outside of the typed calls, for streams, forms and bytes.
   * @throws ApiProblem without a response
   */
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    return send(withToken(new Request(keeper.serviceUrl + path, init), login.token()))
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
    login: login.logIn,
    completeLogin: login.completeLogin,
    beginSso: login.beginSso,
    loginProvider: login.loginProvider,
    completeSso: login.completeSso,
    reload: login.reload,
    logout: login.logOut,
    ...confirmation,
    ...approval,
    leave,
    request,
  }
})

/**
 * Returns what sends requests of the user, and asks for the login or the password where the service requires it.
 * `onLimited` is called if the user must first change the password or set up a second factor.
 */
function createSend(
  token: SessionToken,
  askPassword: () => Promise<string | null>,
  approvals: ApprovalQuestions,
  onLimited: () => Promise<void>,
) {
  const attention = createAttention()
  useEventListener(['pointerdown', 'keydown', 'wheel'], () => attention.acted(), { capture: true, passive: true })
  const send = sendConfirmed(
    askPassword,
    sendApproved(
      approvals,
      sendAgain(
        token,
        connection.watched((request) => fetch(request)),
      ),
    ),
  )
  return async (request: Request) => {
    const answer = await send(attention.mark(request))
    if (answer.ok && request.method !== 'GET') forgetCached()
    if ((await lacks(answer, 'second_factor')) || (await lacks(answer, 'password_change'))) await onLimited()
    return answer
  }
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
    /** @throws ApiProblem 422 for a wrong password or factor, 429 with `retry_after_seconds` */
    async confirm(proof: FactorProof & { password?: string }) {
      const { data } = await api().POST('/api/auth/confirm', { body: proof })
      waiters.end(data!.confirmation)
    },
    /** @throws ApiProblem as `confirm`, PasskeyCancelled */
    async confirmWithPasskey() {
      const { data: options } = await api().POST('/api/auth/confirm/passkey')
      const { data } = await api().POST('/api/auth/confirm', { body: { passkey: await signWithPasskey(options!) } })
      waiters.end(data!.confirmation)
    },
    /** @throws ApiProblem, SsoCancelled */
    async confirmAtProvider() {
      const end = await askProvider(async (start) => {
        return (await api().POST('/api/auth/sso/confirmation', { body: start })).data!.url
      })
      const { data } = await api().POST('/api/auth/sso/confirmation/complete', { body: end })
      waiters.end(data!.confirmation)
    },
    cancelConfirmation: () => waiters.end(null),
  }
}

/** Asks for the reason of a request that another person must approve. */
function createApprovalReason() {
  const waiters = createWaiters()
  const action = shallowRef<Approval['action']>()
  return {
    askReason(asked: Approval['action']) {
      action.value = asked
      return waiters.wait()
    },
    /** The action that needs a reason, while a request waits for it. */
    actionToApprove: computed(() => (waiters.isWaiting.value ? action.value : undefined)),
    /** null: the user cancels. */
    giveReason: (reason: string | null) => waiters.end(reason),
  }
}

async function listOwnApprovals(api: Api, userId: string | undefined): Promise<Approval[]> {
  const { data } = await api.GET('/api/approvals')
  return data!.filter((approval) => approval.requested_by_id === userId)
}

function describeUser(me: Readonly<Ref<Me | undefined>>) {
  return {
    isPlatform: computed(() => me.value?.tenant_id === null),
    /** Whether the role of the user is limited to sites or tags. */
    isLimited: computed(() => me.value?.limited === true),
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
