import { Socket } from 'node:net'

/**
 * The socket of one mail, which nodemailer connects and wraps in TLS. Unlike closing, a reset also discards what this machine has not
 * transmitted yet: a server that reads slowly would get the end of the message after the attempt has failed, and then the mail twice.
 */
export class MailSocket extends Socket {
  /** Set after the server has accepted the message: the connection is closed and not reset. */
  isDone = false
  #isReset = false
  #error: Error | undefined

  constructor() {
    super()
    this.on('error', () => undefined) // nodemailer reports errors, and stops listening before the socket has closed
  }

  /** Closes the connection at once. A connection that is shutting down cannot be reset: it would stay open. */
  override destroy(error?: Error): this {
    const { isDone, connecting, pending, destroyed, writableEnded } = this
    if (isDone || this.#isReset || connecting || pending || destroyed || writableEnded) {
      return super.destroy(error ?? this.#error)
    }
    this.#isReset = true
    this.#error = error
    return this.resetAndDestroy() // calls this method again
  }
}
