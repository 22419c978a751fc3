import { defineMessages } from '../language/define-messages.ts'

/** Titles of problems, by the end of their `type`, and how an unknown one is quoted. */
export const messages = defineMessages('problems', {
  en: {
    silent: 'The service does not answer',
    silentHint: 'Is it running, and is the network there?',
    mistake: 'This went wrong in the console',
    failed: 'This was refused ({status})',
    lacks: 'Your role may not {permission}.',
    quoted: 'The service says:',
    both: '{title}: {detail}',
  },
  fr: {
    silent: 'Le service ne répond pas',
    silentHint: 'Est-il démarré, et le réseau est-il là ?',
    mistake: 'La console s’est trompée',
    failed: 'Cela a été refusé ({status})',
    lacks: 'Votre rôle ne permet pas : {permission}.',
    quoted: 'Le service dit :',
    both: '{title} : {detail}',
  },
})
