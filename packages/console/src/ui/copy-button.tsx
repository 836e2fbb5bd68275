import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { ui as m } from './messages.ts'

interface CopyButtonProps {
  /** The text to copy; a function if it is costly to build. */
  readonly text: string | (() => string)
  /** The name of the text for the accessible name: "client ID". */
  readonly name?: string
}

/** Copies exactly the text that the broker sent, even if the screen shows it escaped or cut. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const label =
    outcome === 'copied'
      ? m.copied
      : outcome === 'failed'
        ? m.copyFailed
        : name === undefined
          ? m.copy
          : m.copyNamed(name)
  const copy = async () => {
    const isCopied = await copyText(typeof text === 'function' ? text() : text)
    setOutcome(isCopied ? 'copied' : 'failed')
  }
  return (
    <>
      <IconButton label={label} onClick={() => void copy()}>
        {outcome === 'copied' ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
      </IconButton>
      <span className="visually-hidden" aria-live="polite">
        {outcome === undefined ? '' : label}
      </span>
    </>
  )
}

/** Returns false if the browser denied copying: a page without a secure context has no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
