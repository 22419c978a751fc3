/** Why a duty of the service did nothing, stopped or failed, and the same in French; see `refusals-fr.ts`. */
export const dutiesFr: Record<string, string> = {
  'did nothing because {why}': 'n’a rien fait : {why}',
  'stopped because {why}': 'arrêtée : {why}',
  'stopped: the service was ending': 'arrêtée : le service se terminait',
  'the service was ending': 'le service se terminait',
  'has not ended: it is under way, or was interrupted': 'n’est pas finie : en cours, ou interrompue',
  'failed: {error}; the service’s log says more': 'en échec : {error} ; le journal du service en dit plus',
  'the object store does not answer: {words}': 'le stockage d’objets ne répond pas : {words}',
  'this customer is being swept already': 'un balayage de ce client est déjà en cours',
  'it was asked what it would do': 'on ne demandait que ce qu’elle ferait',
  'everything is referred to': 'tout est référencé',
  'everything is referred to; {why}': 'tout est référencé ; {why}',
  'of {n} versions parts are lost; the rest of them was kept':
    'des parties de {n} versions sont perdues ; le reste en a été gardé',
  'would remove all packs: the customer’s keys were destroyed':
    'supprimerait tous les paquets : les clés du client ont été détruites',
  'the customer’s keys were destroyed': 'les clés du client ont été détruites',
  'nothing is left of the customer, whose keys were destroyed':
    'il ne reste rien du client, dont les clés ont été détruites',
  'every version is within its retention': 'chaque version est dans sa conservation',
  'no decommissioned device is due': 'aucun équipement retiré du service n’est échu',
  'the devices were purged or put back into service meanwhile':
    'les équipements ont été purgés ou remis en service entre-temps',
  'it is under way elsewhere, or was done this night': 'elle est en cours ailleurs, ou déjà faite cette nuit',
  'there is nothing stored, or nothing was due': 'rien n’est stocké, ou rien n’était dû',
  'the object store has no dump': 'le stockage d’objets n’a pas de dump',
  'dumps cannot be put back: {words}': 'des dumps ne peuvent pas être remis : {words}',
  'nothing has been kept long enough': 'rien n’est gardé depuis assez longtemps',
  'there is no customer': 'il n’y a pas de client',
  'of a sample of {at}': 'un relevé a été fait le {at}',
  'the report of {day} was frozen already': 'le rapport du {day} était déjà figé',
  'there was no Coffer here on {day}': 'il n’y avait pas de Coffer ici le {day}',
  '{day} has been over for more than an hour: what was true then is not known any more':
    'le {day} est fini depuis plus d’une heure : ce qui était vrai alors n’est plus connu',
  'the database knows all that is in the store': 'la base de données connaît tout ce qui est dans le stockage',
  'BKP_DUMP_KEEP is 0': 'BKP_DUMP_KEEP vaut 0',
  'another replica is making a dump': 'une autre réplique fait un dump',
  'the dump {name} is of the same night': 'le dump {name} est de la même nuit',
  '{name} is of a time to come: was the clock wrong? It is kept beside the others':
    '{name} est d’un temps à venir : l’horloge était-elle fausse ? Il est gardé à côté des autres',
  'the database was restored from a dump or rebuilt, and nobody has cleared the mark':
    'la base de données a été remise d’un dump ou reconstruite, et personne n’a levé la marque',
  'agent {agent} is ahead of the database, which may be older than the store':
    'l’agent {agent} est en avance sur la base de données, qui est peut-être plus ancienne que le stockage',
  'the service’s clock says {one} and PostgreSQL’s {other}: nothing is removed by its age until they agree':
    'l’horloge du service dit {one} et celle de PostgreSQL {other} : rien n’est supprimé par son âge tant qu’elles diffèrent',
  'the last run was {n} days ago by this clock ({at}): was the service off, or has the clock jumped? It goes on after {nights} such nights':
    'selon cette horloge ({at}) le dernier passage date de {n} jours : le service était-il arrêté, ou l’horloge a-t-elle sauté ? Cela reprend après {nights} nuits pareilles',
  'the object store lists no pack, and the database knows {n}: is it the right store?':
    'le stockage d’objets ne liste aucun paquet, et la base de données en connaît {n} : est-ce le bon stockage ?',
  'the object store lists no manifest, and the database knows {n} versions: is it the right store?':
    'le stockage d’objets ne liste aucun manifeste, et la base de données connaît {n} versions : est-ce le bon stockage ?',
  'the database has never heard of {n} of {all} manifests in the store: was it put back? rebuild-index attaches them; if nobody wants them, POST /api/storage/purge is the yes':
    'la base de données ignore {n} des {all} manifestes du stockage : a-t-elle été remise ? rebuild-index les rattache ; si personne n’en veut, une purge du stockage est le oui',
  '{n} of {all} packs would be left without a chunk: {why}': '{n} paquets sur {all} resteraient sans bloc : {why}',
  '{n} of {all} packs in the store are named by no row: {why}':
    '{n} paquets sur {all} du stockage ne sont nommés par aucune ligne : {why}',
  '{n} of {all} manifests in the store are named by no row: {why}':
    '{n} manifestes sur {all} du stockage ne sont nommés par aucune ligne : {why}',
  '{n} of {all} packs that the database knows are not in the store: {why}':
    '{n} paquets sur {all} que la base de données connaît ne sont pas dans le stockage : {why}',
  '{size} of {sizeAll} are referred to by nothing: {why}': '{size} sur {sizeAll} ne sont référencés par rien : {why}',
  'the object store cannot be read: {words}': 'le stockage d’objets ne peut pas être lu : {words}',
  'something that is referred to cannot be read, and who knows what it refers to: {words}. Once the check of stored objects has named the versions that it hurts, POST /api/storage/purge sweeps around what is lost':
    'quelque chose de référencé ne peut pas être lu, et qui sait à quoi cela renvoie : {words}. Quand la vérification aura nommé les versions touchées, une purge du stockage balaie autour de ce qui est perdu',
  'versions are committed faster than they can be looked at':
    'les versions arrivent plus vite qu’elles ne peuvent être regardées',
  'a merged pack does not come back from the store as it was sent: {words}':
    'un paquet fusionné ne revient pas du stockage comme il y a été envoyé : {words}',
  'the customer has keys': 'le client a des clés',
  'another sweep of this customer has taken over': 'un autre balayage de ce client a pris le relais',
  'more than a sweep removes unasked (POST /api/storage/purge is the yes)':
    'plus qu’un balayage ne supprime sans demander (une purge du stockage est le oui)',
}
