/** What the service says of a field's value, and the same in French; see `refusals-fr.ts`. */
export const fieldsFr: Record<string, string> = {
  // by the contract's own shapes
  'must NOT have fewer than {n} characters': 'doit avoir au moins {n} caractères',
  'must NOT have more than {n} characters': 'doit avoir au plus {n} caractères',
  'must NOT have fewer than {n} items': 'doit avoir au moins {n} éléments',
  'must NOT have more than {n} items': 'doit avoir au plus {n} éléments',
  'must NOT have fewer than {n} properties': 'doit avoir au moins {n} champs',
  'must NOT have more than {n} properties': 'doit avoir au plus {n} champs',
  'must NOT have duplicate items (items ## {one} and {other} are identical)':
    'contient deux fois le même élément ({one} et {other})',
  'must NOT have additional properties': 'n’existe pas ici',
  "must have required property '{name}'": 'doit être donné',
  'must match pattern "{pattern}"': 'n’a pas la forme attendue ({pattern})',
  'must match format "email"': 'n’est pas une adresse électronique',
  'must match format "date"': 'n’est pas un jour',
  'must match format "date-time"': 'n’est pas un instant',
  'must match format "uuid"': 'n’est pas un identifiant',
  'must match format "{format}"': 'n’a pas la forme {format}',
  'must be >= {n}': 'doit valoir au moins {n}',
  'must be <= {n}': 'doit valoir au plus {n}',
  'must be > {n}': 'doit valoir plus que {n}',
  'must be < {n}': 'doit valoir moins que {n}',
  'must be multiple of {n}': 'doit être un multiple de {n}',
  'must be equal to constant': 'n’a pas la valeur attendue',
  'must be equal to one of the allowed values: {values}': 'doit être l’une de ces valeurs : {values}',
  'must be equal to one of the allowed values': 'n’est pas l’une des valeurs permises',
  'is required, and the request has none': 'doit être donné, et la demande n’en a pas',
  'must be string': 'doit être un texte',
  'must be integer': 'doit être un nombre entier',
  'must be number': 'doit être un nombre',
  'must be boolean': 'doit être vrai ou faux',
  'must be array': 'doit être une liste',
  'must be object': 'doit être un objet',
  'must be null': 'doit rester vide',
  'must be string,null': 'doit être un texte, ou vide',
  'must be integer,null': 'doit être un nombre entier, ou vide',
  'must match exactly one schema in oneOf': 'n’a aucune des formes attendues',
  'must match a schema in anyOf': 'n’a aucune des formes attendues',
  'must NOT be valid': 'n’est pas permis',
  "Unknown query parameter '{name}'": 'le paramètre « {name} » est inconnu',
  "Empty value found for query parameter '{name}'": 'le paramètre « {name} » est vide',
  'multipart file(s) required': 'un fichier doit être donné',
  'media type not specified': 'le type du contenu n’est pas dit',
  'this operation takes none': 'rien n’est attendu ici',
  'holds an escape that is none, or no UTF-8': 'contient un échappement faux, ou n’est pas de l’UTF-8',
  'stands there twice': 'est donné deux fois',
  'is not where a page of this list ended': 'n’est pas la fin d’une page de cette liste',
  'is missing': 'manque',
  'is empty': 'est vide',
  'is required': 'doit être donné',
  'cannot be changed': 'ne peut pas être changé',
  'cannot be used': 'ne peut pas être utilisé',
  'must be an integer': 'doit être un nombre entier',

  // what does not exist
  'no such device': 'cet équipement n’existe pas',
  'no such credential': 'ces identifiants n’existent pas',
  'no such agent': 'cet agent n’existe pas',
  'no such version': 'cette version n’existe pas',
  'was found by no complete scan of this fleet': 'n’a été trouvé par aucun relevé entier de cette flotte',

  // devices
  'is no option of this platform': 'n’est pas une option de cette plateforme',
  'is required on this platform': 'est requis pour cette plateforme',
  'must be one of {values}': 'doit être l’une de : {values}',
  'this platform has {transports} only': 'cette plateforme n’a que {transports}',
  'holds a NUL character': 'contient un caractère NUL',
  'at least one path is needed': 'il faut au moins un chemin',
  'is neither `rsync` nor a plain absolute path': 'n’est ni `rsync`, ni un chemin absolu simple',
  '"{path}" {why}': '« {path} » {why}',
  'is not absolute: begin it with /': 'n’est pas absolu : commencez-le par /',
  'holds `..`: write the path without it': 'contient `..` : écrivez le chemin sans',
  'is deeper than {n} folders': 'a plus de {n} dossiers de profondeur',
  'is longer than {n} bytes': 'a plus de {n} octets',
  'is a rule, not a pattern: leave out the sign and the blank at its beginning':
    'est une règle, pas un motif : ôtez le signe et le blanc du début',
  'is a rule that clears all others, not a pattern': 'est une règle qui efface toutes les autres, pas un motif',
  'also matches "{at}", which would leave "{path}" empty: write the full path of what is to be left out':
    'touche aussi « {at} », ce qui viderait « {path} » : écrivez le chemin entier de ce qui est à exclure',
  'the patterns are too many or too long to be held against these paths: use fewer wildcards':
    'les motifs sont trop nombreux ou trop longs pour ces chemins : utilisez moins de jokers',
  'expected five fields (minute hour day month weekday), got {n}':
    'cinq champs sont attendus (minute, heure, jour, mois, jour de semaine), il y en a {n}',
  "'{field}' is no cron field": '« {field} » n’est pas un champ cron',
  "'{field}' has an unknown name": '« {field} » contient un nom inconnu',
  'name what is to change': 'dites ce qui doit changer',
  'name devices by ids or by filter': 'nommez les équipements par une liste ou par un filtre',
  'finds more than {n} devices: narrow it': 'trouve plus de {n} équipements : resserrez le filtre',
  'its backups are purged: it is not changed any more': 'ses sauvegardes sont purgées : il ne change plus',
  'has backups as {platform}: its platform is fixed':
    'a des sauvegardes comme {platform} : sa plateforme ne change plus',
  'would be more than {n}': 'serait plus de {n}',
  'options are replaced as a whole, never merged: {n} devices lose some that are not said again':
    'les options sont remplacées en bloc, jamais fusionnées : {n} équipements en perdent qui ne sont pas redites',
  'nothing is changed while one of the devices is refused': 'rien n’est changé tant qu’un des équipements est refusé',
  'and {n} more: a dry run names all': 'et {n} autres : un essai les nomme tous',
  'name all_devices, failed, a platform or device_ids':
    'choisissez tous les équipements, ceux en échec, une plateforme ou une liste',
  'contradicts all_devices and device_ids: name one of them':
    'contredit « tous les équipements » et la liste d’équipements : choisissez l’un des trois',
  'is a cause of failed backups: it needs failed':
    'est une cause d’échec : ne la donnez qu’avec les équipements en échec',
  'contradict all_devices: name one of the two': 'contredit « tous les équipements » : choisissez l’un des deux',

  // fingerprints
  'is not the fingerprint that the agent saw, {fingerprint}: another machine may answer there':
    'n’est pas l’empreinte que l’agent a vue, {fingerprint} : une autre machine répond peut-être à sa place',
  'is missing: say how the fingerprint was compared': 'manque : dites comment l’empreinte a été comparée',

  // policies
  "must be at least {n}, the platform's floor": 'doit valoir au moins {n}, le minimum fixé par la plateforme',
  'contradicts after: name one of the two': 'contredit after : choisissez l’un des deux',
  'name the device': 'nommez l’équipement',
  'name the site': 'nommez le site',
  "is for the level 'device' only": 'ne vaut qu’au niveau de l’équipement',
  "is for the level 'site' only": 'ne vaut qu’au niveau du site',
  "the level 'platform' belongs to no customer": 'le niveau de la plateforme n’est à aucun client',
  'the {level} is strict, and a {levelBelow} may only tighten what is set above it':
    'le niveau {level} est strict, et le niveau {levelBelow} ne peut que resserrer ce qui est réglé au-dessus',
  'says days, from and to, or starts_at and ends_at': 'donne des jours et deux heures, ou un début et une fin',
  'ends before it begins': 'finit avant de commencer',

  // people, tokens, webhooks
  'may do what your own role may not': 'peut ce que votre propre rôle ne peut pas',
  'is no address or network such as 192.0.2.0/24': 'n’est ni une adresse, ni un réseau comme 192.0.2.0/24',
  'a token that may be used from everywhere lasts at most {n} days here: name its networks, or ask for fewer days':
    'un jeton utilisable depuis n’importe où dure ici au plus {n} jours : indiquez ses réseaux, ou choisissez moins de jours',
  'is not your password': 'n’est pas votre mot de passe',
  'is the password that you have': 'est le mot de passe que vous avez déjà',
  'a person of a customer has a tenant_ role': 'une personne d’un client a un rôle chez ce client',
  'this person has a platform_ role': 'cette personne a un rôle sur la plateforme',
  'is not an address such as {url}': 'n’est pas une adresse comme {url}',
  'holds a login: give it without one': 'contient un identifiant de connexion : donnez l’adresse sans',
  '{host} is not asked: {why}': '{host} n’est pas interrogé : {why}',
  'it is this service': 'c’est ce service',
  'it leads to {why}': 'cela mène à {why}',
  'this service': 'ce service',
  'an address that is none': 'une adresse qui n’en est pas une',
  'the service’s own computer': 'l’ordinateur du service lui-même',
  'the metadata service of a cloud': 'le service de métadonnées d’un nuage',
  'a link-local address': 'une adresse locale au lien',
  'an address that hides another one': 'une adresse qui en cache une autre',
  'an address that no host has': 'une adresse qu’aucun hôte n’a',
  'a private network, which BKP_IMPORT_ALLOW_PRIVATE does not allow':
    'un réseau privé, que BKP_IMPORT_ALLOW_PRIVATE n’autorise pas',
  'answered with more than {n} bytes': 'a répondu par plus de {n} octets',

  // storage, reports, restores, snapshots
  'must be the slug of the customer whose storage is purged':
    'doit être le nom court du client dont le stockage est purgé',
  'must be the slug of the customer': 'doit être le nom court du client',
  'changes something: not in a dry run': 'change quelque chose : pas dans un essai',
  'is no day of the calendar': 'n’est pas un jour du calendrier',
  'is not yet: today is {day}': 'n’est pas encore venu : nous sommes le {day}',
  'is of today alone: what was true on a past day is only known if frozen':
    'ne vaut que pour aujourd’hui : ce qui était vrai un autre jour n’est connu que s’il a été figé',
  'has to be exactly {phrase}': 'doit être exactement {phrase}',
  'cannot be restored: {why}': 'ne peut pas être restaurée : {why}',
  'it is no text': 'ce n’est pas un texte',
  'nothing is ever sent to a device of the platform {platform}': 'rien n’est jamais envoyé à un équipement {platform}',
  'it is {key}, and only {other} can be': 'c’est {key}, et seul {other} peut l’être',
  'it was read over {transport}, and only what was read over ssh can be':
    'elle a été lue par {transport}, et seul ce qui a été lu par ssh peut l’être',
  'the platform {platform} is not reached over ssh': 'la plateforme {platform} n’est pas jointe par ssh',
  'an agent in lab mode read it: it matches no real device':
    'un agent en mode labo l’a lue : elle ne correspond à aucun équipement réel',
  'nobody had compared the fingerprint of the host that it was read from: compare it, and back the device up again':
    'personne n’avait comparé l’empreinte de l’hôte dont elle vient : comparez-la, et sauvegardez à nouveau l’équipement',
  'what is stored of it cannot be read back': 'ce qui en est stocké ne peut pas être relu',
  'it looks suspicious and nobody has reviewed it: {why}': 'elle est douteuse et personne ne l’a examinée : {why}',
  'it has {n} bytes, more than the {limit} allowed': 'elle a {n} octets, plus que les {limit} permis',
  'is no download: a version’s content or a file with download=true, a snapshot’s archive, or an export':
    'n’est pas un téléchargement',
  'is no event that is known, or not any more: leave it out, and read the state anew':
    'n’est pas un événement connu, ou ne l’est plus : rechargez la page',
}
