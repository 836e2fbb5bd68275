import { Status } from '#ui/status.tsx'
import type { ChainItem, ChainMember } from './chain.ts'
import { ChainNodes } from './chain-nodes.tsx'
import { statusLook } from './chain-status.ts'

/** The state of the whole, and that of each node on request. */
export function ChainState<Item extends ChainItem, Count extends string>({
  chain,
  item,
}: ChainMember<Item, Count>) {
  const { data: status } = chain.useStatus(item)
  if (status === undefined) return null
  const { kind, word } = statusLook(status.status)
  return (
    <>
      <Status kind={kind} pill>
        {word}
      </Status>
      <ChainNodes name={chain.nameOf(item)} status={status} />
    </>
  )
}
