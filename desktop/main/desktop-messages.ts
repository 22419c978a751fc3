/** Texts outside of pages: menus, and dialogs shown when there is no page. */
const en = {
  file: 'File',
  newConnection: 'New connection…',
  connections: 'Connections',
  service: 'Bundled service…',
  preferences: 'Preferences…',
  quit: 'Quit Coffer',
  edit: 'Edit',
  view: 'View',
  overview: 'Overview',
  devices: 'Devices',
  runs: 'Runs',
  search: 'Search configurations',
  downloads: 'Downloads',
  go: 'Go',
  help: 'Help',
  showLogs: 'Show logs',
  about: 'About Coffer',
  crashed: 'The window has ended unexpectedly',
  crashedWhy: {
    crashed: 'Its process crashed.',
    oom: 'It needed more memory than this computer could give.',
    killed: 'Its process was ended from outside.',
    'launch-failed': 'Its process could not be started.',
    'integrity-failure': 'The program’s files were changed or damaged. Install Coffer again.',
    other: 'Its process ended.',
  },
  crashedAgain: 'This is the third time within a minute. The log says more; the service is not affected.',
  crashedOnce: 'Nothing is lost but what was typed and not sent: backups run in the service, not here.',
  reload: 'Open it again',
  unresponsive: 'The window does not answer',
  unresponsiveWhy: 'It may be busy with something large. You can wait, or open it again.',
  wait: 'Wait',
  chooseFolder: 'Folder for the data of the bundled service',
}

const fr: typeof en = {
  file: 'Fichier',
  newConnection: 'Nouvelle connexion…',
  connections: 'Connexions',
  service: 'Service intégré…',
  preferences: 'Préférences…',
  quit: 'Quitter Coffer',
  edit: 'Édition',
  view: 'Affichage',
  overview: 'Vue d’ensemble',
  devices: 'Équipements',
  runs: 'Exécutions',
  search: 'Rechercher dans les configurations',
  downloads: 'Téléchargements',
  go: 'Aller',
  help: 'Aide',
  showLogs: 'Afficher les journaux',
  about: 'À propos de Coffer',
  crashed: 'La fenêtre s’est arrêtée de façon inattendue',
  crashedWhy: {
    crashed: 'Son processus a planté.',
    oom: 'Il lui fallait plus de mémoire que cet ordinateur ne pouvait en donner.',
    killed: 'Son processus a été arrêté de l’extérieur.',
    'launch-failed': 'Son processus n’a pas pu démarrer.',
    'integrity-failure': 'Les fichiers du programme ont été modifiés ou endommagés. Réinstallez Coffer.',
    other: 'Son processus s’est terminé.',
  },
  crashedAgain: 'C’est la troisième fois en une minute. Le journal en dit plus ; le service n’est pas touché.',
  crashedOnce: 'Rien n’est perdu, sauf ce qui était saisi sans être envoyé : les sauvegardes tournent dans le service.',
  reload: 'Rouvrir',
  unresponsive: 'La fenêtre ne répond pas',
  unresponsiveWhy: 'Elle est peut-être occupée par un gros travail. Vous pouvez attendre, ou la rouvrir.',
  wait: 'Attendre',
  chooseFolder: 'Dossier des données du service intégré',
}

export type DesktopMessages = typeof en

/** @param locale of the system, such as `fr-CA` */
export function desktopMessages(locale: string): DesktopMessages {
  return locale.toLowerCase().startsWith('fr') ? fr : en
}
