import { useState } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { accessChain as m } from '../messages/access.ts'
import type { ChainItem, ChainMember } from './chain.ts'
import { useChainActions } from './use-chain-actions.tsx'

interface ChainSwitchProps<Item extends ChainItem, Count extends string> extends ChainMember<Item, Count> {
  /** Words beside it, where no head of a column says what it switches. */
  readonly note?: string
}

/** Switches one of a chain on, or, after a question, off. */
export function ChainSwitch<Item extends ChainItem, Count extends string>(
  props: ChainSwitchProps<Item, Count>,
) {
  const { chain, item, note } = props
  const [isBusy, setBusy] = useState(false)
  const { enable } = useChainActions(chain)
  const lockedReason = whyNoWrite()
  const change = async (to: boolean) => {
    setBusy(true)
    await enable(item, to)
    setBusy(false)
  }
  const input = (
    <ToggleInput
      label={m.enable(chain.nameOf(item))}
      note={note}
      isOn={item.enable}
      isDisabled={isBusy || lockedReason !== undefined}
      onChange={(to) => void change(to)}
    />
  )
  return lockedReason === undefined ? input : <Tooltip label={lockedReason}>{input}</Tooltip>
}
