import { defineMessages } from '../language/define-messages.ts'

/** Titles of problems, by the end of their `type`, and how an unknown one is quoted. */
export const messages = defineMessages('problems', {
  en: {
    silent: 'The service does not answer',
    silentHint: 'Check that it is running and reachable.',
    mistake: 'Internal error in the console',
    failed: 'Request rejected ({status})',
    lacks: 'Your role may not {permission}.',
    scope:
      'Your role is limited to some customers, sites or tags, and this goes beyond them. Ask a user without this limit.',
    quoted: 'Message from the service:',
    requested: 'Approval requested',
    approvals: 'Requests for approval',
    both: '{title}: {detail}',
  },
  fr: {
    silent: 'Le service ne répond pas',
    silentHint: 'Vérifiez qu’il est démarré et joignable.',
    mistake: 'Erreur interne de la console',
    failed: 'Demande refusée ({status})',
    lacks: 'Votre rôle ne permet pas : {permission}.',
    scope:
      'Votre rôle est limité à certains clients, sites ou étiquettes, et ceci va au-delà. Demandez à un utilisateur sans cette limite.',
    requested: 'Approbation demandée',
    approvals: 'Demandes d’approbation',
    quoted: 'Message du service :',
    both: '{title} : {detail}',
  },
})
