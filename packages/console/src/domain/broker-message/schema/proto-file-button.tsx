import { longestSource } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import { useRef } from 'react'
import { payloadSchema as m } from '#domain/broker-message/messages.ts'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import { Button } from '#ui/button.tsx'

export interface ProtoText {
  readonly name: string
  readonly source: string
}

interface ProtoFileButtonProps {
  readonly onOpen: (opened: ProtoText | { readonly fault: string }) => void
}

const extensions = ['.proto']

async function readText(file: File): Promise<ProtoText | { readonly fault: string }> {
  const fault = fileFault({ extensions, maxBytes: longestSource }, file)
  if (fault !== undefined) return { fault }
  try {
    return { name: file.name, source: await file.text() }
  } catch (error) {
    if (error instanceof DOMException) return { fault: m.unreadable }
    throw error
  }
}

/** Opens a schema file whose schema stays in this tab. */
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
        accept={extensions.join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined) void readText(file).then(onOpen)
          // Resetting the value allows the same file to be chosen again after it has changed on disk.
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{m.openFile}</Button>
    </>
  )
}
