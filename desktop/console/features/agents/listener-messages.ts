import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('listeners', {
  en: {
    button: 'Backup on change',
    title: 'Backup on change: {name}',
    hint: 'The agent listens on these ports and backs up a device when a message from the device reports a change. Leave a port empty to turn it off. Ports below 1024 require an additional privilege for the agent’s service.',
    protocol: {
      syslog_udp: 'Syslog (UDP)',
      syslog_tcp: 'Syslog (TCP)',
      syslog_tls: 'Syslog (TLS)',
      snmp_trap: 'SNMP traps (UDP)',
    },
    certificateHint: 'Requires a certificate on the agent’s computer: BKP_AGENT_LISTENER_CERT_FILE.',
    relays: 'Syslog servers that forward messages',
    relaysHint: 'Addresses or networks, one per line. The host name in a forwarded message identifies the device.',
    card: 'Listeners',
    waiting: 'The agent has not reported its listeners yet.',
    on: '{protocol}, port {port}',
    column: {
      listener: 'Listener',
      messages: 'Messages',
      unknown: 'From unknown senders',
      rejected: 'Rejected',
      last: 'Last message',
    },
    error: {
      port_in_use: 'port in use',
      port_not_permitted: 'port not permitted',
      certificate_missing: 'no certificate',
      certificate_invalid: 'invalid certificate',
      not_opened: 'not opened',
    },
  },
  fr: {
    button: 'Sauvegarde à chaque changement',
    title: 'Sauvegarde à chaque changement : {name}',
    hint: 'L’agent écoute sur ces ports et sauvegarde un équipement dès que celui-ci signale un changement. Laissez un port vide pour le désactiver. Les ports inférieurs à 1024 exigent un privilège supplémentaire pour le service de l’agent.',
    protocol: {
      syslog_udp: 'Syslog (UDP)',
      syslog_tcp: 'Syslog (TCP)',
      syslog_tls: 'Syslog (TLS)',
      snmp_trap: 'Traps SNMP (UDP)',
    },
    certificateHint: 'Exige un certificat sur l’ordinateur de l’agent : BKP_AGENT_LISTENER_CERT_FILE.',
    relays: 'Serveurs syslog qui retransmettent les messages',
    relaysHint:
      'Adresses ou réseaux, un par ligne. Le nom d’hôte d’un message retransmis identifie alors l’équipement.',
    card: 'Ports d’écoute',
    waiting: 'L’agent n’a pas encore signalé ses ports d’écoute.',
    on: '{protocol}, port {port}',
    column: {
      listener: 'Port d’écoute',
      messages: 'Messages',
      unknown: 'D’expéditeurs inconnus',
      rejected: 'Rejetés',
      last: 'Dernier message',
    },
    error: {
      port_in_use: 'port déjà utilisé',
      port_not_permitted: 'port non autorisé',
      certificate_missing: 'aucun certificat',
      certificate_invalid: 'certificat non valide',
      not_opened: 'non ouvert',
    },
  },
})
