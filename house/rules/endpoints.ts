import { type ContractEndpoint, contractEndpoints } from '../contract-endpoints.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

export const endpoints: Rule = { name: 'endpoints', check }

/**
 * Checks that every resource has handlers and that a test covers every endpoint. The compiler checks that the
 * handlers of a resource are complete.
 */
function* check(repository: Repository): Generator<Offence> {
  const handlers = repository.code('packages/embedded-broker/src/').filter(isHandlers)
  const tests = repository.code().filter(({ isTest }) => isTest)
  for (const endpoint of contractEndpoints(repository)) {
    const { resource, name, method, route, path, line } = endpoint
    const imported = new RegExp(String.raw`\{[^}]*\b${resource}\b[^}]*\} from '@brokerdeck/contract/`)
    if (!handlers.some(({ text }) => imported.test(text)))
      yield { path, line, message: `nothing in the embedded broker answers for ${resource}` }
    const asked = requestPattern(endpoint)
    const named = new RegExp(String.raw`\b${resource}\.${name}\b`)
    if (!tests.some(({ text }) => asked.test(text) || named.test(text)))
      yield { path, line, message: `no test asks ${method} ${route}, none names ${resource}.${name}` }
  }
}

function isHandlers({ text, isTest }: SourceFile): boolean {
  return !isTest && /\b(apiResource|configResource)\(/.test(text)
}

/** Matches requests such as `ask('DELETE', '/clients/x')`; the method may be missing for GET. */
function requestPattern({ method, route }: ContractEndpoint): RegExp {
  const place = route.replace(/:\w+/g, String.raw`(?:[^/'"\`\s?]|\$\{[^}]*\})+`)
  const before = method === 'GET' ? '' : String.raw`['"\`]?${method}['"\`]?,?\s+(?:url: )?`
  return new RegExp(String.raw`${before}['"\`](?:/api/v5)?${place}['"\`?]`)
}
