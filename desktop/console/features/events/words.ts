import { defineWords } from '../../language/words.ts'

export const words = defineWords('events-page', {
  en: {
    title: 'Events',
    hint: 'What happened to devices, agents and backups, the latest first. Webhooks are told the same.',
    empty: 'Nothing has happened yet',
    emptyHint: 'Events come with the first backup. They are kept for a while only; runs and the audit tell of more.',
    filter: { type: 'What', severity: 'Severity', warning: 'Warnings and critical', critical: 'Critical only' },
    column: {
      what: 'What',
      severity: 'Severity',
      about: 'About',
      customer: 'Customer',
      detail: 'In detail',
      at: 'When',
    },
    installation: 'the installation',
  },
  fr: {
    title: 'Événements',
    hint: 'Ce qui est arrivé aux équipements, agents et sauvegardes, le plus récent d’abord. Les webhooks disent de même.',
    empty: 'Il ne s’est encore rien passé',
    emptyHint:
      'Les événements viennent avec la première sauvegarde. Ils ne sont gardés qu’un temps ; les exécutions et l’audit en disent plus.',
    filter: {
      type: 'Quoi',
      severity: 'Gravité',
      warning: 'Avertissements et critiques',
      critical: 'Critiques seulement',
    },
    column: {
      what: 'Quoi',
      severity: 'Gravité',
      about: 'Au sujet de',
      customer: 'Client',
      detail: 'Détail',
      at: 'Quand',
    },
    installation: 'l’installation',
  },
})
