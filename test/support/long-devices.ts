import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createArchiveKeeper } from '../../agent/archive/store-archive.ts'
import { collectDevice } from '../../agent/collect/collect.ts'
import type { CollectDependencies } from '../../agent/collect/device-collector.ts'
import { openShellOn } from '../../agent/collect/cli/shell.ts'
import type { LeasedJob } from '../../agent/leased-job.ts'
import { openBigipCommands } from '../../agent/procedures/lbco_bigip-commands.ts'
import { readScf } from '../../agent/procedures/lbco_bigip-texts.ts'
import type { Channel, ExecChannel, Session } from '../../agent/sessions/session.ts'
import { createTextStore } from '../../agent/text-store.ts'
import { fortiosShell } from '../../shared/platforms/fortios-shell.ts'
import { fwcoFortios } from '../../shared/platforms/fwco_fortios.ts'
import { lbcoBigip } from '../../shared/platforms/lbco_bigip.ts'
import { pafwPanos } from '../../shared/platforms/pafw_panos.ts'
import type { Platform } from '../../shared/platforms/platform.ts'
import { chunkIdOf } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { bigipRest } from './bigip-rest.ts'
import { apiCredential, apiDeps, apiOrder } from './collect-over-api.ts'
import { type HttpsDevice, startHttpsDevice } from './https-device.ts'
import { emptySession } from './netconf-server.ts'

/** Reads devices with long answers in the current process. To measure its memory, start a separate process. */
const longReads: Record<string, (megabytes: number) => Promise<number>> = {
  'pafw_panos over SSH': readPanos,
  'fwco_fortios over SSH': readFortios,
  'lbco_bigip over SSH, a listing': listBigip,
  'lbco_bigip over its API': readBigipOverApi,
  'pafw_panorama over its API': readPanorama,
  'an archive of lbco_bigip': keepUcs,
}

const chunkIdKey = Buffer.alloc(32, 7)
const account = { username: 'backup', secrets: [] }

async function readPanos(megabytes: number): Promise<number> {
  const system =
    '<response status="success"><result><system><hostname>fw</hostname><model>PA-VM</model><serial>1</serial>' +
    '<sw-version>10.1.0</sw-version><multi-vsys>off</multi-vsys></system></result></response>\r\n'
  const [head, tail] = [
    '<response status="success"><result><config version="10.1.0" urldb="paloaltonetworks">\r\n  <mgt-config>\r\n    <users>\r\n' +
      '      <entry name="admin">\r\n        <phash>$1$abc$def</phash>\r\n      </entry>\r\n    </users>\r\n  </mgt-config>\r\n' +
      '  <devices>\r\n    <entry name="localhost.localdomain">\r\n      <vsys>\r\n        <entry name="vsys1">\r\n          <address>\r\n',
    '          </address>\r\n        </entry>\r\n      </vsys>\r\n    </entry>\r\n  </devices>\r\n</config></result></response>\r\n',
  ]
  const entry = (at: number) =>
    `            <entry name="host-${at}">\r\n              <ip-netmask>10.20.30.40/32</ip-netmask>\r\n            </entry>\r\n`
  const session = shellSession('admin@fw> ', (command) => {
    if (command === 'show system info') return [Buffer.from(system)]
    return command === 'show config running' ? long(megabytes, head, entry, tail) : []
  })
  return readOverShell(session, pafwPanos)
}

async function readFortios(megabytes: number): Promise<number> {
  const status =
    'Version: FortiGate-60F v7.4.8,build1\r\nSerial-Number: X\r\nVirtual domain configuration: disable\r\n' +
    'Current virtual domain: root\r\nCurrent HA mode: standalone\r\n'
  const head =
    '#config-version=FGT60F-7.4.8:opmode=0:vdom=0:user=a\r\nconfig system admin\r\nend\r\nconfig firewall policy\r\n'
  const entry = (at: number) =>
    `    edit ${at}\r\n        set name "a rule"\r\n        set action accept\r\n    next\r\n`
  const session = shellSession('FW # ', (command) =>
    command.startsWith('get system') ? [Buffer.from(status)] : long(megabytes, head, entry, 'end\r\n'),
  )
  return readOverShell(session, { ...fwcoFortios, ssh: { ...fortiosShell, driver: 'shell' } })
}

