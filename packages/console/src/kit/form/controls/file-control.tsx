import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import { type DragEvent, useRef, useState } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import type { FileField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { type ControlProps, groupAttributes } from './control-props.ts'
import classes from './file-control.module.css'

/** Takes a file that is chosen or dropped. The file is sent only when the form is applied. */
export function FileControl(props: ControlProps<FileField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const file = value instanceof Blob ? value : undefined
  const take = (files: FileList | null) => {
    const [first] = files ?? []
    if (first !== undefined && !isDisabled) change(first)
  }
  // Dropping a file is a shortcut for the button inside.
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(!isDisabled)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      take(event.dataTransfer.files)
    },
  }
  return (
    <div
      {...groupAttributes(props)}
      {...dropping}
      className={classNames(classes['drop'], isOver && classes['over'], hasFault && classes['bad'])}
    >
      <IconFile size={16} stroke={1.5} aria-hidden />
      <span className={classes['name']}>
        {file === undefined ? (
          <span className="dim">{isDisabled ? m.none : m.dropFile(field.extensions.join(', '))}</span>
        ) : (
          <>
            <Verbatim text={file instanceof File ? file.name : ''} mono />
            <span className="dim">{formatBytes(file.size)}</span>
          </>
        )}
      </span>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={field.label}
        accept={field.extensions.join(',')}
        disabled={isDisabled}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Resetting the value allows the same file to be chosen again after it has changed on disk.
          event.currentTarget.value = ''
        }}
      />
      {!isDisabled && file !== undefined && (
        <Button size="small" variant="quiet" onClick={() => change(undefined)}>
          {m.removeFile}
        </Button>
      )}
      {!isDisabled && (
        <Button size="small" onClick={() => input.current?.click()}>
          {file === undefined ? m.chooseFile : m.replace}
        </Button>
      )}
    </div>
  )
}
