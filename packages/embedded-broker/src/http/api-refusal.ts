import type { ErrorCode } from '@brokerdeck/contract/error-codes.ts'

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

/** The normal refusal: `{code, message}`. */
export function refusal(status: number, code: ErrorCode, message: string): ApiRefusal {
  return new ApiRefusal(status, { code, message })
}
