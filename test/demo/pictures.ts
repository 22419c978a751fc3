/**
 * `npm run pictures`: writes screenshots of every page of the console with the demonstration's data, in both themes, to
 * docs/pictures, and of mails and of a report's pages. `npm run pictures -- devices runs mails` takes only those, by
 * route name.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { components } from '../../shared/contract/api-types.ts'
import type { Page } from 'playwright-core'
import { runEndings } from '../support/at-end.ts'
import { type ConsolePage, pagesOfConsole } from '../support/console-pages.ts'
import { type ConsoleWindow, openConsole } from '../support/console.ts'
import { type DemoScene, demoScene, demoSceneEnd } from './demo-scene.ts'
import { untilQuiet, watchRequests } from '../support/quiet-page.ts'
import { type Client, clientOf, must } from '../support/service.ts'
import { type MailPicture, mailPictures } from './mail-pictures.ts'
import { ada } from './people.ts'
import { placeFor } from './places.ts'

type Schemas = components['schemas']

const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/pictures')
const wanted = new Set(process.argv.slice(2))
const themes = ['light', 'dark'] as const

/** Enough for meaningful charts. */
const nights = 7

/** Of the loopback network: the addresses shown are the same each time. */
const block = 61

/** A page counts as complete when it has sent no request for this time. */
const quietMs = 1_000

fs.mkdirSync(folder, { recursive: true })
const scene = await demoScene({ nights, placeOf: (_name, number) => placeFor(number, block) })
try {
  const shown = await openConsole({ service: scene.service })
  const { token } = must(
    await scene.service.anonymous.post('/api/auth/login', { email: ada.email, password: scene.password }),
    200,
  )
  const as = clientOf(scene.service.url, token)
  const pages = await pagesOf(scene, as)
  for (const theme of themes) {
    if (isWanted('login')) {
      const login = await shown.open({ at: '/', theme, now: demoSceneEnd })
      await take(login, `login-${theme}`)
      await login.close()
    }
    const window = await shown.open({ as, theme, at: '/', width: 1440, height: 900, now: demoSceneEnd })
    watchRequests(window.page)
    for (const { name, at } of pages) {
      await window.go(at)
      await take(window, `${name}-${theme}`)
    }
    await window.close()
  }
  if (isWanted('mails')) {
    const window = await shown.open({ at: '/', width: 800, now: demoSceneEnd })
    for (const one of await mailPictures(as, token, scene.service.url)) await takeMail(window, one)
    await window.close()
  }
  for (const line of shown.complaints()) process.stderr.write(`the browser complains: ${line}\n`)
  await shown.close()
} finally {
  await scene.close().catch(() => undefined) // its service ended with the console
  await runEndings()
}

function isWanted(name: string): boolean {
  return wanted.size === 0 || wanted.has(name)
}

/** Returns every page of the console for which the scene has the required objects. */
async function pagesOf(of: DemoScene, as: Client): Promise<ConsolePage[]> {
  const values = await valuesIn(of, as)
  const found = await pagesOfConsole(values, queries(values), (name, at) => {
    process.stderr.write(`no picture of ${name}: the scene has nothing for ${at}\n`)
  })
  const pages = [...found, { name: 'restore-request', at: `/restore?version=${values['restorable'] ?? ''}` }]
  return pages.filter(({ name }) => isWanted(name))
}

/** Returns queries for pages that are empty without one, by route name. */
function queries(values: Record<string, string>): Record<string, string> {
  const { device, artifact, from, to, change, drifted, shown, customer } = values
  const lineage = new URLSearchParams({
    device: device ?? '',
    artifact: artifact ?? '',
    from: from ?? '',
    to: to ?? '',
  })
  return {
    compare: `?${lineage}`,
    search: '?q=ntp&context=1',
    'versions-text': '?line=20',
    reports: '?live=true',
    changes: `?open=${change}`,
    'changes-drift': `?open=${drifted}`,
    trust: `?id=${shown}`,
    'agents-new': `?customer=${customer}`,
    'credentials-new': `?customer=${customer}`,
  }
}

