/** Requests that the console has a form for. */
const forms = [
  'NewAgent',
  'AgentPatch',
  'Listeners',
  'SnmpUser',
  'NewApiToken',
  'NewBlackout',
  'NewCredential',
  'CredentialPatch',
  'NewDevice',
  'NewDevicePair',
  'NewCustomRole',
  'NewServiceAccount',
  'NewServiceAccountToken',
  'ServiceAccountPatch',
  'NewExtraCommand',
  'NewBreakGlassCopy',
  'NewFleet',
  'NewGoldenConfiguration',
  'IdentityProviderInput',
  'ProviderSubject',
  'NewPasskey',
  'PasswordChange',
  'RetentionRule',
  'SettingsPatch',
  'NewTenant',
  'TenantPatch',
  'TotpCode',
  'NewUser',
  'UserPatch',
  'NewWebhook',
  'NewNotificationChannel',
  'NewMailServer',
  'NewAcknowledgement',
  'NewReportSchedule',
] as const

/** What a form checks: of the type, only whether it is a number; other rules are the service's. */
const rules = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'enum', 'maxItems'] as const

type Schema = { [Rule in (typeof rules)[number]]?: unknown } & {
  $ref?: string
  properties?: Record<string, Schema>
  required?: string[]
}

interface Contract {
  components: { schemas: Record<string, Schema> }
}

/** Returns a module with the rules of each form's fields, from the contract's request schemas. */
export function formSchemas(contract: Contract): string {
  const { schemas } = contract.components
  const fieldOf = (schema: Schema, isRequired: boolean) => {
    const { $ref } = schema
    const whole = $ref ? (schemas[$ref.replace('#/components/schemas/', '')] ?? schema) : schema
    const kept = rules.flatMap((rule) => (whole[rule] === undefined ? [] : [[rule, whole[rule]]]))
    return Object.fromEntries(isRequired ? [['required', true], ...kept] : kept) as object
  }
  const all = forms.map((name) => {
    const { properties = {}, required = [] } = schemas[name] ?? {}
    const fields = Object.entries(properties).map(([key, schema]) => [key, fieldOf(schema, required.includes(key))])
    return [name, Object.fromEntries(fields)] as const
  })
  const text = JSON.stringify(Object.fromEntries(all), null, 2)
  return `// Made by \`npm run api\` from openapi.yaml.\nexport const formSchemas = ${text} as const\n`
}