async function readOverShell(session: Session, platform: Platform): Promise<number> {
  const { log, now, storeText } = depsOf(platform.id)
  const path = await openShellOn(session, platform, account, { log, now, storeText })
  const { texts, longTexts } = await path.read(Object.keys(platform.artifacts))
  return texts[0]?.raw.length ?? longTexts[0]?.content.size ?? 0
}

const pool = (at: number) => `ltm pool /Common/pool-${at} {\n    members none\n}\n`
const bigipHead = 'net vlan a { }\nauth user u {\n    shell none\n}\n'

async function listBigip(megabytes: number): Promise<number> {
  const session = execSession((command) =>
    command.includes('show sys version')
      ? [Buffer.from('  Product  BIG-IP\n')]
      : long(megabytes, bigipHead, pool, 'sys z { }\n'),
  )
  const [description, dependencies, limits] = [lbcoBigip.ssh, depsOf('lbco_bigip'), lbcoBigip.ssh.limits]
  const commands = await openBigipCommands(session, description, { limits, log: dependencies.log, secrets: [] })
  const names = { ucs: 'a.ucs', scf: 'a.scf' }
  const around = { session, commands, description, dependencies, limits, names, secrets: [], mayUseBash: false }
  return sizeOf(await readScf({ ...around, pendingReplies: new Set() }))
}

async function readBigipOverApi(megabytes: number): Promise<number> {
  const { answer } = bigipRest({ password: apiCredential.password, scf: 'x' })
  const device = await startHttpsDevice((request) => {
    if (!request.body.includes('cat /var/local/scf')) return answer(request)
    const escaped = (text: string) => JSON.stringify(text).slice(1, -1)
    const [head, tail] = [`{"commandResult":"#TMSH-VERSION: 15.1.8\\n${escaped(bigipHead)}`, 'sys z { }\\n"}']
    const body = () => long(megabytes, head, (at) => escaped(pool(at)), tail)
    return { status: 200, headers: { 'content-type': 'application/json' }, body }
  })
  return readOverApi(device, 'lbco_bigip', 'scf')
}

async function readPanorama(megabytes: number): Promise<number> {
  const system =
    '<response status="success"><result><system><hostname>pan</hostname><model>Panorama</model><serial>1</serial>' +
    '<sw-version>10.1.0</sw-version></system></result></response>'
  const [head, tail] = [
    '<response status="success"><result><config version="10.1.0"><mgt-config><users><entry name="admin"><phash>$1$a$b</phash>' +
      '</entry></users></mgt-config><devices><entry name="localhost.localdomain"><device-group><entry name="a"><address>',
    '</address></entry></device-group></entry></devices></config></result></response>',
  ]
  const entry = (at: number) => `<entry name="host-${at}"><ip-netmask>10.20.30.40/32</ip-netmask></entry>`
  const device = await startHttpsDevice(({ body }) => ({
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: body.includes('system') ? system : () => long(megabytes, head, entry, tail),
  }))
  return readOverApi(device, 'pafw_panorama', 'running-config')
}

async function readOverApi(device: HttpsDevice, platform: string, artifact: string): Promise<number> {
  const order = apiOrder(device, platform, { artifacts: [artifact] })
  const { texts, longTexts } = await collectDevice(order, { ...depsOf(platform), requestLimits: undefined })
  await device.close()
  return sizeOf(texts[0] ?? longTexts[0]!)
}

