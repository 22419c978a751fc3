import { useMessage } from 'naive-ui'
import { formSchemas } from '../../../../shared/contract/form-schemas.ts'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { useSchemaForm } from '../schema-form/useSchemaForm.ts'
import { messages } from './messages.ts'

/**
 * The form in which users change their own password, which is entered twice.
 * @param done called after the change
 */
export function useOwnPassword(done: () => void) {
  const { t } = useMessages(messages)
  const api = useApi()
  const message = useMessage()
  const empty = { current_password: '', new_password: '', again: '' }
  const form = useSchemaForm({
    schema: formSchemas.PasswordChange,
    initial: empty,
    fields: [
      {
        key: 'current_password',
        label: () => t('password.current'),
        as: 'secret',
        autocomplete: 'current-password',
        autofocus: true,
      },
      {
        key: 'new_password',
        label: () => t('password.next'),
        hint: () => t('password.hint'),
        as: 'secret',
        autocomplete: 'new-password',
      },
      {
        key: 'again',
        label: () => t('password.again'),
        as: 'secret',
        autocomplete: 'new-password',
        isNeeded: true,
        check: (): string | undefined =>
          form.values.again === form.values.new_password ? undefined : t('password.differs'),
      },
    ],
    async send({ current_password, new_password }) {
      await api.POST('/api/auth/password', { body: { current_password, new_password } })
      message.success(t('password.done'))
      done()
    },
  })
  return { form, clear: () => form.reset(empty) }
}
