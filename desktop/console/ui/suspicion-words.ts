import { defineWords } from '../language/words.ts'

/** Why a complete capture is in doubt. */
export const words = defineWords('suspicion', {
  en: {
    shrank: 'It is smaller than the one before by more than 40 %: a part may be missing.',
    cut: 'Its last section is gone: the answer may have been cut off.',
    gone: 'nothing is gone | One part that it had is said not to be present. | {n} parts that it had are said not to be present.',
    masterKey: 'Each encrypted value is another and nothing else: the device’s master key was changed.',
    groups: 'It shows {now} device groups and showed {before}: the account may see less.',
    otherUnit: 'Another unit answered: its serial number is {now}, it was {before}.',
    partial: 'It shows only a part, and the one before showed all: the account may have lost rights.',
    masked: 'Secrets are masked that the one before showed: the account may have lost rights.',
  },
  fr: {
    shrank: 'Elle est plus petite que la précédente de plus de 40 % : une partie manque peut-être.',
    cut: 'Sa dernière section a disparu : la réponse a peut-être été coupée.',
    gone: 'rien n’a disparu | Une partie qu’elle avait est dite absente. | {n} parties qu’elle avait sont dites absentes.',
    masterKey: 'Chaque valeur chiffrée est une autre et rien d’autre : la clé maîtresse de l’équipement a été changée.',
    groups: 'Elle montre {now} groupes d’équipements et en montrait {before} : le compte en voit peut-être moins.',
    otherUnit: 'Un autre équipement a répondu : son numéro de série est {now}, c’était {before}.',
    partial: 'Elle ne montre qu’une partie, la précédente montrait tout : le compte a peut-être perdu des droits.',
    masked: 'Des secrets sont masqués que la précédente montrait : le compte a peut-être perdu des droits.',
  },
})
