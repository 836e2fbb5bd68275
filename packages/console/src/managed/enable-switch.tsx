import { useState } from 'react'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { enabling } from './deeds.tsx'
import type { ManagedResource } from './managed-resource.ts'
import { managed as m } from './messages.ts'

interface EnableSwitchProps<Item, Name extends string> {
  readonly resource: ManagedResource<Item, Name>
  readonly item: Item
  /** Words beside it, where no head of a column says what it switches. */
  readonly note?: string
}

/** Switches one on or, after a question, off. */
export function EnableSwitch<Item, Name extends string>(props: EnableSwitchProps<Item, Name>) {
  const { resource, item, note } = props
  const [isBusy, setBusy] = useState(false)
  const isOn = resource.enable?.isOn(item) === true
  const change = enabling(resource, !isOn)
  if (change === undefined) return null
  const lockedReason = change.whyNot(item)
  const run = async () => {
    setBusy(true)
    await change.run(item)
    setBusy(false)
  }
  const input = (
    <ToggleInput
      label={m.enable(resource.nameOf(item))}
      note={note}
      isOn={isOn}
      isDisabled={isBusy || lockedReason !== undefined}
      onChange={() => void run()}
    />
  )
  return lockedReason === undefined ? input : <Tooltip label={lockedReason}>{input}</Tooltip>
}
