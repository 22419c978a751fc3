import { defineWords } from '../../language/words.ts'

export const words = defineWords('account', {
  en: {
    title: 'Your account',
    who: {
      title: 'Who you are here',
      name: 'Name',
      email: 'E-mail address',
      role: 'Role',
      sees: 'You see',
      everyTenant: 'every customer',
      change: 'Somebody who manages people can change these.',
    },
    password: {
      title: 'Password',
      hint: 'Changing it ends your other sessions. API tokens stay as they are.',
      open: 'Change your password',
    },
    window: {
      title: 'How things are shown',
      hint: 'Kept for you in this browser, like filters and columns of lists.',
      letters: 'Shortcuts of single letters and signs',
      zone: 'Times are shown in the zone of this computer: {zone}.',
      service: 'The service reads schedules in {zone}.',
    },
    sessions: { title: 'Where you are logged in', failed: 'This session could not be ended' },
  },
  fr: {
    title: 'Votre compte',
    who: {
      title: 'Qui vous êtes ici',
      name: 'Nom',
      email: 'Adresse e-mail',
      role: 'Rôle',
      sees: 'Vous voyez',
      everyTenant: 'tous les clients',
      change: 'Une personne qui gère les comptes peut changer cela.',
    },
    password: {
      title: 'Mot de passe',
      hint: 'Le changer termine vos autres sessions. Les jetons d’API restent tels quels.',
      open: 'Changer votre mot de passe',
    },
    window: {
      title: 'Affichage',
      hint: 'Gardé pour vous dans ce navigateur, comme les filtres et colonnes des listes.',
      letters: 'Raccourcis d’une lettre ou d’un signe',
      zone: 'Les heures sont dans le fuseau de cet ordinateur : {zone}.',
      service: 'Le service lit les planifications dans le fuseau {zone}.',
    },
    sessions: { title: 'Où vous êtes connecté', failed: 'Cette session n’a pas pu être terminée' },
  },
})
