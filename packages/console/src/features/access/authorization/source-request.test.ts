import { accessSourceSchema } from '@brokerdeck/contract/access/authorization.ts'
import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { sourceKinds } from './source-kinds.ts'
import { toSourceEnableRequest, toSourceSettings, toSourceUpdateRequest } from './source-request.ts'

const listSchema = v.object({ sources: v.array(accessSourceSchema) })

const recorded = recordedExchanges()
  .filter(({ method, path }) => method === 'GET' && /^\/authorization\/sources(?:\/\w+)?$/.test(path))
  .flatMap(({ answer }) => {
    const list = v.safeParse(listSchema, answer)
    const one = v.safeParse(accessSourceSchema, answer)
    return [...(list.success ? list.output.sources : []), ...(one.success ? [one.output] : [])]
  })

describe('what is written of a source', () => {
  recordedTest.each(Object.values(sourceKinds))(
    '$type is what a real broker answered, and nothing less',
    (kind) => {
      const answers = recorded.filter(({ type }) => type === kind.type)
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers) {
        const given = { params: { type: kind.type }, body: answer }
        expect(toSourceUpdateRequest(kind)(toSourceSettings(answer), answer)).toEqual(given)
        expect(toSourceEnableRequest(answer, answer.enable)).toEqual(given)
      }
    },
  )
})
