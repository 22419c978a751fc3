import { type ComputedRef, type Ref, computed } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useMessages } from '../../language/useMessages.ts'
import type { FormFieldDefinition, FormSection } from '../../ui/schema-form/form-definition.ts'
import type { DeviceValues } from './device-values.ts'
import { messages as formMessages } from './form-messages.ts'
import { optionDefinition } from './option-definition.ts'
import type { OptionField } from './option-fields.ts'
import { messages } from './messages.ts'

type Schemas = components['schemas']
type Key = (keyof DeviceValues & string) | `options.${string}`
type Field = FormFieldDefinition<Key>

/** Options of the connection, which are beside the credentials. Options of one transport are shown only with it. */
const connectionOptions = ['ssh_port', 'api_port']
const transportOf: Readonly<Record<string, 'api' | 'ssh'>> = {
  ssh_port: 'ssh',
  legacy_algorithms: 'ssh',
  api_port: 'api',
  verify_tls: 'api',
  tls_fingerprint: 'api',
}

/** What a device form offers to choose. */
interface Choices {
  device: Schemas['Device'] | undefined
  platforms: readonly Schemas['Platform'][]
  agents: readonly Schemas['Agent'][]
  credentials: readonly Schemas['Credential'][]
}

/** What the user has chosen so far. */
interface Chosen {
  values: () => DeviceValues
  platform: Ref<Schemas['Platform'] | undefined>
  fields: Ref<readonly OptionField[]>
}

const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

/** Returns the sections of the device form, with the fields that the chosen platform needs. */
export function deviceSections(choices: Choices, chosen: Chosen): ComputedRef<readonly FormSection<Key>[]> {
  const { t: of } = useMessages(formMessages)
  const what = identityFields(choices, chosen)
  const how = connectionFields(choices, chosen)
  const agents = agentsField(choices)
  const when = scheduleFields()
  const trust = trustFields()
  const optionsOf = optionsBy(choices, chosen)
  return computed(() => [
    { key: 'what', title: () => of('form.what'), fields: what },
    { key: 'how', title: () => of('form.how'), fields: [...how, ...optionsOf('connection'), agents] },
    { key: 'when', title: () => of('form.when'), fields: when },
    {
      key: 'options',
      title: () => of('form.options', { platform: chosen.platform.value?.name ?? '' }),
      fields: optionsOf('others'),
      isShown: () => optionsOf('others').length > 0,
    },
    { key: 'trust', title: () => of('form.trust'), fields: trust },
  ])
}

function identityFields({ device, platforms }: Choices, { values }: Chosen): Field[] {
  const { t } = useMessages(messages)
  const { t: of } = useMessages(formMessages)
  return [
    { key: 'name', label: () => t('field.name') },
    { key: 'hostname', label: () => t('field.hostname'), as: 'mono' },
    {
      key: 'platform',
      label: () => t('field.platform'),
      hint: () => (device?.has_history ? of('form.platformFixed') : undefined),
      as: 'choice',
      options: () => [
        ...(values().platform === '' ? [{ value: '', label: of('choose') }] : []),
        ...platforms.map(named),
      ],
      isDisabled: () => device?.has_history ?? false,
    },
    { key: 'site', label: () => t('field.site') },
    { key: 'tags', label: () => t('field.tags'), hint: () => of('form.tagHint'), whole: true },
  ]
}

function connectionFields({ credentials }: Choices, { platform }: Chosen): Field[] {
  const { t } = useMessages(messages)
  const { t: of } = useMessages(formMessages)
  const hasBoth = () => (platform.value?.transports.length ?? 0) > 1
  const options = () => [{ value: '', label: of('none') }, ...credentials.map(named)]
  const ofMethod = (key: 'credential_api_id' | 'credential_ssh_id'): Field => ({
    key,
    label: () => t(`field.${key}`),
    hint: () => of('form.pathHint'),
    as: 'choice',
    options,
    isShown: hasBoth,
  })
  return [
    {
      key: 'credential_id',
      label: () => t('field.credential_id'),
      hint: () => of('form.credentialHint'),
      as: 'choice',
      options,
    },
    {
      key: 'transport_pref',
      label: () => t('field.transport_pref'),
      as: 'choice',
      options: () => (['auto', 'api', 'ssh'] as const).map((value) => ({ value, label: t(`transport.${value}`) })),
      isShown: hasBoth,
    },
    ofMethod('credential_api_id'),
    ofMethod('credential_ssh_id'),
  ]
}

function agentsField({ agents }: Choices): Field {
  const { t } = useMessages(messages)
  const { t: of } = useMessages(formMessages)
  return {
    key: 'agent_ids',
    label: () => t('field.agent_ids'),
    as: 'choices',
    options: () => agents.map(named),
    none: () => of('form.anyAgent'),
    whole: true,
  }
}

function scheduleFields(): Field[] {
  const { t } = useMessages(messages)
  const { t: of } = useMessages(formMessages)
  return [
    {
      key: 'schedule',
      label: () => t('field.schedule'),
      hint: () => of('form.scheduleHint'),
      as: 'cron',
      whole: true,
    },
    {
      key: 'staleness_hours',
      label: () => t('field.staleness_hours'),
      hint: () => of('form.stalenessHint'),
      as: 'number',
      whole: true,
    },
    { key: 'retry_attempts', label: () => t('field.retry_attempts'), as: 'number', isNeeded: true },
    { key: 'retry_delay_minutes', label: () => t('field.retry_delay_minutes'), as: 'number', isNeeded: true },
  ]
}

function trustFields(): Field[] {
  const { t } = useMessages(messages)
  const { t: of } = useMessages(formMessages)
  const choices = (...values: ('strict' | 'tofu' | 'allow' | 'deny')[]) => [
    { value: '', label: of('inherit') },
    ...values.map((value) => ({ value, label: t(`settings.${value}`) })),
  ]
  return [
    {
      key: 'trust_posture',
      label: () => t('settings.posture'),
      hint: () => of('form.postureHint'),
      as: 'choice',
      options: () => choices('strict', 'tofu'),
    },
    {
      key: 'restore_policy',
      label: () => t('settings.restore'),
      hint: () => of('form.restoreHint'),
      as: 'choice',
      options: () => choices('allow', 'deny'),
    },
  ]
}

/** Options of the connection, or the others. One of a transport that the platform lacks is shown only if it is set. */
function optionsBy({ device }: Choices, { platform, fields }: Chosen) {
  const { t: of } = useMessages(formMessages)
  function isUsed({ name }: OptionField): boolean {
    const transport = transportOf[name]
    const isOfPlatform = !transport || platform.value?.transports.includes(transport)
    return isOfPlatform || device?.options[name] !== undefined
  }

  return (which: 'connection' | 'others') =>
    fields.value
      .filter(({ name }) => connectionOptions.includes(name) === (which === 'connection'))
      .filter(isUsed)
      .map((option) => optionDefinition(option, of))
}
