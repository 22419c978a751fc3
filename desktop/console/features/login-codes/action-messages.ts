import { defineMessages } from '../../language/define-messages.ts'

/** The actions that a code can confirm, by the operation of the API. */
export const actionMessages = defineMessages('codeAction', {
  en: {
    operation: {
      acknowledgeRestored: 'Acknowledge the restored database',
      approveFingerprint: 'Approve a host key or certificate of {name}',
      approveRequest: 'Approve the request of {name}',
      changePassword: 'Change your password',
      createBreakGlassCopy: 'Create a break-glass copy',
      createPasskeyOptions: 'Add a passkey to your account',
      createRole: 'Create the role {name}',
      createServiceAccount: 'Create the service account {name}',
      createServiceAccountToken: 'Create an API token for the service account {name}',
      createToken: 'Create the API token {name}',
      createUser: 'Create the user {name}',
      deleteTenant: 'Delete the customer {name}',
      destroyKey: 'Destroy the keys of the customer {name}',
      endUserSessions: 'End all sessions of the user {name}',
      importCsv: 'Import devices from a CSV file',
      importJson: 'Import devices',
      issueTotp: 'Add an authenticator app to your account',
      linkUser: 'Link the user {name} to the identity provider',
      purgeStorage: 'Delete unreferenced content',
      removeIdentityProvider: 'Remove the identity provider',
      removeSecondFactor: 'Remove a second factor of your account',
      renewRecoveryCodes: 'Create new recovery codes for your account',
      resetSecondFactors: 'Remove the second factors of the user {name}',
      saveIdentityProvider: 'Change the identity provider',
      setRetention: 'Shorten the retention',
      setDevicesRetention: 'Shorten the retention of devices',
      updateRole: 'Change the role {name}',
      updateServiceAccount: 'Change the service account {name}',
      updateSettings: 'Change the security settings',
      updateTenant: 'Change the customer {name}',
      updateUser: 'Change the user {name}',
    },
    retention: {
      platform: 'Shorten the retention of the platform, for all customers',
      customer: 'Shorten the retention of the customer {name}',
      device: 'Shorten the retention of the device {name}',
    },
    factor: {
      totp: 'Remove the authenticator app of your account',
      passkey: 'Remove the passkey {name} of your account',
    },
    fingerprint: {
      ssh_host_key: 'Approve the host key of {name}',
      tls_certificate: 'Approve the certificate of {name}',
    },
  },
  fr: {
    operation: {
      acknowledgeRestored: 'Prendre acte de la base de données restaurée',
      approveFingerprint: 'Approuver une clé d’hôte ou un certificat de {name}',
      approveRequest: 'Approuver la demande de {name}',
      changePassword: 'Changer votre mot de passe',
      createBreakGlassCopy: 'Créer une copie d’urgence',
      createPasskeyOptions: 'Ajouter une clé d’accès à votre compte',
      createRole: 'Créer le rôle {name}',
      createServiceAccount: 'Créer le compte de service {name}',
      createServiceAccountToken: 'Créer un jeton d’API pour le compte de service {name}',
      createToken: 'Créer le jeton d’API {name}',
      createUser: 'Créer l’utilisateur {name}',
      deleteTenant: 'Supprimer le client {name}',
      destroyKey: 'Détruire les clés du client {name}',
      endUserSessions: 'Fermer toutes les sessions de l’utilisateur {name}',
      importCsv: 'Importer des équipements depuis un fichier CSV',
      importJson: 'Importer des équipements',
      issueTotp: 'Ajouter une application d’authentification à votre compte',
      linkUser: 'Lier l’utilisateur {name} au fournisseur d’identité',
      purgeStorage: 'Supprimer le contenu non référencé',
      removeIdentityProvider: 'Supprimer le fournisseur d’identité',
      removeSecondFactor: 'Supprimer un second facteur de votre compte',
      renewRecoveryCodes: 'Créer de nouveaux codes de secours pour votre compte',
      resetSecondFactors: 'Supprimer les seconds facteurs de l’utilisateur {name}',
      saveIdentityProvider: 'Modifier le fournisseur d’identité',
      setRetention: 'Raccourcir la conservation',
      setDevicesRetention: 'Raccourcir la conservation d’équipements',
      updateRole: 'Modifier le rôle {name}',
      updateServiceAccount: 'Modifier le compte de service {name}',
      updateSettings: 'Modifier les réglages de sécurité',
      updateTenant: 'Modifier le client {name}',
      updateUser: 'Modifier l’utilisateur {name}',
    },
    retention: {
      platform: 'Raccourcir la conservation de la plateforme, pour tous les clients',
      customer: 'Raccourcir la conservation du client {name}',
      device: 'Raccourcir la conservation de l’équipement {name}',
    },
    factor: {
      totp: 'Supprimer l’application d’authentification de votre compte',
      passkey: 'Supprimer la clé d’accès {name} de votre compte',
    },
    fingerprint: {
      ssh_host_key: 'Approuver la clé d’hôte de {name}',
      tls_certificate: 'Approuver le certificat de {name}',
    },
  },
})

type ActionKey = keyof typeof actionMessages.en.operation

/** Whether an operation has a text. */
export function isKnownOperation(operation: string): operation is ActionKey {
  return operation in actionMessages.en.operation
}
