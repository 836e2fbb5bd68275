import { longestSource } from '@brokerdeck/contract/schema-codec/schema-fault.ts'
import { useRef } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import { payloadSchema as m } from '../messages.ts'

export interface ProtoText {
  readonly name: string
  readonly source: string
}

interface ProtoFileButtonProps {
  readonly onOpen: (opened: ProtoText | { readonly fault: string }) => void
}

async function readText(file: File): Promise<ProtoText | { readonly fault: string }> {
  if (file.size > longestSource) return { fault: m.tooLarge(formatBytes(longestSource)) }
  try {
    return { name: file.name, source: await file.text() }
  } catch (error) {
    if (error instanceof DOMException) return { fault: m.unreadable }
    throw error
  }
}

/** Opens a schema that stays in this tab. */
export function ProtoFileButton({ onOpen }: ProtoFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={m.openFile}
        accept=".proto"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined) void readText(file).then(onOpen)
          // The same file can be chosen again after it was changed on disk.
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{m.openFile}</Button>
    </>
  )
}
