export { type BareVersion, createBareLineage as bareLineage } from './scene/rows.ts'
