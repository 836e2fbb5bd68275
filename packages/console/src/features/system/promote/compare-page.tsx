import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { currentSession, editionNumber, sessionBelow } from '#api/session.ts'
import { compareSides, type Kind, kinds } from '#compare/compare-sides.ts'
import { isDataHub } from '#compare/data-hub-kinds.ts'
import { kindNames } from '#compare/messages.ts'
import { readKind } from '#compare/read-side.ts'
import { comparison as m } from '#features/system/messages/promote.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { clusterPath, consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { ComparedFile, patienceMs } from './compared-file.ts'
import { Comparison, type Row } from './comparison.tsx'
import classes from './promote.module.css'
import type { OtherSide } from './use-comparison.ts'
import { askCluster } from './use-comparison.ts'

const searchSchema = v.object({
  cluster: v.fallback(v.optional(v.string()), undefined),
  from: v.fallback(v.optional(v.literal('file')), undefined),
  kinds: v.fallback(v.optional(v.string()), undefined),
})

const PromotionDrawer = lazy(async () => ({
  default: (await import('./promotion-drawer.tsx')).PromotionDrawer,
}))

interface Planned {
  readonly id: number
  readonly side: OtherSide
  readonly rows: readonly Row[]
  readonly onSent: () => void
}

/** Returns the kinds that the edition of the cluster supports. */
function findOfferedKinds(): readonly Kind[] {
  if (editionNumber(currentSession()?.edition ?? '') === 1) return kinds
  return kinds.filter((kind) => !isDataHub(kind))
}

const usual: readonly Kind[] = ['rules', 'connectors', 'actions', 'sources']

/** Compares this cluster with another cluster or with a file. Only this cluster is ever written to. */
export function ComparePage() {
  const [search, change] = useUrlSearch('compare', searchSchema)
  const { clusters, brokerName } = consoleConfig()
  const others = (clusters?.all ?? []).filter(({ name }) => name !== brokerName)
  const other =
    search.from === 'file'
      ? undefined
      : search.cluster === undefined
        ? others[0]
        : others.find(({ name }) => name === search.cluster)
  const unknown = search.from === 'file' || other !== undefined ? undefined : search.cluster
  const [file, setFile] = useState<File>()
  const here = visibleText(brokerName ?? m.thisCluster, 80)
  const { promotions, plan } = usePromotions(here)
  const asked = search.kinds?.split(',')
  const offered = findOfferedKinds()
  const chosen = offered.filter((kind) => (asked ?? usual).includes(kind))
  const there = other?.name ?? (unknown === undefined ? file?.name : undefined)
  return (
    <Page title={m.title} summary={there && m.summary(visibleText(there, 80), here)}>
      <Panel label={m.sides} padded className={classes['above']}>
        <div className={classes['sides']}>
          <LabelledField label={m.with}>
            {({ hasFault: _, ...control }) => (
              <SelectBox
                {...control}
                value={unknown !== undefined ? 'unknown' : other === undefined ? '' : `c ${other.name}`}
                options={[
                  ...(unknown === undefined ? [] : [{ value: 'unknown', label: m.choose }]),
                  ...others.map(({ name }) => ({ value: `c ${name}`, label: visibleText(name, 80) })),
                  { value: '', label: m.aFile },
                ]}
                onChange={(next) =>
                  next !== 'unknown' &&
                  change(
                    next === ''
                      ? { from: 'file', cluster: undefined }
                      : { from: undefined, cluster: next.slice(2) },
                  )
                }
              />
            )}
          </LabelledField>
          {other === undefined && unknown === undefined && <FileChoice file={file} onChange={setFile} />}
        </div>
        <fieldset className={classes['kinds']} aria-label={m.kinds}>
          {offered.map((kind) => (
            <label key={kind} htmlFor={`compare-${kind}`} className={classes['kind']}>
              <Checkbox
                id={`compare-${kind}`}
                checked={chosen.includes(kind)}
                onChange={(isChosen) => {
                  const next = offered.filter((one) => (one === kind ? isChosen : chosen.includes(one)))
                  change({ kinds: next.join() === usual.join() ? undefined : next.join() })
                }}
              />
              {kindNames[kind]}
            </label>
          ))}
        </fieldset>
      </Panel>
      {promotions}
      {unknown !== undefined ? (
        <EmptyState title={m.noSuchCluster(visibleText(unknown, 80))}>{m.noSuchClusterText}</EmptyState>
      ) : other !== undefined ? (
        <WithCluster key={other.name} name={other.name} kinds={chosen} here={here} onPlan={plan} />
      ) : file !== undefined ? (
        <WithFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          kinds={chosen}
          here={here}
          onPlan={plan}
        />
      ) : (
        <EmptyState title={m.noFile}>{m.noFileText}</EmptyState>
      )}
    </Page>
  )
}

/**
 * Keeps the promotions of this page, so that they can be undone until the user leaves it, even after other
 * comparisons.
 */
