/**
 * What is used of the CommonJS packages for SAML, loaded with the first use of a provider. The bundle keeps their names only
 * if they are imported by name, which a dynamic import cannot.
 */
export { SAML, generateServiceProviderMetadata } from '@node-saml/node-saml'
export { DOMParser } from '@xmldom/xmldom'
export { ExclusiveCanonicalization } from 'xml-crypto'
