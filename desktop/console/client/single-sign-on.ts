import { sha256 } from '@noble/hashes/sha2.js'
import { randomBytes } from '@noble/hashes/utils.js'
import type { Bridge } from '../../bridge.ts'
import { desktop } from './desktop.ts'

/** What the service requires to begin a flow at an identity provider. */
export interface FlowStart {
  challenge: string
  return_to: string
}

/** What the service requires to complete a flow. */
export interface FlowEnd {
  code: string
  verifier: string
}

/** What the provider returned the browser with; a code of an error that has no flow. */
type SsoReturn = { kind: 'code'; code: string } | { kind: 'error' }

/** The browser blocked the window, or another attempt began. */
export class SsoCancelled extends Error {}

const verifierName = 'coffer.sso'
const placeName = 'coffer.sso.place'
const channelName = 'coffer.sso'

/** Leaves the page for the provider. The tab keeps the verifier, and the shown page, for its return. */
export async function leaveForProvider(begin: (start: FlowStart) => Promise<string>): Promise<void> {
  const { verifier, start } = createFlow()
  const url = await begin(start)
  sessionStorage.setItem(verifierName, verifier)
  sessionStorage.setItem(placeName, location.hash)
  location.assign(url)
}

let waiting = new AbortController()

/**
 * Opens the provider in the system's browser, which returns to an address of this computer, and awaits its return. Call it
 * in the handler of a click.
 * @throws SsoCancelled after ten minutes, or if another login began
 */
async function askInSystemBrowser(
  bridge: Pick<Bridge, 'openLoginReturn' | 'awaitLoginReturn'>,
  begin: (start: FlowStart) => Promise<string>,
): Promise<FlowEnd> {
  const { verifier, start } = createFlow(await bridge.openLoginReturn())
  const code = await bridge.awaitLoginReturn(await begin(start))
  if (code === null) throw new SsoCancelled()
  return { code, verifier }
}

/**
 * Opens the provider in a window above the page, in the desktop in the system's browser, and awaits its return; a former
 * wait ends. Call it in the handler of a
 * click, because browsers block other windows. Whether the user closed the window is not known, because its pages of
 * the provider are isolated from this one.
 * @throws SsoCancelled
 */
export async function askProvider(begin: (start: FlowStart) => Promise<string>): Promise<FlowEnd> {
  if (desktop) return askInSystemBrowser(desktop, begin)
  const popup = window.open('about:blank', '_blank', 'popup,width=560,height=720')
  if (!popup) throw new SsoCancelled()
  waiting.abort()
  waiting = new AbortController()
  const { signal } = waiting
  const { verifier, start } = createFlow()
  const channel = new BroadcastChannel(channelName)
  try {
    const returned = new Promise<SsoReturn>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new SsoCancelled()))
      channel.onmessage = ({ data }: MessageEvent<SsoReturn>) => {
        channel.postMessage('received')
        resolve(data)
      }
    })
    returned.catch(() => undefined)
    popup.location.assign(await begin(start))
    const end = await returned
    if (end.kind === 'error') throw new SsoCancelled()
    return { code: end.code, verifier }
  } catch (error) {
    popup.close()
    throw error
  } finally {
    channel.close()
  }
}

/** What completes the login of this tab; `error` for one that has expired; null if the page is opened as usual. */
export type PendingReturn = FlowEnd | 'error' | null

let pending: Promise<PendingReturn> = Promise.resolve(null)

/** Reads and removes what the provider returned the browser with. Called once, before the page uses its address. */
export function receiveReturn(): void {
  pending = readReturn()
}

/** Returns what `receiveReturn` read, once. */
export function takeReturn(): Promise<PendingReturn> {
  const taken = pending
  pending = Promise.resolve(null)
  return taken
}

/** In a window that `askProvider` opened, hands it over and closes the window. */
async function readReturn(): Promise<PendingReturn> {
  const query = new URLSearchParams(location.search)
  const code = query.get('sso_code')
  if (code === null && !query.has('sso_error')) return null
  const place = sessionStorage.getItem(placeName)
  sessionStorage.removeItem(placeName)
  history.replaceState(history.state, '', location.pathname + (location.hash || place || ''))
  const verifier = sessionStorage.getItem(verifierName)
  sessionStorage.removeItem(verifierName)
  if (verifier !== null) return code === null ? 'error' : { code, verifier }
  if (await handOver(code === null ? { kind: 'error' } : { kind: 'code', code })) window.close()
  return 'error'
}

/** Returns whether another tab waited for it. */
function handOver(returned: SsoReturn): Promise<boolean> {
  const channel = new BroadcastChannel(channelName)
  return new Promise((resolve) => {
    const finish = (isReceived: boolean) => {
      channel.close()
      resolve(isReceived)
    }
    channel.onmessage = () => finish(true)
    setTimeout(() => finish(false), 1_000)
    channel.postMessage(returned)
  })
}

function createFlow(returnTo = location.origin + location.pathname): { verifier: string; start: FlowStart } {
  const verifier = base64url(randomBytes(32))
  const challenge = base64url(sha256(new TextEncoder().encode(verifier)))
  return { verifier, start: { challenge, return_to: returnTo } }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
