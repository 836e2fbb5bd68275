import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import { formatBytes, formatPercent } from '#i18n/format-number.ts'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Panel } from '#ui/panel.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { packageUpload as m } from './messages.ts'
import classes from './package-upload.module.css'
import { useUpload } from './use-upload.ts'

/** A release contains its libraries, the connection may be slow, and the broker unpacks it on every node. */
const timeoutMs = 600_000

/** EMQX holds a package in memory while it unpacks it; releases have a few megabytes. */
const mostBytes = 128 * 1024 * 1024

export interface PackageUploadProps<E extends Endpoint> {
  readonly endpoint: E
  readonly request: (file: File) => RequestOf<E>
  /** The file suffix, including the dot. */
  readonly suffix: string
  readonly words: { readonly file: string; readonly hint: string; readonly send: string }
  /** Returns the error in the name of a file with the right suffix. */
  readonly nameFault: (file: File) => string | undefined
  /**
   * Returns a text for a refusal and a remedy before the next attempt; the broker's own text is shown under
   * "Details".
   */
  readonly refusal: (
    error: unknown,
    file: File,
  ) => { readonly words?: string | undefined; readonly remedy?: ReactNode }
  readonly onTaken: (file: File) => void
}

/** Accepts a package by button or drop, validates it at once, and uploads it with progress. */
export function PackageUpload<E extends Endpoint>(props: PackageUploadProps<E>) {
  const { words, onTaken } = props
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const upload = useUpload(props.endpoint, props.request, timeoutMs)
  const isRunning = upload.share !== undefined
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    upload.reset()
    setFile(chosen)
    setFault(findFault(chosen, props))
  }
  const send = async () => {
    const wrong = file === undefined ? m.noFile : findFault(file, props)
    setFault(wrong)
    if (file !== undefined && wrong === undefined && (await upload.start(file))) onTaken(file)
  }
  return (
    <Panel
      title={words.file}
      padded
      footer={
        <Button
          variant="primary"
          isBusy={isRunning}
          disabledReason={whyNoWrite()}
          onClick={() => void send()}
        >
          {words.send}
        </Button>
      }
    >
      <div className={classes['parts']}>
        <ChosenFile
          file={file}
          isLocked={isRunning || whyNoWrite() !== undefined}
          words={words}
          onChoose={choose}
        />
        {fault !== undefined && <p role="alert">{fault}</p>}
        {upload.share !== undefined && (
          <div role="status" className={classes['line']}>
            <Meter size="wide" label={m.progress} value={upload.share} />
            {upload.share < 1 ? m.uploading(formatPercent(upload.share)) : m.checking}
            <Button size="small" onClick={upload.abort}>
              {m.abort}
            </Button>
          </div>
        )}
        {upload.error !== undefined && file !== undefined && (
          <Refused error={upload.error} {...props.refusal(upload.error, file)} onRetry={() => void send()} />
        )}
      </div>
    </Panel>
  )
}

type NamedPackage = Pick<PackageUploadProps<Endpoint>, 'suffix' | 'nameFault'>

function findFault(file: File, { suffix, nameFault }: NamedPackage): string | undefined {
  const wrong = fileFault({ extensions: [suffix], maxBytes: mostBytes }, file)
  return wrong ?? (file.size === 0 ? m.emptyFile : nameFault(file))
}

interface RefusedProps {
  readonly error: unknown
  readonly words?: string | undefined
  readonly remedy?: ReactNode
  readonly onRetry: () => void
}

function Refused({ error, words, remedy, onRetry }: RefusedProps) {
  const { title, detail = title, raw } = describeError(error)
  return (
    <>
      {remedy}
      <ErrorState
        title={m.uploadFailed}
        detail={words ?? detail}
        raw={raw ?? (words && detail)}
        onRetry={onRetry}
      />
    </>
  )
}

interface ChosenFileProps {
  readonly file: File | undefined
  readonly isLocked: boolean
  readonly words: PackageUploadProps<Endpoint>['words']
  readonly onChoose: (file: File | undefined) => void
}

/** Lets the user choose a file by button, or drop it anywhere on the panel. */
function ChosenFile({ file, isLocked, words, onChoose }: ChosenFileProps) {
  const input = useRef<HTMLInputElement>(null)
  // Dropping is a shortcut for the button inside.
  const dropping = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (!isLocked) onChoose(event.dataTransfer.files[0])
    },
  }
  return (
    <div className={classes['parts']} {...dropping}>
      <p className="support">{words.hint}</p>
      <p className={classes['line']}>
        <Button
          size="small"
          disabledReason={whyNoWrite()}
          onClick={() => !isLocked && input.current?.click()}
        >
          {m.choose}
        </Button>
        {file === undefined ? (
          <span className="dim">{m.none}</span>
        ) : (
          <>
            <Verbatim text={file.name} mono />
            <span className="dim">{formatBytes(file.size)}</span>
          </>
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept=".gz"
        disabled={isLocked}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={words.file}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0])
          // The value is cleared so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