function usePromotions(here: string) {
  const [planned, setPlanned] = useState<readonly Planned[]>([])
  const [open, setOpen] = useState<number>()
  const plan: WithProps['onPlan'] = (side, rows, onSent) => {
    const id = (planned.at(-1)?.id ?? 0) + 1
    setPlanned([...planned, { id, side, rows, onSent }])
    setOpen(id)
  }
  const close = ({ id, onSent }: Planned, hasBegun: boolean) => {
    setOpen(undefined)
    if (hasBegun) onSent()
    else setPlanned(planned.filter((one) => one.id !== id))
  }
  const promotions = planned.length > 0 && (
    <Suspense fallback={null}>
      <ul className={classes['promotions']} aria-label={m.promotions}>
        {planned.map((one) => (
          <PromotionDrawer
            key={one.id}
            side={one.side}
            here={here}
            chosen={one.rows}
            isOpen={one.id === open}
            onOpen={() => setOpen(one.id)}
            onClose={(hasBegun) => close(one, hasBegun)}
          />
        ))}
      </ul>
    </Suspense>
  )
  return { promotions, plan }
}

const extensions = [backupSuffix, '.hocon', '.conf']

interface FileChoiceProps {
  readonly file: File | undefined
  readonly onChange: (file: File) => void
}

function FileChoice({ file, onChange }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <LabelledField label={m.file} help={m.fileHint} isGroup>
      {() => (
        <div className={classes['file']}>
          <Button onClick={() => input.current?.click()}>
            {file === undefined ? m.chooseFile : m.otherFile}
          </Button>
          {file !== undefined && <span>{visibleText(file.name, 80)}</span>}
          <input
            ref={input}
            type="file"
            accept={extensions.map((one) => one.slice(one.lastIndexOf('.'))).join()}
            aria-label={m.aFile}
            className="visually-hidden"
            tabIndex={-1}
            onChange={(event) => {
              const [first] = event.currentTarget.files ?? []
              const fault = first && fileFault({ extensions }, first)
              if (fault !== undefined) notify.failure(fault)
              else if (first !== undefined) onChange(first)
              event.currentTarget.value = ''
            }}
          />
        </div>
      )}
    </LabelledField>
  )
}

interface WithProps {
  readonly kinds: readonly Kind[]
  readonly here: string
  readonly onPlan: (side: OtherSide, rows: readonly Row[], onSent: () => void) => void
}

function WithCluster({ name, kinds: chosen, here, onPlan }: WithProps & { readonly name: string }) {
  const { home = '/' } = consoleConfig().clusters ?? {}
  const path = clusterPath(home, name)
  const token = sessionBelow(path)?.token
  const [expired, setExpired] = useState<string>()
  const there = visibleText(name, 80)
  if (token === undefined || token === expired) {
    return (
      <EmptyState title={m.signIn(there)} action={<a href={path}>{m.openLogin(there)}</a>}>
        {m.signInText(there)}
      </EmptyState>
    )
  }
  const side: OtherSide = {
    key: path,
    name: there,
    isPart: false,
    read: async (kind, signal) => {
      const theirs = await readKind(kind, {
        signal,
        ask: askCluster({ signal, elsewhere: { path, token } }),
      })
      return async (ours) => theirs && compareSides(ours, theirs)
    },
    onExpired: () => setExpired(token),
  }
  return <Comparison side={side} kinds={chosen} here={here} onPlan={(...rows) => onPlan(side, ...rows)} />
}

function WithFile({ file, kinds: chosen, here, onPlan }: WithProps & { readonly file: File }) {
  const key = `${file.name} ${file.size} ${file.lastModified}`
  const [compared] = useState(() => new ComparedFile(file))
  useEffect(() => () => compared.close(), [compared])
  const { data: reading } = useQuery({
    queryKey: ['compared-file', key],
    queryFn: () => compared.read(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isLasting: true },
  })
  if (reading === undefined) return <Status kind="connecting">{m.reading}</Status>
  if (reading.kind !== 'read') {
    const faults = {
      'too-large': m.tooLarge,
      unreadable: m.unreadable,
      'no-config': m.noConfig,
      changed: m.changed,
      'no-text': m.noText,
      'no-hocon': m.noHocon,
      'long-names': m.longNames,
      'too-slow': m.tooSlow(formatNumber(patienceMs / 1000)),
    } as const
    return (
      <EmptyState title={faults[reading.kind]}>
        {reading.kind === 'no-hocon' && m.faultAt(reading.line, visibleText(reading.reason, 120))}
      </EmptyState>
    )
  }
  const side: OtherSide = {
    key,
    name: visibleText(file.name, 80),
    isPart: true,
    read: async (kind) => (ours) => compared.compare(kind, ours),
  }
  return <Comparison side={side} kinds={chosen} here={here} onPlan={(...rows) => onPlan(side, ...rows)} />
}
