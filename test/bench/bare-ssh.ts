import fs from 'node:fs/promises'
import path from 'node:path'
import { Client, type ClientChannel } from 'ssh2'

const commands = [
  'terminal length 0',
  'terminal width 0',
  'show running-config',
  'show startup-config',
  'show inventory',
  'show version',
]

/** A minimal backup for comparison: the same commands over ssh2, with each device's answers in a plain file. */
export async function backUpBare(devices: { port: number }[], atOnce: number, folder: string): Promise<void> {
  const queue = devices.map((device, at) => ({ ...device, file: path.join(folder, `${at}.txt`) }))
  const work = async () => {
    for (let device = queue.shift(); device; device = queue.shift()) {
      await fs.writeFile(device.file, await readDevice(device.port))
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, work))
}

function readDevice(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = new Client()
    client.on('error', reject)
    client.on('ready', () =>
      client.shell({ term: 'vt100', cols: 511, rows: 100 }, (error, channel) => {
        if (error) return reject(error)
        talk(channel).then((text) => {
          client.end()
          resolve(text)
        }, reject)
      }),
    )
    client.connect({ host: '127.0.0.1', port, username: 'backup', password: 'login-Secret1' })
    client.setNoDelay(true)
  })
}

async function talk(channel: ClientChannel): Promise<string> {
  const kept: string[] = []
  let text = ''
  let wake = () => {}
  channel.on('data', (data: Buffer) => {
    text += data.toString('latin1')
    wake()
  })
  const prompt = async () => {
    while (!/[\w-]+#$/.test(text.slice(-64))) await new Promise<void>((resolve) => (wake = resolve))
    kept.push(text)
    text = ''
  }
  await prompt()
  for (const command of commands) {
    channel.write(`${command}\n`)
    await prompt()
  }
  channel.end('exit\n')
  return kept.join('')
}
