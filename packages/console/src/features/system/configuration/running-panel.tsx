import { printHocon } from '@brokerdeck/contract/hocon/print-hocon.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMemo, useState } from 'react'
import { whyNoSecrets } from '#api/permission/write-permission.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { SearchableText } from '#kit/searchable-text/searchable-text.tsx'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { configuration as m } from '../messages/cluster.ts'
import classes from './configuration.module.css'
import { type ConfigDocument, maskConfig } from './masked-config.ts'

interface RunningPanelProps {
  readonly document: ConfigDocument
  /** The part that is shown; all of it if undefined. */
  readonly root: string | undefined
  readonly onRootChange: (root: string | undefined) => void
}

/** The running configuration; what is secret is shown and saved only if asked for. */
export function RunningPanel({ document, root, onRootChange }: RunningPanelProps) {
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
    if (await confirm({ ...request, danger: true })) setRevealed(true)
  }
  const download = async () => {
    const isClear = isRevealed && count > 0
    const request = { title: m.downloadTitle, body: m.downloadBody(count), action: m.downloadClear }
    if (isClear && !(await confirm({ ...request, danger: true }))) return
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
