import { defineMessages } from '../../language/define-messages.ts'

export const localAgentMessages = defineMessages('customerLocalAgent', {
  en: {
    title: 'Agent on this server',
    offer: 'This server can run an agent for this customer. It reaches the devices that this server reaches.',
    elsewhere: 'This server does not run it: it belongs to another server, or the data directory was replaced.',
    late: 'It has not connected for over a minute. The log of its server contains the cause.',
    move: 'Run on this server',
    remove: 'Remove',
    removeTitle: 'Remove the agent of {name} on this server?',
    removeHint:
      'Its runs return to the queue, and its key is deleted. Without another agent, the devices are not backed up. Not possible while it is the only agent of a device.',
    removed: 'Agent removed.',
  },
  fr: {
    title: 'Agent sur ce serveur',
    offer: 'Ce serveur peut exécuter un agent pour ce client. Il atteint les équipements que ce serveur peut joindre.',
    elsewhere:
      'Ce serveur ne l’exécute pas : il appartient à un autre serveur, ou le répertoire de données a été remplacé.',
    late: 'Il ne s’est pas connecté depuis plus d’une minute. Le journal de son serveur en contient la cause.',
    move: 'Exécuter sur ce serveur',
    remove: 'Retirer',
    removeTitle: 'Retirer l’agent de {name} sur ce serveur ?',
    removeHint:
      'Ses exécutions retournent en file et sa clé est supprimée. Sans autre agent, les équipements ne sont plus sauvegardés. Impossible tant qu’il est le seul agent d’un équipement.',
    removed: 'Agent retiré.',
  },
})
