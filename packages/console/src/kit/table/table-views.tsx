import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { notify } from '#kit/dialogs/notify.tsx'
import { tableViews as m } from '#kit/messages/table-views.ts'
import { useLatestSearch } from '#kit/page/link.tsx'
import { parseSearchParams, printSearchParams, type SearchParams } from '#lib/search-params.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { takeFocus } from '#ui/overlays.tsx'
import popover from './list-popover.module.css'
import classes from './table-views.module.css'

/** A saved view of a list: filters, sort and columns, as in its URL. */
interface View {
  readonly name: string
  readonly search: SearchParams
}

const storeKey = 'tableViews'
const mostViews = 50
const longestName = 60
const longestAddress = 4_000

const viewsSchema = v.record(
  v.string(),
  // An unreadable entry for one list does not affect the other lists.
  v.fallback(
    v.array(
      v.object({
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(longestName)),
        search: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
      }),
    ),
    [],
  ),
)

/** Returns the views stored in this browser, by list; empty if the stored data have another form. */
function readStoredViews(): Readonly<Record<string, readonly View[]>> {
  try {
    const parsed = v.safeParse(viewsSchema, JSON.parse(localStorage.getItem(storeKey) ?? '{}'))
    return parsed.success ? parsed.output : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** The position in the list and the name of the view are not part of the view. */
const outside: readonly string[] = ['page', 'cursor', 'named']

function toViewSearch(search: SearchParams): SearchParams {
  return Object.fromEntries(
    Object.entries(search)
      .filter(([key]) => !outside.includes(key))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const isSame = (one: SearchParams, other: SearchParams) =>
  printSearchParams(toViewSearch(one)) === printSearchParams(toViewSearch(other))

/**
 * Returns the search parameters of a URL of this list, whichever console or cluster it was copied from; undefined for
 * other URLs.
 */
function readAddress(address: string, path: string): SearchParams | undefined {
  if (!URL.canParse(address, location.href)) return undefined
  const { pathname, search, hash } = new URL(address, location.href)
  const [hashPath = '', hashSearch = ''] = hash.startsWith('#/') ? hash.slice(1).split('?') : []
  const [addressed, query] = hashPath === '' ? [pathname, search] : [hashPath, hashSearch]
  return addressed.endsWith(path) ? parseSearchParams(query) : undefined
}

interface TableViewsProps {
  /** The key under which the views of this list are stored. */
  readonly viewsKey: string
  readonly columns: readonly string[]
  readonly onApplied: () => void
}

/** The views of a list: apply a view, save the current list or a URL as a view, share or delete a view. */
export function TableViews({ viewsKey, columns, onApplied }: TableViewsProps) {
  const search = parseSearchParams(printSearchParams(useLatestSearch()))
  const { path, go, addressOf } = useAddress()
  const [views, setViews] = useState(() => readStoredViews()[viewsKey] ?? [])
  const store = (change: (now: readonly View[]) => readonly View[]) => {
    // Another tab may have stored a view meanwhile.
    const all = readStoredViews()
    const next = change(all[viewsKey] ?? [])
    try {
      localStorage.setItem(storeKey, JSON.stringify({ ...all, [viewsKey]: next }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      return notify.failure(m.noRoom)
    }
    setViews(next)
  }
  const apply = (to: SearchParams) => {
    go(to)
    onApplied()
  }
  return (
    <div className={classes['views']}>
      {views.length === 0 && <p className={classes['none']}>{m.none}</p>}
      <ul className={classes['list']}>
        {views.map((view) => {
          const named = { ...view.search, named: view.name }
          const label = visibleText(view.name)
          return (
            <li key={view.name} className={popover['row']}>
              <button
                type="button"
                className={classes['view']}
                aria-current={search['named'] === view.name && isSame(search, view.search)}
                onClick={() => apply(named)}
              >
                {label}
              </button>
              <CopyButton text={() => addressOf(named)} name={m.addressOf(label)} />
              <IconButton
                label={m.deleteView(label)}
                onClick={({ currentTarget }) => {
                  // The button is removed together with its row, so the focus moves to the dialog.
                  currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
                  store((now) => now.filter(({ name }) => name !== view.name))
                }}
              >
                <IconTrash size={16} stroke={1.5} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {(search['named'] !== undefined || search['columns'] !== undefined) && (
        <Button size="small" variant="quiet" onClick={() => apply(withoutView(search))}>
          {m.leave}
        </Button>
      )}
      <SaveView
        views={views}
        shown={{ ...toViewSearch(search), columns: columns.join(',') }}
        path={path}
        named={typeof search['named'] === 'string' ? search['named'] : ''}
        onSave={(view) => {
          store((now) => [...now.filter(({ name }) => name !== view.name), view])
          apply({ ...view.search, named: view.name })
        }}
      />
    </div>
  )
}

/** Returns the parameters without the view: a tab stays. */
function withoutView({ tab }: SearchParams): SearchParams {
  return tab === undefined ? {} : { tab }
}

function useAddress() {
  const router = useRouter()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return {
    path,
    go: (search: SearchParams) => void navigate({ to: path, search, resetScroll: false }),
    addressOf: (search: SearchParams) => {
      const { publicHref } = router.buildLocation({ to: path, search })
      return new URL(router.history.createHref(publicHref), location.href).href
    },
  }
}

interface SaveViewProps {
  readonly views: readonly View[]
  /** The parameters of the current list. */
  readonly shown: SearchParams
  readonly path: string
  /** The name of the view in the URL. */
  readonly named: string
  readonly onSave: (view: View) => void
}

function SaveView({ views, shown, path, named, onSave }: SaveViewProps) {
  const [name, setName] = useState(named)
  const [address, setAddress] = useState('')
  const [isTried, setTried] = useState(false)
  const given = address.trim() === '' ? shown : readAddress(address.trim(), path)
  const view = {
    name: (name.trim() || nameIn(given)).slice(0, longestName),
    search: toViewSearch(given ?? {}),
  }
  const isKnown = views.some((each) => each.name === view.name)
  const fault = {
    name: view.name === '' ? m.nameMissing : !isKnown && views.length >= mostViews ? m.tooMany : undefined,
    address:
      given === undefined
        ? m.otherAddress
        : printSearchParams(view.search).length > longestAddress
          ? m.addressTooLong
          : undefined,
  }
  return (
    <form
      className={classes['save']}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (fault.name === undefined && fault.address === undefined) onSave(view)
      }}
    >
      <LabelledField label={m.name} fault={isTried ? fault.name : undefined}>
        {(control) => (
          <TextBox {...control} ref={takeFocus} value={name} maxLength={longestName} onChange={setName} />
        )}
      </LabelledField>
      <LabelledField
        label={m.address}
        note={m.optional}
        help={m.addressHelp}
        fault={isTried ? fault.address : undefined}
      >
        {(control) => <TextBox {...control} isCode value={address} onChange={setAddress} />}
      </LabelledField>
      <Button type="submit" size="small" variant="primary">
        {isKnown ? m.replace : m.save}
      </Button>
    </form>
  )
}

function nameIn(search: SearchParams | undefined): string {
  return typeof search?.['named'] === 'string' ? search['named'] : ''
}
