import { messageTransformations } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { schemaValidations } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import { linkTo, ruleAddress } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'
import { schemaUses as m } from '../messages/schemas.ts'

const called = /\bschema_(?:decode|encode|check)\s*\(\s*'((?:[^']|'')*)'/gi

/** Whether a statement names the schema where its functions ask for one. */
const namesSchema = (sql: string, schema: string): boolean =>
  [...sql.matchAll(called)].some(([, named]) => named === schema)

/** More rules are looked at by nobody. */
const mostRules = 1000

/** What fails without the schema. */
export function SchemaUses({ name }: { readonly name: string }) {
  const validations = useQuery(read(schemaValidations.list, {}))
  const transformations = useQuery(read(messageTransformations.list, {}))
  const query = { page: '1', limit: String(mostRules) }
  const listed = useQuery(read(rules.list, { query }))
  if ([validations, transformations, listed].some(({ error }) => error !== null)) return <p>{m.unknown}</p>
  if (validations.data === undefined || transformations.data === undefined || listed.data === undefined)
    return <Skeleton width={240} />
  const checked = validations.data.filter(({ checks }) =>
    checks.some((check) => check.type !== 'sql' && check.schema === name),
  )
  const coded = transformations.data.filter((one) =>
    [one.payload_decoder, one.payload_encoder].some((serde) => 'schema' in serde && serde.schema === name),
  )
  const asked = listed.data.data.filter(({ sql }) => namesSchema(sql, name))
  return (
    <>
      {checked.length + coded.length + asked.length === 0 && <p>{m.none}</p>}
      <LinkedNames
        label={m.validations}
        ids={checked.map((one) => one.name)}
        to={(name) => linkTo('validation', { name })}
      />
      <LinkedNames
        label={m.transformations}
        ids={coded.map((one) => one.name)}
        to={(name) => linkTo('transformation', { name })}
      />
      <LinkedNames label={m.rules} ids={asked.map(({ id }) => id)} to={ruleAddress} />
      <p>{m.inRules}</p>
      {(listed.data.meta.count ?? 0) > mostRules && <p>{m.partly}</p>}
    </>
  )
}
