import { schemaUses as m } from '#features/data-hub/messages/schemas.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { addLabel } from '#i18n/sentences.ts'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import { Link } from '#kit/page/link.tsx'
import { type Address, linkTo, ruleAddress } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './schema-uses.module.css'
import { useSchemaUsers } from './use-schema-users.ts'

const kinds = [
  { kind: 'validations', to: (name: string): Address => linkTo('validation', { name }) },
  { kind: 'transformations', to: (name: string): Address => linkTo('transformation', { name }) },
  { kind: 'rules', to: (id: string): Address => ruleAddress(id) },
] as const

/** Lists what fails without the schema. */
export function SchemaUses({ name }: { readonly name: string }) {
  const users = useSchemaUsers(name)
  if (users === 'unknown') return <p>{m.unknown}</p>
  if (users === undefined) return <Skeleton width={240} />
  return (
    <>
      {users.isComplete && kinds.every(({ kind }) => users[kind].length === 0) && <p>{m.none}</p>}
      {kinds.map(({ kind, to }) => (
        <LinkedNames key={kind} label={m[kind]} ids={users[kind]} to={to} />
      ))}
      <p>{m.inRules}</p>
      {!users.isComplete && <p>{m.partly}</p>}
    </>
  )
}

/** The maximum number of names of a kind in a list row. */
const mostInRow = 2

/** Lists what fails without the schema in a list row: the first names of each kind, and a link to all of them. */
export function SchemaUsesInRow({ name }: { readonly name: string }) {
  const users = useSchemaUsers(name, { pollSeconds: 30 })
  if (users === undefined) return <Skeleton width={120} />
  const used = users === 'unknown' ? [] : kinds.filter(({ kind }) => users[kind].length > 0)
  if (users === 'unknown' || (used.length === 0 && !users.isComplete))
    return <span className="dim">{m.notKnown}</span>
  if (used.length === 0) return <span className="dim">{m.unused}</span>
  const rest = used.reduce((sum, { kind }) => sum + Math.max(0, users[kind].length - mostInRow), 0)
  return (
    <span className={classes['row']}>
      {used.map(({ kind, to }) => (
        <span key={kind}>
          {addLabel(m[kind], '')}
          {users[kind].slice(0, mostInRow).map((id) => (
            <Link key={id} to={to(id)} className={classes['name']}>
              <Verbatim text={id} mono />
            </Link>
          ))}
        </span>
      ))}
      {rest > 0 && <Link to={linkTo('schema', { name }, { tab: 'uses' })}>{m.more(formatNumber(rest))}</Link>}
    </span>
  )
}
