import { ref, shallowRef } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { type Api, ApiProblem, createApi } from './api.ts'
import { retryMs } from './connection.ts'
import type { SessionKeeper } from './session-keeper.ts'
import type { FlowEnd, FlowStart } from './single-sign-on.ts'
import { createWaiters } from './waiters.ts'

type Schemas = components['schemas']
export type Me = Schemas['Me']
export type LoginChallenge = Schemas['LoginChallenge']
/** A second factor as the API accepts it. */
export interface FactorProof {
  totp?: string
  recovery_code?: string
  passkey?: Schemas['PasskeyResponse']
}

/**
 * The session of this window. `starting` until the stored session is read. `lost` if the service ended the session:
 * requests wait, and continue when the same user has logged in again.
 */
export type SessionState = 'starting' | 'out' | 'in' | 'lost'

/** Time after which a session of another tab is used before its user is known. */
const longestWaitMs = 5_000

/**
 * The login of this window: its user and the token of the session, which other tabs share.
 * @param on `onLeave` is called when the user is logged out, `onOtherRights` when a user continues after a lost session,
 *   or with other rights
 */
export function createSessionLogin({ onLeave, onOtherRights }: { onLeave: () => void; onOtherRights: () => void }) {
  const state = ref<SessionState>('starting')
  const me = shallowRef<Me>()
  const renewal = createWaiters()
  let keeper: SessionKeeper
  let api: Api
  let token: string | null = null

  /** Called once, before all other functions. */
  function open(from: SessionKeeper) {
    keeper = from
    api = createApi(keeper.serviceUrl, () => token)
    keeper.tabs?.listen({
      ended: (of) => void (of === token && leave()),
      renewed: ({ former, token: next, user }) => {
        if (former === token && user === me.value?.email) void adopt(next, user)
      },
    })
  }

  /** Continues the stored session, if there is one. @throws ApiProblem 401 if it has ended, status 0 without a response */
  async function restore() {
    state.value = 'starting'
    token = await keeper.token()
    if (token === null) state.value = 'out'
    else await enter()
  }

  async function start({ token: next, expires_at: expiresAt }: Schemas['SessionToken']) {
    const former = state.value === 'lost' ? token : null
    token = next
    await enter()
    if (token !== next) return
    await keeper.keep({ token, user: me.value!.email, expiresAt })
    if (former !== null) keeper.tabs?.announceRenewal({ former, token, user: me.value!.email })
    renewal.end(token)
  }

  /** Continues with the session that the same user has in another tab, also if the user cannot be read at the moment. */
  async function adopt(next: string, user: string) {
    token = next
    await keeper.keep({ token, user, expiresAt: '' })
    await enter(AbortSignal.timeout(longestWaitMs)).catch(() => {
      if (token !== next) return
      state.value = 'in'
      keeper.tabs?.offer(token)
      onOtherRights()
      void enterLater(next)
    })
    renewal.end(token)
  }

  /** Reads the user of an adopted session until it is known, because the user may have other rights. */
  async function enterLater(adopted: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    if (token !== adopted || state.value !== 'in') return
    await enter().catch((error: unknown) => {
      if (!(error instanceof ApiProblem && error.problem.status === 401)) return enterLater(adopted)
    })
  }

  async function logOut() {
    const ended = token
    await endSession(api)
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
    onLeave()
    renewal.end(null)
  }

  /** Reads the user. Has no effect if the session is another one meanwhile, or none. */
  async function enter(signal?: AbortSignal) {
    const used = token
    const { data } = await api.GET('/api/auth/me', { signal })
    if (token !== used) return
    const before = me.value
    const wasLost = state.value === 'lost'
    me.value = data!
    state.value = 'in'
    keeper.tabs?.offer(token)
    if (before && (wasLost || rightsOf(before) !== rightsOf(data!))) onOtherRights()
  }

  /** Returns the token of the next login of the same user; null if the user does not log in again. */
  function renewed(): Promise<string | null> {
    if (state.value === 'out') return Promise.resolve(null)
    state.value = 'lost'
    keeper.tabs?.offer(null)
    return renewal.wait()
  }

  return {
    state,
    me,
    token: () => token,
    /** Returns the calls that are never held until a login. */
    api: () => api,
    open,
    restore,
    ...createLoginSteps(() => api, start),
    /** Reads the user again, for example after a second factor was set up. */
    reload: () => enter(),
    logOut,
    leave,
    renewed,
  }
}

function rightsOf({ id, tenant_id: tenant, role, role_id: roleId, permissions, limited }: Me): string {
  return JSON.stringify([id, tenant, role, roleId, permissions, limited])
}

/** Returns the steps of a login. @param start continues with the session of a complete one */
function createLoginSteps(api: () => Api, start: (session: Schemas['SessionToken']) => Promise<void>) {
  return {
    /**
     * Logs in, unless the user has a second factor.
     * @returns the challenge that `completeLogin` needs; null if the user is logged in
     * @throws ApiProblem 401 for a wrong password, 429 with `retry_after_seconds`, status 0 without a response
     */
    async logIn(email: string, password: string): Promise<LoginChallenge | null> {
      const { data } = await api().POST('/api/auth/login', { body: { email, password } })
      if ('challenge' in data!) return data
      await start(data!)
      return null
    },
    /** Returns the name of the platform's provider; null without one, also if the service does not respond. */
    async loginProvider(): Promise<string | null> {
      const found = await api()
        .GET('/api/auth/sso')
        .catch(() => null)
      return found?.data?.name ?? null
    },
    /** Returns the address at the provider of an e-mail address, or of the platform. @throws ApiProblem */
    async beginSso(email: string | undefined, begin: FlowStart): Promise<string> {
      const { data } = await api().POST('/api/auth/sso', { body: { ...begin, ...(email && { email }) } })
      return data!.url
    },
    /** Completes a login at a provider. @returns as `logIn` @throws ApiProblem for a login that is refused */
    async completeSso(end: FlowEnd): Promise<LoginChallenge | null> {
      const { data } = await api().POST('/api/auth/sso/complete', { body: end })
      if ('challenge' in data!) return data
      await start(data!)
      return null
    },
    /** @throws ApiProblem 401 for a wrong factor or an expired challenge, 429 with `retry_after_seconds` */
    async completeLogin(challenge: string, proof: FactorProof): Promise<void> {
      const { data } = await api().POST('/api/auth/login/second-factor', { body: { challenge, ...proof } })
      await start(data!)
    },
  }
}

/** Ends the session in the service. Waits at most two seconds: a failure must not prevent the logout. */
async function endSession(api: Api): Promise<void> {
  const ended = api.POST('/api/auth/logout').catch(() => undefined)
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))])
}
