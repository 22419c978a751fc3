import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { type TestCertificate, makeCertificate } from '../../support/certificate.ts'
import { changed } from '../../support/doc-shell.ts'
import { eventually } from '../../support/real-agent.ts'
import { endWithUs } from '../../support/running-coffer.ts'

const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((file) => fs.existsSync(file))
const shipped = path.join(import.meta.dirname, '../../../build/server/nginx')

/** nginx with the configuration that is shipped, in front of a service. */
export interface Nginx {
  /** The TLS port, and the port that redirects to it. */
  url: string
  plainUrl: string
  certificate: TestCertificate
  /** What it has written to the disk beside its logs: bodies and answers that had to wait. */
  waiting(): string[]
  accessLog(): string
  close(): Promise<void>
}

/** Why no nginx can be started here, or undefined when one can. */
export function nginxMissing(): string | undefined {
  return program ? undefined : 'needs nginx'
}

/** Only ports, names, paths and the certificate are the test's. */
export async function startNginx(serviceUrl: string): Promise<Nginx> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-nginx-'))
  fs.chmodSync(folder, 0o711) // its workers give root's rights up
  const at = (name: string) => path.join(folder, name)
  const [port, plainPort] = [await freePort(), await freePort()]
  const certificate = makeCertificate({ hosts: ['127.0.0.1'] })
  fs.writeFileSync(at('fullchain.pem'), certificate.cert)
  fs.writeFileSync(at('privkey.pem'), certificate.key)
  const site = changed(fs.readFileSync(path.join(shipped, 'coffer.conf'), 'utf8'), {
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    'https://$server_name': `https://$server_name:${port}`,
    'server_name coffer.example.net': 'server_name 127.0.0.1',
    '/etc/coffer': folder,
    '/var/log/nginx': folder,
  })
  const replicas = changed(fs.readFileSync(path.join(shipped, 'coffer-replicas.conf'), 'utf8'), {
    '127.0.0.1:8080': new URL(serviceUrl).host,
  })
  const waits = { client_body: at('client-body'), proxy: at('proxy') }
  const temporary = Object.entries(waits).map(([name, where]) => `${name}_temp_path ${where};`)
  const others = ['fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${at(name)};`)
  fs.writeFileSync(
    at('nginx.conf'),
    `daemon off; pid ${at('pid')}; error_log ${at('error.log')}; worker_processes 1; events {}
     http { access_log off; ${[...temporary, ...others].join(' ')} ${replicas} ${site} }`,
  )
  const errors: string[] = []
  const child = spawn(program ?? 'nginx', ['-p', folder, '-e', at('error.log'), '-c', at('nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (bytes: Buffer) => void errors.push(bytes.toString()))
  endWithUs(child)
  await eventually('nginx listens', () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${errors.join('')}`)
    return isListening(port)
  })
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    certificate,
    waiting: () => Object.values(waits).flatMap((where) => fs.globSync(path.join(where, '**/*'))),
    accessLog: () => fs.readFileSync(at('coffer.log'), 'utf8'),
    async close() {
      await ended(child)
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => undefined)
    socket.once('connect', () => socket.destroy())
  })
}
