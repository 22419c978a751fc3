import { once } from 'node:events'
import net from 'node:net'

/** Sends these bytes, and hears all that comes back until the service hangs up. */
export async function sayBytes(url: string, bytes: string): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(heard).toString()
}

/** The head of a POST whose body is announced and never comes: who waits for it never answers. */
export function withoutItsBody(where: string, token: string | null, type = 'application/json'): string {
  const fields = [`POST ${where} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, 'Content-Length: 10000']
  if (token) fields.push(`Authorization: Bearer ${token}`)
  return [...fields, 'Connection: close', '', ''].join('\r\n')
}
