import { readJson, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { expect } from 'vitest'
import { describeActions, describeConnectors } from './describe-integration.ts'

const documents = { connectors: describeConnectors, actions: describeActions }

const each = (['community', 'enterprise'] as const).flatMap((edition) =>
  (['connectors', 'actions'] as const).map((name) => ({ edition, name })),
)

recordedTest.for(each)('describes the $name of $edition as EMQX does', ({ edition, name }) => {
  const described = JSON.parse(JSON.stringify(documents[name](edition)))
  expect(described).toEqual(readJson(`contract/schemas-${edition}-${name}.json`))
})
