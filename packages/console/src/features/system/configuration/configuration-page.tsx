import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { read, whyClosed, whyNoSecrets } from '#api/query.ts'
import { type ConfigDocument, maskConfig } from '#compare/masked-config.ts'
import { configuration as m } from '#features/system/messages/cluster.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { SearchableText } from '#kit/searchable-text/searchable-text.tsx'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import classes from './configuration.module.css'
import { ImportPanel } from './import-panel.tsx'
import { readConfig } from './import-plan.ts'

const tabIds = ['running', 'import'] as const
const searchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(tabIds)), undefined),
  key: v.fallback(v.optional(v.string()), undefined),
})
const tabs = [
  { id: 'running', label: m.running },
  { id: 'import', label: m.import },
] as const

/** Shows the configuration of the cluster as one text; the text can be saved, and changed by importing another text. */
export function ConfigurationPage() {
  const [{ tab = 'running', key }, setSearch] = useUrlSearch('configuration', searchSchema)
  const query = useQuery(read(configs.read, { query: {} }))
  const { data } = query
  const parsed = useMemo(() => {
    if (data === undefined) return undefined
    return readConfig(data)
  }, [data])

  let content: ReactNode = (
    <Panel label={m.title} padded>
      <Skeleton width="100%" />
    </Panel>
  )
  if (query.error !== null && parsed === undefined) {
    content = (
      <Panel label={m.title}>
        <ErrorState
          {...describeError(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Panel>
    )
  } else if (parsed !== undefined && 'error' in parsed) {
    const { line, reason } = parsed.error
    content = (
      <Panel label={m.title}>
        <ErrorState title={m.unreadable} detail={m.unreadableAt(line, reason)} />
      </Panel>
    )
  } else if (parsed !== undefined) {
    content =
      tab === 'running' ? (
        <RunningPanel document={parsed.value} root={key} onRootChange={(next) => setSearch({ key: next })} />
      ) : (
        <ImportPanel running={parsed.value} />
      )
  }
  const count = parsed !== undefined && 'value' in parsed ? Object.keys(parsed.value).length : undefined
  return (
    <Page title={m.title} summary={count === undefined ? undefined : m.summary(count)}>
      <Tabs
        label={m.tabs}
        tabs={tabs}
        value={tab}
        onChange={(id) => setSearch({ tab: id === 'running' ? undefined : id })}
      >
        {content}
      </Tabs>
    </Page>
  )
}

interface RunningPanelProps {
  readonly document: ConfigDocument
  /** The root that is shown; undefined for the whole configuration. */
  readonly root: string | undefined
  readonly onRootChange: (root: string | undefined) => void
}

/** Shows the running configuration. Secrets are shown and saved only on request. */
function RunningPanel({ document, root, onRootChange }: RunningPanelProps) {
  const [isRevealed, setRevealed] = useState(false)
  const isKnown = root !== undefined && Object.hasOwn(document, root)
  const part = useMemo(
    () => (root !== undefined && isKnown ? { [root]: document[root] } : document),
    [document, root, isKnown],
  )
  const { document: masked, count } = useMemo(() => maskConfig(part), [part])
  const text = useMemo(() => printHocon(isRevealed ? part : masked), [isRevealed, part, masked])

  const reveal = async () => {
    const request = { title: m.showSecretsTitle, body: m.showSecretsBody(count), action: m.show }
    if (await confirm({ ...request, danger: true, interrupts: 'nothing' })) setRevealed(true)
  }
  const download = async () => {
    const isClear = isRevealed && count > 0
    const request = { title: m.downloadTitle, body: m.downloadBody(count), action: m.downloadClear }
    if (isClear && !(await confirm({ ...request, danger: true, interrupts: 'nothing' }))) return
    const name = [m.fileName, ...(isKnown ? [root] : []), ...(isClear ? [m.withSecrets] : [])].join('-')
    saveFile(`${name}.hocon`, text, 'text/plain')
  }
  return (
    <Panel
      title={m.running}
      caption={count > 0 && !isRevealed ? m.masked(count) : undefined}
      actions={
        <>
          {count > 0 && (
            <Button
              size="small"
              disabledReason={whyNoSecrets()}
              onClick={() => (isRevealed ? setRevealed(false) : void reveal())}
            >
              {isRevealed ? m.hideSecrets : m.showSecrets}
            </Button>
          )}
          <Button
            size="small"
            icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
            disabledReason={whyClosed('export')}
            onClick={() => void download()}
          >
            {m.download}
          </Button>
        </>
      }
    >
      <SearchableText label={m.text} text={text}>
        <span className={classes['part']}>
          <SelectBox
            aria-label={m.part}
            value={isKnown ? root : ''}
            options={[
              { value: '', label: m.allParts },
              ...Object.keys(document).map((one) => ({ value: one, label: one })),
            ]}
            onChange={(next) => onRootChange(next === '' ? undefined : next)}
          />
        </span>
      </SearchableText>
    </Panel>
  )
}
