import { defineMessages } from '../../language/define-messages.ts'

/** Texts of the check on the device. */
export const messages = defineMessages('trustDeviceCheck', {
  en: {
    check: {
      title: 'Check the device itself',
      type: 'On the device’s console, or in a session you trust, run:',
      copy: 'Copy command',
      noCommand:
        'There is no tested command for {platform}. Read it in the device’s own interface, over a connection you trust.',
      shows: {
        fingerprint: 'The command shows the fingerprint.',
        key: 'The command shows the key, not a fingerprint. Paste it below.',
        certificate: 'The command shows the certificate, not a fingerprint. Paste it below.',
      },
      note: {
        bare: 'It is shown without the prefix “SHA256:”.',
        'cut-short':
          'A 4096-bit key is cut short. Use the digits below “Key Data:” of “show crypto key mypubkey rsa” and compute the fingerprint as described in the quick start.',
        'old-md5':
          'Older releases show an MD5 fingerprint (hex pairs), which cannot be compared. Paste the key beside it, or the file itself.',
        'of-trustpoint': 'If there are several, use the trustpoint shown by “show ip http server secure status”.',
        'default-place': 'This is the factory certificate. The web server may use another one.',
      },
      elsewhere: 'Or check from another computer',
      elsewhereHint:
        'Use a computer next to the device, or a network path other than the agent’s. On the same path an interceptor would answer too.',
    },
    paste: {
      label: 'Paste the output of the device',
      hint: 'A fingerprint, key or certificate, with any surrounding text. It is not sent anywhere.',
      none: 'Not compared here yet.',
      same: 'Identical. The device shows this fingerprint.',
      other: 'Different. Do not approve it before you know why.',
      nothing: 'No fingerprint, key or certificate found.',
    },
  },
  fr: {
    check: {
      title: 'Vérifier sur l’équipement lui-même',
      type: 'Sur la console de l’équipement, ou dans une session de confiance, saisissez :',
      copy: 'Copier la commande',
      noCommand:
        'Il n’y a pas de commande testée pour {platform}. Lisez-la dans l’interface de l’équipement, par une connexion de confiance.',
      shows: {
        fingerprint: 'La commande affiche l’empreinte.',
        key: 'La commande affiche la clé, pas une empreinte. Collez-la ci-dessous.',
        certificate: 'La commande affiche le certificat, pas une empreinte. Collez-le ci-dessous.',
      },
      note: {
        bare: 'Elle est affichée sans le préfixe « SHA256: ».',
        'cut-short':
          'Une clé de 4096 bits est tronquée. Utilisez les chiffres sous « Key Data: » de « show crypto key mypubkey rsa » et calculez l’empreinte comme l’explique le guide de démarrage.',
        'old-md5':
          'Les versions anciennes affichent une empreinte MD5 (paires hexadécimales), qui ne peut pas être comparée. Collez la clé affichée à côté, ou le fichier lui-même.',
        'of-trustpoint':
          'S’il y en a plusieurs, utilisez le trustpoint affiché par « show ip http server secure status ».',
        'default-place': 'C’est le certificat d’usine. Le serveur web peut en utiliser un autre.',
      },
      elsewhere: 'Ou vérifier depuis un autre ordinateur',
      elsewhereHint:
        'Utilisez un ordinateur à côté de l’équipement, ou un autre chemin réseau que celui de l’agent. Par le même chemin, un intercepteur répondrait aussi.',
    },
    paste: {
      label: 'Collez la sortie de l’équipement',
      hint: 'Une empreinte, une clé ou un certificat, avec le texte autour. Rien n’est envoyé.',
      none: 'Pas encore comparée ici.',
      same: 'Identique. L’équipement affiche cette empreinte.',
      other: 'Différente. N’approuvez pas avant de savoir pourquoi.',
      nothing: 'Aucune empreinte, aucune clé ni aucun certificat trouvés.',
    },
  },
})
