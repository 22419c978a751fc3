import { message } from '../../../../shared/messages/message.ts'
import type { SamlSettings } from '../../../store/models/identity-provider.ts'
import { type FieldError, invalidFields } from '../../kernel/domain-error.ts'
import { readProviderMetadata } from '../saml/read-provider-metadata.ts'
import { normaliseCertificate } from '../saml/saml-certificates.ts'

/** A SAML provider as an administrator enters it: its metadata, or what they contain. */
export interface SamlInput {
  /** Entity id. */
  issuer?: string | undefined
  metadataXml?: string | undefined
  entryPoint?: string | undefined
  certificates?: readonly string[] | undefined
}

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Returns the entity id and the settings of a SAML provider. Single fields replace those of the metadata.
 * @throws DomainError validation_failed
 */
export async function readSamlInput(input: SamlInput): Promise<{ issuer: string; saml: SamlSettings }> {
  const metadata = input.metadataXml === undefined ? null : await readProviderMetadata(input.metadataXml)
  if (input.metadataXml !== undefined && !metadata) {
    throw invalidFields([{ path: 'saml.metadata_xml', error: message('saml_metadata_invalid') }])
  }
  const issuer = input.issuer ?? metadata?.issuer
  const entryPoint = input.entryPoint ?? metadata?.entryPoint
  const texts = input.certificates ?? metadata?.certificates ?? []
  const certificates = texts.map(normaliseCertificate)
  const isRequired = message('is_required')
  const errors: FieldError[] = [
    ...(issuer === undefined ? [{ path: 'issuer', error: isRequired }] : []),
    ...(entryPoint === undefined ? [{ path: 'saml.entry_point', error: isRequired }] : checkEntryPoint(entryPoint)),
    ...(texts.length === 0 ? [{ path: 'saml.certificates', error: isRequired }] : []),
    ...certificates.flatMap((pem, at) => {
      return pem === null ? [{ path: `saml.certificates.${at}`, error: message('certificate_not_rsa') }] : []
    }),
  ]
  if (errors.length > 0 || issuer === undefined || entryPoint === undefined) throw invalidFields(errors)
  return { issuer, saml: { entryPoint, certificates: [...new Set(certificates.filter((pem) => pem !== null))] } }
}

/** Only browsers request the address: https, or http on this machine. */
function checkEntryPoint(text: string): FieldError[] {
  const url = URL.parse(text)
  const isLocal = url?.protocol === 'http:' && loopbackHosts.includes(url.hostname)
  const isUsable = url && !url.username && !url.password && !url.hash && (url.protocol === 'https:' || isLocal)
  return isUsable ? [] : [{ path: 'saml.entry_point', error: message('entry_point_invalid') }]
}
