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

/**
 * Tells whether an expression or a statement needs data that only the broker has: its environment, and the names of
 * nodes and messages.
 */
export const asksBroker = (text: string): boolean => /(?:^|[^\w.'"])(?:id|node|getenv)(?![\w.'"])/.test(text)

interface WithKnownSchemasProps {
  /** The known schemas; undefined if the broker does not list them, so names have to be typed. */
  readonly children: (known: KnownSchemas | undefined) => ReactNode
}

/** Renders a form that names schemas once the list of schemas is known. */
export function WithKnownSchemas({ children }: WithKnownSchemasProps) {
  const { data, isPending } = useQuery({ ...read(schemaRegistry.list, {}), retry: false })
  return isPending ? <Skeleton height={240} /> : children(data)
}

interface SchemaFieldOptions {
  readonly path: string
  /** The path of the schema kind, relative to the form or the row. */
  readonly kindPath: string
  readonly kinds: readonly RegisteredSchema['type'][]
  readonly known: KnownSchemas | undefined
}

/**
 * Returns the fields for the name of a schema, one for each kind: schemas of that kind are suggested, any other name
 * can be typed.
 */
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

/** Lists the schemas that can be named, with a link to create another. */
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
