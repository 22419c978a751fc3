import type { SendMailOptions } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailSocket } from './mail-socket.ts'

type Options = NonNullable<ConstructorParameters<typeof SMTPConnection>[0]>

/** Longest wait for the answer to QUIT, in milliseconds: the message has been accepted by then. */
const quitMs = 1_000

/** What nodemailer returns about an accepted message. */
export interface Transmitted {
  /** Answer of the server to the message. */
  response: string
  accepted: unknown[]
  rejected: unknown[]
  rejectedErrors?: { recipient?: string; responseCode?: number }[]
}

/** The connection of one message, and how long it may take. */
export interface MailConnection {
  options: Options
  /** Null: no login. */
  login: { user: string; pass: string } | null
  /** Resets the connection. */
  signal: AbortSignal
}

/**
 * Transmits a message over a connection of its own, which is reset if that fails.
 * @throws an error of nodemailer, or the reason of the signal
 */
export async function transmitMail(
  mail: SendMailOptions,
  { options, login, signal }: MailConnection,
): Promise<Transmitted> {
  const [{ default: Connection }, { default: MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ])
  signal.throwIfAborted()
  const message = new MailComposer({ ...mail, disableFileAccess: true, disableUrlAccess: true }).compile()
  const socket = new MailSocket()
  const connection = new Connection({ ...options, socket, socketCloseTimeout: 0 })
  const failed = Promise.withResolvers<never>()
  const abort = () => failed.reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  connection.on('error', failed.reject)
  const within = <T>(start: (done: (error: Error | null | undefined, result?: T) => void) => void) =>
    Promise.race([
      failed.promise,
      new Promise<T>((resolve, reject) => start((error, result) => (error ? reject(error) : resolve(result as T)))),
    ])
  try {
    await within((done) => connection.connect(done))
    // a server that offers no login does not get the message without one
    if (login) await within((done) => connection.login({ credentials: login }, done))
    const sent = await within<Transmitted>((done) =>
      connection.send(message.getEnvelope(), message.createReadStream(), done as never),
    )
    socket.isDone = true
    quit(connection)
    return sent
  } catch (error) {
    connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function quit(connection: SMTPConnection): void {
  const timer = setTimeout(() => connection.close(), quitMs)
  connection.once('end', () => clearTimeout(timer))
  connection.quit()
}
