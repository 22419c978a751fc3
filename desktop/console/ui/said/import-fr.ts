/** What the service says of lines, files and documents of an inventory, and the same in French. */
export const importFr: Record<string, string> = {
  'required for a new device': 'requis pour un nouvel équipement',
  'stands in row {n} already': 'figure déjà à la ligne {n}',
  'has backups as {platform}, which is fixed therefore': 'a des sauvegardes comme {platform}, et ne change donc plus',
  'has a blank in front or behind, or a character that is none for people':
    'a un blanc devant ou derrière, ou un caractère illisible',
  'the device is decommissioned: reinstate it first':
    'l’équipement est retiré du service : remettez-le d’abord en service',
  'the document has it as decommissioned': 'le document le donne comme retiré du service',
  'has more cells than there are columns: a text with a separator in it needs quotes around it':
    'a plus de cellules que de colonnes : un texte qui contient un séparateur se met entre guillemets',
  'it has none in NetBox': 'il n’en a pas dans NetBox',
  'it has no primary IP address in NetBox': 'il n’a pas d’adresse IP principale dans NetBox',
  'it has no platform in NetBox': 'il n’a pas de plateforme dans NetBox',
  "its platform '{slug}' in NetBox is none that we know":
    'sa plateforme « {slug} » dans NetBox n’est pas de celles que nous connaissons',
  'it is of a shape that no NetBox gives it': 'sa forme n’est pas celle que NetBox lui donne',
  "the column '{name}' is unknown: ignored": 'la colonne « {name} » est inconnue : ignorée',
  '{n} more columns are unknown: ignored': '{n} autres colonnes sont inconnues : ignorées',
  '{n} line of another customer was left out': '{n} ligne d’un autre client est laissée de côté',
  '{n} lines of other customers were left out': '{n} lignes d’autres clients sont laissées de côté',
  'the sections of {n} other customer were left out': 'les sections de {n} autre client sont laissées de côté',
  'the sections of {n} other customers were left out': 'les sections de {n} autres clients sont laissées de côté',
  "the document is of '{from}', imported into '{to}'": 'le document est de « {from} », importé vers « {to} »',
  "there is no credential '{name}': what it has stays": 'il n’y a pas d’identifiants « {name} » : il garde les siens',
  "there is no credential '{name}': it has none in its place":
    'il n’y a pas d’identifiants « {name} » : il n’en a aucun à la place',
  "there is no agent '{name}': the agents that it has stay": 'il n’y a pas d’agent « {name} » : il garde les siens',
  "there is no agent '{name}': the others that are named may collect it":
    'il n’y a pas d’agent « {name} » : les autres nommés peuvent le collecter',
  "there is no agent '{name}': any agent of the customer may now collect it":
    'il n’y a pas d’agent « {name} » : tout agent du client peut désormais le collecter',
  "the column '{name}' is unknown: ignored (ports are in the columns ssh_port and api_port)":
    'la colonne « {name} » est inconnue : elle est ignorée (les ports sont dans les colonnes ssh_port et api_port)',
  'the customer has no enrolled agent: backups of these devices wait until one is added and enrolled':
    'le client n’a pas d’agent inscrit : les sauvegardes de ces équipements attendent qu’un agent soit ajouté et inscrit',
  'one new device has no schedule: Coffer backs it up only when a user starts a backup':
    'un nouvel équipement n’a pas de planification : Coffer ne le sauvegarde que si un utilisateur lance la sauvegarde',
  '{n} new devices have no schedule: Coffer backs them up only when a user starts a backup':
    '{n} nouveaux équipements n’ont pas de planification : Coffer ne les sauvegarde que si un utilisateur lance la sauvegarde',
  'the customer has devices, so what the document says of it is not set: {names}':
    'le client a déjà des équipements : ses réglages dans le document ne sont pas repris ({names})',
  '{name} is not set: {why}': '{name} n’est pas repris : {why}',
  'it needs {permission}': 'il faut la permission {permission}',
  '{n} agents are not made: that needs {permission}': 'agents non créés : {n} ; il faut la permission {permission}',
  '{n} credentials are not made: that needs {permission}':
    'identifiants non créés : {n} ; il faut la permission {permission}',
  'enrol the new agents: {names}': 'inscrivez les nouveaux agents : {names}',
  'fill in the secrets of the new credentials before the first backup: {names}':
    'complétez les secrets des nouveaux identifiants avant la première sauvegarde : {names}',
  'has more than {n}: import them in parts': 'en a plus de {n} : importez-les par parties',
  'has more than {n} devices: add a filter': 'a plus de {n} équipements : ajoutez un filtre',
  'has more than {n} lines: import it in parts': 'a plus de {n} lignes : importez-le par parties',
  "has no section of '{slug}': name one of its customers in from_customer: {names}":
    'n’a pas de section de « {slug} » : nommez l’un de ses clients dans from_customer : {names}',
  "is '{slug}', and from_customer is '{from}'": 'est « {slug} », et from_customer est « {from} »',
  "the section of '{slug}' has no devices: export them too":
    'la section de « {slug} » n’a pas d’équipements : exportez-les aussi',
  'is missing: nothing else is imported': 'manque : rien d’autre n’est importé',
  'is missing, and nothing is said of the customer': 'manque, et le document ne contient rien d’autre sur le client',
  'is no file: name it as one, as curl does by file=@devices.csv': 'n’est pas un fichier',
  'is a workbook or another archive: save it as CSV': 'est un classeur ou une autre archive : enregistrez-le en CSV',
  'is no {encoding} text: save it as "CSV UTF-8"': 'n’est pas un texte {encoding} : enregistrez-le en « CSV UTF-8 »',
  'is no text': 'n’est pas un texte',
  "has no column 'name' in its first line": 'n’a pas de colonne « name » dans sa première ligne',
  "has two columns '{key}'": 'a deux colonnes « {key} »',
  'line {n}: {why}': 'ligne {n} : {why}',
  'a quote is opened and never closed': 'un guillemet est ouvert et jamais fermé',
  'there is text behind a closing quote; a quote inside a text is written twice':
    'il y a du texte après un guillemet fermant ; un guillemet dans un texte s’écrit deux fois',
  'there is a quote in a text without quotes around it; such a quote is written twice, in quotes':
    'il y a un guillemet dans un texte sans guillemets ; un tel guillemet s’écrit deux fois, entre guillemets',
  'a line is longer than 1 MiB: is a quote not closed?': 'une ligne dépasse 1 Mio : un guillemet n’est-il pas fermé ?',
  'the table cannot be read': 'le tableau ne peut pas être lu',
  '{host} answers {status}: {why}': '{host} répond {status} : {why}',
  'name the address that it redirects to': 'donnez l’adresse vers laquelle il renvoie',
  'is it a NetBox?': 'est-ce un NetBox ?',
  'it needs one': 'il en faut un',
  'is it whole, of this NetBox, and may it read devices?':
    'est-il entier, de ce NetBox, et peut-il lire les équipements ?',
  '{host} does not answer as a NetBox does': '{host} ne répond pas comme un NetBox',
  '{host} answers with {n} devices where {asked} were asked for: is it a NetBox?':
    '{host} répond par {n} équipements où {asked} étaient demandés : est-ce un NetBox ?',
}
