import { createPhrasebook } from './phrasebook.ts'
import { fieldsFr } from './fields-fr.ts'

/** All that the service says of its own, in French. Loaded only where French is read: it is as long as a feature. */
export const frenchBook = createPhrasebook([fieldsFr], {
  levels: { platform: 'plateforme', customer: 'client', device: 'équipement', site: 'site' },
  states: {
    disabled: 'désactivé',
    decommissioned: 'retiré du service',
    queued: 'en file',
    running: 'en cours',
    retrying: 'nouvel essai',
    succeeded: 'réussie',
    unchanged: 'inchangée',
    partial: 'partielle',
    blocked: 'bloquée',
    failed: 'échouée',
    cancelled: 'annulée',
    'awaiting confirmation': 'elle attend confirmation',
    reverted: 'annulée par l’équipement',
    unknown: 'issue inconnue',
    'not known yet': 'son issue n’est pas encore connue',
    'going back': 'l’équipement revient en arrière',
    file: 'un fichier',
    directory: 'un dossier',
    symlink: 'un lien',
    hardlink: 'un lien',
    device: 'un périphérique',
    fifo: 'un tube',
    socket: 'une prise',
  },
  size: (english) =>
    english
      .replace('.', ',')
      .replace(/([KMGT])iB/, '$1io')
      .replace('bytes', 'octets'),
})
