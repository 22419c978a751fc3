import { message } from '../../../shared/messages/message.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { readNewPassword } from '../new-password.ts'
import { dataOf } from '../pages.ts'

export const password = command({
  name: 'password',
  summary: 'Change your own password; your other sessions end',
  details: `Prompts for the current password, and twice for the new one. Without a terminal, the
current password comes from standard input and the new one from the file of --password. Requires a session.`,
  words: [],
  options: {
    password: { type: 'string', value: 'FILE', description: 'file with the new password; default: prompt' },
  },
  examples: [['coffer password', 'prompts for the current and the new password']],
  async run({ values, connect, terminal, out }) {
    const { api } = connect()
    const { email } = dataOf(await api.GET('/api/auth/me'))
    if (!terminal.isInteractive && (values.password === undefined || values.password === '-')) {
      throw new CommandError(exitCodes.unusable, message('second_password_missing', { account: email }))
    }
    const current = await terminal.askSecret('Your current password')
    if (!current) throw new CommandError(exitCodes.unusable, message('password_is_empty'))
    const next = await readNewPassword(values.password, email, terminal)
    await api.POST('/api/auth/password', { body: { current_password: current, new_password: next } })
    out.notice(`password of ${email} changed; your other sessions ended`)
  },
})
