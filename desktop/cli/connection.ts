import { message } from '../../shared/messages/message.ts'
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { components } from '../../shared/contract/api-types.ts'
import { type Api, createApi } from '../console/client/api.ts'
import { askFactor } from './ask-factor.ts'
import { awaitCode } from './await-code.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { findTenant } from './find-tenant.ts'
import type { Output } from './output.ts'
import { sendApproved } from '../console/client/send-approved.ts'
import { sendConfirmed } from '../console/client/send-confirmed.ts'
import { dataOf } from './pages.ts'
import type { Terminal } from './terminal.ts'
import { createSend, type Send } from './send.ts'
import { sendAgain } from './send-again.ts'
import { type KeptSession, readSessions } from './session-file.ts'
import { type ClientSettings, readGivenFile, readUrl } from './settings.ts'

/** An authenticated connection to a service. */
export interface Connection {
  url: string
  api: Api
  /** For requests outside the typed API. Adds the token and retries like the typed calls. */
  send: Send
  /**
   * Returns the tenant from `--tenant` or the environment; undefined without one.
   * @throws CommandError
   */
  tenantId(): Promise<string | undefined>
}

/** Values of the options that every command has. */
export interface CommonValues {
  url?: string
  tenant?: string
  'ca-file'?: string
  'retry-for'?: string
  'approval-reason'?: string
}

/** @throws CommandError without credentials */
export function connect(
  settings: ClientSettings,
  values: CommonValues,
  out: Output,
  terminal: Pick<Terminal, 'ask' | 'askSecret' | 'isInteractive'>,
): Connection {
  const { url, token, caFile } = whoSpeaks(settings, values)
  const reaching = noteMasked(reach(settings, caFile, values, out), out)
  const own = createApi(url, () => token, reaching)
  const approving = sendApproved(
    {
      listApprovals: async () => {
        const { id } = dataOf(await own.GET('/api/auth/me'))
        return dataOf(await own.GET('/api/approvals')).filter((one) => one.requested_by_id === id)
      },
      askReason: async () => {
        if (values['approval-reason']) return values['approval-reason']
        if (!terminal.isInteractive) return null
        return terminal.ask('Another person must approve this. Reason for the request: ')
      },
    },
    reaching,
  )
  const repeating = sendConfirmed(async (request) => {
    const { sso, second_factors: factors } = dataOf(await own.GET('/api/auth/me'))
    if (sso) return confirmByCode(own, out, await describeRequest(request, url))
    const password = await terminal.askSecret('Your password')
    if (!password) {
      throw new CommandError(exitCodes.unusable, message('password_not_given'))
    }
    const factor = factors.length > 0 ? await askFactor(terminal) : {}
    const { confirmation } = dataOf(await own.POST('/api/auth/confirm', { body: { password, ...factor } }))
    return confirmation
  }, approving)
  const api = createApi(url, () => token, repeating)
  const named = values.tenant ?? settings.tenant
  let tenant: Promise<string | undefined> | undefined
  return {
    url,
    api,
    send(request) {
      request.headers.set('authorization', `Bearer ${token}`)
      return repeating(request)
    },
    tenantId: () => (tenant ??= named ? findTenant(api, named) : Promise.resolve(undefined)),
  }
}

/**
 * Creates a function that sends requests to a service. It adds no credentials.
 * @throws CommandError
 */
export function reach(
  { proxyEnv, caFile: fromEnvironment }: ClientSettings,
  keptCaFile: string | undefined,
  { 'ca-file': given, 'retry-for': retryFor = '60' }: CommonValues,
  out: Output,
): Send {
  const caFile = given ?? fromEnvironment ?? keptCaFile
  const seconds = Number(retryFor)
  if (!(seconds >= 0 && seconds <= 86_400)) {
    throw new CommandError(
      exitCodes.unusable,
      message('option_value_invalid', { option: '--retry-for', given: retryFor, expected: 'seconds' }),
    )
  }
  const caCertificates = caFile && readGivenFile(path.resolve(caFile))
  return sendAgain(createSend({ caCertificates, proxyEnv }), {
    retryForMs: seconds * 1000,
    onWait: (line) => out.notice(line),
  })
}

/** Returns the service to use; default: that of the latest login. */
export function whichUrl(settings: ClientSettings, values: CommonValues): string | undefined {
  const named = values.url ?? settings.url
  return named ? readUrl(named) : (readSessions(settings.folder).current ?? undefined)
}

/**
 * Returns the credentials. A token from the environment is used only for the service specified with it, never for that
 * of the latest login.
 */
function whoSpeaks(
  settings: ClientSettings,
  values: CommonValues,
): { url: string; token: string; caFile: string | undefined } {
  const named = values.url ?? settings.url
  if (settings.token !== undefined) {
    if (settings.token.trim() === '') {
      throw new CommandError(exitCodes.unusable, message('token_variable_empty'))
    }
    if (named) return { url: readUrl(named), token: settings.token, caFile: undefined }
    throw new CommandError(exitCodes.unusable, message('service_url_missing'))
  }
  const { current, sessions } = readSessions(settings.folder)
  const url = named ? readUrl(named) : current
  const session: KeptSession | undefined = url ? sessions[url] : undefined
  const token = url && session ? (session.token ?? settings.openKeyring()?.get(url)) : undefined
  if (url && token) return { url, token, caFile: session?.ca_file }
  const words = message('not_logged_in', { keyring: session ? 'unavailable' : 'unused' })
  throw new CommandError(
    exitCodes.notLoggedIn,
    words,
    message('run_command', { command: `coffer login ${url ?? 'URL'}` }),
  )
}

type DescribedRequest = components['schemas']['ConfirmationCodeRequest']['action']

/** Returns the method, path and content of a request: its JSON body, or its form with the SHA-256 of each file. */
async function describeRequest(request: Request, url: string): Promise<DescribedRequest> {
  const { pathname, search } = new URL(request.url)
  const prefix = new URL(url).pathname.replace(/\/$/, '')
  const method = request.method as DescribedRequest['method']
  const body = await readContent(request.clone())
  return { method, path: pathname.slice(prefix.length) + search, ...(body !== undefined && { body }) }
}

async function readContent(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return hashFiles(await request.formData())
  const text = type.startsWith('application/json') ? await request.text() : ''
  return text === '' ? undefined : JSON.parse(text)
}

async function hashFiles(form: FormData): Promise<Record<string, unknown>> {
  const fields = [...form].map(async ([name, value]) => {
    if (typeof value === 'string') return [name, value] as const
    const hash = createHash('sha256').update(await value.bytes())
    return [name, { sha256: hash.digest('hex') }] as const
  })
  return Object.fromEntries(await Promise.all(fields))
}

/** Confirms an action of a user without a password, in a browser. */
async function confirmByCode(api: Api, out: Output, action: DescribedRequest): Promise<string> {
  out.notice('Your account has no password: confirm this action in a browser.')
  const { confirmation } = await awaitCode(
    {
      begin: async (body) => dataOf(await api.POST('/api/auth/codes/confirmation', { body: { ...body, action } })),
      complete: async (body) => dataOf(await api.POST('/api/auth/codes/confirmation/complete', { body })),
    },
    out,
  )
  return confirmation
}

/** Says once that answers are masked, on standard error. */
function noteMasked(send: Send, out: Output): Send {
  let isNoted = false
  return async (request) => {
    const response = await send(request)
    if (!isNoted && response.headers.has('X-Coffer-Masked')) {
      isNoted = true
      out.notice('note: secrets are masked, because your role lacks secret:read')
    }
    return response
  }
}
