import { type RegisteredSchema, schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read, whyNoWrite } from '#api/query.ts'
import { registryLink as m } from '#features/data-hub/messages/schemas.ts'
import { screening } from '#features/data-hub/messages/screening.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Condition, Field } from '#kit/form/field.ts'
import { Link } from '#kit/page/link.tsx'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/states.tsx'
import classes from './failure-rules.module.css'

export type KnownSchemas = readonly Pick<RegisteredSchema, 'name' | 'type' | 'source'>[]

/** Whether an expression or a statement asks for what only the broker has: its environment, and names of nodes and messages. */
export const asksBroker = (text: string): boolean => /(?:^|[^\w.'"])(?:id|node|getenv)(?![\w.'"])/.test(text)

interface WithKnownSchemasProps {
  /** Undefined where the broker does not tell: names are then typed. */
  readonly children: (known: KnownSchemas | undefined) => ReactNode
}

/** A form that names schemas begins once it knows which there are. */
export function WithKnownSchemas({ children }: WithKnownSchemasProps) {
  const { data, isPending } = useQuery({ ...read(schemaRegistry.list, {}), retry: false })
  return isPending ? <Skeleton height={240} /> : children(data)
}

interface SchemaFieldOptions {
  readonly path: string
  /** Where the kind stands, relative to the form or the row. */
  readonly kindPath: string
  readonly kinds: readonly RegisteredSchema['type'][]
  readonly known: KnownSchemas | undefined
}

/** The name of a schema, one field for each kind: those of the kind are offered, any other can be typed. */
export const listKnownSchemaFields = ({
  path,
  kindPath,
  kinds,
  known,
}: SchemaFieldOptions): readonly Field[] =>
  kinds.map((kind): Field => {
    const when: readonly Condition[] = [{ path: kindPath, is: [kind] }]
    const suggestions = known
      ?.filter(({ type }) => type === kind)
      .map(({ name }) => ({ value: name, label: name }))
    return {
      kind: 'text',
      path,
      label: screening.schema,
      help: screening.schemaHelp,
      isCode: true,
      isRequired: true,
      width: 4,
      when,
      ...(suggestions === undefined ? {} : { suggestions }),
    }
  })

/** Which schemas can be named, and the way to another one. */
export function RegistryPanel({ known }: { readonly known: KnownSchemas | undefined }) {
  return (
    <Panel title={m.title} padded>
      <p className={classes['line']}>
        <span>{known === undefined ? m.unknown : m.known(known.length, formatNumber(known.length))}</span>
        <Link to={linkTo('schemas')}>{m.show}</Link>
        {whyNoWrite() === undefined && <Link to={linkTo('createSchema')}>{m.create}</Link>}
      </p>
    </Panel>
  )
}
