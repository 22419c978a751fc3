import { defineMessages } from '../language/define-messages.ts'

export const permissionChoiceMessages = defineMessages('permissionChoice', {
  en: {
    section: { reading: 'Read', working: 'Work', managing: 'Manage' },
    obstacle: '({reason})',
  },
  fr: {
    section: { reading: 'Lire', working: 'Travailler', managing: 'Gérer' },
    obstacle: '({reason})',
  },
})
