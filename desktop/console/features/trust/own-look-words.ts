import { defineWords } from '../../language/words.ts'

/** Texts of the check on the device. */
export const words = defineWords('trustOwnLook', {
  en: {
    look: {
      title: 'Look at the device itself',
      type: 'On the console of the device, or where you are logged in to it by a way you trust, type:',
      copy: 'Copy the command',
      noCommand:
        'For {platform} we know no command for certain that shows it. Read it in the device’s own interface, over a way that you trust.',
      shows: {
        fingerprint: 'It answers with the fingerprint.',
        key: 'It answers with the key, not with a fingerprint: paste it below.',
        certificate: 'It answers with the certificate, not with a fingerprint: paste it below.',
      },
      note: {
        bare: 'It is written there without “SHA256:” in front.',
        'cut-short':
          'A key of 4096 bits is cut short there: then take the digits below “Key Data:” of “show crypto key mypubkey rsa”, and make a fingerprint of them as the quick start tells.',
        'old-md5':
          'Older releases show an MD5 fingerprint (hex pairs) that cannot be compared: paste the key that stands beside it, or the file itself.',
        'of-trustpoint':
          'There may be several: the one that counts is of the trustpoint that “show ip http server secure status” names.',
        'default-place': 'That is the certificate as it came; another one may be set for the web server.',
      },
      elsewhere: 'Or ask from another place',
      elsewhereHint:
        'From a computer next to the device, or on another way to it than the agent’s. On the same way it proves nothing: who stands in between answers there too.',
    },
    paste: {
      label: 'Paste what the device shows',
      hint: 'A fingerprint, a key or a certificate, with whatever stands around it. Nothing of it is sent anywhere.',
      none: 'Not compared here yet.',
      same: 'The same. This is what the device shows.',
      other: 'Not the same. Do not approve it before you know why.',
      nothing: 'There is no fingerprint, key or certificate in it.',
    },
  },
  fr: {
    look: {
      title: 'Regarder l’équipement lui-même',
      type: 'Sur la console de l’équipement, ou là où vous y êtes connecté par une voie de confiance, saisissez :',
      copy: 'Copier la commande',
      noCommand:
        'Pour {platform}, nous ne connaissons aucune commande certaine qui la montre. Lisez-la dans l’interface de l’équipement, par une voie de confiance.',
      shows: {
        fingerprint: 'La réponse contient l’empreinte.',
        key: 'La réponse contient la clé, pas une empreinte : collez-la ci-dessous.',
        certificate: 'La réponse contient le certificat, pas une empreinte : collez-le ci-dessous.',
      },
      note: {
        bare: 'Elle y est écrite sans « SHA256: » devant.',
        'cut-short':
          'Une clé de 4096 bits y est tronquée : prenez alors les chiffres sous « Key Data: » de « show crypto key mypubkey rsa », et faites-en une empreinte comme le guide de démarrage l’explique.',
        'old-md5':
          'Les versions anciennes montrent une empreinte MD5 (paires hexadécimales) qui ne se compare pas : collez la clé qui se trouve à côté, ou le fichier lui-même.',
        'of-trustpoint':
          'Il peut y en avoir plusieurs : celui qui compte est celui du trustpoint que « show ip http server secure status » nomme.',
        'default-place': 'C’est le certificat d’origine ; un autre peut être réglé pour le serveur web.',
      },
      elsewhere: 'Ou demander depuis un autre endroit',
      elsewhereHint:
        'Depuis un ordinateur à côté de l’équipement, ou par un autre chemin que celui de l’agent. Par le même chemin, cela ne prouve rien : qui se tient entre les deux y répond aussi.',
    },
    paste: {
      label: 'Collez ce que l’équipement montre',
      hint: 'Une empreinte, une clé ou un certificat, avec ce qui se trouve autour. Rien n’en est envoyé.',
      none: 'Pas encore comparée ici.',
      same: 'La même. C’est ce que l’équipement montre.',
      other: 'Pas la même. N’approuvez pas avant de savoir pourquoi.',
      nothing: 'Il n’y a ni empreinte, ni clé, ni certificat dans ce texte.',
    },
  },
})
