import { pluginSuffix, plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { useUpload } from '#acting/use-upload.ts'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { formatBytes, formatPercent } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Page } from '#kit/page/page.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { visibleText } from '#lib/visible-text.ts'
import { extensions } from '#routes/extensions-routes.ts'
import { Button } from '#ui/button.tsx'
import { CommandText } from '#ui/command-text.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Meter } from '#ui/meter.tsx'
import { Panel } from '#ui/panel.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { installPlugin as m, plugins as words } from '../messages.ts'
import classes from './install-plugin-page.module.css'

const { path: listPath } = extensions.routes.plugins

/** A release with its libraries, over a slow line, and the broker unpacks it on every node. */
const timeoutMs = 600_000

/** Nothing that a shell would read as more than a name: the command is copied into one. */
const plainRef = /^[A-Za-z0-9_][\w.+~]*-[\w.+~-]+$/

/** Sends the package of a plugin, with what EMQX wants to be told before. */
export function InstallPluginPage() {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const upload = useUpload(plugins.install, (plugin) => ({ body: { plugin } }), timeoutMs)
  const isRunning = upload.share !== undefined
  const ref = file?.name.slice(0, -pluginSuffix.length) ?? ''
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    upload.reset()
    setFile(chosen)
    setFault(faultOf(chosen))
  }
  const install = async () => {
    const wrong = file === undefined ? m.noFile : faultOf(file)
    setFault(wrong)
    if (file === undefined || wrong !== undefined || !(await upload.start(file))) return
    notify.success(m.installed(visibleText(ref, 80)))
    if (isStillHere()) void navigate({ to: listPath })
  }
  return (
    <Page title={m.title} breadcrumbs={[{ to: listPath, label: words.title }]} summary={m.warning}>
      <Panel
        title={m.file}
        padded
        footer={
          <Button
            variant="primary"
            isBusy={isRunning}
            disabledReason={whyNoWrite()}
            onClick={() => void install()}
          >
            {m.install}
          </Button>
        }
      >
        <div className={classes['parts']}>
          <ChosenFile file={file} isLocked={isRunning} onChoose={choose} />
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
          {upload.error !== undefined && (
            <Refusal error={upload.error} name={ref} onRetry={() => void install()} />
          )}
        </div>
      </Panel>
    </Page>
  )
}

/** EMQX holds a package in memory while it unpacks it; releases have some megabytes. */
const mostBytes = 128 * 1024 * 1024

function faultOf({ name, size }: File): string | undefined {
  if (!name.toLowerCase().endsWith(pluginSuffix)) return m.wrongEnding
  // EMQX takes what stands before the first hyphen as the name.
  if (!/^[^-]+-./.test(name.slice(0, -pluginSuffix.length))) return m.wrongName
  if (size === 0) return m.emptyFile
  return size > mostBytes ? m.tooLarge(formatBytes(mostBytes)) : undefined
}

interface ChosenFileProps {
  readonly file: File | undefined
  readonly isLocked: boolean
  readonly onChoose: (file: File | undefined) => void
}

/** By button, or dropped anywhere on it. */
function ChosenFile({ file, isLocked, onChoose }: ChosenFileProps) {
  const input = useRef<HTMLInputElement>(null)
  // A shortcut for the button inside.
  const dropping = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (!isLocked) onChoose(event.dataTransfer.files[0])
    },
  }
  return (
    <div className={classes['parts']} {...dropping}>
      <p className="support">{m.hint}</p>
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
        className="visually-hidden"
        tabIndex={-1}
        aria-label={m.file}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0])
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

const refusalWords: Readonly<Record<string, string>> = {
  FORBIDDEN: m.notAllowed,
  ALREADY_INSTALLED: m.alreadyInstalled,
  BAD_PLUGIN_INFO: m.badPackage,
  BAD_FORM_DATA: m.noFile,
}

interface RefusalProps {
  readonly error: unknown
  /** Of the plugin, as the file says it. */
  readonly name: string
  /** Sends the same file again. */
  readonly onRetry: () => void
}

/** In words what to do; those of the broker behind "Details". */
function Refusal({ error, name, onRetry }: RefusalProps) {
  const problem = problemOf(error)
  const { title, detail = title, raw } = describeError(error)
  const code = problem?.kind === 'rejected' ? problem.code : ''
  const words = refusalWords[code]
  return (
    <>
      {code === 'FORBIDDEN' && plainRef.test(name) && <Allowing name={name} />}
      <ErrorState
        title={m.uploadFailed}
        detail={words ?? detail}
        raw={raw ?? (words && detail)}
        onRetry={onRetry}
      />
    </>
  )
}

/** What has to run on a node before EMQX takes the package. */
function Allowing({ name }: { readonly name: string }) {
  const { data: facts } = useQuery(read(cluster.get, {}))
  const command = `emqx ctl plugins allow ${name}`
  return (
    <div className={classes['parts']}>
      <p>{facts === undefined ? m.allowTextAnywhere : m.allowText(visibleText(facts.self, 80))}</p>
      <div className={classes['line']}>
        <CommandText label={m.command} text={command} />
        <CopyButton text={command} name={m.command} />
      </div>
    </div>
  )
}
