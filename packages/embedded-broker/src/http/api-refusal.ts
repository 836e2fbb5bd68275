import type { ErrorCode } from '@brokerdeck/contract/endpoint.ts'

/** What a handler throws to answer anything but success; `body` undefined is an empty body. */
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

/** Nothing was checked: the same request counts as soon as there is a turn for it. */
export function tooManyAttempts(seconds: number): ApiRefusal {
  const message = `Too many attempts. Nothing was checked. Try again in ${seconds} s.`
  return new ApiRefusal(429, { code: 'TOO_MANY_ATTEMPTS', message }, { 'retry-after': String(seconds) })
}

/** The normal refusal: `{code, message}`. */
export function refusal(status: number, code: ErrorCode, message: string): ApiRefusal {
  return new ApiRefusal(status, { code, message })
}

/** Refusals are read by people and kept by the audit log. */
const mostFaults = 100
const longestMessage = 64 * 1024

/** One fault as an object, several as a list: as many of the first as anybody reads. */
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
