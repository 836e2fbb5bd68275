import {
  type MessageTransformation,
  messageTransformations,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { type SchemaValidation, schemaValidations } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { type Rule, rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { unreadableRowsIn } from '#api/errors.ts'
import { read } from '#api/query.ts'

/** Holds the names of what uses a schema. */
interface SchemaUsers {
  readonly validations: readonly string[]
  readonly transformations: readonly string[]
  readonly rules: readonly string[]
  /**
   * False if there may be more users: rules beyond those that are looked at, or responses with rows that can't be
   * read.
   */
  readonly isComplete: boolean
}

const called = /\bschema_(?:decode|encode|check)\s*\(\s*'((?:[^']|'')*)'/gi

/** Lists the schemas that a statement passes to the schema functions. */
const listNamedIn = (sql: string) => [...sql.matchAll(called)].flatMap(([, named]) => named ?? [])

/** The maximum number of rules that are searched for a schema. */
const mostRules = 1000
const looked = { query: { page: '1', limit: String(mostRules) } }

type UsersBySchema = ReadonlyMap<string, readonly string[]>

/** Indexes the users of each schema once per response, because every row of a list looks at the same response. */
function indexOnce<User>(
  nameFrom: (user: User) => string,
  schemasIn: (user: User) => readonly string[],
): (answer: readonly User[]) => UsersBySchema {
  const known = new WeakMap<readonly User[], UsersBySchema>()
  return (answer) => {
    const before = known.get(answer)
    if (before !== undefined) return before
    const users = new Map<string, string[]>()
    for (const user of answer)
      for (const schema of new Set(schemasIn(user))) {
        const names = users.get(schema) ?? []
        names.push(nameFrom(user))
        users.set(schema, names)
      }
    known.set(answer, users)
    return users
  }
}

const validationsBySchema = indexOnce<SchemaValidation>(
  ({ name }) => name,
  ({ checks }) => checks.flatMap((check) => (check.type === 'sql' ? [] : check.schema)),
)
const transformationsBySchema = indexOnce<MessageTransformation>(
  ({ name }) => name,
  (one) =>
    [one.payload_decoder, one.payload_encoder].flatMap((serde) =>
      'schema' in serde && typeof serde.schema === 'string' ? serde.schema : [],
    ),
)
const rulesBySchema = indexOnce<Rule>(
  ({ id }) => id,
  ({ sql }) => listNamedIn(sql),
)

/** Returns what fails without a schema; undefined while the requests run, `unknown` if one of them failed. */
export function useSchemaUsers(
  schema: string,
  options: { readonly pollSeconds?: number } = {},
): SchemaUsers | 'unknown' | undefined {
  const staleTime = 1000 * (options.pollSeconds ?? 1)
  const validations = useQuery({ ...read(schemaValidations.list, {}, options), staleTime })
  const transformations = useQuery({ ...read(messageTransformations.list, {}, options), staleTime })
  const listed = useQuery({ ...read(rules.list, looked, options), staleTime })
  const answers = [validations, transformations, listed]
  if (answers.some(({ error }) => error !== null)) return 'unknown'
  if (validations.data === undefined || transformations.data === undefined || listed.data === undefined)
    return undefined
  return {
    validations: validationsBySchema(validations.data).get(schema) ?? [],
    transformations: transformationsBySchema(transformations.data).get(schema) ?? [],
    rules: rulesBySchema(listed.data.data).get(schema) ?? [],
    isComplete:
      (listed.data.meta.count ?? 0) <= mostRules &&
      answers.every(({ data }) => unreadableRowsIn(data) === undefined),
  }
}
