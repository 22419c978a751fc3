import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('events-page', {
  en: {
    title: 'Events',
    hint: 'Events of devices, agents and backups, the most recent first. Notification channels receive the same events.',
    empty: 'No events yet',
    emptyHint:
      'The first backup creates events. Coffer keeps them for a limited time; runs and the audit have the full history.',
    filter: {
      type: 'Event',
      severity: 'Severity',
      warning: 'Warnings and critical',
      critical: 'Critical only',
      since: 'Since',
      device: 'Device',
    },
    since: { hour: 'the last hour', day: 'the last 24 hours', week: 'the last 7 days', month: 'the last 30 days' },
    column: {
      what: 'Event',
      severity: 'Severity',
      about: 'Object',
      customer: 'Customer',
      detail: 'Details',
      at: 'When',
    },
    installation: 'the installation',
  },
  fr: {
    title: 'Événements',
    hint: 'Événements des équipements, agents et sauvegardes, le plus récent en premier. Les canaux de notification reçoivent les mêmes événements.',
    empty: 'Aucun événement',
    emptyHint:
      'La première sauvegarde crée des événements. Ils sont conservés pendant une durée limitée ; les exécutions et l’audit contiennent l’historique complet.',
    filter: {
      type: 'Événement',
      severity: 'Gravité',
      warning: 'Avertissements et critiques',
      critical: 'Critiques seulement',
      since: 'Depuis',
      device: 'Équipement',
    },
    since: {
      hour: 'la dernière heure',
      day: 'les dernières 24 heures',
      week: 'les 7 derniers jours',
      month: 'les 30 derniers jours',
    },
    column: {
      what: 'Événement',
      severity: 'Gravité',
      about: 'Objet',
      customer: 'Client',
      detail: 'Détails',
      at: 'Quand',
    },
    installation: 'l’installation',
  },
})
