import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('login-codes', {
  en: {
    title: 'Confirm a login',
    hint: 'A program without a browser, such as coffer on the command line, shows a code. Enter it here.',
    code: 'Code',
    codeHint: 'Eight letters, valid for ten minutes.',
    continue: 'Continue',
    login: 'This program asks for a session with all your permissions.',
    confirmation: 'This program asks you to confirm only this action:',
    warning:
      'Confirm only if you started this login yourself. If you received the code in a message or a call, reject it. Otherwise, its sender gets access to your account.',
    actionWarning:
      'Confirm only if you started this action yourself. If you received the code in a message or a call, reject it.',
    fact: {
      customer: 'Customer',
      request: 'Request',
      body: 'Details',
      code: 'Code',
      client: 'Program',
      clientHint: 'Reported by the program; not verified.',
      ip: 'Address',
      at: 'Requested',
      expires: 'Expires',
      you: 'Your account',
    },
    compare: 'Compare the code and the program’s name with those that the program shows.',
    confirm: 'Confirm',
    reject: 'Reject',
    done: { confirmed: 'Confirmed', rejected: 'Rejected' },
    next: {
      confirmed: 'Return to the program: it continues within a few seconds.',
      rejected: 'The program got no access. If you did not start this login, tell your administrator.',
    },
    another: 'Enter another code',
  },
  fr: {
    title: 'Confirmer une connexion',
    hint: 'Un programme sans navigateur, comme coffer en ligne de commande, affiche un code. Saisissez-le ici.',
    code: 'Code',
    codeHint: 'Huit lettres, valables dix minutes.',
    continue: 'Continuer',
    login: 'Ce programme demande une session avec toutes vos permissions.',
    confirmation: 'Ce programme vous demande de confirmer uniquement cette action\u00a0:',
    warning:
      'Ne confirmez que si vous avez vous-même lancé cette connexion. Si vous avez reçu le code par un message ou un appel, rejetez-le\u00a0: sinon, son expéditeur aurait accès à votre compte.',
    actionWarning:
      'Ne confirmez que si vous avez vous-même lancé cette action. Si vous avez reçu le code par un message ou un appel, rejetez-le.',
    fact: {
      customer: 'Client',
      request: 'Requête',
      body: 'Détails',
      code: 'Code',
      client: 'Programme',
      clientHint: 'Indiqué par le programme, non vérifié.',
      ip: 'Adresse',
      at: 'Demande',
      expires: 'Expiration',
      you: 'Votre compte',
    },
    compare: 'Comparez le code et le nom du programme avec ceux que le programme affiche.',
    confirm: 'Confirmer',
    reject: 'Rejeter',
    done: { confirmed: 'Confirmé', rejected: 'Rejeté' },
    next: {
      confirmed: 'Revenez au programme : il continue dans quelques secondes.',
      rejected:
        'Le programme n’a obtenu aucun accès. Si vous n’avez pas lancé cette connexion, prévenez votre administrateur.',
    },
    another: 'Saisir un autre code',
  },
})
