import type { ErrorCode } from '@brokerdeck/contract/endpoint.ts'

/** Thrown by a handler to send any response but success; `body` undefined means an empty body. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(JSON.stringify(body) ?? '')
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Returns a 429: nothing was checked, and the same request is processed as soon as the rate limit allows. */
export function tooManyAttempts(seconds: number): ApiRefusal {
  const message = `Too many attempts. Nothing was checked. Try again in ${seconds} s.`
  return new ApiRefusal(429, { code: 'TOO_MANY_ATTEMPTS', message }, { 'retry-after': String(seconds) })
}

/** Returns the usual error response: `{code, message}`. */
export function refusal(status: number, code: ErrorCode, message: string): ApiRefusal {
  return new ApiRefusal(status, { code, message })
}

/** The limits on the errors and the length of a refusal, which people read and the audit log stores. */
const mostFaults = 100
const longestMessage = 64 * 1024

/** Formats a single validation error as an object and several as a list, limited to the first of them. */
export function boundMessage(faults: readonly unknown[]): string {
  if (faults.length === 1) return JSON.stringify(faults[0])
  const told: string[] = []
  let length = 0
  for (const one of faults.slice(0, mostFaults)) {
    const text = JSON.stringify(one)
    length += text.length
    if (told.length > 0 && length > longestMessage) break
    told.push(text)
  }
  return `[${told.join(',')}]`
}
