import { type Ref, useImperativeHandle, useRef } from 'react'
import { configuration as m } from '#features/system/messages/cluster.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './configuration.module.css'

interface ImportEditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly hasFault: boolean
  readonly ref: Ref<{ goToLine(line: number): void }>
}

const extensions = ['.hocon', '.conf', '.txt'] as const

/** The maximum size of a plausible configuration, in bytes; a larger file is certainly not a configuration. */
const maxBytes = 2 * 1024 * 1024

/** Edits the text to import, which may be typed, pasted, or read from a file. */
export function ImportEditor({ text, onChange, hasFault, ref }: ImportEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(
    ref,
    () => ({
      goToLine(line) {
        const area = box.current?.querySelector('textarea')
        const lines = text.split('\n')
        const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
        area?.focus()
        area?.setSelectionRange(start, start + (lines[line - 1] ?? '').length)
      },
    }),
    [text],
  )
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const fault = fileFault({ extensions }, file)
    if (fault !== undefined) return notify.failure(fault)
    if (file.size > maxBytes) notify.failure(m.tooLarge(formatBytes(file.size)))
    else onChange(await file.text())
  }
  return (
    <div ref={box} className={classes['editor']}>
      <p className={classes['note']}>{m.importNote}</p>
      <TextArea
        aria-label={m.importText}
        placeholder={m.importHint}
        rows={20}
        isCode
        hasFault={hasFault}
        value={text}
        onChange={onChange}
      />
      <div className={classes['buttons']}>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={m.chooseFile}
          accept={extensions.join(',')}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            // The value is cleared so that the same file can be chosen again after it was changed on disk.
            currentTarget.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>{m.chooseFile}</Button>
        {text !== '' && (
          <Button variant="quiet" onClick={() => onChange('')}>
            {m.clear}
          </Button>
        )}
      </div>
    </div>
  )
}
