import { once } from 'node:events'
import net from 'node:net'

/** Sends these bytes, and returns everything received until the service closes the connection. */
export async function sayBytes(url: string, bytes: string): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(heard).toString()
}

/** Returns the head of a POST whose announced body is never sent: a server that waits for it never answers. */
export function withoutItsBody(where: string, token: string | null, type = 'application/json'): string {
  const fields = [`POST ${where} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, 'Content-Length: 10000']
  if (token) fields.push(`Authorization: Bearer ${token}`)
  return [...fields, 'Connection: close', '', ''].join('\r\n')
}
