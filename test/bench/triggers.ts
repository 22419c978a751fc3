import { type ChildProcess, spawn } from 'node:child_process'
import dgram from 'node:dgram'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { FromListener } from '../../agent/listeners/listener-messages.ts'
import { startListenerWorker } from '../../agent/supervisor/start-worker.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import { temporaryFolder } from '../support/temporary-folders.ts'
import { costOf } from './process-cost.ts'
import { printTable } from './table.ts'

const noise = '<187>81: Nov 28 09:12:01: %LINK-3-UPDOWN: Interface GigabitEthernet0/1, changed state to up'
const change = '<189>77: Nov 28 09:12:01: %SYS-5-CONFIG_I: Configured from console by anna on vty0 (203.0.113.9)'

/**
 * Measures what a flood of syslog messages over UDP costs the agent, beside rsyslog, which writes them to /dev/null: messages
 * of one device that report no change, and messages that each report one.
 */
export async function benchTriggers(small: boolean): Promise<void> {
  const seconds = small ? 2 : 10
  const perSecond = small ? 2_000 : 10_000
  const rows: string[][] = []
  for (const [what, text] of [
    ['no change', noise],
    ['a change in each', change],
  ] as const) {
    const own = await measureAgent(text, perSecond, seconds)
    const peer = await measureRsyslog(text, perSecond, seconds)
    const ratio = peer === null ? '-' : (own.percent / peer).toFixed(1)
    rows.push([what, `${perSecond}`, own.percent.toFixed(1), `${own.received}`, `${own.changes}`, ratio])
  }
  printTable('Messages of one device', ['messages with', 'sent a second', '% of a core', 'received', 'backups requested', 'beside rsyslog'], rows) // prettier-ignore
}

async function measureAgent(text: string, perSecond: number, seconds: number) {
  const port = await freePort()
  const worker: Worker = startListenerWorker({ workerData: { certificate: null } })
  let changes = 0
  let received = 0
  worker.on('message', (report: FromListener) => {
    changes += report.changes.length
    received = report.listeners[0]?.messages ?? received
  })
  const device = { id: 'device', platform: 'netco_iosxe', host: '127.0.0.1', names: [] }
  const watch = (tag: string) =>
    worker.postMessage({
      type: 'watch',
      list: {
        tag,
        listeners: { syslog_udp: port },
        devices: [device],
        platforms: { netco_iosxe: platformById('netco_iosxe')?.changes ?? {} },
      },
    })
  watch('first')
  await pause(1_000)
  const before = await worker.cpuUsage()
  await flood(port, text, perSecond, seconds)
  const after = await worker.cpuUsage(before)
  await pause(6_000) // a change is complete after five seconds
  watch('second')
  await pause(2_000)
  await worker.terminate()
  return { percent: ((after.user + after.system) / 1e6 / seconds) * 100, received, changes }
}

/** Returns null if rsyslog is not installed. */
async function measureRsyslog(text: string, perSecond: number, seconds: number): Promise<number | null> {
  if (!fs.existsSync('/usr/sbin/rsyslogd')) return null
  const folder = temporaryFolder('coffer-bench-rsyslog-')
  const port = await freePort()
  const configuration = path.join(folder, 'rsyslog.conf')
  fs.writeFileSync(
    configuration,
    `module(load="imudp")\ninput(type="imudp" port="${port}" address="127.0.0.1")\naction(type="omfile" file="/dev/null")\n`,
  )
  const server = spawn('/usr/sbin/rsyslogd', ['-n', '-f', configuration, '-i', path.join(folder, 'pid')], {
    stdio: 'ignore',
  })
  await pause(1_000)
  const before = cpuOf(server)
  await flood(port, text, perSecond, seconds)
  const spent = cpuOf(server) - before
  server.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
  return (spent / seconds) * 100
}

function cpuOf({ pid }: ChildProcess): number {
  return pid === undefined ? 0 : costOf(pid).cpuSeconds
}

/** Sends messages from this thread at an even rate. */
async function flood(port: number, text: string, perSecond: number, seconds: number): Promise<void> {
  const socket = dgram.createSocket('udp4')
  const message = Buffer.from(text)
  const startedAt = performance.now()
  const total = perSecond * seconds
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond))
    for (; sent < due; sent++) socket.send(message, port, '127.0.0.1')
    await pause(2)
  }
  await new Promise<void>((resolve) => socket.send(message, port, '127.0.0.1', () => socket.close(resolve)))
}

async function freePort(): Promise<number> {
  const socket = dgram.createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(resolve))
  return port
}
