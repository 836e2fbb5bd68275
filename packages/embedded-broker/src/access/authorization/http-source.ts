import { isRequestPlaceholder, requestValue } from '@brokerdeck/languages/access-rules/client-value.ts'
import type { Decision, Finding } from '@brokerdeck/languages/access-rules/explain-access.ts'
import * as v from 'valibot'
import { type HttpAnswer, openHttp } from '../../backends/http-resource.ts'
import { readResult } from '../../backends/http-result.ts'
import { httpAsk, httpTemplateShape } from '../../backends/http-template.ts'
import type { AccessSource, SourceServices } from './access-source.ts'
import { createAskedSource } from './asked-source.ts'

const shape = v.object({ ...httpTemplateShape.entries, enable: v.boolean() })

const results: readonly Decision[] = ['allow', 'deny', 'ignore']

/** Creates a source that asks an HTTP service: status 204 allows, and status 200 gives the decision in its body. */
export function httpSource(document: unknown, services: SourceServices): AccessSource {
  const { enable, ...template } = v.parse(shape, document)
  return createAskedSource(
    {
      type: 'http',
      isEnabled: enable,
      otherwise: 'ignore',
      failure: 'http_server_query_failed',
      open: () => openHttp(document, services),
      async find(backend, request, node) {
        const ask = httpAsk(template, isRequestPlaceholder, (name) => requestValue(request, name))
        return toFinding(await backend.ask(ask, node))
      },
    },
    services,
  )
}

function toFinding(answer: HttpAnswer): Finding {
  if (answer.status === 204) return { decision: 'allow' }
  if (answer.status !== 200) return { decision: 'nomatch', fault: `status ${answer.status}` }
  const result = readResult(answer)?.['result']
  const decision = results.find((one) => one === result)
  return decision === undefined ? { decision: 'nomatch', fault: 'no result in the answer' } : { decision }
}
