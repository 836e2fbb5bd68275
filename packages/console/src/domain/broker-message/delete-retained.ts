import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { deleteMessages } from './delete-messages.tsx'
import { m } from './messages.ts'

interface Retained {
  readonly topic: string
}

/** Asks with the count, then deletes retained messages. Resolves to those that are gone. */
export function deleteRetained<Row extends Retained>(rows: readonly Row[]): Promise<readonly Row[]> {
  return deleteMessages({
    rows,
    remove: ({ topic }, signal) => request(retainer.deleteMessage, { params: { topic } }, { signal }),
    body: m.deleteRetained,
  })
}

/** Why the message of a topic cannot be deleted from here; undefined if it can. */
export function whyNoDelete({ topic }: Retained): string | undefined {
  return whyNoWrite() ?? (canAddress(topic) ? undefined : m.unaddressable)
}