/** Returns values for path parameters, by feature and parameter, or by the parameter alone. */
async function valuesIn({ devices }: DemoScene, as: Client): Promise<Record<string, string>> {
  const read = async <T>(where: string): Promise<T> => must(await as.get(where), 200)
  const device = devices['ant-core-1'] ?? ''
  const artifacts = await read<Schemas['Artifact'][]>(`/api/devices/${device}/artifacts`)
  const artifact = artifacts.find(({ key }) => key === 'running-config')?.id ?? ''
  const versions = await read<Schemas['Version'][]>(`/api/artifacts/${artifact}/versions`)
  const [newest, previous] = versions.map(({ id }) => id)
  const snapshots = await read<Schemas['Snapshot'][]>(`/api/devices/${devices['web-01']}/snapshots`)
  const runs = await read<Schemas['Run'][]>(`/api/runs?device_id=${device}`)
  const waiting = await read<Schemas['Fingerprint'][]>('/api/trust/fingerprints?pending_only=true')
  const agents = await read<Schemas['Agent'][]>('/api/agents')
  const credentials = await read<Schemas['Credential'][]>('/api/credentials')
  const [fleet] = await read<Schemas['Fleet'][]>('/api/discovery/fleets')
  const restores = await read<Schemas['Run'][]>('/api/runs?kind=restore')
  const changes = await read<Schemas['Change'][]>('/api/changes?reviewed=false')
  const [drifted] = await read<Schemas['Device'][]>('/api/devices?drift=true')
  const edge = await read<Schemas['Artifact'][]>(`/api/devices/${devices['ant-edge-1']}/artifacts`)
  const people = await read<Schemas['User'][]>('/api/users')
  const webhooks = await read<Schemas['Webhook'][]>('/api/webhooks')
  const tenants = await read<Schemas['Tenant'][]>('/api/tenants')
  const conf = edge.find(({ key, transport }) => key === 'configuration-conf' && transport === 'ssh')?.id ?? ''
  const [, restorable] = await read<Schemas['Version'][]>(`/api/artifacts/${conf}/versions`)
  return {
    'devices.id': device,
    device,
    device_id: device,
    deviceId: device,
    'runs.id': runs[0]?.id ?? '',
    run: runs[0]?.id ?? '',
    runId: runs[0]?.id ?? '',
    artifact,
    artifactId: artifact,
    artifact_id: artifact,
    'artifacts.id': artifact,
    'lineages.id': artifact,
    lineage: artifact,
    'compare.id': artifact,
    'versions.id': newest ?? '',
    version: newest ?? '',
    versionId: newest ?? '',
    version_id: newest ?? '',
    from: previous ?? '',
    to: newest ?? '',
    'snapshots.id': snapshots[0]?.id ?? '',
    snapshot: snapshots[0]?.id ?? '',
    snapshotId: snapshots[0]?.id ?? '',
    other: snapshots[1]?.id ?? '',
    'users.id': people.find(({ role }) => role === 'tenant_admin')?.id ?? '',
    'webhooks.id': webhooks.find(({ name }) => name === 'ticket system')?.id ?? '',
    'customers.id': tenants[0]?.id ?? '',
    'agents.id': agents[0]?.id ?? '',
    'credentials.id': credentials.toSorted((one, other) => other.devices_count - one.devices_count)[0]?.id ?? '',
    shown: (waiting.find(({ instead_of: other }) => other !== null) ?? waiting[0])?.id ?? '',
    customer: tenants[0]?.slug ?? '',
    'discovery.id': fleet?.id ?? '',
    fleet: fleet?.id ?? '',
    fleetId: fleet?.id ?? '',
    'restore.id': restores[0]?.id ?? '',
    restorable: restorable?.id ?? '',
    change: (changes.find(({ version }) => version.suspicious.length > 0) ?? changes[0])?.version.id ?? '',
    drifted: drifted?.id ?? '',
    day: '2026-03-11',
    level: 'customer',
  }
}

/** Opens the HTML in a page of its own, as a mail program does. */
async function takeMail({ page: console }: ConsoleWindow, { name, html, themes }: MailPicture): Promise<void> {
  const page = await console.context().newPage()
  await page.setViewportSize({ width: 800, height: 600 })
  await page.setContent(html)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await write(page, themes.length > 1 ? `${name}-${colorScheme}` : name, true)
  }
  await page.close()
}

async function take({ page }: ConsoleWindow, name: string): Promise<void> {
  await untilQuiet(page, quietMs)
  await write(page, name, false)
}

/** @param isWhole the whole page, not only what the window shows */
async function write(page: Page, name: string, isWhole: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 82,
    captureBeyondViewport: isWhole,
    ...(isWhole && { clip: await wholePage(page) }),
  })
  await session.detach()
  const bytes = Buffer.from(data, 'base64')
  fs.writeFileSync(path.join(folder, `${name}.webp`), bytes)
  process.stdout.write(`${name}.webp, ${Math.round(bytes.length / 1024)} KB\n`)
}

async function wholePage(page: Page) {
  const [width, height] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ])
  return { x: 0, y: 0, width, height, scale: 1 }
}
