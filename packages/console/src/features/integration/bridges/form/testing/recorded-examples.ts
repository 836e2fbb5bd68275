import { readJson, recordedExchanges } from '@brokerdeck/contract/testing/shared-material.ts'
import type { BridgeType } from '#features/integration/bridges/form/bridge-document.ts'
import { isPlainObject, valueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

export interface Recorded extends BridgeType {
  readonly title: string
  /** The request body that created a valid object. */
  readonly body: ApiDocument
  /** The response of the broker: all settings, with its defaults and masks. */
  readonly answer: ApiDocument
  /** The fields of the response that are not settings: the object's state, identity and users. */
  readonly states: readonly string[]
}

const kinds = { '/connectors': 'connector', '/actions': 'action', '/sources': 'source' } as const
const told = ['status', 'status_reason', 'node_status', 'error', 'created_at', 'last_modified_at']
const users = { connector: ['actions', 'sources'], action: ['rules'], source: ['rules'] } as const

/** Returns the valid example of each type that a real broker accepted. */
export function recordedExamples(): readonly Recorded[] {
  const created = recordedExchanges().filter(
    ({ file, method, status }) =>
      file === 'enterprise/connector-types.json' && method === 'POST' && status === 201,
  )
  return created.flatMap(({ title, path, body, answer }) => {
    const kind = Object.entries(kinds).find(([place]) => place === path)?.[1]
    const type = valueAt(body, 'type')
    if (kind === undefined || typeof type !== 'string' || !isPlainObject(body) || !isPlainObject(answer))
      return []
    return { title, kind, type, schema: schemaOf(kind), body, answer, states: [...told, ...users[kind]] }
  })
}

const schemaOf = (kind: BridgeType['kind']) =>
  readJson(`contract/schemas-enterprise-${kind === 'connector' ? 'connectors' : 'actions'}.json`)
