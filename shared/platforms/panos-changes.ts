import type { ChangeMessages } from './change-messages.ts'

/**
 * A commit in the configuration log. Its fields are: type, subtype, reserved, time, host, virtual system, command,
 * administrator, client (PAN-OS Administrator's Guide, "Config Log Fields"). Changes of the candidate are no reason for a
 * backup.
 */
export const panosChanges: ChangeMessages = {
  syslog: [
    {
      contains: [',CONFIG,', ',commit'],
      author: String.raw`,CONFIG,[^,]*,[^,]*,[^,]*,(?<from>[^,]*),[^,]*,commit[^,]*,(?<user>[^,]*),`,
    },
  ],
}
