/**
 * What the service answers when it refuses something as a whole: its own sentence, and the same in French. `{name}` stands
 * for what the sentence is filled with; `{why}`, `{size…}`, `{state}` and `{level}` are themselves said in French.
 */
export const refusalsFr: Record<string, string> = {
  // who asks, and for whom
  'A write needs a customer: add ?tenant=<customer id>.':
    'Choisissez un client : cela se fait pour un client à la fois.',
  'Name a customer: add ?tenant=<customer id>.': 'Choisissez un client : cela se fait pour un client à la fois.',
  '{role} belongs to a customer: add ?tenant=<customer id>.': '{role} est un rôle chez un client : choisissez lequel.',
  '{role} belongs to no customer: leave ?tenant out.': '{role} est un rôle qui n’est lié à aucun client.',
  'There is no such object in your scope.': 'Cela n’existe pas, ou pas parmi ce que vous voyez.',
  'Nothing was changed: the object is not in the state that If-Match names. Read it again, then repeat the change.':
    'Rien n’a été modifié : l’objet n’est plus dans l’état nommé par If-Match. Relisez-le, puis recommencez.',
  'The API has no such path. Its operations are listed at /api/docs.':
    'L’API n’a pas cette adresse. Ses opérations sont décrites sous /api/docs.',
  'Your role lacks {permission}.': 'Votre rôle n’a pas la permission {permission}.',
  'Your role is bound to another customer.': 'Votre rôle est lié à un autre client.',
  'No API token may do this: log in.': 'Aucun jeton d’API ne peut faire cela : connectez-vous.',
  'The token is absent, expired or invalid.': 'La session est finie : connectez-vous à nouveau.',
  'The session ended: it was not used for {n} minutes. Log in again.':
    'La session a pris fin après {n} min d’inactivité. Reconnectez-vous.',
  'This token may not be used from the address that the request came from.':
    'Ce jeton ne peut pas être utilisé depuis l’adresse d’où vient la requête.',
  'The request says nothing of who asks.': 'La requête ne dit pas qui demande.',
  'The e-mail or the password is wrong.': 'L’adresse ou le mot de passe est faux.',
  'Too many wrong passwords; try again in {n} s.': 'Trop de mots de passe faux ; réessayez dans {n} s.',
  '{whose} asked for more than {n} requests a minute{cost}. Ask again in {seconds} s.':
    'Plus de {n} requêtes en une minute. Réessayez dans {seconds} s.',

  // the service itself
  'The database does not answer.': 'La base de données ne répond pas.',
  'The database takes no changes now: it is read-only. An operator of the service has to connect it to a writable one.':
    'La base de données est en lecture seule pour l’instant. Un exploitant du service doit le relier à une base qui accepte les écritures.',
  'The object store does not answer.': 'Le stockage d’objets ne répond pas.',
  'The work was stopped: {reason}.': 'Le travail a été arrêté : {reason}.',
  'The service has too much to do at this moment.': 'Le service a trop à faire en ce moment.',
  'Something went wrong here; the log knows it as {id}.':
    'Quelque chose s’est mal passé dans le service ; son journal le connaît sous {id}.',
  '{whose} as many streams of events open as there may be.':
    'Il y a déjà autant de fenêtres ouvertes qu’il peut y en avoir.',
  'This Idempotency-Key was used for another request.': 'Cette clé d’idempotence a servi à une autre requête.',
  'This path has other methods, which Allow tells.': 'Cette adresse s’utilise autrement.',
  'The query can be read in two ways.': 'Les paramètres de la requête sont ambigus.',
  'The connection ended before the body was complete.': 'La connexion a été coupée avant la fin de l’envoi.',
  '{field} cannot be changed.': '{field} ne peut pas être changé.',

  // what was sent
  'The request body is larger than this operation takes.': 'Ce qui a été envoyé est plus grand que permis.',
  'The request body is larger than {size}.': 'Ce qui a été envoyé est plus grand que {size}.',
  '{size} is more than {why} of {sizeLimit}.': '{size}, c’est plus que {why} : {sizeLimit}.',
  'the limit of this body': 'ce qui peut être envoyé',
  'the preview limit': 'ce qui s’affiche ici',
  'the archive limit BKP_MAX_ARCHIVE_BYTES': 'ce qu’une archive peut contenir (BKP_MAX_ARCHIVE_BYTES)',
  'the comparison limit': 'ce qui se compare',
  'The operation takes no body of this Content-Type.': 'Ce type de contenu ne peut pas être lu ici.',
  'The body is not JSON.': 'Ce qui a été envoyé n’est pas du JSON.',
  'The body is not UTF-8, or deeper than {n} levels.':
    'Ce qui a été envoyé n’est pas de l’UTF-8, ou a plus de {n} niveaux.',
  'The body holds half of a surrogate pair, which is no text.':
    'Ce qui a été envoyé contient la moitié d’un caractère, ce qui n’est pas un texte.',
  'The body is no whole form of multipart/form-data.': 'Le formulaire envoyé n’est pas entier.',
  'The request has no field Host.': 'La requête n’a pas de champ Host.',

  // names that are taken, things that are in use
  "There is a customer '{slug}' already.": 'Il y a déjà un client « {slug} ».',
  'Another device of this customer has this name.': 'Un autre équipement de ce client porte ce nom.',
  'Another credential of this customer has this name.': 'D’autres identifiants de ce client portent ce nom.',
  'Another fleet of this customer has this name.': 'Une autre flotte de ce client porte ce nom.',
  'Another agent of this customer has this {field}.': 'Un autre agent de ce client a déjà ce nom ou ce nom court.',
  'There is a webhook of this name.': 'Il y a déjà un webhook de ce nom.',
  'You have a token of this name.': 'Vous avez déjà un jeton de ce nom.',
  'Somebody has this e-mail already.': 'Quelqu’un a déjà cette adresse.',
  'There are {n} webhooks already: remove one first.': 'Il y a déjà {n} webhooks : supprimez-en un d’abord.',
  'You have {n} tokens: revoke those that nobody uses.': 'Vous avez {n} jetons : révoquez ceux que personne n’utilise.',
  'A fleet uses this credential.': 'Une flotte utilise ces identifiants.',
  '{n} device uses this credential.': '{n} équipement utilise ces identifiants.',
  '{n} devices use this credential.': '{n} équipements utilisent ces identifiants.',
  'This is the last platform_admin who can log in.':
    'C’est le dernier administrateur de la plateforme qui peut se connecter.',

  // agents
  'No agent that may reach {device} is online.': 'Aucun agent autorisé à joindre {device} n’est en ligne.',
  'Revoke the agent first.': 'Révoquez d’abord l’agent.',
  'It is the only agent of {names}: give them another first, or none.':
    'C’est le seul agent de {names} : donnez-leur d’abord un autre agent, ou aucun.',
  'The agent is neither cloned nor rewound.': 'L’agent n’est ni cloné, ni revenu en arrière.',
  'The agent is revoked.': 'L’agent est révoqué.',
  'This agent was revoked.': 'Cet agent a été révoqué.',

  // devices, runs, restores
  'The device {device} is {state}.': 'L’équipement {device} est {state}.',
  'The device {device} is in service.': 'L’équipement {device} est en service.',
  'The backups of {device} are purged; add it as a new device.':
    'Les sauvegardes de {device} sont purgées ; ajoutez-le comme nouvel équipement.',
  '{device} has backups as {platform}: its platform is fixed.':
    '{device} a des sauvegardes comme {platform} : sa plateforme ne change plus.',
  'The run has ended: it is {state}.': 'L’exécution est finie : {state}.',
  'The commit is made: the device goes back by itself unless it is confirmed.':
    'La configuration est validée : l’équipement revient de lui-même si personne ne confirme.',
  'No commit on {device} waits for its confirmation.': 'Rien n’attend de confirmation sur {device}.',
  'The time to confirm is over: {device} goes back by itself.':
    'Le délai de confirmation est passé : {device} revient de lui-même.',
  'Another restore of this device is under way: it is {state}.':
    'Une autre restauration de cet équipement est en cours : {state}.',
  'The restore policy refuses at the level {level}: {why}.':
    'La politique de restauration refuse au niveau {level} : {why}.',
  'nobody has allowed restores on the platform': 'personne n’y a autorisé les restaurations',
  'the {level} denies restores': 'les restaurations y sont refusées',
  'This fingerprint was replaced. If {device} shows it again, it waits for a decision again.':
    'Cette empreinte a été remplacée. Si {device} la montre à nouveau, elle attendra à nouveau une décision.',
  'The device’s versions keep changing: try again.': 'Les versions de l’équipement changent sans cesse : réessayez.',
  'Another import of this customer is running: repeat this one when it has ended.':
    'Un autre import de ce client est en cours : refaites celui-ci quand il sera fini.',
  '{device} was changed while the import ran: repeat it.':
    '{device} a été modifié pendant l’import : refaites l’import.',

  // addresses that wait for approval
  'The address of {device} waits for approval already: look at all of it and approve it there.':
    'Une adresse de {device} attend déjà une approbation : vérifiez-la en entier, puis approuvez-la dans les adresses en attente.',
  'The address changed since you read it. Read it again, and compare it.':
    'L’adresse a changé depuis que vous l’avez lue. Relisez-la, puis comparez-la.',

  // destruction of keys and customers
  'There is a request of {who} already, due at {at}: withdraw it first.':
    'Une demande de {who} est déjà en attente, avec effet le {at} : annulez-la d’abord.',
  'It can no longer be withdrawn: it was due at {at}.':
    'Il est trop tard pour annuler cette demande : elle prenait effet le {at}.',
  'There is no certificate before the destruction is done.':
    'Le certificat n’est disponible qu’une fois la destruction terminée.',

  // versions and snapshots
  "The customer's keys were destroyed: its backups cannot be read any more, and no new ones can be made.":
    'Les clés du client ont été détruites : ses sauvegardes ne peuvent plus être lues, et il n’en sera plus fait.',
  'Both versions must be of this lineage.': 'Les deux versions doivent être de cette lignée.',
  'The version must be of this lineage.': 'La version doit être de cette lignée.',
  'A secret is not shown, and so not compared.': 'Un secret n’est pas montré, donc pas comparé.',
  'A secret is not compared, so it has no normalised text.':
    'Un secret n’est pas comparé, il n’a donc pas de texte normalisé.',
  'A secret is not shown: add download=true to save it.': 'Un secret n’est pas montré : téléchargez-le.',
  'These versions are no texts: compare snapshot {one} with snapshot {other}.':
    'Ces versions ne sont pas des textes : comparez leurs instantanés.',
  'A tree has no text: browse snapshot {id}, or download its archive.':
    'Une arborescence n’a pas de texte : parcourez son instantané, ou téléchargez son archive.',
  'An archive has no text: browse snapshot {id}, or add download=true.':
    'Une archive n’a pas de texte : parcourez son instantané, ou téléchargez-la.',
  '{path} is a {state}, not a directory.': '{path} n’est pas un dossier, mais : {state}.',
  '{path} is a {state}, not a file.': '{path} n’est pas un fichier, mais : {state}.',
  '{path} is a link to {target}.': '{path} est un lien vers {target}.',
  '{path} could not be read on the device: its bytes are not in the backup.':
    '{path} n’a pas pu être lu sur l’équipement : son contenu n’est pas dans la sauvegarde.',
  'Both snapshots must be of one device.': 'Les deux instantanés doivent être du même équipement.',
  'This archive cannot be browsed: {why}. Download its version instead.':
    'Cette archive ne peut pas être parcourue : {why}. Téléchargez plutôt sa version.',
  'its members were not read': 'son contenu n’a pas été lu',
  'it is encrypted with a passphrase': 'elle est chiffrée par une phrase secrète',
  'it is of a format that is not known here': 'son format n’est pas connu ici',
  'it has too many members': 'elle a trop d’éléments',
  'its members are too large': 'ses éléments sont trop grands',
  'it has members whose names lead out of it': 'des noms d’éléments mènent hors d’elle',
  'What is stored of {what} cannot be read back. An administrator finds the reason in the log.':
    'Ce qui est stocké ne peut pas être relu ({what}). Un administrateur en trouve la raison dans le journal.',
  'This address was used, has expired or never was: make another with POST /api/downloads.':
    'Cette adresse de téléchargement a servi, ou n’est plus valable : recommencez le téléchargement.',
  'The report of {day} was never frozen, and what was true then is not known any more.':
    'Le rapport du {day} n’a jamais été figé, et ce qui était vrai alors n’est plus connu.',

  // policies
  "Unknown cascade level '{word}': it is one of {names}.": 'Niveau « {word} » inconnu : c’est l’un de {names}.',

  'Somebody else has changed these blackouts meanwhile: read them again.':
    'Quelqu’un d’autre a modifié ces périodes entre-temps : relisez-les.',

  // NetBox
  '{host} took too long: {n} devices in {minutes} minutes; add a filter.':
    '{host} a mis trop longtemps : {n} équipements en {minutes} minutes ; ajoutez un filtre.',
  '{host} answers {status}.': '{host} répond {status}.',
  '{host} has no address.': '{host} n’a pas d’adresse.',
  '{host} was not waited for.': '{host} n’a pas été attendu.',
  '{host} did not answer within {n} s.': '{host} n’a pas répondu en {n} s.',
  'the name {host} is not known ({code}).': 'le nom {host} n’est pas connu ({code}).',
  '{host} shows a certificate that is not trusted, or speaks no TLS{code}.':
    '{host} montre un certificat qui n’est pas approuvé, ou ne parle pas TLS{code}.',
  '{host} cannot be reached{code}.': '{host} ne peut pas être joint{code}.',
}
