import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('account', {
  en: {
    title: 'Your account',
    who: {
      title: 'Profile',
      name: 'Name',
      email: 'E-mail address',
      role: 'Role',
      sees: 'You see',
      everyTenant: 'every customer',
      change: 'A user administrator can change these.',
      managed: 'Managed by {provider}. Changes there apply at the next login.',
    },
    password: {
      title: 'Password',
      hint: 'Changing it ends your other sessions. API tokens are not affected.',
      open: 'Change your password',
    },
    window: {
      title: 'Display',
      hint: 'Stored in this browser, like filters and columns of lists.',
      letters: 'Single-key shortcuts',
      zone: 'Times are in the time zone of this computer: {zone}.',
      service: 'Schedules are in the time zone of the service: {zone}.',
    },
    sessions: { title: 'Sessions', failed: 'The session could not be ended' },
    code: 'Confirm a command-line login',
  },
  fr: {
    title: 'Votre compte',
    who: {
      title: 'Profil',
      name: 'Nom',
      email: 'Adresse e-mail',
      role: 'Rôle',
      sees: 'Vous voyez',
      everyTenant: 'tous les clients',
      change: 'Un administrateur des utilisateurs peut modifier ces informations.',
      managed: 'Géré par {provider}. Les modifications s’appliquent à la prochaine connexion.',
    },
    password: {
      title: 'Mot de passe',
      hint: 'Le changer termine vos autres sessions. Les jetons d’API restent tels quels.',
      open: 'Changer votre mot de passe',
    },
    window: {
      title: 'Affichage',
      hint: 'Enregistré dans ce navigateur, comme les filtres et colonnes des listes.',
      letters: 'Raccourcis à une touche',
      zone: 'Les heures sont dans le fuseau horaire de cet ordinateur : {zone}.',
      service: 'Les planifications sont dans le fuseau horaire du service : {zone}.',
    },
    sessions: { title: 'Sessions', failed: 'Cette session n’a pas pu être terminée' },
    code: 'Confirmer une connexion en ligne de commande',
  },
})
