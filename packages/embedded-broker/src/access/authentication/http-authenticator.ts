import * as v from 'valibot'
import { type HttpAnswer, openHttp } from '../../backends/http-resource.ts'
import { resultOf } from '../../backends/http-result.ts'
import { httpAsk, httpTemplateShape } from '../../backends/http-template.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { type Authenticator, notAuthorized, type Step } from './authenticator.ts'
import { isCredential, valuesOf } from './credential-value.ts'
import { ownRights } from './own-rights.ts'

const answerSchema = v.looseObject({
  result: v.picklist(['allow', 'deny', 'ignore']),
  /** Epoch seconds. */
  expire_at: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number())),
})

function stepOf(answer: HttpAnswer, now: number): Step {
  if (answer.status === 204) return { kind: 'allow', isSuperuser: false }
  if (answer.status !== 200) return 'ignore'
  const said = v.parse(answerSchema, resultOf(answer))
  if (said.result === 'deny') return notAuthorized
  if (said.result === 'ignore') return 'ignore'
  const expiresAt = said.expire_at === undefined ? undefined : said.expire_at * 1000
  if (expiresAt !== undefined && expiresAt <= now) return notAuthorized
  const rights = ownRights(said, 'acl')
  return { kind: 'allow', ...rights, ...(expiresAt === undefined ? {} : { expiresAt }) }
}

/** Asks a service of the operator's. An answer that cannot be read decides nothing. */
export function httpAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const resource = openHttp(document, services)
  const template = v.parse(httpTemplateShape, document)
  return {
    resource,
    async authenticate(credentials): Promise<Step> {
      if (credentials.method !== undefined) return 'ignore'
      const question = httpAsk(template, isCredential, valuesOf(credentials))
      const answer = await resource.ask(question, credentials.node)
      return stepOf(answer, services.clock.now())
    },
    close: () => resource.close(),
  }
}
