import { restrictionCodes, restrictionOn } from '@brokerdeck/contract/restricted-requests.ts'
import { ApiError } from '#api/errors.ts'
import { closed } from '#api/messages.ts'
import { consoleConfig } from '#lib/console-config.ts'

/** Throws for requests that the server would refuse, so that they are not sent. */
export function refuseClosed(method: string, { pathname, search }: URL): void {
  const met = restrictionOn(consoleConfig().closed ?? [], method, `${pathname}${search}`)
  if (met === undefined) return
  const refusal = { code: restrictionCodes[met], message: closed[met], fields: [] }
  throw new ApiError({ kind: 'rejected', status: 403, ...refusal })
}
