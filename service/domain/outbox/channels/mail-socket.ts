import { Socket } from 'node:net'

/** The socket of one mail, which nodemailer connects and wraps in TLS. */
export interface MailSocket {
  socket: Socket
  /**
   * Closes the connection at once. Unlike closing, a reset also discards what this machine has not transmitted yet: a
   * server that reads slowly would get the end of the message after the attempt has failed, and then the mail twice.
   */
  reset: () => void
}

export function createMailSocket(): MailSocket {
  const socket = new Socket()
  socket.on('error', () => undefined) // nodemailer reports errors, and stops listening before the socket has closed
  return {
    socket,
    reset: () => {
      if (socket.connecting || socket.destroyed || socket.pending) socket.destroy()
      else socket.resetAndDestroy()
    },
  }
}
