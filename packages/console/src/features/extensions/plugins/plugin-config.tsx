import { plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { AvroJson } from '@brokerdeck/languages/schema-codec/avro-json.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { pluginConfig as m, plugin as words } from '#features/extensions/messages.ts'
import type { Section } from '#kit/form/field.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { pluginSections } from './plugin-sections.ts'

/** Edits a plugin's configuration in a form, or as JSON if no form can be built from its schema. */
export function PluginConfig({ name }: { readonly name: string }) {
  const given = { params: { name } }
  const { data, error, refetch, isFetching } = useQuery(read(plugins.getSchema, given))
  const form = useMemo(() => data && buildForm(data), [data])
  if (error !== null && data === undefined)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (form === undefined) return <Skeleton height={320} />
  return (
    <EndpointForm
      sections={form.sections}
      reads={plugins.getConfig}
      given={given}
      pickDocument={form.toDocument}
      writes={plugins.putConfig}
      toRequest={(document) => ({ ...given, body: form.toConfig(document) })}
      impact={() => m.impact}
      isConfiguration={false}
      appliedMessage={m.saved}
    />
  )
}

type JsonObject = Readonly<Record<string, unknown>>

interface Form {
  readonly sections: readonly Section[]
  readonly toDocument: (config: JsonObject) => JsonObject
  readonly toConfig: (document: JsonObject) => JsonObject
}

const whole: Form = {
  sections: [
    {
      id: 'config',
      title: words.config,
      fields: [
        {
          kind: 'json',
          path: 'config',
          label: words.config,
          help: m.whole,
          isRequired: true,
          takes: 'object',
          width: 12,
        },
      ],
    },
  ],
  toDocument: (config) => ({ config }),
  toConfig: ({ config }) => (isPlainObject(config) ? config : {}),
}

function buildForm({ avsc, i18n }: { readonly avsc: unknown; readonly i18n: unknown }): Form {
  const avro = new AvroJson(avsc)
  const sections = pluginSections(avro, avsc, i18n)
  if (sections === undefined) return whole
  const objectOr = (value: unknown, other: JsonObject) => (isPlainObject(value) ? value : other)
  return {
    sections,
    toDocument: (config) => objectOr(avro.toPlain(config), config),
    toConfig: (document) => objectOr(avro.fromPlain(document), document),
  }
}
