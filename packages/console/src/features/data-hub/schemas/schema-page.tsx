import { lazy } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { schemas as m } from '#features/data-hub/messages/schemas.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { Panel } from '#ui/panel.tsx'
import { SchemaUses } from './schema-uses.tsx'
import { schemaResource } from './schemas.tsx'

const SchemaSettings = lazy(async () => ({
  default: (await import('./schema-settings.tsx')).SchemaSettings,
}))

/** Shows one schema: its text, and what refers to it by name. */
export function SchemaPage() {
  const { name } = usePageParams('schema')
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedItemPage
        key={name}
        resource={schemaResource}
        id={name}
        content={{
          settings: (schema) => <SchemaSettings name={schema.name} />,
          uses: (schema) => (
            <Panel title={m.uses} padded>
              <SchemaUses name={schema.name} />
            </Panel>
          ),
        }}
      />
    </EnterpriseOnly>
  )
}