async function keepUcs(megabytes: number): Promise<number> {
  const noise = randomBytes(1024 * 1024)
  function* open() {
    yield Buffer.from('Salted__') // an encrypted archive with arbitrary bytes
    for (let sent = 0; sent < megabytes; sent++) yield noise
  }
  const keep = createArchiveKeeper(jobOf('lbco_bigip'), {
    writer,
    isNeeded: () => Promise.resolve(true),
    log: () => undefined,
    now: () => new Date(0),
  })
  const found = { key: 'ucs', transport: 'api', isRepeatable: true } as const
  const { metadata } = await keep({ ...found, open: async function* () { yield* open() } }) // prettier-ignore
  return Number(metadata['size_bytes'])
}

/** Computes chunk names as a writer does, but sends nothing. */
const writer: ChunkWriter = {
  put: (content) => Promise.resolve(chunkIdOf(chunkIdKey, content)),
  flush: () => Promise.resolve(),
}

function jobOf(platform: string): LeasedJob {
  const order = { device: { platform, options: {} } } as unknown as LeasedJob['order']
  return { order, target: { tenantId: 'tenant', repositoryPublicKey: Buffer.alloc(32), chunkIdKey } }
}

function depsOf(platform: string): CollectDependencies {
  return apiDeps([], { log: () => undefined, storeText: (key) => createTextStore(jobOf(platform), key, writer) })
}

function sizeOf(capture: { kind: 'text'; raw: Buffer } | { kind: 'long-text'; content: { size: number } }): number {
  return capture.kind === 'text' ? capture.raw.length : capture.content.size
}

/** Yields an answer in packets as from a network. */
function* long(megabytes: number, head: string, entry: (at: number) => string, tail: string): Generator<Buffer> {
  let said = head
  let at = 0
  for (let sent = 0; sent < megabytes * 1024 * 1024;) {
    while (said.length < pieceBytes) said += entry(at++)
    sent += said.length
    yield Buffer.from(said, 'latin1')
    said = ''
  }
  yield Buffer.from(said + tail, 'latin1')
}

const pieceBytes = 32 * 1024

function shellSession(prompt: string, answer: (command: string) => Iterable<Buffer>): Session {
  const input = new PassThrough()
  async function* said(): AsyncGenerator<Buffer> {
    yield Buffer.from(prompt)
    for await (const command of createInterface({ input })) {
      yield Buffer.from(`${command}\r\n`)
      yield* turns(command === '' ? [] : answer(command))
      yield Buffer.from(`\r\n${prompt}`)
    }
  }
  const shell = (): Promise<Channel> =>
    Promise.resolve({ ...ignoring, write: (data) => void input.write(data), [Symbol.asyncIterator]: said })
  return { ...emptySession, shell }
}

function execSession(answer: (command: string) => Iterable<Buffer>): Session {
  const exec = (command: string): Promise<ExecChannel> =>
    Promise.resolve({
      ...ignoring,
      stderr: turns([]),
      exit: Promise.resolve({ code: 0, signal: null }),
      [Symbol.asyncIterator]: () => turns(answer(command)),
    })
  return { ...emptySession, exec }
}

/** Yields each packet in its own turn of the event loop, like those of a network. */
async function* turns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    await new Promise(setImmediate)
    yield piece
  }
}

const ignoring = { write: () => undefined, end: () => undefined, destroy: () => undefined }

const program = fileURLToPath(import.meta.url)

/** Reads such an answer in a separate process, whose young generation is as small as that of an agent's threads. */
export async function readApart(name: string, megabytes: number): Promise<LongRead> {
  const given = ['--max-semi-space-size=4', program, name, String(megabytes)]
  const { stdout } = await promisify(execFile)(process.execPath, given)
  return JSON.parse(stdout) as LongRead
}

interface LongRead {
  bytes: number
  seconds: number
  /** Of the whole process. */
  peakMb: number
}

if (process.argv[1] === program) {
  const [name = '', megabytes] = process.argv.slice(2)
  const since = performance.now()
  const bytes = await longReads[name]?.(Number(megabytes))
  const seconds = (performance.now() - since) / 1000
  console.log(JSON.stringify({ bytes, seconds, peakMb: peakMb() }))
  process.exit(0)
}

/** Of this program alone: the kernel's value for a child (`ru_maxrss`) starts with that of its parent (proc(5)). */
function peakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
