import * as v from 'valibot'
import { openHttp } from '../../backends/http-resource.ts'
import { httpAsk, httpTemplateShape } from '../../backends/http-template.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import type { Credentials } from '../../mqtt/client/access.ts'
import type { Authenticator } from './authenticator.ts'
import { isCredential, toValueLookup } from './credential-value.ts'
import { isTrue } from './own-rights.ts'
import { scramStep } from './scram-exchange.ts'

const shape = v.object({ algorithm: v.picklist(['sha256', 'sha512']), iteration_count: v.number() })
const hexadecimal = v.pipe(
  v.string(),
  v.regex(/^([\da-f]{2})+$/i),
  v.transform((text) => Buffer.from(text, 'hex')),
)
const answerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    stored_key: hexadecimal,
    server_key: hexadecimal,
    salt: hexadecimal,
    is_superuser: v.optional(v.unknown()),
  }),
)

/** Asks a service of the operator's for the keys of the users, which it sends in hexadecimal. */
export function scramHttpAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const { algorithm, iteration_count: iterations } = v.parse(shape, document)
  const resource = openHttp(document, services)
  const template = v.parse(httpTemplateShape, document)

  async function find(credentials: Credentials, username: string) {
    const question = httpAsk(template, isCredential, toValueLookup({ ...credentials, username }))
    const { status, body } = await resource.ask(question, credentials.node)
    if (status !== 200) return undefined
    const { salt, stored_key, server_key, is_superuser } = v.parse(answerSchema, body)
    const isSuperuser = isTrue(is_superuser)
    return { salt, storedKey: stored_key, serverKey: server_key, iterations, isSuperuser }
  }

  return {
    resource,
    authenticate: (credentials) =>
      scramStep(algorithm, credentials, (username) => find(credentials, username)),
    close: () => resource.close(),
  }
}
