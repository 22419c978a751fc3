import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A mail that a fake mail server accepted. */
export interface AcceptedMail {
  recipients: string[]
  text: string
}

/**
 * Starts a mail server without TLS on 127.0.0.1.
 * @param answer returns the reply to a recipient, for example `451 4.7.1 greylisted`; absent: accepted
 */
export async function startFakeSmtp(answer: (recipient: string) => string | undefined) {
  const mails: AcceptedMail[] = []
  const fake = { greeting: '220 mail.example.net ESMTP' }
  const server = createServer((socket) => {
    let recipients: string[] = []
    let data: string[] | null = null
    let rest = ''
    const reply = (text: string) => socket.write(`${text}\r\n`)
    reply(fake.greeting)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString()}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data) {
          if (line !== '.') data.push(line)
          else {
            mails.push({ recipients, text: data.join('\n') })
            data = null
            reply('250 2.0.0 queued')
          }
        } else if (/^RCPT/i.test(line)) {
          const recipient = /<(.*)>/.exec(line)?.[1] ?? ''
          const refusal = answer(recipient)
          if (refusal === undefined) recipients.push(recipient)
          reply(refusal ?? '250 2.1.5 ok')
        } else if (/^DATA/i.test(line)) {
          data = []
          reply('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else {
          if (/^MAIL/i.test(line)) recipients = []
          reply('250 ok')
        }
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(fake, { port: (server.address() as AddressInfo).port, mails, stop: () => void server.close() })
}
