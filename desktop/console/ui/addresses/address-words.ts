import { defineWords } from '../../language/words.ts'

export const words = defineWords('addresses', {
  en: {
    title: 'No address waits | One address waits for approval | {n} addresses wait for approval',
    hint: 'Secrets are sent to approved addresses only. Until you approve an address, agents read the key of the device and send nothing.',
    all: 'Select all',
    now: 'Secrets would go to',
    before: 'Approved until now',
    never: 'nothing: the address is new',
    nowhere: 'no credential',
    agents: 'Through',
    anyAgent: 'any agent of the customer',
    changed: 'Changed',
    pinned: 'pinned certificate',
    anyCertificate: 'any certificate',
    deleted: 'deleted credential',
    approve: 'Approve addresses | Approve address | Approve {n} addresses',
    done: 'Approved. The next run sends the secrets there.',
    changedMeanwhile:
      'Approved | One address changed meanwhile: compare it again | {n} addresses changed meanwhile: compare them again',
    notForYou: 'Approving an address needs the permission to write credentials.',
  },
  fr: {
    title: 'Aucune adresse en attente | Une adresse attend une approbation | {n} adresses attendent une approbation',
    hint: 'Les secrets ne sont envoyés qu’aux adresses approuvées. Tant que vous n’avez pas approuvé une adresse, les agents lisent la clé de l’équipement et n’envoient rien.',
    all: 'Tout sélectionner',
    now: 'Les secrets iraient à',
    before: 'Approuvé jusqu’ici',
    never: 'rien : l’adresse est nouvelle',
    nowhere: 'aucun identifiant',
    agents: 'Par',
    anyAgent: 'n’importe quel agent du client',
    changed: 'Modifiée',
    pinned: 'certificat fixé',
    anyCertificate: 'n’importe quel certificat',
    deleted: 'identifiants supprimés',
    approve: 'Approuver les adresses | Approuver l’adresse | Approuver {n} adresses',
    done: 'Approuvé. La prochaine exécution y envoie les secrets.',
    changedMeanwhile:
      'Approuvé | Une adresse a changé entre-temps : comparez-la de nouveau | {n} adresses ont changé entre-temps : comparez-les de nouveau',
    notForYou: 'Approuver une adresse demande la permission d’écrire les identifiants.',
  },
})
